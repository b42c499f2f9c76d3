#include "app/log_narrator.h"

#include <ostream>

#include "app/progress_text.h"
#include "core/github/commands.h"

namespace headgate::app {

void LogNarrator::begin_group(const std::string& title) {
  end_group();
  group_ = Group::kOpen;
  out_ << (style_ == LogStyle::kGithub ? github::group_begin(title) : title) << '\n' << std::flush;
}

void LogNarrator::end_group() {
  if (group_ == Group::kOpen && style_ == LogStyle::kGithub) {
    out_ << github::group_end() << '\n' << std::flush;
  }
  group_ = Group::kClosed;
}

void LogNarrator::step(std::string_view text) {
  out_ << github::neutral_word(text) << '\n' << std::flush;
}

void LogNarrator::measuring_begins(stats::Stage stage, std::size_t trials, double expected_sec) {
  round_ = 0;
  latest_.clear();
  begin_group(stage_line(stage, trials, expected_sec));
}

void LogNarrator::trial_ended(const BenchmarkProgress& benchmark,
                              const schedule::Progress& progress) {
  latest_[{benchmark.package, benchmark.name}] = benchmark;
  if (benchmark.round > round_) {
    round_ = benchmark.round;
    out_ << round_line(benchmark, progress) << '\n' << std::flush;
  }
}

void LogNarrator::measuring_ends() {
  for (const auto& [key, benchmark] : latest_) {
    out_ << benchmark_line(benchmark) << '\n';
  }
  end_group();
}

void LogNarrator::foreign_output(std::string_view title, std::string_view text) {
  begin_group("output: " + github::neutral_word(title));
  out_ << github::neutralise(text, "| ");
  end_group();
}

}  // namespace headgate::app
