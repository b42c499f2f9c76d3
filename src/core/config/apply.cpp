// How: a file becomes a tree, a flag or an input becomes a node; both are handed to the reader of
// their setting. Settings that do not apply are read into a copy that is thrown away, so that they
// are checked all the same.

#include <algorithm>
#include <optional>
#include <utility>
#include <variant>

#include <fmt/core.h>

#include "core/config/mapping_reading.h"
#include "core/config/setting.h"
#include "core/config/yaml_tree.h"

namespace headgate::config {
namespace {

std::string_view last_part(std::string_view key) {
  return key.substr(key.rfind('.') + 1);  // npos + 1 is 0
}

std::string_view group_of(std::string_view key) {
  const std::size_t dot = key.find('.');
  return dot == std::string_view::npos ? std::string_view{} : key.substr(0, dot);
}

// A mapping of the file: the section, and inside it the group ("build"); both "" for the root.
struct Level {
  std::string_view section;
  std::string_view group;

  [[nodiscard]] std::string path() const {
    return group.empty() ? std::string(section) : fmt::format("{}.{}", section, group);
  }
};

// What may stand in the mapping, in the order of the documentation, each name once.
std::vector<std::string_view> known_keys(const Level& level) {
  std::vector<std::string_view> keys;
  if (level.section.empty()) {
    keys.push_back(kVersionKey);
  }
  const auto add = [&keys](std::string_view key) {
    if (!key.empty() && std::ranges::find(keys, key) == keys.end()) {
      keys.push_back(key);
    }
  };
  for (const Setting& setting : all_settings()) {
    const SettingSpec& spec = setting.spec;
    const std::string_view group = group_of(spec.key);
    if (spec.section != level.section) {
      add(level.section.empty() ? spec.section : "");
    } else if (group == level.group) {
      add(last_part(spec.key));
    } else if (level.group.empty()) {
      add(group);
    }
  }
  return keys;
}

// The place of a key that was written elsewhere: "policy", "measure.build"; "" for an unknown key.
std::string right_place(std::string_view key) {
  for (const Setting& setting : all_settings()) {
    const SettingSpec& spec = setting.spec;
    if (!spec.key.empty() && last_part(spec.key) == key) {
      const Level level{.section = spec.section, .group = group_of(spec.key)};
      return spec.section.empty() ? "the top level" : level.path();
    }
  }
  return "";
}

class FileReader {
 public:
  FileReader(Settings& settings, std::string_view file_name, Sections sections)
      : settings_(settings), checked_only_(settings), file_(file_name), sections_(sections) {}

  Status read_root(const TreeNode& root) {
    const auto* mapping = std::get_if<Mapping>(&root.content);
    if (mapping == nullptr) {
      return Error{.reason = Reason::kConfigInvalid,
                   .message = fmt::format("{}: a settings file is a mapping of keys to values",
                                          place(file_, root.line)),
                   .remedy = "start with the line: version: 1"};
    }
    if (Status version = check_version(file_, *mapping); !version) {
      return version;
    }
    return read_level(*mapping, {.section = "", .group = ""});
  }

 private:
  Status read_level(const Mapping& mapping, const Level& level) {
    for (const Entry& entry : mapping.entries) {
      const bool is_version = level.section.empty() && entry.key == kVersionKey;
      if (Status read = is_version ? ok() : read_entry(entry, level); !read) {
        return read;
      }
    }
    return ok();
  }

  Status read_entry(const Entry& entry, const Level& level) {
    for (const Setting& setting : all_settings()) {
      const SettingSpec& spec = setting.spec;
      if (spec.section != level.section) {
        if (level.section.empty() && spec.section == entry.key) {
          return read_inner(entry, {.section = spec.section, .group = ""});
        }
      } else if (const std::string_view group = group_of(spec.key); group == level.group) {
        if (!spec.key.empty() && last_part(spec.key) == entry.key) {
          return read_setting(setting, entry);
        }
      } else if (level.group.empty() && group == entry.key) {
        return read_inner(entry, {.section = spec.section, .group = group});
      }
    }
    return refuse(entry, level);
  }

  // A section or group; with all its keys commented out it has no value, which is fine.
  Status read_inner(const Entry& entry, const Level& level) {
    if (std::holds_alternative<Null>(entry.value.content)) {
      return ok();
    }
    const auto* mapping = std::get_if<Mapping>(&entry.value.content);
    if (mapping == nullptr) {
      return unexpected({.source = file_, .name = level.path()}, entry.value, "a mapping");
    }
    return read_level(*mapping, level);
  }

  Status read_setting(const Setting& setting, const Entry& entry) {
    const bool applies = sections_ == Sections::kAll || setting.spec.section == "measure";
    Settings& target = applies ? settings_ : checked_only_;
    const std::string name(setting_name(setting.spec));
    if (Status read = setting.read(target, {.source = file_, .name = name}, entry.value); !read) {
      return read;
    }
    target.origins[name] = place(file_, entry.line);
    return ok();
  }

  [[nodiscard]] Error refuse(const Entry& entry, const Level& level) const {
    const std::string where = level.section.empty() ? "" : " in " + level.path();
    if (const std::string right = right_place(entry.key); !right.empty()) {
      return Error{
          .reason = Reason::kConfigInvalid,
          .message = fmt::format("{}: unknown key {}{}; it belongs in {}", place(file_, entry.line),
                                 quoted(entry.key), where, right)};
    }
    return unknown_key(file_, entry.line, entry.key, where, known_keys(level));
  }

  Settings& settings_;
  Settings checked_only_;
  std::string file_;
  Sections sections_;
};

const Setting* find_by_flag(std::string_view name) {
  for (const Setting& setting : all_settings()) {
    const SettingSpec& spec = setting.spec;
    if (name == spec.flag || name == last_part(spec.key)) {
      return &setting;
    }
  }
  return nullptr;
}

Error unknown_flag(const Override& given) {
  std::vector<std::string_view> flags;
  for (const Setting& setting : all_settings()) {
    if (!setting.spec.flag.empty()) {
      flags.push_back(setting.spec.flag);
    }
  }
  const std::string near = nearest(given.flag, flags);
  return Error{.reason = Reason::kConfigInvalid,
               .message = fmt::format("{}: unknown setting {}", given.origin, quoted(given.flag)),
               .remedy = near.empty() ? "" : fmt::format("did you mean {}?", near)};
}

// Inputs of several lines come indented, and with carriage returns, as their workflow was written.
std::string trimmed(const std::string& line) {
  constexpr std::string_view kSpaces = " \t\r";
  const std::size_t start = std::min(line.find_first_not_of(kSpaces), line.size());
  return line.substr(start, line.find_last_not_of(kSpaces) + 1 - start);
}

TreeNode list_of(const std::vector<std::string>& values) {
  Sequence sequence;
  for (const std::string& value : values) {
    std::size_t start = 0;
    while (start < value.size()) {
      const std::size_t end = std::min(value.find('\n', start), value.size());
      if (std::string line = trimmed(value.substr(start, end - start)); !line.empty()) {
        sequence.elements.push_back(TreeNode{.line = 0, .content = Scalar{std::move(line)}});
      }
      start = end + 1;
    }
  }
  return TreeNode{.line = 0, .content = std::move(sequence)};
}

Status apply_override(Settings& settings, const Override& given) {
  const Setting* setting = find_by_flag(given.flag);
  if (setting == nullptr || given.flag.empty()) {
    return unknown_flag(given);
  }
  const std::string name(setting_name(setting->spec));
  const Subject subject{.source = given.origin, .name = name};
  if (setting->spec.flag.empty()) {
    return invalid(subject, 0, "can only be set in a settings file", "write it to .headgate.yml");
  }
  TreeNode node = list_of(given.values);
  if (setting->spec.arity == SettingSpec::Arity::kOne) {
    if (given.values.size() != 1) {
      return invalid(subject, 0, fmt::format("takes one value, not {}", given.values.size()));
    }
    node.content = Scalar{given.values.front()};
  }
  if (Status read = setting->read(settings, subject, node); !read) {
    return read;
  }
  settings.origins[name] = given.origin;
  return ok();
}

}  // namespace

Result<Settings> apply_yaml(Settings settings, std::string_view yaml, std::string_view file_name,
                            Sections sections) {
  const Result<std::optional<TreeNode>> root = parse_yaml(yaml, file_name);
  if (!root) {
    return root.error();
  }
  const bool has_content = root->has_value() && !std::holds_alternative<Null>((*root)->content);
  if (!has_content) {
    return settings;
  }
  FileReader reader(settings, file_name, sections);
  if (Status read = reader.read_root(**root); !read) {
    return std::move(read).error();
  }
  return settings;
}

Result<Settings> apply_overrides(Settings settings, std::span<const Override> overrides) {
  for (const Override& given : overrides) {
    if (Status applied = apply_override(settings, given); !applied) {
      return std::move(applied).error();
    }
  }
  return settings;
}

}  // namespace headgate::config
