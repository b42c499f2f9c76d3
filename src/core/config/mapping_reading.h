// Reading a mapping whose keys are known: a table of keys, and the error for any other key.

#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/config/reading.h"

namespace headgate::config {

/// Reads one value of a mapping by its key. Dispatch over a table of keys.
template <typename Target>
struct Key {
  std::string_view name;
  Status (*read)(Target& target, const Subject& subject, const TreeNode& node);
};

/// A key whose value goes into one member: `kRead` reads it, `kMember` takes it.
template <typename Target, auto kMember, auto kRead>
constexpr Key<Target> key(std::string_view name) {
  return {.name = name, .read = [](Target& target, const Subject& subject, const TreeNode& node) {
            auto value = kRead(subject, node);
            if (!value) {
              return Status(std::move(value).error());
            }
            target.*kMember = *std::move(value);
            return ok();
          }};
}

/// The key of a file's version, which every file of ours has at its top.
inline constexpr std::string_view kVersionKey = "version";

/// kConfigInvalid unless the mapping says `version: 1`.
[[nodiscard]] Status check_version(std::string_view file, const Mapping& root);

/// The error for a key that is not among `known`: names the nearest, or lists all. `where` is "" or
/// " in measure".
[[nodiscard]] Error unknown_key(std::string_view source, std::size_t line, std::string_view key,
                                std::string_view where, std::span<const std::string_view> known);

/// Reads a mapping whose keys are all in the table; Null is an empty one.
template <typename Target>
[[nodiscard]] Status read_mapping(Target& target, const Subject& subject, const TreeNode& node,
                                  std::span<const Key<Target>> keys) {
  if (std::holds_alternative<Null>(node.content)) {
    return ok();
  }
  const auto* mapping = std::get_if<Mapping>(&node.content);
  if (mapping == nullptr) {
    return unexpected(subject, node, "a mapping");
  }
  for (const Entry& entry : mapping->entries) {
    const Key<Target>* found = nullptr;
    std::vector<std::string_view> names;
    for (const Key<Target>& key : keys) {
      names.push_back(key.name);
      found = key.name == entry.key ? &key : found;
    }
    if (found == nullptr) {
      return unknown_key(subject.source, entry.line, entry.key, " in " + subject.name, names);
    }
    const Subject inner{.source = subject.source, .name = entry.key};
    if (Status read = found->read(target, inner, entry.value); !read) {
      return read;
    }
  }
  return ok();
}

}  // namespace headgate::config
