#include "core/compare/key.h"

#include <utility>

#include "core/benchfmt/name.h"
#include "core/result/result.h"

namespace headgate::compare {
namespace {

KeyKind kind_of(std::string_view text) {
  if (text == ".name") {
    return KeyKind::kName;
  }
  if (text == ".fullname") {
    return KeyKind::kFullName;
  }
  if (text == ".file") {
    return KeyKind::kFile;
  }
  if (text == ".config") {
    return KeyKind::kConfiguration;
  }
  if (text == ".unit") {
    return KeyKind::kUnit;
  }
  if (text == "/gomaxprocs") {
    return KeyKind::kGomaxprocs;
  }
  return text.starts_with('/') ? KeyKind::kPart : KeyKind::kConfigKey;
}

std::string_view part_of(std::string_view name, std::string_view key) {
  return benchfmt::value_of(benchfmt::split_name(name), key.substr(1)).value_or("");
}

std::string_view gomaxprocs_of(std::string_view name, std::string_view key) {
  const std::string_view suffix = benchfmt::split_name(name).cpu;
  return suffix.empty() ? part_of(name, key) : suffix;
}

}  // namespace

Key key_of(std::string text) {
  const KeyKind kind = kind_of(text);
  return {.kind = kind, .text = std::move(text)};
}

std::string_view value_of(const Configuration& configuration, std::string_view key) {
  for (const auto& [name, value] : configuration) {
    if (name == key) {
      return value;
    }
  }
  return {};
}

std::string_view value_of(const Key& key, const Subject& subject) {
  const std::string_view name = subject.input.names[subject.name];
  switch (key.kind) {
    case KeyKind::kName:
      return benchfmt::split_name(name).base;
    case KeyKind::kFullName:
      return name;
    case KeyKind::kFile:
      return subject.input.label;
    case KeyKind::kPart:
      return part_of(name, key.text);
    case KeyKind::kGomaxprocs:
      return gomaxprocs_of(name, key.text);
    case KeyKind::kConfigKey:
      return value_of(subject.input.configurations[subject.configuration], key.text);
    case KeyKind::kConfiguration:
    case KeyKind::kUnit:
      break;
  }
  HEADGATE_CHECK(false);
}

}  // namespace headgate::compare
