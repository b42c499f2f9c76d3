#include "app/progress_text.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include <fmt/core.h>

#include "core/github/commands.h"

namespace headgate::app {
namespace {

constexpr std::size_t kBarCells = 20;

std::string duration(double seconds) {
  const auto whole = std::llround(std::max(0.0, seconds));
  return whole < 60 ? fmt::format("{}s", whole) : fmt::format("{}m{:02}s", whole / 60, whole % 60);
}

std::string counted(std::size_t number, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", number, number == 1 ? one : many);
}

std::string_view last_part(std::string_view import_path) {
  return import_path.substr(import_path.rfind('/') + 1);
}

std::string full_name(std::string_view package, const BenchmarkProgress& benchmark) {
  return benchmark.name.empty() ? std::string(package)
                                : fmt::format("{}.{}", package, benchmark.name);
}

std::string ratio_text(double ratio) { return fmt::format("head/base {:.3f}", ratio); }

}  // namespace

std::string stage_line(stats::Stage stage, std::size_t trials, double expected_sec) {
  return fmt::format("{}: {}, about {}",
                     stage == stats::Stage::kFirst ? "measuring" : "confirming what was flagged",
                     counted(trials, "process", "processes"), duration(expected_sec));
}

std::string bar_line(const BenchmarkProgress& benchmark, const schedule::Progress& progress,
                     std::size_t columns) {
  const std::size_t total = std::max<std::size_t>(progress.total, 1);
  const std::size_t done = std::min(progress.done, total);
  const std::size_t filled = done * kBarCells / total;
  std::string line = fmt::format(
      "[{}{}] {:3}%  {} left  {}{} {}/{}", std::string(filled, '#'),
      std::string(kBarCells - filled, '-'), done * 100 / total, duration(progress.remaining_sec),
      benchmark.stage == stats::Stage::kConfirm ? "confirming " : "",
      full_name(last_part(benchmark.package), benchmark), benchmark.round + 1, benchmark.rounds);
  if (benchmark.ratio) {
    line += "  " + ratio_text(*benchmark.ratio);
  }
  return cut_to(columns, github::neutral_word(line));
}

std::string round_line(const BenchmarkProgress& benchmark, const schedule::Progress& progress) {
  return fmt::format("round {} of {}: {} of {} processes done, {} left", benchmark.round + 1,
                     benchmark.rounds, progress.done, progress.total,
                     duration(progress.remaining_sec));
}

std::string benchmark_line(const BenchmarkProgress& benchmark) {
  std::string line =
      fmt::format("{}: {} after {}", full_name(benchmark.package, benchmark),
                  benchmark.ratio ? ratio_text(*benchmark.ratio) : std::string("no estimate"),
                  counted(benchmark.round + 1, "round", "rounds"));
  if (benchmark.lost > 0) {
    line += fmt::format(", {} without a sample", counted(benchmark.lost, "process", "processes"));
  }
  return github::neutral_word(line);
}

std::string cut_to(std::size_t columns, const std::string& text) {
  std::size_t characters = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool starts = (static_cast<unsigned char>(text[i]) & 0xC0U) != 0x80U;
    if (starts && characters++ == columns) {
      return text.substr(0, i);
    }
  }
  return text;
}

}  // namespace headgate::app
