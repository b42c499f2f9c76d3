// The JSON that the go command prints: objects of texts, lists and objects, one or many in a row
// without separators. Members that are absent or of another kind read as empty.

#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace headgate::go {

class JsonObject {
 public:
  /// nullopt when `text` is anything but one object.
  [[nodiscard]] static std::optional<JsonObject> parse(std::string_view text);

  [[nodiscard]] std::string text(const char* name) const;
  [[nodiscard]] std::vector<std::string> texts(const char* name) const;
  [[nodiscard]] JsonObject object(const char* name) const;
  [[nodiscard]] std::vector<JsonObject> objects(const char* name) const;
  /// Whether the member is `true`.
  [[nodiscard]] bool is_true(const char* name) const;
  /// Every member that is a text.
  [[nodiscard]] std::map<std::string, std::string> all_texts() const;

 private:
  struct Value;

  explicit JsonObject(std::shared_ptr<const Value> value) : value_(std::move(value)) {}

  std::shared_ptr<const Value> value_;
};

/// The objects of a text that holds nothing else but white space; nullopt for any other text, an
/// unfinished last object included. Linear; constant stack between objects.
[[nodiscard]] std::optional<std::vector<JsonObject>> json_objects(std::string_view text);

}  // namespace headgate::go
