#include "core/report/markdown.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/github/commands.h"
#include "support/hostile_text.h"
#include "support/markdown_reader.h"
#include "support/runner_parser.h"

namespace headgate::report {
namespace {

using testing::ElementsAre;
using testing_support::cells;
using testing_support::danger_in;
using testing_support::hostile_text;
using testing_support::SeededNumbers;

TEST(MarkdownText, LeavesOrdinaryTextAlone) {
  for (const std::string text :
       {"", "no regression in 12 compared series", "+200.0%", "-0.4%", "1.018 µs ±1%", "x.y (z)",
        "example.com/m/sum", "12 of 40", "a: b, c; d 'e' \"f\"", "日本語"}) {
    EXPECT_EQ(markdown_text(text), text);
  }
}

TEST(MarkdownText, EscapesWhatMarkdownKnows) {
  EXPECT_EQ(markdown_text("a*b_c`d`[e](f)~g|h\\i!{j}$k"),
            "a\\*b\\_c\\`d\\`\\[e\\](f)\\~g\\|h\\\\i\\!\\{j\\}\\$k");
  EXPECT_EQ(markdown_text("<b>&amp;"), "&lt;b&gt;&amp;amp;");
}

TEST(MarkdownText, KeepsMentionsAndReferencesApart) {
  EXPECT_EQ(markdown_text("by @user, see #12 and # 3"), "by @&#8203;user, see #&#8203;12 and # 3");
}

TEST(MarkdownText, StartsNoBlock) {
  for (const std::string text : {"- x", "+ x", "# x", "## x", "===", "---", "-", "="}) {
    EXPECT_EQ(markdown_text(text), "\\" + text);
  }
  EXPECT_EQ(markdown_text("1. x"), "1\\. x");
  EXPECT_EQ(markdown_text("12) x"), "12\\) x");
  EXPECT_EQ(markdown_text("    x"), "x");
  EXPECT_EQ(markdown_text("> x"), "&gt; x");
}

TEST(MarkdownText, MakesNoLinks) {
  EXPECT_EQ(markdown_text("https://x.y www.z"), "https\\://x.y www\\.z");
}

TEST(MarkdownText, IsOneNeutralLine) { EXPECT_EQ(markdown_text("a\nb\x1b"), "a b\\\\u\\{1b\\}"); }

TEST(MarkdownText, IsHarmlessWhateverItSays) {
  SeededNumbers numbers(1);
  for (int i = 0; i < 5'000; ++i) {
    const std::string text = hostile_text(numbers);
    ASSERT_EQ(danger_in(markdown_text(text)), "") << text << "\n" << markdown_text(text);
    ASSERT_EQ(cells("| " + markdown_text(text) + " | x |").size(), 2U) << text;
  }
}

TEST(MarkdownCode, FencesBackticksWithMoreOfThem) {
  EXPECT_EQ(markdown_code(""), "");
  EXPECT_EQ(markdown_code("sum.Ints/n=1000-4"), "`sum.Ints/n=1000-4`");
  EXPECT_EQ(markdown_code("a`b"), "``a`b``");
  EXPECT_EQ(markdown_code("a``b`c"), "```a``b`c```");
  EXPECT_EQ(markdown_code("`a`"), "`` `a` ``");
}

TEST(MarkdownCode, TurnsTextWithPipesIntoEntities) {
  EXPECT_EQ(markdown_code("a|b"), "<code>a&#124;b</code>");
  // A backslash in front would end the cell if the pipe were escaped by another one.
  EXPECT_EQ(markdown_code("a\\|*b*"), "<code>a&#92;&#124;&#42;b&#42;</code>");
}

TEST(MarkdownCode, StaysInItsCellWhateverItSays) {
  SeededNumbers numbers(2);
  for (int i = 0; i < 5'000; ++i) {
    const std::string text = hostile_text(numbers);
    const std::string code = markdown_code(text);
    ASSERT_THAT(cells("| " + code + " | x |"), testing::SizeIs(2)) << text;
    ASSERT_EQ(cells("| " + code + " | x |")[1], "x") << text;
    ASSERT_EQ(danger_in(code), "") << text;
  }
}

TEST(MarkdownBlock, EndsWhereItShould) {
  EXPECT_EQ(markdown_block("a\nb"), "```\na\nb\n```\n");
  EXPECT_EQ(markdown_block("a\n```\nb"), "````\na\n```\nb\n````\n");
}

TEST(MarkdownBlock, HoldsWhateverItSays) {
  SeededNumbers numbers(3);
  for (int i = 0; i < 3'000; ++i) {
    const std::string text = hostile_text(numbers, 30);
    const std::string block = markdown_block(text);
    const std::string fence = block.substr(0, block.find('\n'));
    ASSERT_GE(fence.size(), 3U);
    ASSERT_TRUE(block.ends_with("\n" + fence + "\n"));
    const std::string inside = block.substr(fence.size(), block.size() - 2 * fence.size() - 1);
    ASSERT_EQ(inside.find(fence), std::string::npos) << text;
  }
}

TEST(MarkdownReader, SeesWhatIsActive) {
  EXPECT_THAT(cells("| a | b\\|c | `d` |"), ElementsAre("a", "b\\|c", "`d`"));
  EXPECT_THAT(cells("| `a|b` |"), ElementsAre("`a", "b`")) << "a pipe splits code too";
  EXPECT_EQ(danger_in("a <b>"), "the character <");
  EXPECT_EQ(danger_in("@user"), "a mention");
  EXPECT_EQ(danger_in("x #1"), "a reference");
  EXPECT_EQ(danger_in("https://x"), "a link");
  EXPECT_EQ(danger_in("`a"), "an open code span");
  EXPECT_EQ(danger_in("`@user <b>` ``a`b`` <code>&#42;</code> **x** \\*"), "");
}

}  // namespace
}  // namespace headgate::report
