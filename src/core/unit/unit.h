// Units of benchmarks: the base unit in which values are compared, and which direction is better.
//
// Units:   a unit is the text after a value ("ns/op", "MB/s", "rows/op"). Base units count seconds
//          and bytes: "sec/op", "B/s".
// Errors:  none; any text is a unit.
// Cost:    tidy() is linear in the unit and builds a string: call it once per distinct unit.
// Source:  golang.org/x/perf, packages benchunit and benchfmt, revision 712aea8b4705, with one
//          difference: a unit is tidied whatever the value, also for 0 and infinity.

#pragma once

#include <string>
#include <string_view>

namespace headgate::unit {

/// A base unit and how to get there: value in the base unit = value as printed * factor.
struct Tidied {
  std::string base;
  double factor;
};

/// Replaces each `ns` by `sec` and each `MB` by `B` in the numerator of a unit: "ns/op" is "sec/op"
/// * 1e-9, "p99-ns/op" is "p99-sec/op". '*' begins a numerator and '/' a denominator; '-' separates
/// words. Other units come back as they are, with factor 1.
[[nodiscard]] Tidied tidy(std::string_view unit);

enum class Direction { kLower, kHigher, kUnknown };

/// Which direction is better for a base unit. Known for sec/op, B/op, allocs/op (lower) and B/s
/// (higher); never guessed for others.
[[nodiscard]] Direction direction(std::string_view base_unit);

}  // namespace headgate::unit
