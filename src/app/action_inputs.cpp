#include "app/action_inputs.h"

#include <algorithm>
#include <cctype>
#include <string_view>
#include <utility>

#include <fmt/core.h>

#include "edge/os/path_text.h"

namespace headgate::app {
namespace {

constexpr std::string_view kPrefix = "INPUT_";

// Declared in action.yml for the workflows of later versions; silence would be a gate that does
// less than it was told.
constexpr std::string_view kNotYet[] = {"profile"};

std::string trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n";
  const std::size_t begin = text.find_first_not_of(kBlanks);
  const std::size_t end = text.find_last_not_of(kBlanks);
  return begin == std::string_view::npos ? std::string()
                                         : std::string(text.substr(begin, end + 1 - begin));
}

std::string with_letters(std::string_view text, int (*letter)(int)) {
  std::string changed;
  for (const char c : text) {
    changed += static_cast<char>(letter(static_cast<unsigned char>(c)));
  }
  return changed;
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

// The values of inputs by their names, and which names were asked for.
class Reader {
 public:
  explicit Reader(const os::Environment& environment) : environment_(environment) {}

  std::string value(std::string_view input) {
    known_.emplace_back(input);
    const std::string variable = std::string(kPrefix) + with_letters(input, std::toupper);
    return trimmed(environment_.get(variable).value_or(""));
  }

  // A path that the workflow may only name below a folder of its own.
  Result<std::string> path_below(std::string_view input) {
    std::string path = value(input);
    const std::string slashed = "/" + path + "/";
    if (path.starts_with("/") || slashed.find("/../") != std::string::npos) {
      return Error{
          .reason = Reason::kConfigInvalid,
          .message = fmt::format("input {}: '{}' is not a path below the workspace", input, path),
          .remedy = "use a relative path without '..'"};
    }
    return path.empty() ? path : os::without_end_slashes(path);
  }

  // A path anywhere, whose every part means what it says.
  Result<std::string> path(std::string_view input) {
    std::string path = value(input);
    if (fmt::format("/{}/", path).find("/../") != std::string::npos) {
      return Error{.reason = Reason::kConfigInvalid,
                   .message = fmt::format("input {}: '{}' holds '..'", input, path),
                   .remedy = "use a path without '..'"};
    }
    return path.empty() ? path : os::without_end_slashes(path);
  }

  // What was given and never asked for.
  [[nodiscard]] std::vector<gate::Caveat> unknown_inputs() const {
    const std::vector<std::string_view> known(known_.begin(), known_.end());
    std::vector<gate::Caveat> caveats;
    for (const auto& [variable, text] : environment_.all()) {
      if (!variable.starts_with(kPrefix) || text.empty()) {
        continue;
      }
      const std::string name =
          with_letters(std::string_view(variable).substr(kPrefix.size()), std::tolower);
      if (std::find(known.begin(), known.end(), name) == known.end()) {
        const std::string nearest = config::nearest(name, known);
        caveats.push_back(
            {.code = "unknown-input",
             .text = fmt::format("there is no input '{}'{}", name,
                                 nearest.empty() ? "; check the workflow's spelling"
                                                 : fmt::format("; did you mean '{}'?", nearest))});
      }
    }
    return caveats;
  }

 private:
  const os::Environment& environment_;
  std::vector<std::string> known_;
};

Status refuse_what_is_not_there_yet(Reader& reader) {
  for (const std::string_view input : kNotYet) {
    if (const std::string text = reader.value(input); !text.empty() && text != "false") {
      return Error{.reason = Reason::kConfigInvalid,
                   .message = fmt::format("input {}: not available in this version", input),
                   .remedy = "remove the input from the workflow"};
    }
  }
  return ok();
}

Error wrong(std::string_view input, const std::string& value, std::string_view remedy) {
  return {.reason = Reason::kConfigInvalid,
          .message = fmt::format("input {}: '{}' is no possible value", input, value),
          .remedy = std::string(remedy)};
}

Status read_shard(Reader& reader, ActionInputs& inputs) {
  const std::string text = reader.value("shard");
  Result<std::string> costs = reader.path_below("costs");
  if (!costs) {
    return std::move(costs).error();
  }
  inputs.costs = *std::move(costs);
  if (text.empty()) {
    return inputs.costs.empty() ? ok()
                                : Status(wrong("costs", inputs.costs,
                                               "it is for the division among shards: give "
                                               "the input shard as well, or leave it out"));
  }
  Result<schedule::Shard> shard = schedule::parse_shard(text);
  if (!shard) {
    return std::move(shard).error().within("input shard");
  }
  inputs.shard = *shard;
  return ok();
}

Status read_changed_only(Reader& reader, ActionInputs& inputs) {
  const std::string text = reader.value("changed-only");
  if (text == "true" || text == "yes") {
    inputs.changed_only = GateRunOptions::ChangedOnly::kYes;
  } else if (!text.empty() && text != "false" && text != "no") {
    return wrong("changed-only", text, "write true or false");
  }
  return ok();
}

// What a merge is given besides would have no effect: the shards were measured under their own
// settings.
Status read_merge(Reader& reader, ActionInputs& inputs) {
  Result<std::string> merge = reader.path_below("merge");
  if (!merge) {
    return std::move(merge).error();
  }
  inputs.merge = *std::move(merge);
  const std::string allow = reader.value("merge-allow");
  if (!allow.empty() && allow != "host") {
    return wrong("merge-allow", allow, "write host, or leave it out");
  }
  inputs.hosts = allow.empty() ? results::Hosts::kAlike : results::Hosts::kAny;
  if (inputs.merge.empty()) {
    return allow.empty() ? ok()
                         : Status(wrong("merge-allow", allow,
                                        "it is for a merge: give the input merge as well, "
                                        "or leave it out"));
  }
  std::string other = inputs.shard ? "shard" : "";
  for (const std::string_view input :
       {"base", "head", "working-directory", "config", "cache-dir", "changed-only"}) {
    other = reader.value(input).empty() ? other : std::string(input);
  }
  if (!inputs.overrides.empty()) {
    other = inputs.overrides.front().origin.substr(std::string_view("input ").size());
  }
  return other.empty()
             ? ok()
             : Status(Error{.reason = Reason::kConfigInvalid,
                            .message = fmt::format("input {}: has no effect on a merge", other),
                            .remedy = "give it to the jobs that measure the shards"});
}

std::vector<config::Override> read_settings(Reader& reader) {
  std::vector<config::Override> overrides;
  for (const config::SettingSpec& spec : config::settings_table()) {
    if (spec.flag.empty()) {
      continue;
    }
    const std::string_view name = config::setting_name(spec);
    const std::string input(name.substr(name.rfind('.') + 1));  // npos + 1 is 0
    const std::string text = reader.value(input);
    if (text.empty()) {
      continue;
    }
    const bool many = spec.arity == config::SettingSpec::Arity::kMany;
    overrides.push_back({.flag = std::string(spec.flag),
                         .values = many ? lines_of(text) : std::vector<std::string>{text},
                         .origin = "input " + input});
  }
  return overrides;
}

}  // namespace

Result<ActionInputs> read_inputs(const os::Environment& environment) {
  Reader reader(environment);
  if (Status refused = refuse_what_is_not_there_yet(reader); !refused) {
    return std::move(refused).error();
  }
  ActionInputs inputs{.base = reader.value("base"),
                      .head = reader.value("head"),
                      .working_directory = {},
                      .config = {},
                      .cache_dir = {}};
  Result<std::string> cache_dir = reader.path("cache-dir");
  if (!cache_dir) {
    return std::move(cache_dir).error();
  }
  inputs.cache_dir = *std::move(cache_dir);
  for (const auto& [name, path] :
       {std::pair{"working-directory", &inputs.working_directory},
        std::pair{"config", &inputs.config}, std::pair{"results-dir", &inputs.results_dir}}) {
    Result<std::string> given = reader.path_below(name);
    if (!given) {
      return std::move(given).error();
    }
    if (!given->empty()) {
      *path = *std::move(given);
    }
  }
  Result<gate::FailOn> fail_on = gate::parse_fail_on(reader.value("fail-on"));
  if (!fail_on) {
    return std::move(fail_on).error().within("input fail-on");
  }
  inputs.fail_on = *fail_on;
  inputs.waive_label = reader.value("waive-label");
  inputs.overrides = read_settings(reader);
  for (Status (*read)(Reader&, ActionInputs&) : {read_shard, read_changed_only, read_merge}) {
    if (Status done = read(reader, inputs); !done) {
      return std::move(done).error();
    }
  }
  inputs.caveats = reader.unknown_inputs();
  return inputs;
}

}  // namespace headgate::app
