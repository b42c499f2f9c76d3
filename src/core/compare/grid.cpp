#include "core/compare/grid.h"

#include <algorithm>
#include <numeric>

namespace headgate::compare {
namespace {

bool is_blank(std::string_view text) {
  return text.find_first_not_of(' ') == std::string_view::npos;
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

std::uint8_t Grid::margin_index(std::string_view margin) {
  const auto at = std::find_if(margins_.begin(), margins_.end(),
                               [&](const Margin& known) { return known.text == margin; });
  const auto index = static_cast<std::uint8_t>(at - margins_.begin());
  if (at == margins_.end()) {
    margins_.push_back({.text = margin, .width = width(margin)});
  }
  return index;
}

Grid::Extent& Grid::extent(std::size_t column) {
  extents_.resize(std::max(extents_.size(), column + 1));
  return extents_[column];
}

void Grid::add(const GridCell& cell) {
  const Kept kept{.row = static_cast<std::uint32_t>(cell.row),
                  .column = static_cast<std::uint32_t>(cell.column),
                  .span = static_cast<std::uint32_t>(cell.span),
                  .bytes = static_cast<std::uint32_t>(cell.text.size()),
                  .width = static_cast<std::uint32_t>(width(cell.text)),
                  .margin = margin_index(cell.margin),
                  .align = cell.align,
                  .tint = cell.tint};
  extent(cell.column + cell.span - 1);
  Extent& extent = extents_[cell.column];
  extent.margin = std::max(extent.margin, margins_[kept.margin].width);
  if (cell.span == 1) {
    extent.text = std::max<std::size_t>(extent.text, kept.width);
    extent.has_cells = true;
  } else {
    spanning_.push_back(cells_.size());
  }
  cells_.push_back(kept);
  texts_.append(cell.text);
}

void Grid::shrink(std::size_t column) { extent(column).shrinks = true; }

// Gives a spanning cell the room that it needs, the widest columns first, so that they share what
// is missing evenly.
void Grid::widen(const Kept& cell, std::vector<std::size_t>& widths) const {
  const std::size_t end = cell.column + cell.span;
  const auto begin_at = widths.begin() + static_cast<std::ptrdiff_t>(cell.column);
  const auto end_at = widths.begin() + static_cast<std::ptrdiff_t>(end);
  std::size_t needed = extents_[cell.column].margin + cell.width;
  if (std::accumulate(begin_at, end_at, std::size_t{0}) >= needed) {
    return;
  }
  std::vector<std::size_t> growing;
  for (std::size_t column = cell.column; column < end; ++column) {
    if (extents_[column].shrinks) {
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

// Of the columns, margins included.
std::vector<std::size_t> Grid::widths() const {
  std::vector<std::size_t> widths(extents_.size());
  std::transform(extents_.begin(), extents_.end(), widths.begin(), [](const Extent& extent) {
    return extent.has_cells ? extent.margin + extent.text : 0;
  });
  std::vector<std::size_t> spanning = spanning_;
  std::stable_sort(spanning.begin(), spanning.end(), [&](std::size_t left, std::size_t right) {
    return cells_[left].span < cells_[right].span;
  });
  for (const std::size_t cell : spanning) {
    widen(cells_[cell], widths);
  }
  return widths;
}

void Grid::append_to(std::string& out, Colours colours) const {
  const std::vector<std::size_t> widths = this->widths();
  std::vector<std::size_t> offsets(widths.size() + 1);
  std::partial_sum(widths.begin(), widths.end(), offsets.begin() + 1);
  std::size_t row = 0;
  std::size_t position = 0;
  std::string_view texts = texts_;
  for (const Kept& cell : cells_) {
    for (; row < cell.row; ++row) {
      out.push_back('\n');
      position = 0;
    }
    const std::string_view text = texts.substr(0, cell.bytes);
    texts.remove_prefix(cell.bytes);
    const Margin& own_margin = margins_[cell.margin];
    if (text.empty() && is_blank(own_margin.text)) {
      continue;
    }
    const std::size_t offset = offsets[cell.column];
    if (offset > position) {
      out.append(offset - position, ' ');
      position = offset;
    }
    const std::size_t margin = extents_[cell.column].margin;
    const std::size_t room = offsets[cell.column + cell.span] - offset;
    const std::size_t blanks = indent(cell.align, room - std::min(room, margin), cell.width);
    out.append(margin - own_margin.width, ' ').append(own_margin.text).append(blanks, ' ');
    const std::string_view begin = colours == Colours::kAnsi ? escape(cell.tint) : "";
    out.append(begin).append(text).append(begin.empty() ? "" : "\x1b[0m");
    position += margin + blanks + cell.width;
  }
  out.push_back('\n');
}

}  // namespace headgate::compare
