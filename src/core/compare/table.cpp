#include "core/compare/table.h"

#include <algorithm>
#include <span>
#include <string_view>
#include <unordered_map>

#include <fmt/core.h>

#include "core/compare/estimate.h"
#include "core/compare/expressions.h"
#include "core/compare/placed.h"
#include "core/compare/summary_row.h"

namespace headgate::compare {
namespace {

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
  std::vector<std::string> units;                                // base units by first appearance
  std::unordered_map<std::string_view, std::uint32_t> unit_ids;  // keys are views into the inputs

  std::vector<Placed> placed;           // in the order of the output
  std::vector<std::size_t> begins;      // of each table in `placed`, and the end
  std::vector<std::uint32_t> table_of;  // tuples of the tables
  std::vector<std::uint32_t> row_of;    // tuples by rank
  std::vector<std::uint32_t> column_of;
  benchfmt::UnitTable metadata;
  std::vector<std::string> messages;
  std::size_t values = 0;
  std::optional<Estimator> estimator;
  std::vector<std::size_t> row_columns;     // of `rows`, in their order
  std::vector<stats::Sample> base_samples;  // of one row; kept for their memory
  std::vector<stats::Sample> samples;

  void read_metadata();
  void place_all(Expressions expressions);
  std::optional<Coordinates> coordinates_of(const Expressions& expressions, const Subject& subject);
  std::uint32_t unit_of(const InputUnit& unit);
  void place_input(std::uint32_t number, const Expressions& expressions);
  void sort();

  void set_header(std::size_t number, Table& table,
                  const std::vector<std::uint32_t>& columns) const;
  void name_row(std::uint32_t tuple, RowKeys row_keys, Row& row) const;
  void add_cells(std::span<const Placed> all, const std::vector<std::uint32_t>& ranks,
                 const Table& table, Row& row);
  Cell make_cell(std::span<const Placed> cell, Assumption assumption,
                 std::vector<stats::Sample>& own);
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

std::optional<Coordinates> Tables::State::coordinates_of(const Expressions& expressions,
                                                         const Subject& subject) {
  if (leaves_out(expressions.table, subject) || leaves_out(expressions.row, subject) ||
      leaves_out(expressions.column, subject) || leaves_out(expressions.ignore, subject)) {
    return std::nullopt;
  }
  return Coordinates{.table = tables->tuple_of(subject),
                     .row = rows->tuple_of(subject),
                     .column = columns->tuple_of(subject),
                     .residue = residues->tuple_of(subject)};
}

std::uint32_t Tables::State::unit_of(const InputUnit& unit) {
  const auto [at, is_new] =
      unit_ids.try_emplace(unit.base, static_cast<std::uint32_t>(units.size()));
  if (is_new) {
    units.push_back(unit.base);
  }
  return at->second;
}

// Series of one name and configuration nearly always follow each other, and share their place.
void Tables::State::place_input(std::uint32_t number, const Expressions& expressions) {
  const Input& input = inputs[number];
  std::vector<std::optional<std::uint32_t>> known_units(input.units.size());
  const Series* last = nullptr;
  std::optional<Coordinates> place;
  for (std::uint32_t at = 0; at < input.series.size(); ++at) {
    const Series& series = input.series[at];
    if (!expressions.filter.matches(input, series)) {
      continue;
    }
    if (last == nullptr || last->name != series.name ||
        last->configuration != series.configuration) {
      place = coordinates_of(
          expressions,
          {.input = input, .name = series.name, .configuration = series.configuration});
      last = &series;
    }
    if (place) {
      std::optional<std::uint32_t>& unit = known_units[series.unit];
      unit = unit ? unit : unit_of(input.units[series.unit]);
      values += series.count;
      placed.push_back({.at = *place, .unit = *unit, .input = number, .series = at});
    }
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
  for (std::uint32_t number = 0; number < inputs.size(); ++number) {
    place_input(number, expressions);
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
  row_columns = rows->columns();
  row_of = inverse(row_ranks);
  column_of = inverse(column_ranks);
  const std::vector<std::uint32_t> table_tuples = inverse(table_ranks);
  for (Placed& one : placed) {
    one.at.table = table_ranks[one.at.table];
    one.at.row = row_ranks[one.at.row];
    one.at.column = column_ranks[one.at.column];
  }
  placed = in_output_order(std::move(placed), {.tables = table_tuples.size(),
                                               .units = units.size(),
                                               .rows = row_of.size(),
                                               .columns = column_of.size()});
  for (std::size_t i = 0; i < placed.size(); ++i) {
    if (i == 0 || !share_table(placed[i], placed[i - 1])) {
      begins.push_back(i);
      table_of.push_back(table_tuples[placed[i].at.table]);
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
    const std::string_view first = residues->value(cell.front().at.residue, column);
    const bool varies = std::any_of(cell.begin(), cell.end(), [&](const Placed& one) {
      return residues->value(one.at.residue, column) != first;
    });
    if (varies) {
      names.append(names.empty() ? "" : ", ").append(residues->name(column));
    }
  }
  return names.empty() ? names : fmt::format("benchmarks vary in {}", names);
}

Cell Tables::State::make_cell(std::span<const Placed> cell, Assumption assumption,
                              std::vector<stats::Sample>& own) {
  own.clear();
  std::size_t unusable = 0;
  for (const Placed& one : cell) {
    const Input& input = inputs[one.input];
    for (const double value : input.values_of(input.series[one.series])) {
      if (const std::optional<stats::Sample> sample = stats::Sample::from(value)) {
        own.push_back(*sample);
      } else {
        ++unusable;
      }
    }
  }
  std::sort(own.begin(), own.end());
  std::vector<std::string> notes;
  if (cell.size() > 1) {
    if (std::string note = residue_note(cell); !note.empty()) {
      notes.push_back(std::move(note));
    }
  }
  if (unusable > 0) {
    notes.push_back(
        fmt::format("{} of {} values left out: NaN or infinite", unusable, unusable + own.size()));
  }
  return {.estimate = estimator->estimate(own, assumption, std::move(notes)), .difference = {}};
}

void Tables::State::name_row(std::uint32_t tuple, RowKeys row_keys, Row& row) const {
  for (const std::size_t column : row_columns) {
    const std::string_view value = rows->value(tuple, column);
    if (row_keys == RowKeys::kFilledIn) {
      row.key.emplace_back(rows->name(column), value);
    }
    if (!value.empty()) {
      row.label.append(row.label.empty() ? "" : " ").append(value);
    }
  }
}

void Tables::State::add_cells(std::span<const Placed> all, const std::vector<std::uint32_t>& ranks,
                              const Table& table, Row& row) {
  row.cells.resize(ranks.size());
  const Assumption assumption = table.exact ? Assumption::kExact : Assumption::kNothing;
  base_samples.clear();
  for (std::size_t begin = 0, end = 0; begin < all.size(); begin = end) {
    while (end < all.size() && all[end].at.column == all[begin].at.column) {
      ++end;
    }
    const auto column = static_cast<std::size_t>(
        std::lower_bound(ranks.begin(), ranks.end(), all[begin].at.column) - ranks.begin());
    std::vector<stats::Sample>& own = column == 0 ? base_samples : samples;
    std::optional<Cell>& cell = row.cells[column];
    cell = make_cell(all.subspan(begin, end - begin), assumption, own);
    if (column > 0 && row.cells.front() && !base_samples.empty() && !own.empty()) {
      cell->difference = estimator->difference(
          {.estimate = row.cells.front()->estimate, .samples = base_samples},
          {.estimate = cell->estimate, .samples = own}, assumption, table.alpha);
    }
  }
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
    return left.at.column != right.at.column;
  };
  const auto row_with_two = [](const Placed& left, const Placed& right) {
    return share_table(left, right) && left.at.row == right.at.row &&
           left.at.column != right.at.column;
  };
  return std::adjacent_find(placed.begin(), placed.end(), other_column) != placed.end() &&
         std::adjacent_find(placed.begin(), placed.end(), row_with_two) == placed.end();
}

std::size_t Tables::values() const { return state_->values; }

Table Tables::make(std::size_t number, RowKeys row_keys) {
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
  std::vector<std::uint32_t> ranks;
  std::size_t row_count = 0;
  const Placed* last = nullptr;
  for (const Placed& one : all) {
    row_count += last == nullptr || last->at.row != one.at.row ? 1 : 0;
    last = &one;
    if (!std::binary_search(ranks.begin(), ranks.end(), one.at.column)) {
      ranks.insert(std::upper_bound(ranks.begin(), ranks.end(), one.at.column), one.at.column);
    }
  }
  table.rows.reserve(row_count);
  state.set_header(number, table, ranks);
  for (std::size_t begin = 0, end = 0; begin < all.size(); begin = end) {
    while (end < all.size() && all[end].at.row == all[begin].at.row) {
      ++end;
    }
    Row& row = table.rows.emplace_back();
    state.name_row(state.row_of[all[begin].at.row], row_keys, row);
    state.add_cells(all.subspan(begin, end - begin), ranks, table, row);
  }
  correct(table);
  summarize(table);
  return table;
}

}  // namespace headgate::compare
