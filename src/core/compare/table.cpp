#include "core/compare/table.h"

#include <algorithm>
#include <set>
#include <span>
#include <string_view>
#include <tuple>
#include <unordered_map>

#include <fmt/core.h>

#include "core/compare/estimate.h"
#include "core/compare/expressions.h"
#include "core/compare/summary_row.h"

namespace headgate::compare {
namespace {

// A series and the cell that it belongs to, by the order of tables, rows and columns.
struct Placed {
  std::uint32_t table;
  std::uint32_t row;
  std::uint32_t column;
  std::uint32_t unit;
  std::uint32_t input;
  std::uint32_t series;
  std::uint32_t residue;
};

auto place(const Placed& one) { return std::tie(one.table, one.row, one.column); }

unit::Direction better(const benchfmt::UnitTable& units, const std::string& unit) {
  const std::optional<std::string_view> said = units.find(unit, "better");
  if (said == "higher") {
    return unit::Direction::kHigher;
  }
  return said == "lower" ? unit::Direction::kLower : unit::direction(unit);
}

}  // namespace

struct Tables::State {
  Question question;
  std::vector<Input> inputs;
  ExcludedKeys excluded;
  std::optional<Tuples> tables;
  std::optional<Tuples> rows;
  std::optional<Tuples> columns;
  std::optional<Tuples> residues;
  std::vector<std::string> units;       // base units by first appearance
  std::vector<Placed> placed;           // in the order of the output
  std::vector<std::size_t> begins;      // of each table in `placed`, and the end
  std::vector<std::uint32_t> table_of;  // tuples of the tables
  std::vector<std::uint32_t> row_of;    // tuples by rank
  std::vector<std::uint32_t> column_of;
  benchfmt::UnitTable metadata;
  std::vector<std::string> messages;
  std::size_t values = 0;
  std::optional<Estimator> estimator;

  void read_metadata();
  void place_all(Expressions expressions);
  void place_input(std::uint32_t number, const Expressions& expressions,
                   std::unordered_map<std::string, std::uint32_t>& unit_ids);
  void sort();

  void set_header(std::size_t number, Table& table,
                  const std::vector<std::uint32_t>& columns) const;
  Row make_row(std::span<const Placed> placed, const std::vector<std::uint32_t>& columns,
               const Table& table);
  Cell make_cell(std::span<const Placed> placed, Assumption assumption,
                 std::vector<stats::Sample>& samples);
  std::string residue_note(std::span<const Placed> placed) const;
};

// The first statement about a unit wins, over all inputs.
void Tables::State::read_metadata() {
  for (const Input& input : inputs) {
    std::vector<Message> lines = input.messages;
    for (const InputMetadata& one : input.metadata) {
      const std::optional<std::string> conflict =
          metadata.add({.position = {.file = input.file, .line = one.line},
                        .unit = one.unit,
                        .key = one.key,
                        .value = one.value});
      if (conflict) {
        lines.push_back({.line = one.line, .text = *conflict});
      }
    }
    std::stable_sort(lines.begin(), lines.end(), [](const Message& left, const Message& right) {
      return left.line < right.line;
    });
    for (const Message& line : lines) {
      messages.push_back(fmt::format("{}:{}: {}", input.file, line.line, line.text));
    }
  }
}

void Tables::State::place_input(std::uint32_t number, const Expressions& expressions,
                                std::unordered_map<std::string, std::uint32_t>& unit_ids) {
  const Input& input = inputs[number];
  for (std::uint32_t at = 0; at < input.series.size(); ++at) {
    const Series& series = input.series[at];
    const Subject subject{
        .input = input, .name = series.name, .configuration = series.configuration};
    if (!expressions.filter.matches(input, series) || leaves_out(expressions.table, subject) ||
        leaves_out(expressions.row, subject) || leaves_out(expressions.column, subject) ||
        leaves_out(expressions.ignore, subject)) {
      continue;
    }
    const std::string& base = input.units[series.unit].base;
    const auto [unit, is_new] = unit_ids.emplace(base, static_cast<std::uint32_t>(units.size()));
    if (is_new) {
      units.push_back(base);
    }
    values += series.values.size();
    placed.push_back({.table = tables->tuple_of(subject),
                      .row = rows->tuple_of(subject),
                      .column = columns->tuple_of(subject),
                      .unit = unit->second,
                      .input = number,
                      .series = at,
                      .residue = residues->tuple_of(subject)});
  }
}

void Tables::State::place_all(Expressions expressions) {
  for (const ProjectionFields* fields :
       {&expressions.table, &expressions.row, &expressions.column, &expressions.ignore}) {
    excluded.add(*fields);
  }
  tables.emplace(expressions.table, excluded);
  rows.emplace(expressions.row, excluded);
  columns.emplace(expressions.column, excluded);
  residues.emplace(residue(expressions), excluded);
  std::unordered_map<std::string, std::uint32_t> unit_ids;
  for (std::uint32_t number = 0; number < inputs.size(); ++number) {
    place_input(number, expressions, unit_ids);
  }
  sort();
}

// From tuple numbers to places in the output.
void Tables::State::sort() {
  const auto inverse = [](const std::vector<std::uint32_t>& ranks) {
    std::vector<std::uint32_t> tuples(ranks.size());
    for (std::uint32_t tuple = 0; tuple < ranks.size(); ++tuple) {
      tuples[ranks[tuple]] = tuple;
    }
    return tuples;
  };
  const std::vector<std::uint32_t> table_ranks = tables->ranks();
  const std::vector<std::uint32_t> row_ranks = rows->ranks();
  const std::vector<std::uint32_t> column_ranks = columns->ranks();
  row_of = inverse(row_ranks);
  column_of = inverse(column_ranks);
  const std::vector<std::uint32_t> table_tuples = inverse(table_ranks);
  for (Placed& one : placed) {
    one.table = table_ranks[one.table] * static_cast<std::uint32_t>(units.size()) + one.unit;
    one.row = row_ranks[one.row];
    one.column = column_ranks[one.column];
  }
  std::stable_sort(placed.begin(), placed.end(), [](const Placed& left, const Placed& right) {
    return place(left) < place(right);
  });
  for (std::size_t i = 0; i < placed.size(); ++i) {
    if (i == 0 || placed[i].table != placed[i - 1].table) {
      begins.push_back(i);
      table_of.push_back(table_tuples[placed[i].table / static_cast<std::uint32_t>(units.size())]);
    }
  }
  begins.push_back(placed.size());
}

void Tables::State::set_header(std::size_t number, Table& table,
                               const std::vector<std::uint32_t>& ranks) const {
  for (const std::size_t column : tables->columns()) {
    table.key.emplace_back(tables->name(column), tables->value(table_of[number], column));
  }
  for (const std::size_t column : columns->columns()) {
    table.column_keys.push_back(columns->name(column));
  }
  for (const std::uint32_t rank : ranks) {
    std::vector<std::string> header;
    for (const std::size_t column : columns->columns()) {
      header.emplace_back(columns->value(column_of[rank], column));
    }
    table.columns.push_back(std::move(header));
  }
}

std::string Tables::State::residue_note(std::span<const Placed> cell) const {
  std::string names;
  for (const std::size_t column : residues->columns()) {
    const std::string_view first = residues->value(cell.front().residue, column);
    const bool varies = std::any_of(cell.begin(), cell.end(), [&](const Placed& one) {
      return residues->value(one.residue, column) != first;
    });
    if (varies) {
      names.append(names.empty() ? "" : ", ").append(residues->name(column));
    }
  }
  return names.empty() ? names : fmt::format("benchmarks vary in {}", names);
}

Cell Tables::State::make_cell(std::span<const Placed> cell, Assumption assumption,
                              std::vector<stats::Sample>& samples) {
  samples.clear();
  std::size_t unusable = 0;
  for (const Placed& one : cell) {
    for (const double value : inputs[one.input].series[one.series].values) {
      if (const std::optional<stats::Sample> sample = stats::Sample::from(value)) {
        samples.push_back(*sample);
      } else {
        ++unusable;
      }
    }
  }
  std::sort(samples.begin(), samples.end());
  std::vector<std::string> notes;
  if (cell.size() > 1) {
    if (std::string note = residue_note(cell); !note.empty()) {
      notes.push_back(std::move(note));
    }
  }
  if (unusable > 0) {
    notes.push_back(fmt::format("{} of {} values left out: NaN or infinite", unusable,
                                unusable + samples.size()));
  }
  return {.estimate = estimator->estimate(samples, assumption, std::move(notes)), .difference = {}};
}

Row Tables::State::make_row(std::span<const Placed> all, const std::vector<std::uint32_t>& ranks,
                            const Table& table) {
  Row row{.label = {}, .key = {}, .cells = std::vector<std::optional<Cell>>(ranks.size())};
  const std::uint32_t tuple = row_of[all.front().row];
  for (const std::size_t column : rows->columns()) {
    const std::string_view value = rows->value(tuple, column);
    row.key.emplace_back(rows->name(column), value);
    if (!value.empty()) {
      row.label.append(row.label.empty() ? "" : " ").append(value);
    }
  }
  const Assumption assumption = table.exact ? Assumption::kExact : Assumption::kNothing;
  std::vector<stats::Sample> base;
  std::vector<stats::Sample> samples;
  for (std::size_t begin = 0, end = 0; begin < all.size(); begin = end) {
    while (end < all.size() && all[end].column == all[begin].column) {
      ++end;
    }
    const auto column = static_cast<std::size_t>(
        std::lower_bound(ranks.begin(), ranks.end(), all[begin].column) - ranks.begin());
    Cell cell =
        make_cell(all.subspan(begin, end - begin), assumption, column == 0 ? base : samples);
    if (column > 0 && row.cells.front() && !base.empty() && !samples.empty()) {
      cell.difference = estimator->difference(
          {.estimate = row.cells.front()->estimate, .samples = base},
          {.estimate = cell.estimate, .samples = samples}, assumption, table.alpha);
    }
    row.cells[column] = std::move(cell);
  }
  return row;
}

Result<Tables> Tables::arrange(const Question& question, std::vector<Input> inputs) {
  Result<Expressions> expressions = read(question);
  if (!expressions) {
    return std::move(expressions).error();
  }
  auto state = std::make_unique<State>();
  state->question = question;
  state->inputs = std::move(inputs);
  state->estimator.emplace(question.confidence, question.exact_limits);
  state->read_metadata();
  state->place_all(*std::move(expressions));
  return Tables(std::move(state));
}

Tables::Tables(std::unique_ptr<State> state) : state_(std::move(state)) {}

Tables::Tables(Tables&&) noexcept = default;
Tables& Tables::operator=(Tables&&) noexcept = default;
Tables::~Tables() = default;

std::size_t Tables::size() const { return state_->table_of.size(); }

const std::vector<Input>& Tables::inputs() const { return state_->inputs; }

const std::vector<std::string>& Tables::messages() const { return state_->messages; }

bool Tables::is_disjoint() const {
  const std::vector<Placed>& placed = state_->placed;
  const auto other_column = [](const Placed& left, const Placed& right) {
    return left.column != right.column;
  };
  const auto row_with_two = [](const Placed& left, const Placed& right) {
    return left.table == right.table && left.row == right.row && left.column != right.column;
  };
  return std::adjacent_find(placed.begin(), placed.end(), other_column) != placed.end() &&
         std::adjacent_find(placed.begin(), placed.end(), row_with_two) == placed.end();
}

std::size_t Tables::values() const { return state_->values; }

Table Tables::make(std::size_t number) {
  State& state = *state_;
  const std::span<const Placed> all =
      std::span(state.placed)
          .subspan(state.begins[number], state.begins[number + 1] - state.begins[number]);
  const std::string& unit = state.units[all.front().unit];
  const auto alpha = state.question.unit_alpha.find(unit);
  Table table{
      .key = {},
      .unit = unit,
      .better = better(state.metadata, unit),
      .exact = state.metadata.find(unit, "assume") == "exact",
      .alpha = alpha == state.question.unit_alpha.end() ? state.question.alpha : alpha->second,
      .column_keys = {},
      .columns = {},
      .rows = {},
      .summaries = {},
      .correction = state.question.correction,
      .corrected = 0};
  std::set<std::uint32_t> present;
  for (const Placed& one : all) {
    present.insert(one.column);
  }
  const std::vector<std::uint32_t> ranks(present.begin(), present.end());
  state.set_header(number, table, ranks);
  for (std::size_t begin = 0, end = 0; begin < all.size(); begin = end) {
    while (end < all.size() && all[end].row == all[begin].row) {
      ++end;
    }
    table.rows.push_back(state.make_row(all.subspan(begin, end - begin), ranks, table));
  }
  correct(table);
  summarize(table);
  return table;
}

}  // namespace headgate::compare
