// GitHub's event payloads, as far as they say what to compare.
//
// A payload is written by GitHub, but may be damaged or replaced before it is read: every field is
// checked for presence, type and size, and nothing else of it is looked at. `merge_commit_sha` and
// the like, which are null or stale when the job starts, are left alone on purpose.
//
// Source: GitHub's webhook schemas (the octokit/webhooks collection).

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/result/result.h"

namespace headgate::github {

struct PullRequestEvent {
  std::uint64_t number;
  std::string action;  ///< "opened", "synchronize", "closed", ...; "" where the payload has none
  std::string head_sha;
  std::string base_ref;  ///< branch name
  std::string base_sha;  ///< base's tip when the head was pushed last: not what to compare with
  std::vector<std::string> labels = {};  ///< all that the pull request had at the event
  /// The label that was given or taken away; "" unless the event is about one.
  std::string label = {};
  std::string sender = {};  ///< login of who caused the event; "" where the payload has none
};

struct MergeGroupEvent {
  std::string head_sha;
  std::string base_sha;
  std::string base_ref;  ///< "refs/heads/main"
  std::string head_ref;  ///< "refs/heads/gh-readonly-queue/main/pr-103-<id>"
};

struct PushEvent {
  std::string before;  ///< "" when the ref is new
  std::string after;   ///< "" when the ref was deleted
  std::string ref;
  enum class Kind { kForward, kForced } kind = Kind::kForward;
};

struct DispatchEvent {
  std::string ref;
  std::string base;  ///< the workflow's own input `base`, if it has one
  std::string head;
};

struct ScheduleEvent {
  std::string cron;
};

using Event =
    std::variant<PullRequestEvent, MergeGroupEvent, PushEvent, DispatchEvent, ScheduleEvent>;

/// Reads the payload of the event that GITHUB_EVENT_NAME names. Ids are 40 lower-case hexadecimal
/// digits. kEventUnsupported for events that must not build code (pull_request_target,
/// workflow_run, issue_comment, ...) or that are not known; kRepositoryUnreadable for a repository
/// with SHA-256 ids; kEventInvalid for text that is not the payload of `event_name`.
[[nodiscard]] Result<Event> parse_event(std::string_view event_name, std::string_view payload_json);

}  // namespace headgate::github
