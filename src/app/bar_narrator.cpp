#include "app/bar_narrator.h"

#include <algorithm>
#include <cmath>
#include <ostream>

#include <fmt/core.h>

#include "core/github/commands.h"

namespace headgate::app {
namespace {

constexpr std::size_t kBarCells = 20;

std::string duration(double seconds) {
  const auto whole = static_cast<long>(std::llround(std::max(0.0, seconds)));
  return whole < 60 ? fmt::format("{}s", whole) : fmt::format("{}m{:02}s", whole / 60, whole % 60);
}

// The first `columns` characters of UTF-8 text.
std::string cut(const std::string& text, std::size_t columns) {
  std::size_t characters = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool starts = (static_cast<unsigned char>(text[i]) & 0xC0U) != 0x80U;
    if (starts && characters++ == columns) {
      return text.substr(0, i);
    }
  }
  return text;
}

std::string short_package(const std::string& package) {
  return package.substr(package.rfind('/') + 1);
}

}  // namespace

std::string progress_line(const BenchmarkProgress& benchmark, const schedule::Progress& progress,
                          std::size_t columns) {
  const std::size_t total = std::max<std::size_t>(progress.total, 1);
  const std::size_t filled = std::min(kBarCells, progress.done * kBarCells / total);
  std::string line = fmt::format(
      "[{}{}] {:3}%  {} left  ", std::string(filled, '#'), std::string(kBarCells - filled, '-'),
      std::min<std::size_t>(100, progress.done * 100 / total), duration(progress.remaining_sec));
  if (benchmark.stage == stats::Stage::kConfirm) {
    line += "confirming ";
  }
  line += short_package(benchmark.package);
  if (!benchmark.function.empty()) {
    line += "." + benchmark.function;
  }
  line += fmt::format(" {}/{}", benchmark.round + 1, benchmark.rounds);
  if (benchmark.ratio) {
    line += fmt::format("  head/base {:.3f}", *benchmark.ratio);
  }
  return cut(github::neutral_word(line), columns);
}

BarNarrator::~BarNarrator() { clear(); }

void BarNarrator::clear() {
  if (drawn_) {
    out_ << "\r\x1b[K" << std::flush;
    drawn_ = false;
  }
}

void BarNarrator::draw(const std::string& line) {
  out_ << "\r\x1b[K" << line << std::flush;
  drawn_ = true;
}

void BarNarrator::step(std::string_view text) { draw(cut(github::neutral_word(text), columns_)); }

void BarNarrator::measuring_begins(stats::Stage stage, std::size_t trials, double expected_sec) {
  clear();
  out_ << fmt::format("{}: {} processes, about {}\n",
                      stage == stats::Stage::kFirst ? "measuring" : "confirming what was flagged",
                      trials, duration(expected_sec))
       << std::flush;
}

void BarNarrator::trial_ended(const BenchmarkProgress& benchmark,
                              const schedule::Progress& progress) {
  draw(progress_line(benchmark, progress, columns_));
}

void BarNarrator::measuring_ends() { clear(); }

void BarNarrator::foreign_output(std::string_view title, std::string_view text) {
  clear();
  out_ << github::neutral_word(title) << '\n' << github::neutralise(text, "| ") << std::flush;
}

}  // namespace headgate::app
