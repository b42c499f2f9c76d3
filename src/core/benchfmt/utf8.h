// UTF-8, one character at a time, from text that may be broken: a byte that begins no well-formed
// sequence is a character of its own, so that every text can be walked and nothing is rejected.
//
// Source:  RFC 3629, section 4 (well-formed sequences).

#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace headgate::benchfmt {

/// Stands for what cannot be decoded.
inline constexpr char32_t kReplacementCharacter = 0xFFFD;

/// One code point and the number of bytes it takes.
struct Character {
  char32_t code;
  std::size_t length;
};

/// The first character of `text`, which is not empty. kReplacementCharacter of length 1 where the
/// text is broken.
[[nodiscard]] Character first_character(std::string_view text);

/// Appends a code point, which is not a surrogate and at most U+10FFFF.
void append_utf8(char32_t code, std::string& utf8);

}  // namespace headgate::benchfmt
