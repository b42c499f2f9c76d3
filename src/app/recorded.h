// What deciding from recorded samples shares, however they came together: a replay of one folder,
// a merge of several.

#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/results_folder.h"
#include "app/services.h"
#include "core/dataset/process.h"
#include "core/gate/gate.h"
#include "core/results/run.h"

namespace headgate::app {

/// kInterrupted when the user wants no more: big files take seconds.
[[nodiscard]] Status check_wanted(const Services& services,
                                  std::string_view before = "the verdict was there");

/// What `go test -bench` printed for a side. kResultsInvalid, naming the side.
[[nodiscard]] Result<std::string> read_text(const Services& services, const std::string& path,
                                            stats::Side side);

/// What the run in a results folder saw: its processes, whose records are taken, or the two texts
/// that it was made of. kResultsInvalid, kInterrupted.
[[nodiscard]] Result<gate::Evidence> evidence_in(const Services& services,
                                                 const std::string& folder, Recorded& recorded);

/// Claiming the folder `out` would empty it: kUsage when one of the inputs lies in it.
[[nodiscard]] Status check_out(const Services& services, const std::string& out,
                               std::span<const std::string> inputs);

/// What the gate says of the evidence; an error that ended the recorded run stands over it.
[[nodiscard]] gate::Verdict decide_recorded(const Services& services,
                                            const gate::Evidence& evidence,
                                            const results::Run& run);

/// Writes the processes of a run, so that the folder can be replayed itself.
[[nodiscard]] Status write_processes(std::span<const dataset::Process> processes,
                                     const results::Run& run, ResultsFolder& folder);

}  // namespace headgate::app
