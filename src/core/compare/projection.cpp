#include "core/compare/projection.h"

#include <algorithm>
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
    : fields_(std::move(fields)), excluded_(&excluded) {
  for (std::size_t i = 0; i < fields_.size(); ++i) {
    const KeyKind kind = fields_[i].key.kind;
    dependence_.name = dependence_.name || depends_on_name(kind);
    dependence_.configuration = dependence_.configuration || depends_on_configuration(kind);
    if (kind != KeyKind::kConfiguration) {
      columns_.push_back({.name = fields_[i].key.text, .field = i, .values = {}, .ids = {}});
    }
  }
}

std::uint32_t Tuples::tuple_of(const Subject& subject) {
  if (known_input_ != &subject.input) {
    known_input_ = &subject.input;
    known_.clear();
  }
  const std::uint64_t name = dependence_.name ? subject.name : 0;
  const std::uint64_t configuration = dependence_.configuration ? subject.configuration : 0;
  const auto [at, is_new] = known_.emplace(configuration << 32U | name, 0);
  if (is_new) {
    at->second = find_or_add(subject);
  }
  return at->second;
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
  const auto [at, is_new] = one.ids.emplace(value, static_cast<std::uint32_t>(one.values.size()));
  if (is_new) {
    one.values.emplace_back(value);
  }
  return at->second;
}

std::size_t Tuples::column_of_config_key(std::size_t field, std::string_view key) {
  const auto at = std::find_if(columns_.begin(), columns_.end(), [&](const Column& one) {
    return one.field == field && one.name == key;
  });
  if (at != columns_.end()) {
    return static_cast<std::size_t>(at - columns_.begin());
  }
  columns_.push_back(
      {.name = std::string(key), .field = field, .values = {""}, .ids = {{"", kAbsent}}});
  return columns_.size() - 1;
}

Tuples::Ids Tuples::ids_of(const Subject& subject) {
  Ids ids(columns_.size(), kAbsent);
  std::size_t column = 0;
  for (std::size_t i = 0; i < fields_.size(); ++i) {
    const Key& key = fields_[i].key;
    if (key.kind == KeyKind::kFullName) {
      ids[column] = id_of(column, excluded_->shortened(subject.input.names[subject.name]));
      ++column;
    } else if (key.kind != KeyKind::kConfiguration) {
      ids[column] = id_of(column, value_of(key, subject));
      ++column;
    } else {
      for (const auto& [name, value] : subject.input.configurations[subject.configuration]) {
        if (!excluded_->has_config_key(name)) {
          const std::size_t at = column_of_config_key(i, name);
          ids.resize(columns_.size(), kAbsent);
          ids[at] = id_of(at, value);
        }
      }
    }
  }
  // Columns that come later change nothing about the tuples that do not have them.
  while (ids.size() > column && ids.back() == kAbsent) {
    ids.pop_back();
  }
  return ids;
}

std::uint32_t Tuples::find_or_add(const Subject& subject) {
  const auto [at, is_new] =
      index_.emplace(ids_of(subject), static_cast<std::uint32_t>(tuples_.size()));
  if (is_new) {
    tuples_.push_back(at->first);
  }
  return at->second;
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
  const Ids& ids = tuples_[tuple];
  return column < ids.size() ? std::string_view(columns_[column].values[ids[column]])
                             : std::string_view();
}

// Of two different values; numbered by first appearance.
int Tuples::compare(std::size_t column, std::uint32_t left, std::uint32_t right) const {
  const ProjectionField& field = fields_[columns_[column].field];
  const std::string& left_text = columns_[column].values[left];
  const std::string& right_text = columns_[column].values[right];
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
      const auto place = [&](const std::string& value) {
        return std::find(field.values.begin(), field.values.end(), value);
      };
      return place(left_text) < place(right_text) ? -1 : 1;
    }
  }
  return left_text.compare(right_text);
}

std::vector<std::uint32_t> Tuples::ranks() const {
  const std::vector<std::size_t> columns = this->columns();
  const auto id = [&](std::uint32_t tuple, std::size_t column) {
    return column < tuples_[tuple].size() ? tuples_[tuple][column] : kAbsent;
  };
  std::vector<std::uint32_t> sorted(tuples_.size());
  std::iota(sorted.begin(), sorted.end(), std::uint32_t{0});
  std::sort(sorted.begin(), sorted.end(), [&](std::uint32_t left, std::uint32_t right) {
    for (const std::size_t column : columns) {
      const std::uint32_t a = id(left, column);
      const std::uint32_t b = id(right, column);
      if (a != b) {
        return compare(column, a, b) < 0;
      }
    }
    return false;
  });
  std::vector<std::uint32_t> ranks(tuples_.size());
  for (std::uint32_t rank = 0; rank < sorted.size(); ++rank) {
    ranks[sorted[rank]] = rank;
  }
  return ranks;
}

}  // namespace headgate::compare
