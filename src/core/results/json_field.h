// Reading JSON that a person or an older or hostile program may have written: every access is
// checked, and a wrong one says where it is ("run.json: settings.policy.alpha is not a number").
//
// Inside this folder only: FormatError is thrown by the accessors and caught by the functions that
// return a Result. The library's own conversions are not used, because they truncate silently.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace headgate::results {

/// What is wrong with a JSON text, and where.
struct FormatError {
  std::string message;
};

/// One value of a document and the path to it.
class Field {
 public:
  Field(const nlohmann::ordered_json& value, std::string path)
      : value_(&value), path_(std::move(path)) {}

  /// The member; throws FormatError when this is no object or has none of the name.
  [[nodiscard]] Field at(std::string_view name) const;
  /// The member; nullopt when it is absent or null.
  [[nodiscard]] std::optional<Field> find(std::string_view name) const;
  /// Elements of an array.
  [[nodiscard]] std::vector<Field> elements() const;
  /// Names and values of an object.
  [[nodiscard]] std::vector<std::pair<std::string, Field>> members() const;

  [[nodiscard]] std::string text() const;
  /// A number, or one of the texts "NaN", "+Inf" and "-Inf".
  [[nodiscard]] double number() const;
  /// A whole number in the range of the type.
  [[nodiscard]] std::int64_t integer() const;
  [[nodiscard]] std::uint64_t natural() const;
  [[nodiscard]] std::vector<std::string> texts() const;

  [[noreturn]] void fail(std::string_view expected) const;

 private:
  const nlohmann::ordered_json* value_;
  std::string path_;
};

/// A double for JSON: a number, or "NaN", "+Inf", "-Inf", because JSON has none of them and null
/// reads as zero elsewhere.
[[nodiscard]] nlohmann::ordered_json number_json(double value);

/// The text of a document: indented with `indent` spaces (-1: one line), invalid UTF-8 replaced, a
/// line end after it.
[[nodiscard]] std::string dump(const nlohmann::ordered_json& document, int indent);

}  // namespace headgate::results
