#include "edge/go/json_object.h"

#include <utility>

#include <nlohmann/json.hpp>

namespace headgate::go {
namespace {

// One past the end of the object that begins at `begin`; npos when it does not end.
std::size_t end_of_object(std::string_view text, std::size_t begin) {
  std::size_t depth = 0;
  bool in_string = false;
  for (std::size_t i = begin; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string) {
      if (c == '\\') {
        ++i;
      } else if (c == '"') {
        in_string = false;
      }
    } else if (c == '"') {
      in_string = true;
    } else if (c == '{') {
      ++depth;
    } else if (c == '}' && --depth == 0) {
      return i + 1;
    }
  }
  return std::string_view::npos;
}

}  // namespace

struct JsonObject::Value {
  nlohmann::json json;

  [[nodiscard]] const nlohmann::json& member(const char* name) const {
    static const nlohmann::json nothing;
    const auto found = json.find(name);
    return found == json.end() ? nothing : *found;
  }
};

std::optional<JsonObject> JsonObject::parse(std::string_view text) {
  nlohmann::json json = nlohmann::json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (!json.is_object()) {
    return std::nullopt;
  }
  return JsonObject(std::make_shared<const Value>(Value{.json = std::move(json)}));
}

std::string JsonObject::text(const char* name) const {
  const nlohmann::json& member = value_->member(name);
  return member.is_string() ? member.get<std::string>() : std::string();
}

std::vector<std::string> JsonObject::texts(const char* name) const {
  std::vector<std::string> texts;
  if (const nlohmann::json& member = value_->member(name); member.is_array()) {
    for (const nlohmann::json& one : member) {
      if (one.is_string()) {
        texts.push_back(one.get<std::string>());
      }
    }
  }
  return texts;
}

JsonObject JsonObject::object(const char* name) const {
  const nlohmann::json& member = value_->member(name);
  return JsonObject(std::make_shared<const Value>(
      Value{.json = member.is_object() ? member : nlohmann::json::object()}));
}

std::vector<JsonObject> JsonObject::objects(const char* name) const {
  std::vector<JsonObject> objects;
  if (const nlohmann::json& member = value_->member(name); member.is_array()) {
    for (const nlohmann::json& one : member) {
      if (one.is_object()) {
        objects.push_back(JsonObject(std::make_shared<const Value>(Value{.json = one})));
      }
    }
  }
  return objects;
}

bool JsonObject::is_true(const char* name) const {
  const nlohmann::json& member = value_->member(name);
  return member.is_boolean() && member.get<bool>();
}

std::map<std::string, std::string> JsonObject::all_texts() const {
  std::map<std::string, std::string> texts;
  for (const auto& [name, value] : value_->json.items()) {
    if (value.is_string()) {
      texts.emplace(name, value.get<std::string>());
    }
  }
  return texts;
}

std::optional<std::vector<JsonObject>> json_objects(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n";
  std::vector<JsonObject> objects;
  std::size_t begin = text.find_first_not_of(kBlanks);
  while (begin != std::string_view::npos) {
    const std::size_t end = text[begin] == '{' ? end_of_object(text, begin) : text.npos;
    std::optional<JsonObject> object =
        end == text.npos ? std::nullopt : JsonObject::parse(text.substr(begin, end - begin));
    if (!object) {
      return std::nullopt;
    }
    objects.push_back(*std::move(object));
    begin = text.find_first_not_of(kBlanks, end);
  }
  return objects;
}

}  // namespace headgate::go
