#include "core/benchfmt/utf8.h"

#include <gmock/gmock.h>

namespace headgate::benchfmt {
namespace {

struct Encoded {
  char32_t code;
  std::string_view bytes;
};

// First and last code point of each length, and those around the surrogates.
constexpr Encoded kEncoded[] = {
    {0x01, "\x01"},
    {0x7F, "\x7F"},
    {0x80, "\xC2\x80"},
    {0x7FF, "\xDF\xBF"},
    {0x800, "\xE0\xA0\x80"},
    {0xD7FF, "\xED\x9F\xBF"},
    {0xE000, "\xEE\x80\x80"},
    {0xFFFF, "\xEF\xBF\xBF"},
    {0x10000, "\xF0\x90\x80\x80"},
    {0x10FFFF, "\xF4\x8F\xBF\xBF"},
};

TEST(Utf8, ReadsAndWritesTheEndsOfEveryLength) {
  for (const Encoded& encoded : kEncoded) {
    const Character character = first_character(encoded.bytes);
    EXPECT_EQ(character.code, encoded.code);
    EXPECT_EQ(character.length, encoded.bytes.size());
    std::string written;
    append_utf8(encoded.code, written);
    EXPECT_EQ(written, encoded.bytes);
  }
}

TEST(Utf8, ReadsOnlyTheFirstCharacter) {
  EXPECT_EQ(first_character("\u00E9z").length, 2u);
  EXPECT_EQ(first_character("z\u00E9").length, 1u);
}

// Lone continuation, truncated, over-long, surrogate, too large, never a lead byte.
TEST(Utf8, ABrokenByteIsACharacterOfItsOwn) {
  for (const std::string_view bytes :
       {"\x80", "\xBF", "\xC2", "\xC2z", "\xE2\x80", "\xE2\x80z", "\xF0\x90\x80", "\xF0\x90\x80z",
        "\xC0\x80", "\xC1\xBF", "\xE0\x9F\xBF", "\xF0\x8F\xBF\xBF", "\xED\xA0\x80",
        "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xFF"}) {
    const Character character = first_character(bytes);
    EXPECT_EQ(character.code, kReplacementCharacter) << testing::PrintToString(bytes);
    EXPECT_EQ(character.length, 1u);
  }
}

}  // namespace
}  // namespace headgate::benchfmt
