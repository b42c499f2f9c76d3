#include <cmath>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "core/report/comparison.h"

namespace headgate::report {
namespace {

using Json = nlohmann::ordered_json;

std::string dump(const Json& value) {
  constexpr int kOneLine = -1;
  return value.dump(kOneLine, ' ', false, Json::error_handler_t::replace);
}

Json number(double value) {
  if (std::isnan(value)) {
    return "NaN";
  }
  if (std::isinf(value)) {
    return value > 0 ? "Infinity" : "-Infinity";
  }
  return value;
}

Json number(const std::optional<double>& value) { return value ? number(*value) : Json(); }

Json key_object(const std::vector<std::pair<std::string, std::string>>& key) {
  Json object = Json::object();
  for (const auto& [name, value] : key) {
    object[name] = value;
  }
  return object;
}

Json list(const compare::Notes& notes) {
  return std::vector<std::string>(notes.begin(), notes.end());
}

std::string_view name(unit::Direction better) {
  switch (better) {
    case unit::Direction::kLower:
      return "lower";
    case unit::Direction::kHigher:
      return "higher";
    case unit::Direction::kUnknown:
      break;
  }
  return "unknown";
}

std::string_view name(compare::Correction correction) {
  switch (correction) {
    case compare::Correction::kNone:
      break;
    case compare::Correction::kHolm:
      return "holm";
    case compare::Correction::kBenjaminiHochberg:
      return "bh";
  }
  return "none";
}

Json difference_object(const compare::Difference& difference) {
  const bool exact = difference.significance == compare::Significance::kExact;
  return {{"p", exact ? Json() : number(difference.p)},
          {"adjusted_p", exact ? Json() : number(difference.adjusted)},
          {"ratio", number(difference.ratio)},
          {"significant", difference.significance != compare::Significance::kNone},
          {"n_base", difference.n_base},
          {"n", difference.n},
          {"notes", list(difference.notes)}};
}

Json cell_object(const std::optional<compare::Cell>& cell) {
  if (!cell) {
    return {};
  }
  const compare::Estimate& estimate = cell->estimate;
  Json object = {{"n", estimate.n},
                 {"centre", number(estimate.centre)},
                 {"lo", number(estimate.lo)},
                 {"hi", number(estimate.hi)},
                 {"confidence", estimate.confidence},
                 {"notes", list(estimate.notes)}};
  object["difference"] = cell->difference ? difference_object(*cell->difference) : Json();
  return object;
}

Json table_object(const compare::Table& table) {
  Json columns = Json::array();
  for (const std::vector<std::string>& values : table.columns) {
    Json column = Json::object();
    for (std::size_t i = 0; i < values.size(); ++i) {
      column[table.column_keys[i]] = values[i];
    }
    columns.push_back(std::move(column));
  }
  Json rows = Json::array();
  for (const compare::Row& row : table.rows) {
    Json cells = Json::array();
    for (const std::optional<compare::Cell>& cell : row.cells) {
      cells.push_back(cell_object(cell));
    }
    rows.push_back({{"key", key_object(row.key)}, {"cells", std::move(cells)}});
  }
  Json summaries = Json::array();
  for (const compare::ColumnSummary& summary : table.summaries) {
    summaries.push_back({{"geomean", number(summary.geomean)},
                         {"ratio", number(summary.ratio)},
                         {"notes", list(summary.notes)}});
  }
  return {{"key", key_object(table.key)}, {"unit", table.unit},
          {"better", name(table.better)}, {"exact", table.exact},
          {"alpha", table.alpha},         {"correction", name(table.correction)},
          {"corrected", table.corrected}, {"columns", std::move(columns)},
          {"rows", std::move(rows)},      {"summaries", std::move(summaries)}};
}

}  // namespace

ComparisonJson::ComparisonJson(const ComparisonHead& head, std::string& out) {
  out.append(fmt::format(
      "{{\"schema\":\"headgate.compare/1\",\"headgate\":{},\"confidence\":{},\"tables\":[",
      dump(Json(head.headgate_version)), dump(Json(head.confidence))));
}

void ComparisonJson::append(const compare::Table& table, std::string& out) {
  out.append(first_ ? "\n" : ",\n").append(dump(table_object(table)));
  first_ = false;
}

void ComparisonJson::finish(const std::vector<std::string>& messages,
                            const std::vector<std::string>& doubts, std::string& out) {
  out.append(fmt::format("\n],\"messages\":{},\"doubts\":{}}}\n", dump(Json(messages)),
                         dump(Json(doubts))));
}

}  // namespace headgate::report
