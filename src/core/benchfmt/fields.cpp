#include "core/benchfmt/fields.h"

#include <algorithm>

#include "core/benchfmt/utf8.h"

namespace headgate::benchfmt::internal {

std::size_t wide_space_length(std::string_view text) {
  constexpr auto kWideSpaces = std::to_array<char32_t>({
      0x0085, 0x00A0, 0x1680, 0x2000, 0x2001, 0x2002, 0x2003, 0x2004, 0x2005, 0x2006,
      0x2007, 0x2008, 0x2009, 0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000,
  });
  const Character first = first_character(text);
  return std::ranges::binary_search(kWideSpaces, first.code) ? first.length : 0;
}

}  // namespace headgate::benchfmt::internal
