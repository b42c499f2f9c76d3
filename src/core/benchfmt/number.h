// Numbers as Go spells them: `1_000.5`, `.5`, `0x1p-2`, `+Inf`. Exactly rounded, whatever the
// locale.
//
// Errors:  a status beside the value.
// Cost:    linear; no allocation for decimals of up to 18 digits without exponent, which is what
// the
//          testing package prints.
// Source:  the Go standard library's documentation of strconv.ParseInt (base 10) and ParseFloat,
// and
//          the Go specification's sections on integer and floating-point literals.

#pragma once

#include <cstdint>
#include <string_view>

namespace headgate::benchfmt {

enum class NumberStatus { kOk, kInvalidSyntax, kOutOfRange };

/// A number; meaningless unless `status` is kOk.
template <typename T>
struct Number {
  T value;
  NumberStatus status;
};

/// A signed 64-bit decimal integer with an optional sign; no underscores, no exponent.
[[nodiscard]] Number<std::int64_t> parse_integer(std::string_view text);

/// A double. Infinities and NaN are values; a finite number too large for a double is kOutOfRange,
/// and one too small is a (signed) zero.
[[nodiscard]] Number<double> parse_float(std::string_view text);

}  // namespace headgate::benchfmt
