#include "core/schedule/go_pattern.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace headgate::schedule {
namespace {

using testing::ElementsAre;

TEST(SplitPattern, CutsAtBarsAndSlashes) {
  EXPECT_THAT(split_pattern("A/x|B"), ElementsAre(ElementsAre("A", "x"), ElementsAre("B")));
}

TEST(SplitPattern, KeepsEmptyLevels) {
  EXPECT_THAT(split_pattern(""), ElementsAre(ElementsAre("")));
  EXPECT_THAT(split_pattern("|"), ElementsAre(ElementsAre(""), ElementsAre("")));
  EXPECT_THAT(split_pattern("/a//"), ElementsAre(ElementsAre("", "a", "", "")));
}

TEST(SplitPattern, CutsNeitherInsideParenthesesNorInsideBrackets) {
  EXPECT_THAT(split_pattern("(A|B)/(x/y)"), ElementsAre(ElementsAre("(A|B)", "(x/y)")));
  EXPECT_THAT(split_pattern("[A/|]/x"), ElementsAre(ElementsAre("[A/|]", "x")));
  EXPECT_THAT(split_pattern("((a|b)|c)|d"),
              ElementsAre(ElementsAre("((a|b)|c)"), ElementsAre("d")));
}

TEST(SplitPattern, BracketsHideParentheses) {
  EXPECT_THAT(split_pattern("[(]/x"), ElementsAre(ElementsAre("[(]", "x")));
  EXPECT_THAT(split_pattern("[)]/x"), ElementsAre(ElementsAre("[)]", "x")));
}

TEST(SplitPattern, AnUnmatchedClosingBracketIsText) {
  EXPECT_THAT(split_pattern("A]/x"), ElementsAre(ElementsAre("A]", "x")));
}

TEST(SplitPattern, AnUnmatchedParenthesisEndsTheCutting) {
  EXPECT_THAT(split_pattern("a)/b"), ElementsAre(ElementsAre("a)/b")));
  EXPECT_THAT(split_pattern("a(/b"), ElementsAre(ElementsAre("a(/b")));
}

TEST(SplitPattern, ABackslashProtectsWhatFollows) {
  EXPECT_THAT(split_pattern(R"(A\/x)"), ElementsAre(ElementsAre(R"(A\/x)")));
  EXPECT_THAT(split_pattern(R"(A\|B)"), ElementsAre(ElementsAre(R"(A\|B)")));
  EXPECT_THAT(split_pattern(R"(\(/x)"), ElementsAre(ElementsAre(R"(\()", "x")));
  EXPECT_THAT(split_pattern(R"(A\\/x)"), ElementsAre(ElementsAre(R"(A\\)", "x")));
  EXPECT_THAT(split_pattern("A\\"), ElementsAre(ElementsAre("A\\")));
}

TEST(ExactLevel, QuotesWhatRegexpQuoteMetaQuotes) {
  // regexp.QuoteMeta of go1.26 escapes exactly \.+*?()|[]{}^$
  EXPECT_EQ(exact_level(R"(\.+*?()|[]{}^$)"), R"(^\\\.\+\*\?\(\)\|\[\]\{\}\^\$$)");
  EXPECT_EQ(exact_level("n=1,000-#_%:\"<>`é"), "^n=1,000-#_%:\"<>`é$");
}

TEST(ExactLevel, OfNothingMatchesOnlyNothing) { EXPECT_EQ(exact_level(""), "^$"); }

TEST(Re2Groups, SpellsNamedGroupsTheOldWay) {
  EXPECT_EQ(with_re2_groups("(?<a>x)(?<b>(?<c>y))"), "(?P<a>x)(?P<b>(?P<c>y))");
  EXPECT_EQ(with_re2_groups("(?P<a>x)"), "(?P<a>x)");
}

TEST(Re2Groups, LeavesTextAloneThatOnlyLooksLikeAGroup) {
  for (const std::string_view level : {R"(\(?<a>)", R"(\Q(?<a>\E)", R"(\Q(?<a>)", "[(?<a>]",
                                       "[^](?<a>]", R"([\](?<a>])", "(?<=a)", "(?<!a)", "[(?<a>"}) {
    EXPECT_EQ(with_re2_groups(level), level);
  }
}

TEST(Re2Groups, SpellsGroupsBehindClassesAndQuotes) {
  EXPECT_EQ(with_re2_groups(R"([]](?<a>x))"), R"([]](?P<a>x))");
  EXPECT_EQ(with_re2_groups(R"(\Q[\E(?<a>x))"), R"(\Q[\E(?P<a>x))");
}

TEST(ByteEscape, IsFoundOutsideQuotesOnly) {
  EXPECT_EQ(byte_escape(R"(a\Cb)"), ByteEscape::kPresent);
  EXPECT_EQ(byte_escape(R"(\\C)"), ByteEscape::kAbsent);
  EXPECT_EQ(byte_escape(R"(\Q\C\E)"), ByteEscape::kAbsent);
  EXPECT_EQ(byte_escape("C"), ByteEscape::kAbsent);
}

}  // namespace
}  // namespace headgate::schedule
