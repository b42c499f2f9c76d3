#include "core/benchfmt/escape_codes.h"

#include <gmock/gmock.h>

namespace headgate::benchfmt {
namespace {

TEST(EscapeCodes, ColoursAndCursorMovesDisappear) {
  EXPECT_EQ(without_escape_codes("\x1b[32mPASS\x1b[0m"), "PASS");
  EXPECT_EQ(without_escape_codes("\x1b[1;38;5;208ma\x1b[Kb\x1b[2J"), "ab");
  EXPECT_EQ(without_escape_codes("\x1b[?25lhidden"), "hidden");
}

TEST(EscapeCodes, TitlesAndLinksDisappear) {
  EXPECT_EQ(without_escape_codes("\x1b]0;title\ax"), "x");
  EXPECT_EQ(without_escape_codes("\x1b]8;;http://h/\x1b\\link\x1b]8;;\x1b\\!"), "link!");
  EXPECT_EQ(without_escape_codes("\x1bPq#0\x1b\\x"), "x");
}

TEST(EscapeCodes, ShortSequencesDisappear) {
  EXPECT_EQ(without_escape_codes("\x1b(Ba\x1b=b\x1b"
                                 "7c"),
            "abc");
}

TEST(EscapeCodes, WhatDoesNotEndTakesNoTextWithIt) {
  EXPECT_EQ(without_escape_codes("\x1b]0;title"), "0;title");
  EXPECT_EQ(without_escape_codes("a\x1b"), "a");
  EXPECT_EQ(without_escape_codes("a\x1b["), "a");
  EXPECT_EQ(without_escape_codes("a\x1b[31"), "a");
}

TEST(EscapeCodes, ACharacterThatFitsNowhereEndsTheCode) {
  EXPECT_EQ(without_escape_codes("\x1b[3\tm"), "\tm");
  EXPECT_EQ(without_escape_codes("\x1b[3\u00E9"), "\u00E9");
  EXPECT_EQ(without_escape_codes("\x1b\u00E9"), "\u00E9");
  EXPECT_EQ(without_escape_codes("\x1b\x1b[0mx"), "x");
}

TEST(EscapeCodes, OtherTextIsUntouched) {
  EXPECT_EQ(without_escape_codes(""), "");
  EXPECT_EQ(without_escape_codes("[32m \a \\ \u00E9"), "[32m \a \\ \u00E9");
}

}  // namespace
}  // namespace headgate::benchfmt
