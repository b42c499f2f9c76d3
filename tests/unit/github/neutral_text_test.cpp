#include "core/github/neutral_text.h"

#include <algorithm>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "core/github/commands.h"
#include "support/hostile_text.h"
#include "support/runner_parser.h"

namespace headgate::github {
namespace {

using testing_support::hostile_text;
using testing_support::is_acted_on;
using testing_support::log_lines;
using testing_support::SeededNumbers;

constexpr int kHostileTexts = 5'000;

bool is_clean(const std::string& text) {
  const std::u32string characters = testing_support::decoded(text);
  return std::ranges::none_of(characters, [](char32_t c) {
    return c < 0x20 || (c >= 0x7F && c < 0xA0) || (c >= 0x200B && c <= 0x200F) ||
           (c >= 0x2028 && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
  });
}

TEST(NeutralLine, LeavesOrdinaryTextAlone) {
  for (const std::string line :
       {"", "x", "BenchmarkFmt/size=1,024_β_é-4", "path/to/sum_test.go", "a::b", "#7 fixes ## [1]",
        "sum_test.go", "日本語 😀 ⚠\ufe0f", "100%", "a\\b", ".go", "panic: x"}) {
    EXPECT_EQ(neutral_line(line), line);
  }
}

TEST(NeutralLine, MakesEveryControlCharacterVisible) {
  EXPECT_EQ(neutral_line(std::string_view("a\0b\x1b[31mc\x7f", 10)), "a\\u{0}b\\u{1b}[31mc\\u{7f}");
  EXPECT_EQ(neutral_line("\u0085\u00ad\u200b\u202e\u2066\ufeff"),
            "\\u{85}\\u{ad}\\u{200b}\\u{202e}\\u{2066}\\u{feff}");
}

TEST(NeutralLine, TurnsEveryBlankIntoASpace) {
  EXPECT_EQ(neutral_line("a\tb\u00a0c\u1680d\u2000e\u200af\u202fg\u205fh\u3000i"),
            "a b c d e f g h i");
}

TEST(NeutralLine, ReplacesBytesThatAreNotUtf8) {
  const std::string mark = "\ufffd";
  EXPECT_EQ(neutral_line("a\xff z"), "a" + mark + " z");
  EXPECT_EQ(neutral_line("\xc3"), mark);                                   // cut off
  EXPECT_EQ(neutral_line("\xc0\x80"), mark + mark);                        // overlong NUL
  EXPECT_EQ(neutral_line("\xed\xa0\x80"), mark + mark + mark);             // a surrogate
  EXPECT_EQ(neutral_line("\xf5\x80\x80\x80"), mark + mark + mark + mark);  // beyond U+10FFFF
}

TEST(NeutralLine, BreaksMarksWhereverTheyStand) {
  EXPECT_EQ(neutral_line("x ##[error]y ##[group]"), "x ##\\[error]y ##\\[group]");
  EXPECT_EQ(neutral_line("###[["), "###\\[[");
  // Foreign characters in between may compare as nothing.
  EXPECT_EQ(neutral_line("#\ufe0f#\ufe0f[error]"), "#\ufe0f#\ufe0f\\[error]");
}

TEST(NeutralLine, BreaksCommandsAtTheStartOnly) {
  EXPECT_EQ(neutral_line("::error::x"), "\\::error::x");
  EXPECT_EQ(neutral_line("  \t::error::x"), "   \\::error::x");
  EXPECT_EQ(neutral_line("\u3000::error::x"), " \\::error::x");
  EXPECT_EQ(neutral_line("\ufe0f:\ufe0f:error::x"), "\\\ufe0f:\ufe0f:error::x");
  EXPECT_EQ(neutral_line("\ufe0f ::error::x"), "\\\ufe0f ::error::x");
  EXPECT_EQ(neutral_line("x::error::y"), "x::error::y");
}

TEST(NeutralLine, RewritesPositionsInGoFiles) {
  EXPECT_EQ(neutral_line("x.go:1:2: bad"), "x.go(1,2): bad");
  EXPECT_EQ(neutral_line("x.go: bad"), "x.go : bad");
  EXPECT_EQ(neutral_line("x.go:12: bad"), "x.go(12): bad");
  EXPECT_EQ(neutral_line("x.go:12:y"), "x.go(12):y");
  EXPECT_EQ(neutral_line("a.go:1:2: b.go:3:4: c.go:"), "a.go(1,2): b.go(3,4): c.go :");
  EXPECT_EQ(neutral_line("x.go:\u0661:2: bad"), "x.go :\u0661:2: bad");
}

TEST(NeutralLine, ComesBackFromItselfUnchanged) {
  SeededNumbers numbers(1);
  for (int i = 0; i < kHostileTexts; ++i) {
    const std::string once = neutral_line(hostile_text(numbers));
    ASSERT_EQ(neutral_line(once), once);
  }
}

TEST(NeutralLines, KeepsLinesApart) {
  EXPECT_EQ(neutral_lines("a\r\nb\rc\n\n::d\n"), "a\nb\nc\n\n\\::d");
  EXPECT_EQ(neutral_lines(""), "");
}

TEST(NeutralWord, IsOneLine) {
  EXPECT_EQ(neutral_word("a\r\nb\rc\nd\n"), "a b c d");
  EXPECT_EQ(neutral_word("\n::error::x"), "\\::error::x");
  EXPECT_EQ(neutral_word("#\n#[error]"), "# #[error]");
}

TEST(NeutralWord, IsNeverActedOn) {
  SeededNumbers numbers(2);
  for (int i = 0; i < kHostileTexts; ++i) {
    const std::string hostile = hostile_text(numbers);
    const std::string word = neutral_word(hostile);
    ASSERT_TRUE(is_clean(word)) << word;
    for (const std::string& line : {word, "base: " + word, word + "  10 ns", "(" + word + ")"}) {
      ASSERT_FALSE(is_acted_on(line)) << line;
    }
  }
}

TEST(Neutralise, PutsEveryLineBehindThePrefix) {
  EXPECT_EQ(neutralise("a\nb\r\n\nc", "| "), "| a\n| b\n| \n| c\n");
  EXPECT_EQ(neutralise("", "| "), "");
}

TEST(Neutralise, SaysHowMuchOfALineIsMissing) {
  const NeutralLimits limits{.line_bytes = 4, .total_bytes = 1000};
  EXPECT_EQ(neutralise("abcd\nabcde\nabcdef", "| ", limits),
            "| abcd\n| abcd [1 byte more]\n| abcd [2 bytes more]\n");
  // The character at the limit is left out whole: "µ" has two bytes.
  EXPECT_EQ(neutralise("abcµ", "| ", limits), "| abc [2 bytes more]\n");
}

TEST(Neutralise, SaysHowManyLinesAreMissing) {
  const NeutralLimits limits{.line_bytes = 100, .total_bytes = 10};  // "| aa" and "| bb"
  EXPECT_EQ(neutralise("aa\nbb\ncc\ndd", "| ", limits), "| aa\n| bb\n| [2 lines more]\n");
}

TEST(Neutralise, LeavesNothingToActOn) {
  SeededNumbers numbers(3);
  for (int i = 0; i < kHostileTexts; ++i) {
    const std::string hostile = hostile_text(numbers, 40);
    const NeutralLimits limits{.line_bytes = 1 + numbers.below(400),
                               .total_bytes = 1 + numbers.below(2000)};
    const std::string shown = neutralise(hostile, "| ", limits);
    for (const std::string& line : log_lines(shown)) {
      ASSERT_TRUE(line.starts_with("| ")) << line;
      ASSERT_TRUE(is_clean(line)) << line;
      ASSERT_FALSE(is_acted_on(line)) << line;
    }
  }
}

TEST(Neutralise, DoesNotNeedThePrefixToBeSafe) {
  SeededNumbers numbers(4);
  for (int i = 0; i < kHostileTexts; ++i) {
    for (const std::string& line : log_lines(neutralise(hostile_text(numbers), ""))) {
      ASSERT_FALSE(is_acted_on(line)) << line;
    }
  }
}

TEST(Neutralise, TakesTimeInProportionToTheText) {
  // A megabyte of what is rewritten most; quadratic work would take minutes.
  std::string text;
  while (text.size() < (std::size_t{1} << 20)) {
    text += "##[#.go:1:2:";
  }
  EXPECT_FALSE(is_acted_on(neutral_word(text).substr(0, 1000)));
}

TEST(NeutralJson, HasTheSameValuesAndNothingToActOn) {
  SeededNumbers numbers(5);
  for (int i = 0; i < kHostileTexts; ++i) {
    const nlohmann::json value = {hostile_text(numbers), "##[error]x", "a.go:1:2: b"};
    const std::string text =
        neutral_json(value.dump(1, ' ', false, nlohmann::json::error_handler_t::replace));
    for (const std::string& line : log_lines(text)) {
      ASSERT_FALSE(is_acted_on(line)) << line;
    }
    EXPECT_EQ(nlohmann::json::parse(text).at(1), "##[error]x");
    EXPECT_EQ(nlohmann::json::parse(text).at(2), "a.go:1:2: b");
  }
}

}  // namespace
}  // namespace headgate::github
