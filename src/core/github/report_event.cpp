#include "core/github/report_event.h"

#include <algorithm>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "core/github/reply_json.h"

namespace headgate::github {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kMostTextBytes = 1024;

std::string short_text_at(const Json& payload, std::string_view path) {
  std::string text = text_at(payload, path);
  if (text.empty() || text.size() > kMostTextBytes) {
    throw UnreadableReply{fmt::format("{} has {} bytes", path, text.size())};
  }
  return text;
}

std::string commit_at(const Json& payload, std::string_view path) {
  std::string id = short_text_at(payload, path);
  const bool is_hexadecimal = std::ranges::all_of(
      id, [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
  if (!is_hexadecimal || (id.size() != 40 && id.size() != 64)) {
    throw UnreadableReply{fmt::format("{} is '{}', not the id of a commit", path, id)};
  }
  return id;
}

ReportEvent read_workflow_run(const Json& payload) {
  const Json* conclusion = find(payload, "workflow_run.conclusion");
  return {.repository = short_text_at(payload, "repository.full_name"),
          .trigger = short_text_at(payload, "workflow_run.event"),
          .head_owner = short_text_at(payload, "workflow_run.head_repository.owner.login"),
          .head_repository_id = number_at(payload, "workflow_run.head_repository.id"),
          .head_branch = short_text_at(payload, "workflow_run.head_branch"),
          .head_sha = commit_at(payload, "workflow_run.head_sha"),
          .number = std::nullopt,
          .run_id = number_at(payload, "workflow_run.id"),
          .run_conclusion = conclusion != nullptr && conclusion->is_string()
                                ? short_text_at(payload, "workflow_run.conclusion")
                                : std::string()};
}

ReportEvent read_reported_pull_request(const Json& payload) {
  return {.repository = short_text_at(payload, "repository.full_name"),
          .trigger = "pull_request",
          .head_owner = short_text_at(payload, "pull_request.head.repo.owner.login"),
          .head_repository_id = number_at(payload, "pull_request.head.repo.id"),
          .head_branch = short_text_at(payload, "pull_request.head.ref"),
          .head_sha = commit_at(payload, "pull_request.head.sha"),
          .number = number_at(payload, "number")};
}

}  // namespace

Result<ReportEvent> parse_report_event(std::string_view payload_json) {
  const Json payload = Json::parse(payload_json, nullptr, false);
  const bool is_run = find(payload, "workflow_run") != nullptr;
  const bool is_pull_request = find(payload, "pull_request") != nullptr;
  if (!is_run && !is_pull_request) {
    return Error{.reason = Reason::kEventInvalid,
                 .message = "the event is neither workflow_run nor pull_request",
                 .remedy =
                     "report from a workflow with `on: workflow_run`, as "
                     "workflows/pr-report.yml does, or name a payload with --event"};
  }
  const std::string_view head_repository =
      is_run ? "workflow_run.head_repository" : "pull_request.head.repo";
  if (find(payload, head_repository) == nullptr) {
    return Error{.reason = Reason::kEventUnsupported,
                 .message = fmt::format("the event has no {}: the fork that the commit came from "
                                        "is gone",
                                        head_repository),
                 .remedy = "nobody is left to report to"};
  }
  try {
    return is_run ? read_workflow_run(payload) : read_reported_pull_request(payload);
  } catch (const UnreadableReply& thrown) {
    return Error{.reason = Reason::kEventInvalid,
                 .message = fmt::format("the payload is not one of {}: {}",
                                        is_run ? "workflow_run" : "pull_request", thrown.message),
                 .remedy = "do not write to GITHUB_EVENT_PATH in earlier steps"};
  }
}

}  // namespace headgate::github
