// What a run would do, for --dry-run: nothing of it has been built or measured yet.

#pragma once

#include <string>
#include <vector>

#include "core/gate/gate.h"
#include "core/results/run.h"
#include "core/schedule/items.h"
#include "core/stats/design.h"

namespace headgate::report {

/// One test binary a side.
struct PlannedBuild {
  std::string package;
  stats::Sides<gate::Presence> presence;
};

struct Plan {
  /// Sides, settings, caveats, and as benchmarks the selected ones that the sources declare.
  results::Run run;
  std::vector<PlannedBuild> builds;
  std::vector<schedule::Item> items;
  schedule::RunArguments arguments;
};

/// Commits, benchmarks, commands and the expected time, for a terminal.
[[nodiscard]] std::string plan_text(const Plan& plan);

}  // namespace headgate::report
