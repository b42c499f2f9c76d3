#include "core/compare/grid.h"

#include <algorithm>
#include <numeric>

namespace headgate::compare {
namespace {

struct Widths {
  std::vector<std::size_t> margin;
  std::vector<std::size_t> column;  // margin included
};

bool is_blank(const GridCell& cell) {
  return cell.text.empty() && cell.margin.find_first_not_of(' ') == std::string_view::npos;
}

// Gives a spanning cell the room that it needs, the widest columns first, so that they share what
// is missing evenly.
void widen(const GridCell& cell, std::size_t needed, const std::vector<bool>& shrink,
           std::vector<std::size_t>& widths) {
  const std::size_t end = cell.column + cell.span;
  const auto begin_at = widths.begin() + static_cast<std::ptrdiff_t>(cell.column);
  const auto end_at = widths.begin() + static_cast<std::ptrdiff_t>(end);
  if (std::accumulate(begin_at, end_at, std::size_t{0}) >= needed) {
    return;
  }
  std::vector<std::size_t> growing;
  for (std::size_t column = cell.column; column < end; ++column) {
    if (shrink[column]) {
      needed -= std::min(needed, widths[column]);
    } else {
      growing.push_back(column);
    }
  }
  std::stable_sort(growing.begin(), growing.end(), [&](std::size_t left, std::size_t right) {
    return widths[left] > widths[right];
  });
  for (std::size_t i = 0; i < growing.size(); ++i) {
    const std::size_t remaining = growing.size() - i;
    const std::size_t target = (needed + remaining - 1) / remaining;
    widths[growing[i]] = std::max(widths[growing[i]], target);
    needed -= std::min(needed, widths[growing[i]]);
  }
}

Widths lay_out(const std::vector<GridCell>& cells, std::vector<bool> shrink) {
  std::size_t columns = shrink.size();
  for (const GridCell& cell : cells) {
    columns = std::max(columns, cell.column + cell.span);
  }
  shrink.resize(columns);
  Widths widths{.margin = std::vector<std::size_t>(columns),
                .column = std::vector<std::size_t>(columns)};
  for (const GridCell& cell : cells) {
    std::size_t& margin = widths.margin[cell.column];
    margin = std::max(margin, width(cell.margin));
  }
  std::vector<const GridCell*> spanning;
  for (const GridCell& cell : cells) {
    if (cell.span > 1) {
      spanning.push_back(&cell);
      continue;
    }
    std::size_t& column = widths.column[cell.column];
    column = std::max(column, widths.margin[cell.column] + width(cell.text));
  }
  std::stable_sort(
      spanning.begin(), spanning.end(),
      [](const GridCell* left, const GridCell* right) { return left->span < right->span; });
  for (const GridCell* cell : spanning) {
    widen(*cell, widths.margin[cell->column] + width(cell->text), shrink, widths.column);
  }
  return widths;
}

std::string_view escape(Tint tint) {
  switch (tint) {
    case Tint::kGood:
      return "\x1b[32m";
    case Tint::kBad:
      return "\x1b[31m";
    case Tint::kNone:
      break;
  }
  return {};
}

// Blanks before the text within `room` code points.
std::size_t indent(Align align, std::size_t room, std::size_t text) {
  const std::size_t free = room - std::min(room, text);
  switch (align) {
    case Align::kLeft:
      return 0;
    case Align::kRight:
      return free;
    case Align::kCentre:
      return free / 2;
  }
  return 0;
}

}  // namespace

std::size_t width(std::string_view utf8) {
  return static_cast<std::size_t>(std::count_if(utf8.begin(), utf8.end(), [](char byte) {
    return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U;
  }));
}

void Grid::shrink(std::size_t column) {
  shrink_.resize(std::max(shrink_.size(), column + 1));
  shrink_[column] = true;
}

void Grid::append_to(std::string& out, Colours colours) const {
  const Widths widths = lay_out(cells_, shrink_);
  std::vector<std::size_t> offsets(widths.column.size() + 1);
  std::partial_sum(widths.column.begin(), widths.column.end(), offsets.begin() + 1);
  std::size_t row = 0;
  std::size_t position = 0;
  for (const GridCell& cell : cells_) {
    for (; row < cell.row; ++row) {
      out.push_back('\n');
      position = 0;
    }
    if (is_blank(cell)) {
      continue;
    }
    const std::size_t offset = offsets[cell.column];
    if (offset > position) {
      out.append(offset - position, ' ');
      position = offset;
    }
    const std::size_t margin = widths.margin[cell.column];
    const std::size_t room = offsets[cell.column + cell.span] - offset;
    const std::size_t text = width(cell.text);
    const std::size_t blanks = indent(cell.align, room - std::min(room, margin), text);
    out.append(margin - width(cell.margin), ' ').append(cell.margin).append(blanks, ' ');
    const std::string_view begin = colours == Colours::kAnsi ? escape(cell.tint) : "";
    out.append(begin).append(cell.text).append(begin.empty() ? "" : "\x1b[0m");
    position += margin + blanks + text;
  }
  out.push_back('\n');
}

}  // namespace headgate::compare
