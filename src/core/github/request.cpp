// GitHub's payloads are read with checked accessors; what combines them with the checkout is below.

#include "core/github/request.h"

#include <algorithm>
#include <array>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace headgate::github {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kIdLength = 40;
constexpr std::size_t kMaxRefLength = 1024;
constexpr std::string_view kCheckoutFix =
    "let actions/checkout check out the event's commit (no `ref:`) with fetch-depth: 2, or set the "
    "inputs base and head";

/// Why a payload is not what its event's name says.
struct PayloadError {
  std::string message;
};

const Json& member(const Json& object, const std::string& path) {
  const Json* value = &object;
  for (std::size_t begin = 0; begin < path.size();) {
    const std::size_t dot = std::min(path.find('.', begin), path.size());
    const std::string name = path.substr(begin, dot - begin);
    if (!value->is_object() || !value->contains(name)) {
      throw PayloadError{fmt::format("it has no {}", path)};
    }
    value = &(*value)[name];
    begin = dot + 1;
  }
  return *value;
}

std::string text(const Json& object, const std::string& path) {
  const Json& value = member(object, path);
  if (!value.is_string() || value.get_ref<const std::string&>().size() > kMaxRefLength) {
    throw PayloadError{fmt::format("{} is not a short text", path)};
  }
  return value.get<std::string>();
}

std::string text_or_empty(const Json& object, const std::string& name) {
  const auto found = object.find(name);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

std::string commit_id(const Json& object, const std::string& path) {
  const std::string id = text(object, path);
  const bool hex = std::all_of(id.begin(), id.end(), [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
  });
  if (id.size() != kIdLength || !hex) {
    throw PayloadError{fmt::format("{} is not a commit id of 40 hexadecimal digits", path)};
  }
  return id;
}

// A push gives forty zeros where there is no commit.
std::string commit_id_or_none(const Json& object, const std::string& path) {
  std::string id = commit_id(object, path);
  return id.find_first_not_of('0') == std::string::npos ? std::string() : id;
}

Event pull_request(const Json& payload) {
  const Json& number = member(payload, "number");
  if (!number.is_number_unsigned()) {
    throw PayloadError{"number is not a pull request's number"};
  }
  return PullRequestEvent{.number = number.get<std::uint64_t>(),
                          .action = text_or_empty(payload, "action"),
                          .head_sha = commit_id(payload, "pull_request.head.sha"),
                          .base_ref = text(payload, "pull_request.base.ref"),
                          .base_sha = commit_id(payload, "pull_request.base.sha")};
}

Event merge_group(const Json& payload) {
  return MergeGroupEvent{.head_sha = commit_id(payload, "merge_group.head_sha"),
                         .base_sha = commit_id(payload, "merge_group.base_sha"),
                         .base_ref = text(payload, "merge_group.base_ref"),
                         .head_ref = text(payload, "merge_group.head_ref")};
}

Event push(const Json& payload) {
  return PushEvent{.before = commit_id_or_none(payload, "before"),
                   .after = commit_id_or_none(payload, "after"),
                   .ref = text(payload, "ref")};
}

Event dispatch(const Json& payload) {
  DispatchEvent event{.ref = text(payload, "ref"), .base = {}, .head = {}};
  if (const auto inputs = payload.find("inputs"); inputs != payload.end() && inputs->is_object()) {
    event.base = text_or_empty(*inputs, "base");
    event.head = text_or_empty(*inputs, "head");
  }
  return event;
}

Event cron(const Json& payload) {
  return ScheduleEvent{.cron = text_or_empty(payload, "schedule")};
}

struct Kind {
  std::string_view name;
  Event (*read)(const Json&);
};

constexpr auto kKinds = std::to_array<Kind>({{"pull_request", pull_request},
                                             {"merge_group", merge_group},
                                             {"push", push},
                                             {"workflow_dispatch", dispatch},
                                             {"schedule", cron}});

// Events whose jobs hold secrets or a write token, or that know of no commit to judge.
constexpr std::string_view kPrivileged[] = {
    "pull_request_target", "workflow_run",       "issue_comment", "repository_dispatch",
    "discussion",          "discussion_comment", "issues"};

Error unsupported(std::string_view event) {
  const bool privileged =
      std::find(std::begin(kPrivileged), std::end(kPrivileged), event) != std::end(kPrivileged);
  return Error{
      .reason = Reason::kEventUnsupported,
      .message =
          privileged
              ? fmt::format(
                    "the event {} runs with the default branch's secrets; code of a pull request "
                    "must not be built there",
                    event)
              : fmt::format("the event '{}' does not say what to compare", event),
      .remedy =
          "use `on: pull_request` (and `merge_group`); results reach the pull request from a "
          "second workflow "
          "that runs no code of it"};
}

std::string ordinal_name(std::uint64_t number) { return fmt::format("#{}", number); }

Error shallow(std::string_view depth) {
  return Error{.reason = Reason::kShallowCheckout,
               .message = "the checkout is too shallow: the commit to compare with was not fetched",
               .remedy = fmt::format("set `fetch-depth: {}` on actions/checkout", depth)};
}

struct Decider {
  const Checkout& checkout;
  const Inputs& inputs;

  Result<Request> operator()(const PullRequestEvent& event) const;
  Result<Request> operator()(const MergeGroupEvent& event) const;
  Result<Request> operator()(const PushEvent& event) const;
  Result<Request> operator()(const DispatchEvent& event) const;
  Result<Request> operator()(const ScheduleEvent& event) const;

  [[nodiscard]] Request with_inputs(Request request) const;
};

// What the user wrote beats what the event says.
Request Decider::with_inputs(Request request) const {
  if (!inputs.base.empty()) {
    request.base = Revision{inputs.base};
    request.why = fmt::format("base is the input '{}'", inputs.base);
    request.base_branch.clear();
  }
  if (!inputs.head.empty()) {
    request.head = Revision{inputs.head};
  }
  return request;
}

Result<Request> Decider::operator()(const PullRequestEvent& event) const {
  Request request{.base = Commit{},
                  .head = Commit{checkout.head},
                  .why = {},
                  .pull_request = event.number,
                  .base_branch = event.base_ref,
                  .notes = {}};
  const bool merge_of_this = checkout.parents.size() == 2 && checkout.parents[1] == event.head_sha;
  if (merge_of_this) {
    request.base = Commit{checkout.parents[0]};
    request.why = fmt::format("base is the first parent of the merge commit of {}",
                              ordinal_name(event.number));
    return with_inputs(std::move(request));
  }
  if (!inputs.base.empty()) {
    return with_inputs(std::move(request));
  }
  if (checkout.head == event.head_sha) {
    if (checkout.shallow) {
      Error error = shallow("0");
      error.message = fmt::format(
          "the head of {} itself is checked out, and its history is not complete: the merge base "
          "with "
          "{} cannot be found",
          ordinal_name(event.number), event.base_ref);
      error.remedy =
          "remove `ref:` from actions/checkout and set `fetch-depth: 2` (compares the merge "
          "commit), or set "
          "`fetch-depth: 0`";
      return error;
    }
    request.base =
        MergeBase{.head = checkout.head, .branches = {"origin/" + event.base_ref, event.base_ref}};
    request.why = fmt::format("base is the merge base of the head of {} with {}",
                              ordinal_name(event.number), event.base_ref);
    request.base_branch.clear();
    return with_inputs(std::move(request));
  }
  return Error{
      .reason = Reason::kNotAMergeCommit,
      .message = fmt::format("HEAD is {}, which is neither the merge commit of {} nor its head {}",
                             checkout.head.substr(0, 12), ordinal_name(event.number),
                             event.head_sha.substr(0, 12)),
      .remedy = std::string(kCheckoutFix)};
}

Result<Request> Decider::operator()(const MergeGroupEvent& event) const {
  Request request{.base = Commit{event.base_sha},
                  .head = Commit{checkout.head},
                  .why = "base is the parent of the merge group",
                  .pull_request = std::nullopt,
                  .base_branch = {},
                  .notes = {}};
  if (checkout.head != event.head_sha && inputs.head.empty()) {
    return Error{
        .reason = Reason::kNotAMergeCommit,
        .message = fmt::format("HEAD is {}, but the merge group's head is {}",
                               checkout.head.substr(0, 12), event.head_sha.substr(0, 12)),
        .remedy =
            "let actions/checkout check out the event's commit (no `ref:`) with fetch-depth: 0"};
  }
  return with_inputs(std::move(request));
}

Result<Request> Decider::operator()(const PushEvent& event) const {
  if (event.after.empty()) {
    return Error{.reason = Reason::kEventUnsupported,
                 .message = fmt::format("{} was deleted: there is nothing to compare", event.ref),
                 .remedy = "add `if: ${{ !github.event.deleted }}` to the job"};
  }
  Request request{.base = Commit{event.before},
                  .head = Commit{checkout.head},
                  .why = "base is what the branch pointed to before the push",
                  .pull_request = std::nullopt,
                  .base_branch = {},
                  .notes = {}};
  if (event.before.empty()) {
    if (checkout.parents.empty() && inputs.base.empty()) {
      return Error{
          .reason = Reason::kBaseUnknown,
          .message = fmt::format("{} is new and its first commit has no parent", event.ref),
          .remedy = "set the input base"};
    }
    if (!checkout.parents.empty()) {
      request.base = Commit{checkout.parents[0]};
      request.why = "the branch is new: base is the first parent of its commit";
    }
  }
  return with_inputs(std::move(request));
}

Result<Request> Decider::operator()(const DispatchEvent& event) const {
  Request request{.base = Commit{},
                  .head = Commit{checkout.head},
                  .why = {},
                  .pull_request = std::nullopt,
                  .base_branch = {},
                  .notes = {}};
  if (!event.head.empty()) {
    request.head = Revision{event.head};
  }
  if (!event.base.empty()) {
    request.base = Revision{event.base};
    request.why = fmt::format("base is the workflow's input '{}'", event.base);
  } else if (!checkout.parents.empty()) {
    request.base = Commit{checkout.parents[0]};
    request.why = "base is the first parent of the checked-out commit";
  } else if (inputs.base.empty()) {
    return Error{.reason = Reason::kBaseUnknown,
                 .message = "the checked-out commit has no parent to compare with",
                 .remedy = "set the input base"};
  }
  return with_inputs(std::move(request));
}

Result<Request> Decider::operator()(const ScheduleEvent&) const {
  if (inputs.base.empty()) {
    return Error{.reason = Reason::kBaseUnknown,
                 .message = "a scheduled run has no base of its own",
                 .remedy = "set the input base, for example to the last release's tag"};
  }
  return with_inputs({.base = Commit{},
                      .head = Commit{checkout.head},
                      .why = {},
                      .pull_request = std::nullopt,
                      .base_branch = {},
                      .notes = {}});
}

}  // namespace

Result<Event> parse_event(std::string_view event_name, std::string_view payload_json) {
  const auto kind = std::find_if(kKinds.begin(), kKinds.end(),
                                 [&](const Kind& one) { return one.name == event_name; });
  if (event_name.empty()) {
    return Error{
        .reason = Reason::kEventInvalid,
        .message = "GITHUB_EVENT_NAME is not set",
        .remedy = "`headgate action` is for GitHub's runner; use `headgate run` elsewhere"};
  }
  if (kind == kKinds.end()) {
    return unsupported(event_name);
  }
  const Json payload = Json::parse(payload_json, nullptr, false);
  if (payload.is_discarded() || !payload.is_object()) {
    return Error{.reason = Reason::kEventInvalid,
                 .message = fmt::format("the payload of {} is not a JSON object", event_name),
                 .remedy = "do not write to GITHUB_EVENT_PATH in earlier steps"};
  }
  try {
    return kind->read(payload);
  } catch (const PayloadError& error) {
    return Error{
        .reason = Reason::kEventInvalid,
        .message = fmt::format("the payload is not one of {}: {}", event_name, error.message),
        .remedy = "do not write to GITHUB_EVENT_PATH in earlier steps"};
  }
}

Result<Request> decide_request(const Event& event, const Checkout& checkout, const Inputs& inputs,
                               std::string_view github_sha) {
  Result<Request> request = std::visit(Decider{.checkout = checkout, .inputs = inputs}, event);
  const auto* head = request ? std::get_if<Commit>(&request->head) : nullptr;
  if (head != nullptr && !github_sha.empty() && head->id != github_sha) {
    request->notes.push_back(
        fmt::format("HEAD {} is not the event's commit {}: another ref was checked out",
                    head->id.substr(0, 12), std::string(github_sha.substr(0, 12))));
  }
  return request;
}

}  // namespace headgate::github
