// Numbers with a fixed count of decimals, which tables hold by the hundred thousand.
//
// Errors:  none.
// Cost:    a multiplication and a shift for magnitudes below 2^53 with up to three decimals; fmt
//          for the rest.

#pragma once

#include <string>

namespace headgate::unit {

/// As printf's "%.*f": the exact value of the double, rounded to nearest, halves to the even digit.
[[nodiscard]] std::string decimal(double value, int decimals);

}  // namespace headgate::unit
