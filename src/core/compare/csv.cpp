#include "core/compare/csv.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include <fmt/core.h>

#include "core/benchfmt/fields.h"
#include "core/compare/go_number.h"
#include "core/compare/words.h"

namespace headgate::compare {
namespace {

constexpr std::size_t kLetters = 26;

void append_quoted(std::string_view field, std::string& out) {
  const bool plain = field.find_first_of(",\"\r\n") == std::string_view::npos && field != "\\." &&
                     (field.empty() || benchfmt::space_length(field) == 0);
  if (plain) {
    out.append(field);
    return;
  }
  out.push_back('"');
  for (const char character : field) {
    out.append(character == '"' ? 2 : 1, character);
  }
  out.push_back('"');
}

// A, B, ... Z, AA, AB, ...: digits without a zero.
std::string letters(std::size_t field) {
  std::string text;
  for (std::size_t rest = field + 1; rest > 0; rest = (rest - 1) / kLetters) {
    text.insert(text.begin(), static_cast<char>('A' + (rest - 1) % kLetters));
  }
  return text;
}

// With a zero, so that what follows Z is BA.
std::string compatible_letters(std::size_t field) {
  std::string text;
  for (std::size_t rest = field;; rest /= kLetters) {
    text.insert(text.begin(), static_cast<char>('A' + rest % kLetters));
    if (rest < kLetters) {
      return text;
    }
  }
}

// One table, record by record.
class Sheet {
 public:
  Sheet(const Table& table, CsvLayout layout, std::size_t& records, std::string& out,
        std::string& notes)
      : table_(table), layout_(layout), records_(records), out_(out), notes_(notes) {}

  void add_header(std::size_t level) {
    for (std::size_t column = 0; column < table_.columns.size(); ++column) {
      set_foreign(field_of(column), table_.columns[column][level]);
    }
    end_full();
  }

  void add_units() {
    for (std::size_t column = 0; column < table_.columns.size(); ++column) {
      const std::size_t field = field_of(column);
      set_foreign(field, table_.unit);
      set(field + 1, "CI");
      if (column > 0) {
        set(field + 2, "vs base");
        set(field + 3, "P");
        if (table_.corrected > 0) {
          set(field + 4, "adjusted P");
        }
      }
    }
    end_full();
  }

  void add_row(const Row& row) {
    set_foreign(0, row.label);
    for (std::size_t column = 0; column < row.cells.size(); ++column) {
      const std::optional<Cell>& cell = row.cells[column];
      if (!cell) {
        continue;
      }
      const std::size_t field = field_of(column);
      set(field, cell->estimate.n > 0 ? go_number(cell->estimate.centre) : std::string());
      set(field + 1, range_text(cell->estimate, Signs{}));
      note(field, cell->estimate.notes);
      if (cell->difference) {
        set(field + 2, delta_text(*cell->difference, *row.cells.front(), *cell));
        set(field + 3, test_text(*cell->difference));
        if (table_.corrected > 0) {
          set(field + 4, adjusted_text(*cell->difference));
        }
        note(field + 2, cell->difference->notes);
      }
    }
    if (layout_ == CsvLayout::kCompatible) {
      end();
    } else {
      end_full();
    }
  }

  void add_summary() {
    set(0, "geomean");
    for (std::size_t column = 0; column < table_.columns.size(); ++column) {
      const ColumnSummary& summary = table_.summaries[column];
      const std::size_t field = field_of(column);
      if (summary.geomean) {
        set(field, go_number(*summary.geomean));
      }
      if (column > 0) {
        set(field + 2, ratio_text(summary.ratio));
      }
      note(field, summary.notes);
    }
    end_full();
  }

 private:
  // The field that holds what is at `column` of the table: the first one has two fields behind the
  // label, each other one four, or five with an adjusted p.
  [[nodiscard]] std::size_t field_of(std::size_t column) const {
    const std::size_t width = table_.corrected > 0 ? 5 : 4;
    return column == 0 ? 1 : 3 + (column - 1) * width;
  }

  // Fields of a record come in ascending order; those in between are empty.
  void move_to(std::size_t field) {
    out_.append(field - field_, ',');
    field_ = field;
  }

  // Text of ours, which never needs quotes.
  void set(std::size_t field, std::string_view text) {
    move_to(field);
    out_.append(text);
  }

  void set_foreign(std::size_t field, std::string_view text) {
    move_to(field);
    append_quoted(text, out_);
  }

  void note(std::size_t field, const Notes& notes) {
    if (notes.empty()) {
      return;
    }
    const std::string cell =
        (layout_ == CsvLayout::kCompatible ? compatible_letters(field) : letters(field)) +
        std::to_string(records_ + 1);
    for (const std::string& note : notes) {
      notes_.append(cell).append(": ").append(note).append(1, '\n');
    }
  }

  void end_full() {
    move_to(std::max(field_, field_of(table_.columns.size()) - 1));
    end();
  }

  void end() {
    out_.push_back('\n');
    field_ = 0;
    ++records_;
  }

  const Table& table_;
  CsvLayout layout_;
  std::size_t& records_;
  std::string& out_;
  std::string& notes_;
  std::size_t field_ = 0;  // the last one of the record
};

}  // namespace

void CsvWriter::append(const Table& table, std::string& out, std::string& notes) {
  const bool first = records_ == 0;
  if (!first) {
    out.push_back('\n');
    ++records_;
  }
  for (std::size_t i = 0; i < table.key.size(); ++i) {
    if (first || i >= previous_key_.size() || previous_key_[i] != table.key[i]) {
      append_quoted(fmt::format("{}: {}", table.key[i].first, table.key[i].second), out);
      out.push_back('\n');
      ++records_;
    }
  }
  previous_key_ = table.key;
  Sheet sheet(table, layout_, records_, out, notes);
  for (std::size_t level = 0; level < table.columns.front().size(); ++level) {
    sheet.add_header(level);
  }
  sheet.add_units();
  for (const Row& row : table.rows) {
    sheet.add_row(row);
  }
  sheet.add_summary();
}

}  // namespace headgate::compare
