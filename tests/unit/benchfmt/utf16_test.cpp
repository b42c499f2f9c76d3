#include "core/benchfmt/utf16.h"

#include <gmock/gmock.h>

namespace headgate::benchfmt {
namespace {

using namespace std::string_view_literals;
using Order = Utf16Decoder::ByteOrder;

std::string decode(Order order, std::string_view bytes) {
  Utf16Decoder decoder(order);
  std::string utf8;
  decoder.decode(bytes, utf8);
  decoder.finish(utf8);
  return utf8;
}

// a, U+00E9, U+4E16, U+1F600 (surrogates D83D DE00).
constexpr std::string_view kLittle = "a\0\xE9\0\x16\x4E\x3D\xD8\x00\xDE"sv;
constexpr std::string_view kBig = "\0a\0\xE9\x4E\x16\xD8\x3D\xDE\x00"sv;
constexpr std::string_view kUtf16Text = "a\u00E9\u4E16\U0001F600";

TEST(Utf16, DecodesBothByteOrders) {
  EXPECT_EQ(decode(Order::kLittleEndian, kLittle), kUtf16Text);
  EXPECT_EQ(decode(Order::kBigEndian, kBig), kUtf16Text);
}

TEST(Utf16, PiecesMayEndAnywhere) {
  for (std::size_t cut = 0; cut <= kLittle.size(); ++cut) {
    Utf16Decoder decoder(Order::kLittleEndian);
    std::string utf8;
    decoder.decode(kLittle.substr(0, cut), utf8);
    decoder.decode(kLittle.substr(cut), utf8);
    decoder.finish(utf8);
    EXPECT_EQ(utf8, kUtf16Text) << cut;
  }
}

TEST(Utf16, WhatIsBrokenBecomesAReplacementCharacter) {
  EXPECT_EQ(decode(Order::kBigEndian, "\xD8\x3D\0a"sv), "\uFFFDa");  // high, then no low
  EXPECT_EQ(decode(Order::kBigEndian, "\xDE\x00\0a"sv), "\uFFFDa");  // low alone
  EXPECT_EQ(decode(Order::kBigEndian, "\xD8\x3D\xD8\x3D\xDE\x00"sv), "\uFFFD\U0001F600");
  EXPECT_EQ(decode(Order::kBigEndian, "\0a\xD8\x3D"sv), "a\uFFFD");  // high at the end
  EXPECT_EQ(decode(Order::kBigEndian, "\0a\0"sv), "a\uFFFD");        // half a unit
}

}  // namespace
}  // namespace headgate::benchfmt
