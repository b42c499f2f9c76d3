#include "core/results/benchmark_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <string_view>
#include <vector>

#include "core/benchfmt/writer.h"
#include "core/dataset/series.h"
#include "core/unit/unit.h"

namespace headgate::results {
namespace {

struct PrintedUnit {
  std::string_view base;
  std::string_view printed;
};

constexpr auto kPrintedUnits = std::to_array<PrintedUnit>(
    {{.base = "sec/op", .printed = "ns/op"}, {.base = "B/s", .printed = "MB/s"}});

// Of the shortest decimal that reads back as the same double.
std::size_t significant_digits(double value) {
  std::array<char, 64> buffer;
  const char* const end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                        std::chars_format::scientific)
                              .ptr;
  const std::string_view text(buffer.data(), static_cast<std::size_t>(end - buffer.data()));
  const std::string_view mantissa = text.substr(0, text.find('e'));
  return static_cast<std::size_t>(
      std::ranges::count_if(mantissa, [](char c) { return c >= '0' && c <= '9'; }));
}

// The number that a reader's multiplication turns into `value`: of several the one with the fewest
// digits, which is what was printed. nullopt when `value` is simpler as it is, or there is none.
std::optional<double> unscaled(double value, double factor) {
  constexpr int kNeighbours = 2;  // the rounding of the product and of this quotient
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  std::optional<double> simplest;
  std::size_t fewest = significant_digits(value);
  double candidate = std::nextafter(std::nextafter(value / factor, -kInfinity), -kInfinity);
  for (int i = -kNeighbours; i <= kNeighbours; ++i) {
    const std::size_t digits = significant_digits(candidate);
    if (candidate * factor == value && (digits < fewest || (digits == fewest && !simplest))) {
      simplest = candidate;
      fewest = digits;
    }
    candidate = std::nextafter(candidate, kInfinity);
  }
  return simplest;
}

benchfmt::Value as_printed(const dataset::Reading& reading) {
  const auto* known = std::ranges::find(kPrintedUnits, reading.unit, &PrintedUnit::base);
  if (known != kPrintedUnits.end() && reading.value != 0 && std::isfinite(reading.value)) {
    const double factor = unit::tidy(known->printed).factor;
    if (const std::optional<double> printed = unscaled(reading.value, factor)) {
      return {.value = *printed, .unit = known->printed};
    }
  }
  return {.value = reading.value, .unit = reading.unit};
}

// A configuration value as the format can hold it: "" stands for none.
std::string_view config_value(std::string_view text) {
  constexpr std::string_view kUnwritable("\n\x1b\0", 3);
  const bool is_writable = text.find_first_of(kUnwritable) == std::string_view::npos &&
                           !text.starts_with(' ') && !text.starts_with('\t');
  return is_writable ? text : std::string_view();
}

class BenchmarkText {
 public:
  explicit BenchmarkText(const Host& host) : host_(host) {}

  void add(const std::string& package, const dataset::BenchmarkResult& result) {
    std::vector<benchfmt::Value> values;
    for (const dataset::Reading& reading : result.readings) {
      if (!reading.unit.empty() && benchfmt::is_field(reading.unit)) {
        values.push_back(as_printed(reading));
      }
    }
    if (values.empty() || result.iterations < 1 || !benchfmt::is_field(result.name)) {
      return;
    }
    add_configuration(package);
    benchfmt::append_measurement(text_, result.name, result.iterations, values);
  }

  [[nodiscard]] std::string take() && { return std::move(text_); }

 private:
  void add_configuration(const std::string& package) {
    if (text_.empty()) {
      add_line("goos", host_.goos);
      add_line("goarch", host_.goarch);
    } else if (package == package_) {
      return;
    }
    if (package_.empty() || !config_value(package).empty()) {
      add_line("pkg", package);
    } else {
      benchfmt::append_config(text_, "pkg", {});  // the one before does not hold any longer
    }
    package_ = package;
    add_line("cpu", host_.cpu_model);
  }

  void add_line(std::string_view key, std::string_view value) {
    if (const std::string_view writable = config_value(value); !writable.empty()) {
      benchfmt::append_config(text_, key, writable);
    }
  }

  const Host& host_;
  std::string package_;
  std::string text_;
};

}  // namespace

std::string benchmark_text(std::span<const dataset::Process> processes, stats::Stage stage,
                           stats::Side side, const Host& host) {
  BenchmarkText text(host);
  for (const dataset::Process& process : processes) {
    if (process.stage != stage || process.side != side) {
      continue;
    }
    for (const dataset::BenchmarkResult& result : process.results) {
      if (dataset::is_sample(process, result)) {
        text.add(process.package, result);
      }
    }
  }
  return std::move(text).take();
}

}  // namespace headgate::results
