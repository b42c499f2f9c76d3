#include "core/results/json_field.h"

#include <limits>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace headgate::results {

void Field::fail(std::string_view expected) const {
  throw FormatError{fmt::format("{} is not {}", path_.empty() ? "the document" : path_, expected)};
}

std::string Field::path_of(std::string_view member) const {
  return path_.empty() ? std::string(member) : fmt::format("{}.{}", path_, member);
}

Field Field::at(std::string_view name) const {
  std::optional<Field> member = find(name);
  if (!member) {
    throw FormatError{fmt::format("{} is missing", path_of(name))};
  }
  return *std::move(member);
}

std::optional<Field> Field::find(std::string_view name) const {
  if (!value_->is_object()) {
    fail("an object");
  }
  const auto found = value_->find(name);
  if (found == value_->end() || found->is_null()) {
    return std::nullopt;
  }
  return Field(*found, path_of(name));
}

std::vector<Field> Field::elements() const {
  if (!value_->is_array()) {
    fail("a list");
  }
  std::vector<Field> fields;
  for (std::size_t i = 0; i < value_->size(); ++i) {
    fields.push_back(Field((*value_)[i], fmt::format("{}[{}]", path_, i)));
  }
  return fields;
}

std::vector<std::pair<std::string, Field>> Field::members() const {
  if (!value_->is_object()) {
    fail("an object");
  }
  std::vector<std::pair<std::string, Field>> fields;
  for (const auto& [name, value] : value_->items()) {
    fields.emplace_back(name, Field(value, path_of(name)));
  }
  return fields;
}

std::string Field::text() const {
  if (!value_->is_string()) {
    fail("a text");
  }
  return value_->get<std::string>();
}

std::vector<std::string> Field::texts() const {
  std::vector<std::string> texts;
  for (const Field& element : elements()) {
    texts.push_back(element.text());
  }
  return texts;
}

double Field::number() const {
  if (value_->is_number()) {
    return value_->get<double>();
  }
  if (*value_ == "NaN") {
    return std::numeric_limits<double>::quiet_NaN();
  }
  if (*value_ == "+Inf") {
    return std::numeric_limits<double>::infinity();
  }
  if (*value_ == "-Inf") {
    return -std::numeric_limits<double>::infinity();
  }
  fail("a number");
}

double Field::amount(double most) const {
  const double value = number();
  if (!(value >= 0 && value <= most)) {  // NaN is neither
    fail(fmt::format("a number from 0 to {}", most));
  }
  return value;
}

std::optional<double> Field::optional_amount(std::string_view name, double most) const {
  const std::optional<Field> member = find(name);
  return member ? std::optional(member->amount(most)) : std::nullopt;
}

std::int64_t Field::integer(std::int64_t least, std::int64_t most) const {
  const bool is_huge =
      value_->is_number_unsigned() &&
      value_->get<std::uint64_t>() > std::uint64_t{std::numeric_limits<std::int64_t>::max()};
  if (!value_->is_number_integer() || is_huge || value_->get<std::int64_t>() < least ||
      value_->get<std::int64_t>() > most) {
    fail(fmt::format("a whole number from {} to {}", least, most));
  }
  return value_->get<std::int64_t>();
}

std::optional<bool> Field::flag() const {
  return value_->is_boolean() ? std::optional(value_->get<bool>()) : std::nullopt;
}

std::uint64_t Field::natural() const {
  if (!value_->is_number_unsigned()) {
    fail("a whole number of at least 0");
  }
  return value_->get<std::uint64_t>();
}

}  // namespace headgate::results
