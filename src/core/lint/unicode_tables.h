// The categories of Unicode that Go's rules for names speak of, as sorted ranges beyond ASCII.
//
// The C++ library knows categories only through locales, which differ between machines.

#pragma once

#include <span>

namespace headgate::lint {

/// first, first + step, ..., last.
struct RuneRange {
  char32_t first;
  char32_t last;
  char32_t step;
};

/// Category L: letters of any case.
[[nodiscard]] std::span<const RuneRange> letters();

/// Category Ll: lower-case letters.
[[nodiscard]] std::span<const RuneRange> lower_case_letters();

/// Category Nd: decimal digits.
[[nodiscard]] std::span<const RuneRange> digits();

}  // namespace headgate::lint
