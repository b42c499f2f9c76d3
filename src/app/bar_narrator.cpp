#include "app/bar_narrator.h"

#include <ostream>

#include "app/progress_text.h"
#include "core/github/commands.h"

namespace headgate::app {
namespace {

constexpr const char* kClearLine = "\r\x1b[K";

}  // namespace

void BarNarrator::clear() { out_ << kClearLine << std::flush; }

void BarNarrator::draw(const std::string& line) { out_ << kClearLine << line << std::flush; }

void BarNarrator::step(std::string_view text) {
  draw(cut_to(columns_, github::neutral_word(text)));
}

void BarNarrator::measuring_begins(stats::Stage stage, std::size_t trials, double expected_sec) {
  draw(stage_line(stage, trials, expected_sec) + "\n");
}

void BarNarrator::trial_ended(const BenchmarkProgress& benchmark,
                              const schedule::Progress& progress) {
  draw(bar_line(benchmark, progress, columns_));
}

void BarNarrator::measuring_ends() { clear(); }

void BarNarrator::foreign_output(std::string_view title, std::string_view text) {
  draw(github::neutral_word(title) + "\n" + github::neutralise(text, "| "));
}

void BarNarrator::run_ends() { clear(); }

}  // namespace headgate::app
