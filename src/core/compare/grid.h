// Text in columns: cells that span columns, margins between them, and widths that fit both.
//
// The layout is benchstat's, so that tables come out byte for byte: each column has one width for
// the margins to the left of its cells and one for their text, cells that span several columns
// widen those that may grow, and nothing is printed behind the last character of a line.
//
// Units:   widths in code points.
// Errors:  none.
// Cost:    linear in the cells: about 24 bytes and its text for each, in two arrays.
// Source:  golang.org/x/perf, command benchstat, revision 712aea8b4705; where a spanning cell is
//          wider than its columns, what follows moves right instead of drifting.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace headgate::compare {

enum class Align : std::uint8_t { kLeft, kRight, kCentre };

/// Colour of a cell's text, where the reader of the table has colours.
enum class Tint : std::uint8_t { kNone, kGood, kBad };

struct GridCell {
  std::size_t row;
  std::size_t column;
  std::size_t span = 1;
  std::string_view text;
  Align align = Align::kLeft;
  /// To the left of the text; outlives the grid.
  std::string_view margin = " ";
  Tint tint = Tint::kNone;
};

enum class Colours { kNone, kAnsi };

class Grid {
 public:
  /// Cells come row by row, and in each from left to right.
  void add(const GridCell& cell);

  /// A column that cells of several columns never widen.
  void shrink(std::size_t column);

  /// All rows, each with a line end.
  void append_to(std::string& out, Colours colours) const;

 private:
  // Tables have a handful of different margins.
  struct Margin {
    std::string_view text;
    std::size_t width;
  };

  struct Kept {
    std::uint32_t row;
    std::uint32_t column;
    std::uint32_t span;
    std::uint32_t bytes;  // of the text, which begins where the one before ends
    std::uint32_t width;
    std::uint8_t margin;
    Align align;
    Tint tint;
  };

  // The widest margin, and the widest text of a cell that spans no other column.
  struct Extent {
    std::size_t margin = 0;
    std::size_t text = 0;
    bool has_cells = false;  // of its own
    bool shrinks = false;
  };

  std::uint8_t margin_index(std::string_view margin);
  Extent& extent(std::size_t column);
  [[nodiscard]] std::vector<std::size_t> widths() const;
  void widen(const Kept& cell, std::vector<std::size_t>& widths) const;

  std::vector<Kept> cells_;
  std::string texts_;
  std::vector<Margin> margins_;
  std::vector<Extent> extents_;        // by column
  std::vector<std::size_t> spanning_;  // cells of several columns
};

/// The number of code points.
[[nodiscard]] std::size_t width(std::string_view utf8);

}  // namespace headgate::compare
