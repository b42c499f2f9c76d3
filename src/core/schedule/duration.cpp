#include "core/schedule/duration.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <system_error>
#include <utility>

#include <fmt/core.h>

namespace headgate::schedule {
namespace {

constexpr std::string_view kNumberCharacters = "0123456789.";
constexpr double kNsPerSec = 1e9;

struct UnitName {
  std::string_view name;
  double ns;
};

// The micro sign exists twice in Unicode: U+00B5 and the Greek letter U+03BC.
constexpr std::array<UnitName, 8> kUnits = {{
    {"ns", 1},
    {"us", 1e3},
    {"\u00b5s", 1e3},
    {"\u03bcs", 1e3},
    {"ms", 1e6},
    {"s", kNsPerSec},
    {"m", 60 * kNsPerSec},
    {"h", 3600 * kNsPerSec},
}};

std::optional<double> parse_number(std::string_view digits) {
  double number = 0;
  const char* end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, number, std::chars_format::fixed);
  if (error != std::errc{} || stop != end) {
    return std::nullopt;
  }
  return number;
}

std::optional<double> unit_ns(std::string_view name) {
  const auto* unit = std::ranges::find(kUnits, name, &UnitName::name);
  if (unit == kUnits.end()) {
    return std::nullopt;
  }
  return unit->ns;
}

}  // namespace

std::optional<double> parse_duration_sec(std::string_view text) {
  if (text == "0") {
    return 0;
  }
  if (text.empty()) {
    return std::nullopt;
  }
  double total_ns = 0;
  while (!text.empty()) {
    const std::size_t number_end = std::min(text.find_first_not_of(kNumberCharacters), text.size());
    const std::optional<double> number = parse_number(text.substr(0, number_end));
    text.remove_prefix(number_end);
    const std::size_t unit_end = std::min(text.find_first_of(kNumberCharacters), text.size());
    const std::optional<double> ns = unit_ns(text.substr(0, unit_end));
    text.remove_prefix(unit_end);
    if (!number || !ns) {
      return std::nullopt;
    }
    total_ns += *number * *ns;
  }
  constexpr auto kLongestNs = static_cast<double>(std::numeric_limits<std::int64_t>::max());
  if (total_ns >= kLongestNs) {
    return std::nullopt;
  }
  return total_ns < 1 ? 0 : total_ns / kNsPerSec;
}

std::string duration_text(double seconds) {
  const auto ns = static_cast<std::int64_t>(std::llround(std::max(0.0, seconds) * kNsPerSec));
  constexpr auto kSecond = static_cast<std::int64_t>(kNsPerSec);
  if (ns < kSecond) {
    for (const auto& [unit, length] : {std::pair("ms", 1'000'000), {"µs", 1'000}, {"ns", 1}}) {
      if (ns >= length) {
        return fmt::format("{:.12g}{}", static_cast<double>(ns) / length, unit);
      }
    }
    return "0s";
  }
  const std::int64_t whole_minutes = ns / (60 * kSecond);
  const std::int64_t rest = ns % (60 * kSecond);
  std::string text;
  if (whole_minutes >= 60) {
    text += fmt::format("{}h", whole_minutes / 60);
  }
  if (whole_minutes % 60 > 0) {
    text += fmt::format("{}m", whole_minutes % 60);
  }
  if (rest > 0) {
    text += fmt::format("{:.12g}s", static_cast<double>(rest) / kNsPerSec);
  }
  return text;
}

}  // namespace headgate::schedule
