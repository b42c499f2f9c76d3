// Numbers as Go's %v prints them, which is what scripts that read benchstat's CSV expect.
//
// Errors:  none; NaN, +Inf and -Inf have a text.
// Cost:    constant.
// Source:  Go's package fmt, verb %v for float64: the shortest digits that give the same double, in
//          exponent form below 1e-4 and from 1e+06 on.

#pragma once

#include <string>

namespace headgate::compare {

[[nodiscard]] std::string go_number(double value);

}  // namespace headgate::compare
