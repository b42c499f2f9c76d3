#include "app/action_inputs.h"

#include <algorithm>
#include <cctype>
#include <set>

#include <fmt/core.h>

namespace headgate::app {
namespace {

constexpr std::string_view kPrefix = "INPUT_";

// Declared in action.yml for the workflows of later versions; silence would be a gate that does
// less than it was told.
constexpr std::string_view kNotYet[] = {"shard", "profile", "changed-only", "waive-label"};

std::string trimmed(std::string_view text) {
  const auto is_blank = [](char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; };
  while (!text.empty() && is_blank(text.front())) {
    text.remove_prefix(1);
  }
  while (!text.empty() && is_blank(text.back())) {
    text.remove_suffix(1);
  }
  return std::string(text);
}

std::string variable_of(std::string_view input) {
  std::string name(kPrefix);
  for (const char c : input) {
    name += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  }
  return name;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    if (std::string line = trimmed(std::string_view(text).substr(begin, end - begin));
        !line.empty()) {
      lines.push_back(std::move(line));
    }
    begin = end + 1;
  }
  return lines;
}

Status check_below(const std::string& input, const std::string& path) {
  const bool climbs = path == ".." || path.starts_with("../") || path.ends_with("/..") ||
                      path.find("/../") != std::string::npos;
  if (path.starts_with("/") || climbs) {
    return Error{
        .reason = Reason::kConfigInvalid,
        .message = fmt::format("input {}: '{}' is not a path below the workspace", input, path),
        .remedy = "use a relative path without '..'"};
  }
  return ok();
}

}  // namespace

Result<ActionInputs> read_inputs(const os::Environment& environment) {
  std::set<std::string> known;
  const auto value = [&](std::string_view input) {
    const std::string name = variable_of(input);
    known.insert(name);
    return trimmed(environment.get(name).value_or(""));
  };
  for (const std::string_view input : kNotYet) {
    if (const std::string text = value(input); !text.empty() && text != "false") {
      return Error{.reason = Reason::kConfigInvalid,
                   .message = fmt::format("input {}: not available in this version", input),
                   .remedy = "remove the input from the workflow"};
    }
  }
  ActionInputs inputs{.base = value("base"),
                      .head = value("head"),
                      .working_directory = value("working-directory"),
                      .config_file = value("config"),
                      .cache_dir = value("cache-dir")};
  if (const std::string folder = value("results-dir"); !folder.empty()) {
    inputs.results_dir = folder;
  }
  for (const auto& [name, path] : {std::pair{"working-directory", inputs.working_directory},
                                   std::pair{"results-dir", inputs.results_dir}}) {
    if (Status below = check_below(name, path); !below) {
      return std::move(below).error();
    }
  }
  Result<gate::FailOn> fail_on = gate::parse_fail_on(value("fail-on"));
  if (!fail_on) {
    return std::move(fail_on).error().within("input fail-on");
  }
  inputs.fail_on = *fail_on;
  for (const config::SettingSpec& spec : config::settings_table()) {
    if (spec.flag.empty()) {
      continue;
    }
    const std::string name(spec.key.substr(spec.key.rfind('.') + 1));  // npos + 1 is 0
    const std::string text = value(name);
    if (text.empty()) {
      continue;
    }
    const bool many = spec.arity == config::SettingSpec::Arity::kMany;
    inputs.overrides.push_back({.flag = std::string(spec.flag),
                                .values = many ? lines_of(text) : std::vector<std::string>{text},
                                .origin = "input " + name});
  }
  for (const auto& [name, text] : environment.all()) {
    if (name.starts_with(kPrefix) && !known.contains(name) && !text.empty()) {
      inputs.unknown.push_back(name.substr(kPrefix.size()));
    }
  }
  return inputs;
}

}  // namespace headgate::app
