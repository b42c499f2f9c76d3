// The shards of one run put together again: one record and one list of processes, from which the
// gate decides as if one machine had measured everything.
//
// What is not the whole of one run is refused, because a green verdict would claim more than was
// compared: shards of other commits, settings, toolchains or machines, shards that are missing,
// there twice or cut short. A shard that ended in an error is taken, and its error stays the run's.

#pragma once

#include <string>
#include <vector>

#include "core/dataset/process.h"
#include "core/result/result.h"
#include "core/results/run.h"

namespace headgate::results {

/// What was read from one results folder.
struct Part {
  std::string name;  ///< of the folder, for messages
  Run run;
  std::vector<dataset::Process> processes;
};

/// May the shards have been measured on machines of different kinds? Both sides of a benchmark are
/// of one machine in any case.
enum class Hosts { kAlike, kAny };

struct Merged {
  Run run;
  std::vector<dataset::Process> processes;  ///< numbered anew, as one machine would have run them
};

/// kResultsInvalid for a part that is no shard, kShardUnfinished, kShardsDiffer, kShardDuplicate,
/// kShardMissing. With Hosts::kAny different machines are a caveat.
[[nodiscard]] Result<Merged> merge(std::vector<Part> parts, Hosts hosts);

}  // namespace headgate::results
