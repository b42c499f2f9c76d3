#include <fmt/core.h>

#include "core/compare/notes.h"
#include "core/report/comparison.h"
#include "core/report/markdown.h"

namespace headgate::report {
namespace {

using compare::Cell;
using compare::Row;

std::string joined(const std::vector<std::string>& values) {
  std::string text;
  for (const std::string& value : values) {
    text.append(text.empty() ? "" : " / ").append(markdown_text(value));
  }
  return text;
}

std::string behind(std::string text, std::string_view marks) {
  return marks.empty() ? text : text.append(1, ' ').append(marks);
}

class MarkdownTable {
 public:
  MarkdownTable(const compare::Table& table, const compare::Signs& signs)
      : table_(table),
        signs_(signs),
        prefixes_(unit::prefix_class(table.unit)),
        notes_(signs.marks) {}

  std::string text() {
    std::string out = heading();
    out.append("| |");
    std::string rule = "| :-- |";
    for (std::size_t column = 0; column < table_.columns.size(); ++column) {
      out.append(fmt::format(" {} |", joined(table_.columns[column])));
      rule.append(" --: |");
      if (column > 0) {
        out.append(is_corrected() ? " vs base | adjusted p |" : " vs base |");
        rule.append(is_corrected() ? " --: | --: |" : " --: |");
      }
    }
    out.append(1, '\n').append(rule).append(1, '\n');
    for (const Row& row : table_.rows) {
      add(row, out);
    }
    if (table_.rows.size() > 1) {
      add_summary(out);
    }
    add_notes(out);
    return out;
  }

 private:
  [[nodiscard]] bool is_corrected() const { return table_.corrected > 0; }

  [[nodiscard]] std::string heading() const {
    std::string out = fmt::format("**{}**", markdown_text(table_.unit));
    for (const auto& [key, value] : table_.key) {
      if (!value.empty()) {
        out.append(fmt::format(" · {}: {}", markdown_text(key), markdown_text(value)));
      }
    }
    return out.append("\n\n");
  }

  void add(const Row& row, std::string& out) {
    out.append(fmt::format("| {} |", markdown_code(row.label)));
    const unit::Scale scale = compare::row_scale(row, prefixes_);
    for (std::size_t column = 0; column < row.cells.size(); ++column) {
      const std::optional<Cell>& cell = row.cells[column];
      out.append(fmt::format(" {} |", cell ? estimate(*cell, scale) : std::string()));
      if (column > 0) {
        out.append(fmt::format(" {} |", cell && cell->difference
                                            ? difference(*row.cells.front(), *cell)
                                            : std::string()));
        if (is_corrected()) {
          out.append(fmt::format(" {} |", cell && cell->difference
                                              ? compare::adjusted_text(*cell->difference)
                                              : std::string()));
        }
      }
    }
    out.push_back('\n');
  }

  std::string estimate(const Cell& cell, const unit::Scale& scale) {
    const compare::Estimate& estimate = cell.estimate;
    return behind(fmt::format("{}{}{}", compare::value_text(estimate.centre, scale, signs_),
                              signs_.range_margin, compare::range_text(estimate, signs_)),
                  notes_.marks_for(estimate.notes));
  }

  // What changed stands out.
  std::string difference(const Cell& base, const Cell& cell) {
    const compare::Difference& difference = *cell.difference;
    std::string delta = compare::delta_text(difference, base, cell);
    if (difference.significance == compare::Significance::kSignificant) {
      delta = "**" + delta + "**";
    } else if (delta == "~") {
      delta = "\\~";
    }
    return behind(fmt::format("{} ({})", delta, compare::test_text(difference)),
                  notes_.marks_for(difference.notes));
  }

  void add_summary(std::string& out) {
    out.append("| geomean |");
    for (std::size_t column = 0; column < table_.columns.size(); ++column) {
      const compare::ColumnSummary& summary = table_.summaries[column];
      std::string value;
      if (summary.geomean) {
        value = compare::value_text(*summary.geomean,
                                    unit::Scale::for_value(*summary.geomean, prefixes_), signs_);
      }
      const std::string_view marks = notes_.marks_for(summary.notes);
      out.append(fmt::format(" {} |", column == 0 ? behind(value, marks) : value));
      if (column > 0) {
        out.append(fmt::format(" {} |{}", behind(compare::ratio_text(summary.ratio), marks),
                               is_corrected() ? " |" : ""));
      }
    }
    out.push_back('\n');
  }

  void add_notes(std::string& out) const {
    std::string notes;
    notes_.append_to(notes);
    if (is_corrected()) {
      notes.append(fmt::format("adj: p adjusted with {}\n",
                               compare::correction_text(table_.correction, table_.corrected)));
    }
    if (notes.empty()) {
      return;
    }
    out.push_back('\n');
    for (std::string_view rest = notes; !rest.empty();) {
      const std::size_t end = rest.find('\n');
      out.append(markdown_text(rest.substr(0, end))).append("  \n");
      rest.remove_prefix(end + 1);
    }
  }

  const compare::Table& table_;
  const compare::Signs& signs_;
  unit::PrefixClass prefixes_;
  compare::Footnotes notes_;
};

}  // namespace

std::string comparison_markdown(const compare::Table& table, const compare::Signs& signs) {
  return MarkdownTable(table, signs).text();
}

}  // namespace headgate::report
