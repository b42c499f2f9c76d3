#include "core/dataset/output_lines.h"

#include <algorithm>
#include <utility>
#include <variant>

#include <fmt/core.h>

#include "core/benchfmt/record.h"
#include "core/dataset/benchmark_name.h"

namespace headgate::dataset {
namespace {

// Programs may invent a unit for every line; the cache must not grow with them.
constexpr std::size_t kMostCachedUnits = 1000;
// Of one result; a line with more is nonsense, and looking for repeated units costs their square.
constexpr std::size_t kMostReadings = 1000;

// The name of a line that begins with "Benchmark", without that prefix.
std::string_view name_in(std::string_view line) {
  const std::string_view rest = line.substr(kBenchmark.size());
  return rest.substr(0, rest.find_first_of(kBlanks));
}

bool begins_with_benchmark(std::string_view line) {
  return line.starts_with(kBenchmark) && is_benchmark_name(name_in(line));
}

std::string_view without_blanks_at_end(std::string_view text) {
  return text.substr(0, text.find_last_not_of(kBlanks) + 1);
}

// Package testing prints "BenchmarkX-4   \t" and then measures; with -test.v it prints the name
// alone, and the whole line when the numbers are there.
bool is_printed_name(std::string_view line) {
  const std::size_t name_end = line.find_first_of(kBlanks);
  const std::size_t blanks_end = line.find_first_not_of(' ', name_end);
  return begins_with_benchmark(line) && blanks_end != std::string_view::npos &&
         line[blanks_end] == '\t';
}

}  // namespace

void OutputLines::on_record(const benchfmt::Record& record) {
  if (const auto* measurement = std::get_if<benchfmt::Measurement>(&record)) {
    on_measurement(*measurement);
  } else if (const auto* config = std::get_if<benchfmt::Config>(&record)) {
    on_config(*config);
  } else if (const auto* error = std::get_if<benchfmt::SyntaxError>(&record)) {
    on_syntax_error(*error);
  }
}

void OutputLines::on_measurement(const benchfmt::Measurement& measurement) {
  if (!is_benchmark_name(measurement.name)) {
    return;  // "Benchmarking 3 ..." is the program talking
  }
  log_.on_result();
  if (measurement.values.size() > kMostReadings) {
    on_broken(clipped(fmt::format("{}{}", kBenchmark, measurement.name)), "too many units");
    return;
  }
  BenchmarkResult result{
      .name = std::string(measurement.name), .iterations = measurement.iterations, .readings = {}};
  for (const benchfmt::Value& value : measurement.values) {
    auto known = base_units_.find(value.unit);
    if (known == base_units_.end()) {
      if (base_units_.size() == kMostCachedUnits) {
        base_units_.clear();
      }
      known = base_units_.emplace(value.unit, unit::tidy(value.unit)).first;
    }
    const unit::Tidied& tidied = known->second;
    const bool repeats =
        std::any_of(result.readings.begin(), result.readings.end(),
                    [&](const Reading& reading) { return reading.unit == tidied.base; });
    if (!repeats) {
      result.readings.push_back({.value = value.value * tidied.factor, .unit = tidied.base});
    }
  }
  on_result(std::move(result));
}

void OutputLines::on_config(const benchfmt::Config& config) {
  if (config.key == "goos" || config.key == "goarch" || config.key == "pkg" ||
      config.key == "cpu") {
    const std::string_view value = without_blanks_at_end(config.value);
    if (config.key == "pkg") {
      log_.enter_package(value);
    }
    on_configuration(config.key, value);
    return;
  }
  look_for_wedged(config.value);
  on_talk(fmt::format("{}: {}", config.key, config.value));
}

void OutputLines::on_syntax_error(const benchfmt::SyntaxError& error) {
  if (TestLog::is_failure(error.line)) {
    log_.on_line(error.line);
    on_talk(error.line);
  } else if (is_printed_name(error.line)) {
    log_.on_result();
    on_broken(clipped(error.line), error.message);
  } else {
    on_unreadable(clipped(error.line), error.message);
  }
}

void OutputLines::on_text(std::string_view line) {
  log_.on_line(line);
  if (!begins_with_benchmark(line)) {
    look_for_wedged(line);
  }
  on_talk(line);
}

void OutputLines::look_for_wedged(std::string_view line) {
  const std::size_t at = line.find(kBenchmark);
  if (at != std::string_view::npos && is_printed_name(line.substr(at))) {
    on_broken(clipped(line.substr(at)), "text in front of the name");
  }
}

}  // namespace headgate::dataset
