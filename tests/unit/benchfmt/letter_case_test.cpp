#include "core/benchfmt/letter_case.h"

#include <gmock/gmock.h>

namespace headgate::benchfmt {
namespace {

constexpr char32_t kLastCodePoint = 0x10FFFF;

// Unicode 15.0, DerivedGeneralCategory.txt: "Total code points" of Ll and Lu.
TEST(LetterCase, KnowsAsManyLettersAsUnicode15) {
  int lower = 0;
  int upper = 0;
  for (char32_t letter = 0; letter <= kLastCodePoint; ++letter) {
    EXPECT_FALSE(is_lower_case(letter) && is_upper_case(letter));
    lower += is_lower_case(letter) ? 1 : 0;
    upper += is_upper_case(letter) ? 1 : 0;
  }
  EXPECT_EQ(lower, 2233);
  EXPECT_EQ(upper, 1831);
}

TEST(LetterCase, KnowsLettersOfManyScripts) {
  for (const char32_t letter :
       {U'a', U'z', U'µ', U'ß', U'é', U'ω', U'я', U'ﬁ', U'ǆ', U'ｚ', U'𝐚', U'𞤢'}) {
    EXPECT_TRUE(is_lower_case(letter)) << std::hex << std::uint32_t{letter};
  }
  for (const char32_t letter : {U'A', U'Z', U'É', U'Ω', U'Я', U'Ǆ', U'Ｚ', U'𝐀', U'𞤀'}) {
    EXPECT_TRUE(is_upper_case(letter)) << std::hex << std::uint32_t{letter};
  }
}

// Digits, marks, ideographs, modifier letters, title case, letter-like numbers.
TEST(LetterCase, MostCharactersHaveNone) {
  for (const char32_t letter : {U'\0', U'0', U'_', U'`', U'{', U'ª', U'º', U'×', U'÷', U'日', U'ʰ',
                                U'ǅ', U'ⅰ', U'ⓐ', char32_t{0xFFFD}}) {
    EXPECT_FALSE(is_lower_case(letter) || is_upper_case(letter))
        << std::hex << std::uint32_t{letter};
  }
}

}  // namespace
}  // namespace headgate::benchfmt
