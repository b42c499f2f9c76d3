// Numbers for people: a prefix and a number of decimals that suit a value, or a row of values that
// should be read against each other.
//
// Units:   values in base units (unit::tidy). SI prefixes n to T, and IEC prefixes Ki to Ti where
// the
//          numerator counts bytes, because 1024 B/op is one allocation class and not 1.024 of
//          anything.
// Errors:  none; infinities and NaN have a text too.
// Cost:    constant per value.
// Source:  golang.org/x/perf, package benchunit, revision 712aea8b4705, for prefixes and
// thresholds.

#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace headgate::unit {

enum class PrefixClass { kSi, kIec };

/// kIec when a word of the unit's numerator is B, MB or bytes ("B/op", "disk-B/sec"); else kSi.
[[nodiscard]] PrefixClass prefix_class(std::string_view unit);

/// The smallest non-zero magnitude of some values; NaN only where there is nothing else.
class SmallestMagnitude {
 public:
  void add(double value);

  /// nullopt when all values are zero or there is none.
  [[nodiscard]] std::optional<double> get() const { return smallest_; }

 private:
  std::optional<double> smallest_;
};

/// A prefix and a number of decimals.
class Scale {
 public:
  /// The scale in which the smallest non-zero magnitude of a row shows four significant digits;
  /// larger ones then show more. No prefix and three decimals where there is no such magnitude.
  [[nodiscard]] static Scale for_row(const SmallestMagnitude& row, PrefixClass prefixes);

  /// The scale for one value.
  [[nodiscard]] static Scale for_value(double value, PrefixClass prefixes);

  /// The number with its prefix and without a unit: "2.579µ", "1.000Ki", "+Inf", "NaN".
  [[nodiscard]] std::string format(double value) const;

  /// What format() divides by.
  [[nodiscard]] double factor() const { return factor_; }

  [[nodiscard]] std::string_view prefix() const { return prefix_; }

  [[nodiscard]] int decimals() const { return decimals_; }

 private:
  Scale(double factor, std::string_view prefix, int decimals)
      : factor_(factor), prefix_(prefix), decimals_(decimals) {}

  double factor_;
  std::string_view prefix_;
  int decimals_;
};

/// One value as a sentence would say it: "2.579 µs", "1.2 KiB", "3 allocs", "1.5k rows". Four
/// significant digits without trailing zeros. A final "/op" is dropped and "sec" is written s; the
/// prefix joins seconds and bytes, and the number before any other unit.
[[nodiscard]] std::string human(double value, std::string_view base_unit);

}  // namespace headgate::unit
