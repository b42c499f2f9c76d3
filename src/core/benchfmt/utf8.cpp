#include "core/benchfmt/utf8.h"

namespace headgate::benchfmt {
namespace {

// What a lead byte announces. The range of the second byte is what excludes over-long forms,
// surrogates and code points past U+10FFFF; later bytes are 0x80 to 0xBF.
struct Sequence {
  std::size_t length;
  unsigned char second_min;
  unsigned char second_max;
};

Sequence sequence_of(unsigned char lead) {
  if (lead >= 0xC2 && lead <= 0xDF) {
    return {.length = 2, .second_min = 0x80, .second_max = 0xBF};
  }
  if (lead >= 0xE0 && lead <= 0xEF) {
    const unsigned char min = lead == 0xE0 ? 0xA0 : 0x80;
    const unsigned char max = lead == 0xED ? 0x9F : 0xBF;
    return {.length = 3, .second_min = min, .second_max = max};
  }
  if (lead >= 0xF0 && lead <= 0xF4) {
    const unsigned char min = lead == 0xF0 ? 0x90 : 0x80;
    const unsigned char max = lead == 0xF4 ? 0x8F : 0xBF;
    return {.length = 4, .second_min = min, .second_max = max};
  }
  return {.length = 1, .second_min = 0, .second_max = 0};
}

unsigned char byte_at(std::string_view text, std::size_t index) {
  return static_cast<unsigned char>(text[index]);
}

void append_byte(char32_t byte, std::string& utf8) { utf8.push_back(static_cast<char>(byte)); }

// Six bits of a code point, `shift` bits from its low end.
char32_t continuation(char32_t code, int shift) { return 0x80 | ((code >> shift) & 0x3F); }

}  // namespace

Character first_character(std::string_view text) {
  constexpr Character kBroken{.code = kReplacementCharacter, .length = 1};
  const unsigned char lead = byte_at(text, 0);
  if (lead < 0x80) {
    return {.code = lead, .length = 1};
  }
  const Sequence sequence = sequence_of(lead);
  if (sequence.length == 1 || text.size() < sequence.length) {
    return kBroken;
  }
  const unsigned char second = byte_at(text, 1);
  if (second < sequence.second_min || second > sequence.second_max) {
    return kBroken;
  }
  const unsigned int lead_bits = lead & (0x7Fu >> sequence.length);
  char32_t code = (char32_t{lead_bits} << 6) | (second & 0x3F);
  for (std::size_t index = 2; index < sequence.length; ++index) {
    const unsigned char byte = byte_at(text, index);
    if ((byte & 0xC0) != 0x80) {
      return kBroken;
    }
    code = (code << 6) | (byte & 0x3F);
  }
  return {.code = code, .length = sequence.length};
}

void append_utf8(char32_t code, std::string& utf8) {
  if (code < 0x80) {
    append_byte(code, utf8);
  } else if (code < 0x800) {
    append_byte(0xC0 | (code >> 6), utf8);
    append_byte(continuation(code, 0), utf8);
  } else if (code < 0x10000) {
    append_byte(0xE0 | (code >> 12), utf8);
    append_byte(continuation(code, 6), utf8);
    append_byte(continuation(code, 0), utf8);
  } else {
    append_byte(0xF0 | (code >> 18), utf8);
    append_byte(continuation(code, 12), utf8);
    append_byte(continuation(code, 6), utf8);
    append_byte(continuation(code, 0), utf8);
  }
}

}  // namespace headgate::benchfmt
