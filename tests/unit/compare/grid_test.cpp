#include "core/compare/grid.h"

#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace headgate::compare {
namespace {

GridCell cell(std::size_t row, std::size_t column, std::string_view text, std::size_t span = 1,
              Align align = Align::kLeft) {
  return {.row = row,
          .column = column,
          .span = span,
          .text = text,
          .align = align,
          .margin = column == 0 ? "" : " "};
}

std::string drawn(const Grid& grid, Colours colours = Colours::kNone) {
  std::string out;
  grid.append_to(out, colours);
  return out;
}

TEST(Grid, ASpanningCellWidensItsColumnsEvenly) {
  Grid grid;
  grid.add(cell(0, 0, "a"));
  grid.add(cell(0, 1, "b"));
  grid.add(cell(1, 0, "abcdefg", 2));
  EXPECT_EQ(drawn(grid), "a   b\nabcdefg\n");
}

TEST(Grid, AColumnThatShrinksIsNotWidened) {
  Grid grid;
  grid.add(cell(0, 0, "abcdef", 2));
  grid.add(cell(1, 0, "a"));
  grid.add(cell(1, 1, "bc"));
  grid.add(cell(2, 0, "x"));
  grid.add(cell(2, 1, "y"));
  grid.shrink(1);
  EXPECT_EQ(drawn(grid), "abcdef\na   bc\nx   y\n");
}

// The second column is as wide as its margin, although its only cell is empty.
TEST(Grid, AnEmptyCellStillTakesItsMargin) {
  Grid grid;
  grid.add({.row = 0, .column = 0, .text = "a", .margin = ""});
  grid.add({.row = 0, .column = 1, .text = "", .margin = " |"});
  grid.add({.row = 0, .column = 2, .text = "b", .margin = ""});
  grid.add({.row = 1, .column = 2, .text = "c", .margin = ""});
  EXPECT_EQ(drawn(grid), "a |b\n   c\n");
}

TEST(Grid, KeepsTextThatItsCallerReuses) {
  Grid grid;
  std::string text = "first";
  grid.add(cell(0, 0, text));
  text = "other";
  grid.add(cell(1, 0, text));
  EXPECT_EQ(drawn(grid), "first\nother\n");
}

TEST(Grid, WidthsCountCodePoints) {
  EXPECT_EQ(width("\u00b5\u00b1\u221e"), 3U);
  Grid grid;
  grid.add(cell(0, 0, "\u00b5", 1, Align::kRight));
  grid.add(cell(0, 1, "x"));
  grid.add(cell(1, 0, "ab", 1, Align::kRight));
  grid.add(cell(1, 1, "y"));
  EXPECT_EQ(drawn(grid), " \u00b5 x\nab y\n");
}

TEST(Grid, NothingStandsBehindTheLastCharacterOfALine) {
  Grid grid;
  grid.add(cell(0, 0, "wide"));
  grid.add(cell(0, 1, ""));
  grid.add(cell(1, 0, "a"));
  EXPECT_EQ(drawn(grid), "wide\na\n");
}

// benchstat would print as many blanks as the cell is too wide, on every line again.
TEST(Grid, WhatFollowsAnOverflowingCellMovesRightOnce) {
  Grid grid;
  grid.shrink(0);
  grid.shrink(1);
  grid.add(cell(0, 0, "overflow", 2));
  grid.add(cell(0, 2, "x"));
  grid.add(cell(1, 2, "y"));
  EXPECT_EQ(drawn(grid), "overflow x\n y\n");
}

TEST(Grid, ColoursTakeNoRoom) {
  Grid grid;
  GridCell red = cell(0, 0, "a");
  red.tint = Tint::kBad;
  grid.add(red);
  grid.add(cell(0, 1, "b"));
  EXPECT_EQ(drawn(grid, Colours::kAnsi), "\x1b[31ma\x1b[0m b\n");
  EXPECT_EQ(drawn(grid), "a b\n");
}

}  // namespace
}  // namespace headgate::compare
