#include "core/unit/scale.h"

#include <array>
#include <cmath>
#include <optional>
#include <span>

#include <fmt/core.h>

#include "core/unit/decimal.h"
#include "core/unit/words.h"

namespace headgate::unit {
namespace {

// A prefix, and the smallest magnitudes that it shows with one, two and three decimals. Below each
// threshold, one decimal more is needed for the fourth significant digit; the thresholds lie where
// rounding to four digits would carry into a fifth.
struct Step {
  std::string_view prefix;
  double factor;
  double one_decimal;
  double two_decimals;
  double three_decimals;
};

// Literals, not products: a product may miss the nearest double by an ulp, and with it the rounding
// of the very values that people write, such as 9.9995e-6.
constexpr auto kSi = std::to_array<Step>({
    {"T", 1e12, 99.995e12, 9.9995e12, .99995e12},
    {"G", 1e9, 99.995e9, 9.9995e9, .99995e9},
    {"M", 1e6, 99.995e6, 9.9995e6, .99995e6},
    {"k", 1e3, 99.995e3, 9.9995e3, .99995e3},
    {"", 1, 99.995, 9.9995, .99995},
    {"m", 1e-3, 99.995e-3, 9.9995e-3, .99995e-3},
    {"µ", 1e-6, 99.995e-6, 9.9995e-6, .99995e-6},
    {"n", 1e-9, 99.995e-9, 9.9995e-9, .99995e-9},
});

// Multiplying by a power of two is exact.
constexpr Step iec_step(std::string_view prefix, double factor) {
  return {prefix, factor, 99.995 * factor, 9.9995 * factor, .99995 * factor};
}

constexpr auto kIec = std::to_array<Step>({
    iec_step("Ti", 0x1p40),
    iec_step("Gi", 0x1p30),
    iec_step("Mi", 0x1p20),
    iec_step("Ki", 0x1p10),
    iec_step("", 1),
});

// Below the smallest prefix: magnitudes that need 3, 4, ... 10 decimals for four digits.
constexpr auto kSmall = std::to_array<double>(
    {9.9995e-1, 9.9995e-2, 9.9995e-3, 9.9995e-4, 9.9995e-5, 9.9995e-6, 9.9995e-7, 9.9995e-8});
constexpr int kMaxDecimals = 10;

// From here on numbers for people have an exponent.
constexpr double kWidest = 1e9;

std::span<const Step> steps(PrefixClass prefixes) {
  switch (prefixes) {
    case PrefixClass::kSi:
      return kSi;
    case PrefixClass::kIec:
      return kIec;
  }
  return kSi;
}

int decimals_below_the_smallest_prefix(double scaled) {
  int decimals = 3;
  for (const double threshold : kSmall) {
    if (scaled >= threshold) {
      return decimals;
    }
    ++decimals;
  }
  return kMaxDecimals;
}

std::string format_number(double value, int decimals) {
  if (std::isnan(value)) {
    return "NaN";
  }
  if (std::isinf(value)) {
    return value > 0 ? "+Inf" : "-Inf";
  }
  return decimal(value, decimals);
}

void drop_trailing_zeros(std::string& number) {
  if (number.find('.') == std::string::npos) {
    return;
  }
  number.erase(number.find_last_not_of('0') + 1);
  if (number.back() == '.') {
    number.pop_back();
  }
}

}  // namespace

PrefixClass prefix_class(std::string_view unit) {
  PrefixClass found = PrefixClass::kSi;
  for_each_word(unit, [&](const Word& word) {
    const bool bytes = word.text == "B" || word.text == "MB" || word.text == "bytes";
    if (bytes && word.side == Side::kNumerator) {
      found = PrefixClass::kIec;
    }
  });
  return found;
}

void SmallestMagnitude::add(double value) {
  const double magnitude = std::abs(value);
  if (magnitude != 0 && (!smallest_ || std::isnan(*smallest_) || magnitude < *smallest_)) {
    smallest_ = magnitude;
  }
}

Scale Scale::for_row(const SmallestMagnitude& row, PrefixClass prefixes) {
  const std::optional<double> smallest = row.get();
  if (!smallest) {
    return {1, "", 3};
  }
  const std::span<const Step> candidates = steps(prefixes);
  for (const Step& step : candidates) {
    if (*smallest >= step.three_decimals) {
      const int decimals = *smallest >= step.one_decimal    ? 1
                           : *smallest >= step.two_decimals ? 2
                                                            : 3;
      return {step.factor, step.prefix, decimals};
    }
  }
  const Step& last = candidates.back();
  return {last.factor, last.prefix, decimals_below_the_smallest_prefix(*smallest / last.factor)};
}

Scale Scale::for_value(double value, PrefixClass prefixes) {
  SmallestMagnitude alone;
  alone.add(value);
  return for_row(alone, prefixes);
}

std::string Scale::format(double value) const {
  return format_number(value / factor_, decimals_).append(prefix_);
}

std::string human(double value, std::string_view base_unit) {
  const Scale scale = Scale::for_value(value, prefix_class(base_unit));
  const double scaled = value / scale.factor();
  std::string number = std::isfinite(scaled) && std::abs(scaled) >= kWidest
                           ? fmt::format("{:.4g}", scaled)
                           : format_number(scaled, scale.decimals());
  drop_trailing_zeros(number);

  constexpr std::string_view kPerOperation = "/op";
  std::string_view unit = base_unit;
  if (unit.ends_with(kPerOperation)) {
    unit.remove_suffix(kPerOperation.size());
  }
  if (unit.empty()) {
    return number.append(scale.prefix());
  }
  if (unit == "sec") {
    unit = "s";
  }
  const bool takes_prefix = unit == "s" || unit == "B" || unit == "B/s";
  return takes_prefix ? fmt::format("{} {}{}", number, scale.prefix(), unit)
                      : fmt::format("{}{} {}", number, scale.prefix(), unit);
}

}  // namespace headgate::unit
