#include "core/compare/projection.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>
#include <variant>

#include "core/benchfmt/name.h"
#include "core/compare/number_order.h"
#include "core/result/result.h"

namespace headgate::compare {
namespace {

class ProjectionParser : public QueryParser {
 public:
  using QueryParser::QueryParser;

  ProjectionFields parse() {
    ProjectionFields fields;
    if (peek().kind == TokenKind::kEnd) {
      return fields;
    }
    while (!failed()) {
      fields.push_back(field());
      const Token& separator = peek();
      if (separator.is(',')) {
        next();
      } else if (failed() || separator.kind == TokenKind::kEnd) {
        break;
      }
    }
    return fields;
  }

 private:
  ProjectionField field() {
    const Token key = next();
    if (!key.is_text()) {
      fail(key.offset, "expected key");
    } else if (key.text.empty()) {
      fail(key.offset, "key must not be empty");
    }
    ProjectionField field{.key = key_of(key.text), .order = Order::kFirstSeen, .values = {}};
    if (field.key.kind == KeyKind::kUnit) {
      fail(key.offset, ".unit is only allowed in filters");
    }
    if (!failed() && peek().is('@')) {
      next();
      set_order(field);
    }
    return field;
  }

  void set_order(ProjectionField& field) {
    const Token order = next();
    if (order.is('(')) {
      set_fixed(field, order.offset);
    } else if (!order.is_text()) {
      fail(order.offset, "expected named sort order or parenthesized list");
    } else if (order.text == "alpha") {
      field.order = Order::kAlpha;
    } else if (order.text == "num") {
      field.order = Order::kNumber;
    } else {
      fail(order.offset, "unknown order \"" + order.text + '"');
    }
  }

  void set_fixed(ProjectionField& field, std::size_t open) {
    field.order = Order::kFixed;
    while (!failed() && peek().is_text()) {
      field.values.push_back(next().text);
    }
    const Token close = next();
    if (!close.is(')')) {
      fail(close.offset, "missing )");
    } else if (field.values.empty()) {
      fail(close.offset, "nothing to match");
    } else if (field.key.kind == KeyKind::kConfiguration) {
      fail(open, "fixed order not allowed for .config");
    }
  }
};

// The number of the empty value in the column of a configuration key.
constexpr std::uint32_t kAbsent = 0;

constexpr std::uint32_t kUnknown = std::numeric_limits<std::uint32_t>::max();

bool depends_on_name(KeyKind kind) {
  return kind == KeyKind::kName || kind == KeyKind::kFullName || kind == KeyKind::kPart ||
         kind == KeyKind::kGomaxprocs;
}

bool depends_on_configuration(KeyKind kind) {
  return kind == KeyKind::kConfiguration || kind == KeyKind::kConfigKey;
}

}  // namespace

Parsed<ProjectionFields> parse_projection(std::string_view query) {
  ProjectionParser parser(query);
  ProjectionFields fields = parser.parse();
  if (parser.error()) {
    return *parser.error();
  }
  return fields;
}

bool leaves_out(const ProjectionFields& fields, const Subject& subject) {
  return std::any_of(fields.begin(), fields.end(), [&](const ProjectionField& field) {
    return field.order == Order::kFixed &&
           std::find(field.values.begin(), field.values.end(), value_of(field.key, subject)) ==
               field.values.end();
  });
}

void ExcludedKeys::add(const ProjectionFields& fields) {
  for (const ProjectionField& field : fields) {
    keys_.push_back(field.key);
    shorten_names_ =
        shorten_names_ || (depends_on_name(field.key.kind) && field.key.kind != KeyKind::kFullName);
  }
}

bool ExcludedKeys::has(KeyKind kind, std::string_view text) const {
  return std::any_of(keys_.begin(), keys_.end(),
                     [&](const Key& key) { return key.kind == kind && key.text == text; });
}

bool ExcludedKeys::has_config_key(std::string_view key) const {
  return has(KeyKind::kConfigKey, key);
}

std::string ExcludedKeys::shortened(std::string_view name) const {
  const benchfmt::NameParts parts = benchfmt::split_name(name);
  std::string text(has(KeyKind::kName, ".name") ? "*" : parts.base);
  const bool without_cpu = has(KeyKind::kGomaxprocs, "/gomaxprocs");
  for (const std::string_view part : parts.parts) {
    const std::string_view key = part.substr(0, part.find('='));
    const bool excluded = key.size() < part.size() &&
                          (has(KeyKind::kPart, key) || (without_cpu && key == "/gomaxprocs"));
    if (!excluded) {
      text.append(part);
    }
  }
  if (!parts.cpu.empty() && !without_cpu) {
    text.append(1, '-').append(parts.cpu);
  }
  return text;
}

Tuples::Tuples(ProjectionFields fields, const ExcludedKeys& excluded)
    : fields_(std::move(fields)), excluded_(&excluded), dependence_(dependence()) {
  for (std::size_t i = 0; i < fields_.size(); ++i) {
    if (fields_[i].key.kind != KeyKind::kConfiguration) {
      columns_.push_back({.name = fields_[i].key.text, .field = i});
    }
  }
}

Tuples::Dependence Tuples::dependence() const {
  const auto any = [&](bool (*depends)(KeyKind)) {
    return std::any_of(fields_.begin(), fields_.end(),
                       [&](const ProjectionField& field) { return depends(field.key.kind); });
  };
  const bool name = any(depends_on_name);
  if (any(depends_on_configuration)) {
    return name ? Dependence::kBoth : Dependence::kConfiguration;
  }
  return name ? Dependence::kName : Dependence::kNothing;
}

bool Tuples::is_single() const {
  return fields_.size() == 1 && fields_.front().key.kind != KeyKind::kConfiguration;
}

std::size_t Tuples::size() const {
  return is_single() ? columns_.front().values.size() : tuples_.size();
}

void Tuples::forget(const Input& next) {
  known_input_ = &next;
  switch (dependence_) {
    case Dependence::kNothing:
      known_.assign(1, kUnknown);
      break;
    case Dependence::kName:
      known_.assign(next.names.size(), kUnknown);
      break;
    case Dependence::kConfiguration:
      known_.assign(next.configurations.size(), kUnknown);
      break;
    case Dependence::kBoth:
      break;
  }
}

std::uint32_t Tuples::tuple_of(const Subject& subject) {
  if (known_input_ != &subject.input) {
    forget(subject.input);
  }
  if (dependence_ == Dependence::kBoth) {
    return find_or_add(subject);
  }
  std::uint32_t& known = known_[dependence_ == Dependence::kName            ? subject.name
                                : dependence_ == Dependence::kConfiguration ? subject.configuration
                                                                            : 0];
  if (known == kUnknown) {
    known = find_or_add(subject);
  }
  return known;
}

std::size_t Tuples::IdsHash::operator()(const Ids& ids) const {
  std::size_t hash = ids.size();
  for (const std::uint32_t id : ids) {
    hash = (hash ^ id) * 0x9E3779B97F4A7C15U;
  }
  return hash ^ hash >> 32U;
}

std::uint32_t Tuples::id_of(std::size_t column, std::string_view value) {
  Column& one = columns_[column];
  if (one.likely < one.values.size() && one.values[one.likely] == value) {
    return one.likely++;
  }
  const TextIds::Id id = one.ids.find_or_add(value, static_cast<std::uint32_t>(one.values.size()));
  if (id.is_new) {
    one.values.push_back(value);
  }
  one.likely = id.value + 1;
  return id.value;
}

std::uint32_t Tuples::full_name_id(std::size_t column, std::string_view name) {
  if (!excluded_->shorten_names()) {
    return id_of(column, name);
  }
  std::string text = excluded_->shortened(name);
  if (const std::optional<std::uint32_t> known = columns_[column].ids.find(text)) {
    return *known;
  }
  return id_of(column, shortened_.emplace_back(std::move(text)));
}

std::size_t Tuples::column_of_config_key(std::size_t field, std::string_view key) {
  const auto at = std::find_if(columns_.begin(), columns_.end(), [&](const Column& one) {
    return one.field == field && one.name == key;
  });
  if (at != columns_.end()) {
    return static_cast<std::size_t>(at - columns_.begin());
  }
  columns_.push_back({.name = std::string(key), .field = field, .values = {""}});
  columns_.back().ids.find_or_add("", kAbsent);
  return columns_.size() - 1;
}

void Tuples::read_ids(const Subject& subject) {
  ids_.assign(columns_.size(), kAbsent);
  std::size_t column = 0;
  for (std::size_t i = 0; i < fields_.size(); ++i) {
    const Key& key = fields_[i].key;
    if (key.kind == KeyKind::kFullName) {
      ids_[column] = full_name_id(column, subject.input.names[subject.name]);
      ++column;
    } else if (key.kind != KeyKind::kConfiguration) {
      ids_[column] = id_of(column, value_of(key, subject));
      ++column;
    } else {
      for (const auto& [name, value] : subject.input.configurations[subject.configuration]) {
        if (!excluded_->has_config_key(name)) {
          const std::size_t at = column_of_config_key(i, name);
          ids_.resize(columns_.size(), kAbsent);
          ids_[at] = id_of(at, value);
        }
      }
    }
  }
  // Columns that come later change nothing about the tuples that do not have them.
  while (ids_.size() > column && ids_.back() == kAbsent) {
    ids_.pop_back();
  }
}

std::uint32_t Tuples::find_or_add(const Subject& subject) {
  read_ids(subject);
  if (is_single()) {
    return ids_.front();
  }
  if (const auto at = index_.find(ids_); at != index_.end()) {
    return at->second;
  }
  const auto next = static_cast<std::uint32_t>(tuples_.size());
  index_.emplace(ids_, next);
  tuples_.push_back(ids_);
  return next;
}

std::uint32_t Tuples::id(std::uint32_t tuple, std::size_t column) const {
  if (is_single()) {
    return tuple;
  }
  return column < tuples_[tuple].size() ? tuples_[tuple][column] : kAbsent;
}

std::vector<std::size_t> Tuples::columns() const {
  std::vector<std::size_t> columns(columns_.size());
  std::iota(columns.begin(), columns.end(), std::size_t{0});
  std::stable_sort(columns.begin(), columns.end(), [&](std::size_t left, std::size_t right) {
    return columns_[left].field < columns_[right].field;
  });
  return columns;
}

std::string_view Tuples::value(std::uint32_t tuple, std::size_t column) const {
  if (!is_single() && column >= tuples_[tuple].size()) {
    return {};
  }
  return columns_[column].values[id(tuple, column)];
}

// Of two different values; numbered by first appearance.
int Tuples::compare(std::size_t column, std::uint32_t left, std::uint32_t right) const {
  const ProjectionField& field = fields_[columns_[column].field];
  const std::string_view left_text = columns_[column].values[left];
  const std::string_view right_text = columns_[column].values[right];
  switch (field.order) {
    case Order::kFirstSeen:
      if (field.key.kind != KeyKind::kConfiguration) {
        return left < right ? -1 : 1;
      }
      break;
    case Order::kAlpha:
      break;
    case Order::kNumber:
      if (const int order = compare_numbers(left_text, right_text); order != 0) {
        return order;
      }
      break;
    case Order::kFixed: {
      const auto place = [&](std::string_view value) {
        return std::find(field.values.begin(), field.values.end(), value);
      };
      return place(left_text) < place(right_text) ? -1 : 1;
    }
  }
  return left_text.compare(right_text);
}

std::vector<std::uint32_t> Tuples::ranks() const {
  const std::vector<std::size_t> columns = this->columns();
  const auto precedes = [&](std::uint32_t left, std::uint32_t right) {
    for (const std::size_t column : columns) {
      const std::uint32_t a = id(left, column);
      const std::uint32_t b = id(right, column);
      if (a != b) {
        return compare(column, a, b) < 0;
      }
    }
    return false;
  };
  std::vector<std::uint32_t> sorted(size());
  std::iota(sorted.begin(), sorted.end(), std::uint32_t{0});
  if (!std::is_sorted(sorted.begin(), sorted.end(), precedes)) {
    std::sort(sorted.begin(), sorted.end(), precedes);
  }
  std::vector<std::uint32_t> ranks(sorted.size());
  for (std::uint32_t rank = 0; rank < sorted.size(); ++rank) {
    ranks[sorted[rank]] = rank;
  }
  return ranks;
}

}  // namespace headgate::compare
