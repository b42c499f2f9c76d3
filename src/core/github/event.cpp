#include "core/github/event.h"

#include <algorithm>
#include <array>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace headgate::github {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kSha1Digits = 40;
constexpr std::size_t kSha256Digits = 64;
constexpr std::size_t kMaxTextBytes = 1024;

// Thrown by the accessors, caught in parse_event.
struct PayloadError {
  Error error;
};

[[noreturn]] void fail(std::string message) {
  throw PayloadError{{.reason = Reason::kEventInvalid,
                      .message = std::move(message),
                      .remedy = "do not write to GITHUB_EVENT_PATH in earlier steps"}};
}

// The value at "pull_request.head.sha".
const Json& member(const Json& payload, std::string_view path) {
  const Json* value = &payload;
  for (std::size_t begin = 0; begin < path.size();) {
    const std::size_t end = std::min(path.find('.', begin), path.size());
    const auto found = value->find(path.substr(begin, end - begin));
    if (found == value->end()) {
      fail(fmt::format("it has no {}", path));
    }
    value = &*found;
    begin = end + 1;
  }
  return *value;
}

std::string text(const Json& payload, std::string_view path) {
  const Json& value = member(payload, path);
  if (!value.is_string()) {
    fail(fmt::format("{} is {}, not a text", path, value.type_name()));
  }
  std::string result = value.get<std::string>();
  if (result.size() > kMaxTextBytes) {
    fail(fmt::format("{} has {} bytes", path, result.size()));
  }
  return result;
}

// For fields that decide nothing, or that a workflow is free to leave out.
std::string text_or_empty(const Json& object, std::string_view name) {
  const auto found = object.find(name);
  return found != object.end() && found->is_string() ? text(object, name) : std::string();
}

std::string commit_id(const Json& payload, std::string_view path) {
  std::string id = text(payload, path);
  const bool hexadecimal = std::ranges::all_of(
      id, [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
  if (hexadecimal && id.size() == kSha256Digits) {
    throw PayloadError{
        {.reason = Reason::kRepositoryUnreadable,
         .message = fmt::format("{} is a SHA-256 id; only SHA-1 repositories can be read", path),
         .remedy = "run the gate in a repository with SHA-1 object names"}};
  }
  if (!hexadecimal || id.size() != kSha1Digits) {
    fail(fmt::format("{} is '{}', not 40 lower-case hexadecimal digits", path, id));
  }
  return id;
}

// A push gives forty zeros where there is no commit.
std::string commit_id_or_none(const Json& payload, std::string_view path) {
  std::string id = commit_id(payload, path);
  return id.find_first_not_of('0') == std::string::npos ? std::string() : id;
}

// Names of all labels; a payload without the list has none.
std::vector<std::string> label_names(const Json& payload) {
  const Json& pull_request = member(payload, "pull_request");
  const auto labels = pull_request.find("labels");
  std::vector<std::string> names;
  if (labels == pull_request.end() || labels->is_null()) {
    return names;
  }
  if (!labels->is_array()) {
    fail(fmt::format("pull_request.labels is {}, not a list", labels->type_name()));
  }
  for (const Json& label : *labels) {
    if (!label.is_object()) {
      fail(fmt::format("pull_request.labels holds {}, not a label", label.type_name()));
    }
    names.push_back(text(label, "name"));
  }
  return names;
}

// A name inside an object that only some events have: "label.name", "sender.login".
std::string inner_text_or_empty(const Json& payload, std::string_view object,
                                std::string_view name) {
  const auto found = payload.find(object);
  return found != payload.end() && found->is_object() ? text_or_empty(*found, name) : std::string();
}

Event read_pull_request(const Json& payload) {
  const Json& number = member(payload, "number");
  if (!number.is_number_unsigned() || number.get<std::uint64_t>() == 0) {
    fail("number is not the number of a pull request");
  }
  return PullRequestEvent{.number = number.get<std::uint64_t>(),
                          .action = text_or_empty(payload, "action"),
                          .head_sha = commit_id(payload, "pull_request.head.sha"),
                          .base_ref = text(payload, "pull_request.base.ref"),
                          .base_sha = commit_id(payload, "pull_request.base.sha"),
                          .labels = label_names(payload),
                          .label = inner_text_or_empty(payload, "label", "name"),
                          .sender = inner_text_or_empty(payload, "sender", "login")};
}

Event read_merge_group(const Json& payload) {
  return MergeGroupEvent{.head_sha = commit_id(payload, "merge_group.head_sha"),
                         .base_sha = commit_id(payload, "merge_group.base_sha"),
                         .base_ref = text(payload, "merge_group.base_ref"),
                         .head_ref = text(payload, "merge_group.head_ref")};
}

Event read_push(const Json& payload) {
  const auto forced = payload.find("forced");
  const bool is_forced = forced != payload.end() && forced->is_boolean() && forced->get<bool>();
  return PushEvent{.before = commit_id_or_none(payload, "before"),
                   .after = commit_id_or_none(payload, "after"),
                   .ref = text(payload, "ref"),
                   .kind = is_forced ? PushEvent::Kind::kForced : PushEvent::Kind::kForward};
}

Event read_dispatch(const Json& payload) {
  DispatchEvent event{.ref = text(payload, "ref"), .base = {}, .head = {}};
  // Null for a workflow without inputs.
  if (const auto inputs = payload.find("inputs"); inputs != payload.end()) {
    event.base = text_or_empty(*inputs, "base");
    event.head = text_or_empty(*inputs, "head");
  }
  return event;
}

Event read_schedule(const Json& payload) {
  return ScheduleEvent{.cron = text_or_empty(payload, "schedule")};
}

struct Reader {
  std::string_view event_name;
  Event (*read)(const Json&);
};

constexpr auto kReaders = std::to_array<Reader>({{"pull_request", read_pull_request},
                                                 {"merge_group", read_merge_group},
                                                 {"push", read_push},
                                                 {"workflow_dispatch", read_dispatch},
                                                 {"schedule", read_schedule}});

// Their jobs hold secrets or a write token, while the code to measure is anybody's.
constexpr std::array<std::string_view, 7> kPrivileged = {
    "pull_request_target", "workflow_run", "issue_comment",     "issues",
    "repository_dispatch", "discussion",   "discussion_comment"};

Error unsupported(std::string_view event_name) {
  const bool privileged = std::ranges::find(kPrivileged, event_name) != kPrivileged.end();
  return Error{
      .reason = Reason::kEventUnsupported,
      .message =
          privileged
              ? fmt::format("jobs of the event {} hold the repository's secrets: code of a pull "
                            "request must not be built there",
                            event_name)
              : fmt::format("the event '{}' does not say which commits to compare", event_name),
      .remedy =
          "use `on: pull_request`, with `merge_group` where there is a merge queue; `push`, "
          "`workflow_dispatch` and `schedule` work too"};
}

}  // namespace

Result<Event> parse_event(std::string_view event_name, std::string_view payload_json) {
  if (event_name.empty()) {
    return Error{
        .reason = Reason::kEventInvalid,
        .message = "GITHUB_EVENT_NAME is not set",
        .remedy = "`headgate action` is for GitHub's runner; use `headgate run` elsewhere"};
  }
  const auto reader = std::ranges::find(kReaders, event_name, &Reader::event_name);
  if (reader == kReaders.end()) {
    return unsupported(event_name);
  }
  try {
    const Json payload = Json::parse(payload_json, nullptr, false);
    if (!payload.is_object()) {  // nor is text that is not JSON
      fail("it is not a JSON object");
    }
    return reader->read(payload);
  } catch (const PayloadError& thrown) {
    return thrown.error.reason == Reason::kEventInvalid
               ? thrown.error.within(fmt::format("the payload is not one of {}", event_name))
               : thrown.error;
  }
}

}  // namespace headgate::github
