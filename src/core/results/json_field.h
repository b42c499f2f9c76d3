// Checked access to a JSON document: a value that is missing, of a wrong type or out of range says
// where it is ("settings.policy.alpha is not a number").
//
// Inside this folder only. The library's own conversions are not used, because they truncate in
// silence.

#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "core/results/json_text.h"

namespace headgate::results {

/// One value of a document, which must outlive it, and the path to it. The accessors throw
/// FormatError.
class Field {
 public:
  explicit Field(const nlohmann::json& document) : Field(document, {}) {}

  /// The member of an object.
  [[nodiscard]] Field at(std::string_view name) const;
  /// The member of an object; nullopt when it is absent or null.
  [[nodiscard]] std::optional<Field> find(std::string_view name) const;
  /// Elements of an array.
  [[nodiscard]] std::vector<Field> elements() const;
  /// Names and values of an object, by name.
  [[nodiscard]] std::vector<std::pair<std::string, Field>> members() const;

  [[nodiscard]] std::string text() const;
  [[nodiscard]] std::vector<std::string> texts() const;
  /// A number, or one of the texts "NaN", "+Inf" and "-Inf".
  [[nodiscard]] double number() const;
  /// A number of at least 0 and at most `most`.
  [[nodiscard]] double amount(double most) const;
  /// The amount of a member; nullopt where it is absent or null.
  [[nodiscard]] std::optional<double> optional_amount(
      std::string_view name, double most = std::numeric_limits<double>::infinity()) const;
  /// A whole number from `least` to `most`.
  [[nodiscard]] std::int64_t integer(
      std::int64_t least, std::int64_t most = std::numeric_limits<std::int64_t>::max()) const;
  /// True or false; nullopt for anything else.
  [[nodiscard]] std::optional<bool> flag() const;
  /// A whole number of at least 0.
  [[nodiscard]] std::uint64_t natural() const;

  /// Throws "PATH is not EXPECTED".
  [[noreturn]] void fail(std::string_view expected) const;

 private:
  Field(const nlohmann::json& value, std::string path) : value_(&value), path_(std::move(path)) {}

  [[nodiscard]] std::string path_of(std::string_view member) const;

  const nlohmann::json* value_;
  std::string path_;
};

}  // namespace headgate::results
