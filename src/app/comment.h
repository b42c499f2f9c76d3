// `headgate comment`: tell a pull request what the gate decided, from a job that may speak and that
// never runs the pull request's code.
//
// Everything is read and checked before the first request. What fails here changes no verdict: the
// gate's own job has ended with it.

#pragma once

#include <string>

#include "app/console.h"
#include "app/services.h"

namespace headgate::app {

struct CommentOptions {
  std::string artifact;         ///< folder with verdict.json and run.json
  std::string id = "gate";      ///< tells this comment from others of headgate
  std::string event_file = {};  ///< "": GITHUB_EVENT_PATH
  double request_sec = 30;      ///< for one request
  enum class CheckRun { kNo, kAuto, kYes } check_run = CheckRun::kAuto;
  enum class DryRun { kNo, kYes } dry_run = DryRun::kNo;
};

/// Returns 0 when the pull request knows, or when there is none to tell; 2 with a reason otherwise.
[[nodiscard]] int comment(Services& services, const CommentOptions& options,
                          const Console& console);

}  // namespace headgate::app
