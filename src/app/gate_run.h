// A gate run from sources to verdict: trees, builds, first pass, confirm, decision, results folder.

#pragma once

#include <string>

#include "app/ending.h"
#include "app/groundwork.h"
#include "app/narrator.h"
#include "app/services.h"
#include "app/sources.h"
#include "core/report/plan.h"
#include "core/results/run.h"

namespace headgate::app {

struct GateRun {
  Ending ending;
  /// As written to run.json; empty sides when the run ended before they were known.
  results::Run record;
  /// "" when no folder was written.
  std::string results_dir;
};

/// Runs the gate. Every failure is in the verdict. The results folder is complete before anything
/// is removed, so that whoever has no patience with us finds it; the caller writes the ending again
/// when it has more to say.
[[nodiscard]] GateRun run_gate(Services& services, Result<Sources> sources,
                               const GateRunOptions& options, Narrator& narrator);

/// What that would do, for --dry-run: trees are exported and packages listed, nothing is built or
/// measured, and nothing stays.
[[nodiscard]] Result<report::Plan> plan_gate(Services& services, Result<Sources> sources,
                                             const GateRunOptions& options, Narrator& narrator);

}  // namespace headgate::app
