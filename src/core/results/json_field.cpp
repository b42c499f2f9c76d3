#include "core/results/json_field.h"

#include <cmath>
#include <limits>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace headgate::results {

using Json = nlohmann::ordered_json;

void Field::fail(std::string_view expected) const {
  throw FormatError{fmt::format("{} is not {}", path_.empty() ? "the document" : path_, expected)};
}

Field Field::at(std::string_view name) const {
  std::optional<Field> member = find(name);
  if (!member) {
    throw FormatError{fmt::format("{}{}{} is missing", path_, path_.empty() ? "" : ".", name)};
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
  return Field(*found, path_.empty() ? std::string(name) : fmt::format("{}.{}", path_, name));
}

std::vector<Field> Field::elements() const {
  if (!value_->is_array()) {
    fail("a list");
  }
  std::vector<Field> fields;
  for (std::size_t i = 0; i < value_->size(); ++i) {
    fields.emplace_back((*value_)[i], fmt::format("{}[{}]", path_, i));
  }
  return fields;
}

std::vector<std::pair<std::string, Field>> Field::members() const {
  if (!value_->is_object()) {
    fail("an object");
  }
  std::vector<std::pair<std::string, Field>> fields;
  for (const auto& [name, value] : value_->items()) {
    fields.emplace_back(name,
                        Field(value, path_.empty() ? name : fmt::format("{}.{}", path_, name)));
  }
  return fields;
}

std::string Field::text() const {
  if (!value_->is_string()) {
    fail("a text");
  }
  return value_->get<std::string>();
}

double Field::number() const {
  if (value_->is_number()) {
    return value_->get<double>();
  }
  if (value_->is_string()) {
    const std::string text = value_->get<std::string>();
    if (text == "NaN") {
      return std::numeric_limits<double>::quiet_NaN();
    }
    if (text == "+Inf" || text == "-Inf") {
      return text.front() == '-' ? -std::numeric_limits<double>::infinity()
                                 : std::numeric_limits<double>::infinity();
    }
  }
  fail("a number");
}

std::int64_t Field::integer() const {
  const bool fits = value_->is_number_integer() &&
                    (!value_->is_number_unsigned() || value_->get<std::uint64_t>() <= INT64_MAX);
  if (!fits) {
    fail("a whole number");
  }
  return value_->get<std::int64_t>();
}

std::uint64_t Field::natural() const {
  if (!value_->is_number_unsigned()) {
    fail("a whole number of at least 0");
  }
  return value_->get<std::uint64_t>();
}

std::vector<std::string> Field::texts() const {
  std::vector<std::string> texts;
  for (const Field& element : elements()) {
    texts.push_back(element.text());
  }
  return texts;
}

Json number_json(double value) {
  if (std::isnan(value)) {
    return "NaN";
  }
  if (std::isinf(value)) {
    return value > 0 ? "+Inf" : "-Inf";
  }
  return value;
}

std::string dump(const Json& document, int indent) {
  return document.dump(indent, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace headgate::results
