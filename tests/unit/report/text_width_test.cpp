#include "core/report/text_width.h"

#include <stdexcept>
#include <string>

#include <gtest/gtest.h>

#include "support/hostile_text.h"

namespace headgate::report {
namespace {

TEST(Width, CountsColumnsAndNotBytes) {
  EXPECT_EQ(width(""), 0U);
  EXPECT_EQ(width("abc"), 3U);
  EXPECT_EQ(width("2.5 µs ±1%"), 10U);
  EXPECT_EQ(width("β_é"), 3U);
  EXPECT_EQ(width("±∞"), 2U);
}

TEST(Width, CountsWideCharactersTwice) {
  // East Asian Width W or F in Unicode's EastAsianWidth.txt.
  EXPECT_EQ(width("日本語"), 6U);
  EXPECT_EQ(width("한글"), 4U);
  EXPECT_EQ(width("ｆ"), 2U);
  EXPECT_EQ(width("😀"), 2U);
}

TEST(Width, CountsCombiningMarksAsNothing) {
  EXPECT_EQ(width("e\u0301"), 1U);
  EXPECT_EQ(width("\u26a0\ufe0f"), 1U);
}

TEST(Shortened, LeavesWhatFits) {
  EXPECT_EQ(shortened("0123456789", 10), "0123456789");
  EXPECT_EQ(shortened("", 10), "");
}

TEST(Shortened, KeepsBothEnds) {
  // Ten columns: three in front, the mark, four behind.
  EXPECT_EQ(shortened("0123456789a", 10), "012...789a");
  EXPECT_EQ(shortened("Decode/very/long/name/n=1000-4", 21), "Decode/ve.../n=1000-4");
}

TEST(Shortened, NeverCutsACharacter) {
  // Three columns in front hold one wide character, four behind hold two.
  EXPECT_EQ(shortened("一二三四五六", 10), "一...五六");
}

TEST(Shortened, IsNeverWiderThanAsked) {
  testing_support::SeededNumbers numbers(1);
  for (int i = 0; i < 3'000; ++i) {
    const std::size_t most = 10 + numbers.below(60);
    const std::string text = testing_support::hostile_text(numbers);
    const std::string shown = shortened(text, most);
    ASSERT_LE(width(shown), most);
    if (width(text) > most) {
      ASSERT_NE(shown.find("..."), std::string::npos);
      ASSERT_GE(width(shown) + 2, most) << "a wide character may miss on either side";
    }
  }
}

TEST(Shortened, NeedsTenColumns) { EXPECT_THROW((void)shortened("x", 9), std::logic_error); }

}  // namespace
}  // namespace headgate::report
