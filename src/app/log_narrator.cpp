#include "app/log_narrator.h"

#include <ostream>

#include <fmt/core.h>

#include "core/github/commands.h"

namespace headgate::app {

void LogNarrator::begin_group(const std::string& title) {
  out_ << (style_ == LogStyle::kGithub ? github::group_begin(title) : title) << '\n' << std::flush;
}

void LogNarrator::end_group() {
  if (style_ == LogStyle::kGithub) {
    out_ << github::group_end() << '\n' << std::flush;
  }
}

void LogNarrator::step(std::string_view text) {
  out_ << github::neutral_word(text) << '\n' << std::flush;
}

void LogNarrator::measuring_begins(stats::Stage stage, std::size_t trials, double expected_sec) {
  round_ = 0;
  latest_.clear();
  begin_group(
      fmt::format("{}: {} processes, about {:.0f} s",
                  stage == stats::Stage::kFirst ? "measuring" : "confirming what was flagged",
                  trials, expected_sec));
}

void LogNarrator::trial_ended(const BenchmarkProgress& benchmark,
                              const schedule::Progress& progress) {
  latest_[{benchmark.package, benchmark.function}] = benchmark;
  if (benchmark.round > round_) {
    round_ = benchmark.round;
    out_ << fmt::format("round {} of {}: {} of {} processes done, about {:.0f} s left\n",
                        benchmark.round + 1, benchmark.rounds, progress.done, progress.total,
                        progress.remaining_sec)
         << std::flush;
  }
}

void LogNarrator::measuring_ends() {
  for (const auto& [key, benchmark] : latest_) {
    const std::string name = benchmark.function.empty()
                                 ? benchmark.package
                                 : benchmark.package + "." + benchmark.function;
    std::string line = name + ": ";
    line += benchmark.ratio ? fmt::format("head/base {:.3f}", *benchmark.ratio) : "no estimate";
    line += fmt::format(" after {} rounds", benchmark.round + 1);
    if (benchmark.lost > 0) {
      line += fmt::format(", {} processes without a sample", benchmark.lost);
    }
    out_ << github::neutral_word(line) << '\n';
  }
  end_group();
}

void LogNarrator::foreign_output(std::string_view title, std::string_view text) {
  begin_group("output: " + github::neutral_word(title));
  out_ << github::neutralise(text, "| ");
  end_group();
}

}  // namespace headgate::app
