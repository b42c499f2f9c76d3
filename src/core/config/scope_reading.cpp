#include "core/config/scope_reading.h"

#include <algorithm>
#include <utility>
#include <variant>

#include <fmt/core.h>

#include "core/schedule/selection.h"

namespace headgate::config {
namespace {

// Why a path is refused; "" when it is not.
std::string path_fault(std::string_view path) {
  if (path.empty()) {
    return "is empty";
  }
  if (path.starts_with('/')) {
    return fmt::format("must be relative, not {}", quoted(path));
  }
  if (path.starts_with('-')) {
    return fmt::format("may not start with \"-\": {}", quoted(path));
  }
  const std::vector<std::string_view> components = split(path, '/');
  if (std::ranges::find(components, "..") != components.end()) {
    return fmt::format("may not leave the repository: {}", quoted(path));
  }
  if (std::ranges::find(components, ".git") != components.end()) {
    return fmt::format("may not name the repository's own files: {}", quoted(path));
  }
  return "";
}

Result<std::vector<std::string>> read_some_paths(const Subject& subject, const TreeNode& node) {
  Result<std::vector<std::string>> paths = read_paths(subject, node);
  if (paths && paths->empty()) {
    return invalid(subject, node.line, "names nothing", "name at least one, or remove the setting");
  }
  return paths;
}

}  // namespace

Result<std::vector<std::string>> read_modules(const Subject& subject, const TreeNode& node) {
  Result<std::vector<std::string>> modules = read_some_paths(subject, node);
  if (!modules) {
    return modules;
  }
  if (modules->size() > 1 && std::ranges::find(*modules, "auto") != modules->end()) {
    return invalid(subject, node.line, "holds auto beside folders",
                   "auto finds every module: let it stand alone, or write ./auto for a folder");
  }
  if (Status unique = check_no_repeat(subject, node.line, *modules); !unique) {
    return std::move(unique).error();
  }
  return modules;
}

Result<std::vector<std::string>> read_packages(const Subject& subject, const TreeNode& node) {
  return read_some_paths(subject, node);
}

Result<std::string> read_path(const Subject& subject, const TreeNode& node) {
  Result<std::string> path = read_text(subject, node);
  if (!path) {
    return path;
  }
  if (const std::string fault = path_fault(*path); !fault.empty()) {
    return invalid(subject, node.line, fault, "write a path inside the repository");
  }
  return path;
}

Result<std::vector<std::string>> read_paths(const Subject& subject, const TreeNode& node) {
  const Result<std::vector<TreeNode>> elements = read_elements(subject, node);
  if (!elements) {
    return elements.error();
  }
  std::vector<std::string> paths;
  for (const TreeNode& element : *elements) {
    Result<std::string> path = read_path(subject, element);
    if (!path) {
      return std::move(path).error();
    }
    paths.push_back(*std::move(path));
  }
  return paths;
}

Result<std::string> read_bench(const Subject& subject, const TreeNode& node) {
  Result<std::string> text = read_text(subject, node);
  if (!text) {
    return text;
  }
  if (const Result<schedule::Selection> selection = schedule::Selection::create(*text, "");
      !selection) {
    return selection.error().within(place(subject.source, node.line));
  }
  return text;
}

Result<std::string> read_skip(const Subject& subject, const TreeNode& node) {
  Result<std::string> text = read_text(subject, node);
  if (!text) {
    return text;
  }
  if (const Result<schedule::Selection> selection = schedule::Selection::create(".", *text);
      !selection) {
    return selection.error().within(place(subject.source, node.line));
  }
  return text;
}

Result<std::map<std::string, std::string>> read_aliases(const Subject& subject,
                                                        const TreeNode& node) {
  const auto* mapping = std::get_if<Mapping>(&node.content);
  if (mapping == nullptr) {
    return unexpected(subject, node, "a mapping of new names to old ones");
  }
  std::map<std::string, std::string> aliases;
  for (const Entry& entry : mapping->entries) {
    Result<std::string> old_name =
        read_text({.source = subject.source, .name = quoted(entry.key)}, entry.value);
    if (!old_name) {
      return std::move(old_name).error();
    }
    if (entry.key.empty() || old_name->empty()) {
      return invalid(subject, entry.line, "holds an empty name");
    }
    if (entry.key == *old_name) {
      return invalid(subject, entry.line, fmt::format("gives {} its own name", quoted(entry.key)));
    }
    aliases.emplace(entry.key, *std::move(old_name));
  }
  return aliases;
}

}  // namespace headgate::config
