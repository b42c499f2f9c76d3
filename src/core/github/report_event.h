// The event that a report answers: which pull request was measured, as GitHub and not the measured
// code says it.
//
// `workflow_run` is the event of the job that may speak, after the gate's workflow, which may not,
// has ended: of a fork its payload names the head repository, branch and commit, and no pull
// request. `pull_request` serves repositories that report in the gate's own job.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/result/result.h"

namespace headgate::github {

/// The commit that was measured, and where it lies.
struct ReportEvent {
  std::string repository;  ///< "owner/name" of the repository that the event happened in
  /// What triggered the measuring: "pull_request", "merge_group", ... Without a pull request there
  /// is nobody to speak to.
  std::string trigger;
  std::string head_owner;
  std::uint64_t head_repository_id;
  std::string head_branch;
  std::string head_sha;
  std::optional<std::uint64_t> number;  ///< of the pull request, where the event says it
  std::optional<std::uint64_t> run_id = std::nullopt;  ///< of the workflow run that measured
  std::string run_conclusion = {};                     ///< "success", "failure", ...; "" not known
};

/// Reads a payload of workflow_run or pull_request. kEventInvalid for text that is neither,
/// kEventUnsupported where the fork that the commit came from is gone.
[[nodiscard]] Result<ReportEvent> parse_report_event(std::string_view payload_json);

}  // namespace headgate::github
