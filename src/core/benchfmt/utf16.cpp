#include "core/benchfmt/utf16.h"

#include "core/benchfmt/utf8.h"

namespace headgate::benchfmt {

void Utf16Decoder::decode(std::string_view bytes, std::string& utf8) {
  for (const char byte : bytes) {
    const auto second = static_cast<unsigned char>(byte);
    if (!odd_byte_) {
      odd_byte_ = second;
      continue;
    }
    const unsigned char first = *odd_byte_;
    odd_byte_.reset();
    const bool little = order_ == ByteOrder::kLittleEndian;
    const unsigned int high = little ? second : first;
    const unsigned int low = little ? first : second;
    decode_unit(static_cast<std::uint16_t>((high << 8) | low), utf8);
  }
}

void Utf16Decoder::decode_unit(std::uint16_t unit, std::string& utf8) {
  const bool is_low_surrogate = unit >= 0xDC00 && unit <= 0xDFFF;
  if (high_surrogate_ && is_low_surrogate) {
    const char32_t high = *high_surrogate_ - char32_t{0xD800};
    const char32_t low = unit - char32_t{0xDC00};
    append_utf8(0x10000 + (high << 10) + low, utf8);
    high_surrogate_.reset();
    return;
  }
  if (high_surrogate_) {
    append_utf8(kReplacementCharacter, utf8);
    high_surrogate_.reset();
  }
  if (unit >= 0xD800 && unit <= 0xDBFF) {
    high_surrogate_ = unit;
  } else {
    append_utf8(is_low_surrogate ? kReplacementCharacter : unit, utf8);
  }
}

void Utf16Decoder::finish(std::string& utf8) {
  if (high_surrogate_) {
    append_utf8(kReplacementCharacter, utf8);
  }
  if (odd_byte_) {
    append_utf8(kReplacementCharacter, utf8);
  }
  high_surrogate_.reset();
  odd_byte_.reset();
}

}  // namespace headgate::benchfmt
