// From an event payload and the action's inputs to one question: which commit against which?
//
// `reference`: GitHub's payload schemas. Two steps, both pure: read the payload, then combine it
// with what git says of the checkout. Never guesses: what cannot be known is an error that names
// the fix.

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/result/result.h"

namespace headgate::github {

struct PullRequestEvent {
  std::uint64_t number;
  std::string action;  ///< "opened", "synchronize", ...
  std::string head_sha;
  std::string base_ref;  ///< branch name
  std::string base_sha;  ///< base's tip when the head was pushed last: not what to compare with
};

struct MergeGroupEvent {
  std::string head_sha;
  std::string base_sha;
  std::string base_ref;
  std::string head_ref;
};

struct PushEvent {
  std::string before;  ///< "" when the ref is new
  std::string after;   ///< "" when the ref was deleted
  std::string ref;
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

/// Reads a payload. kEventUnsupported for events that must not build code (pull_request_target,
/// workflow_run, issue_comment, ...) or that are not known; kEventInvalid for text that is not the
/// payload of `event_name`. Sizes and types are checked; ids must be 40 hexadecimal digits.
[[nodiscard]] Result<Event> parse_event(std::string_view event_name, std::string_view payload_json);

/// What git says of the checkout.
struct Checkout {
  std::string head;                  ///< HEAD's commit id
  std::vector<std::string> parents;  ///< of HEAD, as in the commit itself, fetched or not
  bool shallow;
};

/// A commit to compare, or how to find it.
struct Commit {
  std::string id;
};

/// A revision that the user wrote.
struct Revision {
  std::string text;
};

/// The merge base of `head` and the first of `branches` that exists.
struct MergeBase {
  std::string head;
  std::vector<std::string> branches;
};

using Where = std::variant<Commit, Revision, MergeBase>;

/// Which commits are compared, and why.
struct Request {
  Where base;
  Where head;
  std::string why;  ///< one clause for people: "first parent of the merge commit of #7"
  std::optional<std::uint64_t> pull_request;
  /// Branch whose tip may have moved past base: compare `origin/<branch>` if it is there.
  std::string base_branch;
  std::vector<std::string> notes;  ///< for the log and caveats: "HEAD is not GITHUB_SHA"
};

/// `base` and `head` inputs of the action; "" where not given.
struct Inputs {
  std::string base;
  std::string head;
};

/// Decides the request. `github_sha` is GITHUB_SHA, "" if unset.
/// kNotAMergeCommit, kShallowCheckout, kBaseUnknown, kEventUnsupported (deleted ref).
[[nodiscard]] Result<Request> decide_request(const Event& event, const Checkout& checkout,
                                             const Inputs& inputs, std::string_view github_sha);

}  // namespace headgate::github
