#include "core/compare/text.h"

#include <algorithm>
#include <utility>

#include <fmt/core.h>

#include "core/compare/notes.h"

namespace headgate::compare {
namespace {

// Grid columns of a column of the table: centre, range, marks, and behind the first one also delta,
// test, the adjusted p where there is one, and marks.
class Places {
 public:
  explicit Places(const Table& table)
      : columns_(table.columns.size()),
        compared_(kEstimate + kTest + (table.corrected > 0 ? 1 : 0)) {}

  [[nodiscard]] std::size_t begin(std::size_t column) const {
    return column == 0 ? 1 : 1 + kEstimate + (column - 1) * compared_;
  }

  [[nodiscard]] std::size_t end(std::size_t column) const { return begin(column + 1); }

  [[nodiscard]] std::size_t centre(std::size_t column) const { return begin(column); }

  [[nodiscard]] std::size_t range(std::size_t column) const { return begin(column) + 1; }

  [[nodiscard]] std::size_t marks(std::size_t column) const { return begin(column) + 2; }

  [[nodiscard]] std::size_t delta(std::size_t column) const { return begin(column) + kEstimate; }

  [[nodiscard]] std::size_t test(std::size_t column) const { return delta(column) + 1; }

  [[nodiscard]] std::size_t adjusted(std::size_t column) const { return delta(column) + 2; }

  [[nodiscard]] std::size_t last(std::size_t column) const { return end(column) - 1; }

  [[nodiscard]] std::size_t right_edge() const { return begin(columns_); }

  [[nodiscard]] std::size_t columns() const { return columns_; }

  static constexpr std::size_t kEstimate = 3;

 private:
  static constexpr std::size_t kTest = 3;

  std::size_t columns_;
  std::size_t compared_;
};

// One table as a grid, from the top down.
class Page {
 public:
  Page(const Table& table, const TextStyle& style)
      : table_(table),
        style_(style),
        prefixes_(unit::prefix_class(table.unit)),
        places_(table),
        notes_(style.signs.marks) {
    for (std::size_t column = 0; column < places_.columns(); ++column) {
      for (std::size_t at = places_.begin(column) + 1; at < places_.end(column); ++at) {
        grid_.shrink(at);
      }
    }
  }

  void append_to(std::string& out) {
    for (std::size_t level = 0; level < table_.columns.front().size(); ++level) {
      add_header(level);
    }
    add_units();
    for (const Row& row : table_.rows) {
      add_row(row);
    }
    if (table_.rows.size() > 1) {
      add_summary();
    }
    grid_.append_to(out, style_.colours);
    notes_.append_to(out);
    if (table_.corrected > 0) {
      out.append(fmt::format("adj: p adjusted with {}\n",
                             correction_text(table_.correction, table_.corrected)));
    }
  }

 private:
  void add(GridCell cell) {
    cell.row = row_;
    if (!cell.text.empty() || cell.margin != " ") {
      grid_.add(cell);
    }
  }

  void end_header() {
    add({.row = 0, .column = places_.right_edge(), .text = {}, .margin = style_.signs.header_end});
    ++row_;
  }

  // Neighbours that agree in this level and all above it share one cell.
  void add_header(std::size_t level) {
    const auto same = [&](std::size_t left, std::size_t right) {
      const std::vector<std::string>& a = table_.columns[left];
      const std::vector<std::string>& b = table_.columns[right];
      return std::equal(a.begin(), a.begin() + static_cast<std::ptrdiff_t>(level) + 1, b.begin());
    };
    for (std::size_t begin = 0, end = 0; begin < places_.columns(); begin = end) {
      while (end < places_.columns() && same(begin, end)) {
        ++end;
      }
      add({.row = 0,
           .column = places_.begin(begin),
           .span = places_.begin(end) - places_.begin(begin),
           .text = table_.columns[begin][level],
           .align = Align::kCentre,
           .margin = style_.signs.header_margin});
    }
    end_header();
  }

  void add_units() {
    for (std::size_t column = 0; column < places_.columns(); ++column) {
      add({.row = 0,
           .column = places_.centre(column),
           .span = Places::kEstimate,
           .text = table_.unit,
           .align = Align::kCentre,
           .margin = style_.signs.header_margin});
      if (column > 0) {
        add({.row = 0,
             .column = places_.delta(column),
             .span = places_.end(column) - places_.delta(column),
             .text = "vs base",
             .margin = "  "});
      }
    }
    end_header();
  }

  void add_row(const Row& row) {
    add({.row = 0, .column = 0, .text = row.label, .margin = ""});
    const unit::Scale scale = row_scale(row, prefixes_);
    for (std::size_t column = 0; column < row.cells.size(); ++column) {
      if (const std::optional<Cell>& cell = row.cells[column]) {
        add_estimate(column, cell->estimate, scale);
        if (cell->difference) {
          add_difference(column, *row.cells.front(), *cell);
        }
      }
    }
    ++row_;
  }

  void add_estimate(std::size_t column, const Estimate& estimate, const unit::Scale& scale) {
    add({.row = 0,
         .column = places_.centre(column),
         .text = value_text(estimate.centre, scale, style_.signs),
         .align = Align::kRight});
    add({.row = 0,
         .column = places_.range(column),
         .text = range_text(estimate, style_.signs),
         .align = Align::kRight,
         .margin = style_.signs.range_margin});
    add({.row = 0, .column = places_.marks(column), .text = notes_.marks_for(estimate.notes)});
  }

  void add_difference(std::size_t column, const Cell& base, const Cell& cell) {
    const Difference& difference = *cell.difference;
    const Judgement judgement = judge(cell, table_.better);
    add({.row = 0,
         .column = places_.delta(column),
         .text = delta_text(difference, base, cell),
         .align = Align::kRight,
         .tint = judgement == Judgement::kBetter  ? Tint::kGood
                 : judgement == Judgement::kWorse ? Tint::kBad
                                                  : Tint::kNone});
    add({.row = 0, .column = places_.test(column), .text = '(' + test_text(difference) + ')'});
    if (table_.corrected > 0) {
      add({.row = 0, .column = places_.adjusted(column), .text = adjusted_text(difference)});
    }
    add({.row = 0, .column = places_.last(column), .text = notes_.marks_for(difference.notes)});
  }

  void add_summary() {
    add({.row = 0, .column = 0, .text = "geomean", .margin = ""});
    for (std::size_t column = 0; column < places_.columns(); ++column) {
      const ColumnSummary& summary = table_.summaries[column];
      if (summary.geomean) {
        const unit::Scale scale = unit::Scale::for_value(*summary.geomean, prefixes_);
        add({.row = 0,
             .column = places_.centre(column),
             .text = value_text(*summary.geomean, scale, style_.signs),
             .align = Align::kRight});
      }
      if (column > 0) {
        add({.row = 0,
             .column = places_.delta(column),
             .text = ratio_text(summary.ratio),
             .align = summary.ratio ? Align::kRight : Align::kLeft});
      }
      add({.row = 0, .column = places_.last(column), .text = notes_.marks_for(summary.notes)});
    }
    ++row_;
  }

  const Table& table_;
  const TextStyle& style_;
  unit::PrefixClass prefixes_;
  Places places_;
  Footnotes notes_;
  Grid grid_;
  std::size_t row_ = 0;
};

}  // namespace

void TextWriter::append(const Table& table, std::string& out) {
  if (!first_) {
    out.push_back('\n');
  }
  for (std::size_t i = 0; i < table.key.size(); ++i) {
    if (first_ || i >= previous_key_.size() || previous_key_[i] != table.key[i]) {
      out.append(fmt::format("{}: {}\n", table.key[i].first, table.key[i].second));
    }
  }
  first_ = false;
  previous_key_ = table.key;
  Page(table, style_).append_to(out);
}

}  // namespace headgate::compare
