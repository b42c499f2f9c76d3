// The order `@num`: numbers by size, whatever their prefix, before everything else.
//
// Errors:  none; text without a number comes last, in the order of its bytes.
// Cost:    linear in the texts.
// Source:  golang.org/x/perf, package benchproc, documentation of sort orders, revision
//          712aea8b4705.

#pragma once

#include <string_view>

namespace headgate::compare {

/// Below 0, 0 or above 0 as `left` sorts before, with or after `right`. A whole text that is a
/// floating-point number counts as that, else the first number in it with its prefix: "1.5k" and
/// "64MiB". NaN comes after all numbers.
[[nodiscard]] int compare_numbers(std::string_view left, std::string_view right);

}  // namespace headgate::compare
