#include "core/benchfmt/fields.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>

namespace headgate::benchfmt {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> fields_of(std::string_view line) {
  Fields fields(line);
  std::vector<std::string> all;
  for (std::string_view field = fields.next(); !field.empty(); field = fields.next()) {
    all.emplace_back(field);
  }
  return all;
}

TEST(Fields, AreSeparatedByAnyRunOfAsciiWhitespace) {
  EXPECT_THAT(fields_of("  a \t b\vc\fd\re "), ElementsAre("a", "b", "c", "d", "e"));
  EXPECT_THAT(fields_of(""), IsEmpty());
  EXPECT_THAT(fields_of(" \t"), IsEmpty());
}

TEST(Fields, AreSeparatedByEveryUnicodeWhitespace) {
  for (const std::string_view space :
       {"\u0085", "\u00A0", "\u1680", "\u2000", "\u2001", "\u2002", "\u2003", "\u2004", "\u2005",
        "\u2006", "\u2007", "\u2008", "\u2009", "\u200A", "\u2028", "\u2029", "\u202F", "\u205F",
        "\u3000"}) {
    std::string line = "a";
    line.append(space).append("b");
    EXPECT_THAT(fields_of(line), ElementsAre("a", "b")) << testing::PrintToString(line);
  }
}

// Eight bytes are looked at at once: every length of a field, and every place of what ends it or
// only looks like it could.
TEST(Fields, EndAtTheirSpaceWhereverThatIs) {
  for (std::size_t length = 1; length <= 40; ++length) {
    const std::string word(length, 'x');
    for (const std::string_view space : {" ", "\t", "\r", "\u2003"}) {
      std::string line = word;
      line.append(space).append("y z");
      EXPECT_THAT(fields_of(line), ElementsAre(word, "y", "z"));
    }
    for (std::size_t place = 0; place < length; ++place) {
      for (const std::string_view character : {"\x01", "\x1F", "!", "\x7F", "\xFF", "\u00B5"}) {
        std::string odd = word;
        odd.replace(place, 1, character);
        EXPECT_THAT(fields_of(odd + " " + word), ElementsAre(odd, word));
      }
    }
  }
}

// The neighbours of the whitespace characters, and others that look like it.
TEST(Fields, AreNotSeparatedByOtherCharacters) {
  for (const std::string_view character :
       {"\u0084", "\u0086", "\u00A1", "\u1681", "\u180E", "\u1FFF", "\u200B", "\u2027", "\u202A",
        "\u2030", "\u2060", "\u3001", "\uFEFF", "\u4E16"}) {
    std::string line = "a";
    line.append(character).append("b");
    EXPECT_THAT(fields_of(line), ElementsAre(line));
  }
}

TEST(Fields, BrokenUtf8IsText) {
  for (const std::string_view line :
       {"a\xC2", "a\xC2z", "a\xE2\x80", "a\xE3\x80z", "\x85\xA0", "\xFF"}) {
    EXPECT_THAT(fields_of(line), ElementsAre(std::string(line)));
  }
  // The first byte is broken, the three behind it are U+2003.
  EXPECT_THAT(fields_of("a\xE2\xE2\x80\x83z"), ElementsAre("a\xE2", "z"));
}

TEST(Fields, TextUpToSpaceMayBeEmpty) {
  Fields fields(" a");
  EXPECT_EQ(fields.up_to_space(), "");
  EXPECT_FALSE(fields.at_end());
  EXPECT_EQ(fields.next(), "a");
  EXPECT_TRUE(fields.at_end());
}

TEST(Fields, TrailingWhitespaceIsNotTheEnd) {
  Fields fields("a ");
  EXPECT_EQ(fields.next(), "a");
  EXPECT_FALSE(fields.at_end());
  EXPECT_EQ(fields.next(), "");
  EXPECT_TRUE(fields.at_end());
}

}  // namespace
}  // namespace headgate::benchfmt
