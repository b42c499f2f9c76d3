// From a recorded run to what the gate looks at: a run that has just ended and one that is read
// back go through here, so that a replay decides as the run did.

#pragma once

#include <vector>

#include "core/dataset/process.h"
#include "core/gate/gate.h"
#include "core/results/run.h"

namespace headgate::results {

/// The evidence of a run and its processes.
[[nodiscard]] gate::Evidence evidence_of(const Run& run, std::vector<dataset::Process> processes);

}  // namespace headgate::results
