// Text in columns: cells that span columns, margins between them, and widths that fit both.
//
// The layout is benchstat's, so that tables come out byte for byte: each column has one width for
// the margins to the left of its cells and one for their text, cells that span several columns
// widen those that may grow, and nothing is printed behind the last character of a line.
//
// Units:   widths in code points.
// Errors:  none.
// Cost:    linear in the cells.
// Source:  golang.org/x/perf, command benchstat, revision 712aea8b4705; where a spanning cell is
//          wider than its columns, what follows moves right instead of drifting.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace headgate::compare {

enum class Align { kLeft, kRight, kCentre };

/// Colour of a cell's text, where the reader of the table has colours.
enum class Tint { kNone, kGood, kBad };

struct GridCell {
  std::size_t row;
  std::size_t column;
  std::size_t span = 1;
  std::string text;
  Align align = Align::kLeft;
  /// To the left of the text.
  std::string_view margin = " ";
  Tint tint = Tint::kNone;
};

enum class Colours { kNone, kAnsi };

class Grid {
 public:
  /// Cells come row by row, and in each from left to right.
  void add(GridCell cell) { cells_.push_back(std::move(cell)); }

  /// A column that cells of several columns never widen.
  void shrink(std::size_t column);

  /// All rows, each with a line end.
  void append_to(std::string& out, Colours colours) const;

 private:
  std::vector<GridCell> cells_;
  std::vector<bool> shrink_;
};

/// The number of code points.
[[nodiscard]] std::size_t width(std::string_view utf8);

}  // namespace headgate::compare
