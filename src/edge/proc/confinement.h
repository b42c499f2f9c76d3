// What a child does to itself between fork and exec: it gives up everything of ours that a hostile
// program could use, and makes sure that it cannot outlive us.

#pragma once

#include <optional>

#include <sys/types.h>

#include "edge/proc/process.h"

namespace headgate::proc {

/// A call that failed in the child.
struct StepFailure {
  LaunchStep step;
  int error_number;
  friend bool operator==(const StepFailure&, const StepFailure&) = default;
};

/// What the child needs to know about the process that started it.
struct Origin {
  pid_t parent;
  int null_device;  ///< Open for reading; becomes standard input.
  /// The network namespace for Network::kNone; -1: there is none.
  int closed_network = -1;
};

/// Runs in the forked child and in order: the steps from kSession to kDescriptors. After nullopt
/// all that is left to do is exec. Ends the process when `origin.parent` is gone already.
[[nodiscard]] std::optional<StepFailure> confine(const Command& command, const Origin& origin);

/// Marks every descriptor above standard error close-on-exec: one call since Linux 5.11, else one
/// for each entry of /proc/self/fd.
[[nodiscard]] bool close_descriptors_on_exec();
[[nodiscard]] bool close_listed_descriptors_on_exec();

/// One line for LaunchFailed. `program` is the file that was to run.
[[nodiscard]] std::string explain(const StepFailure& failure, const Command& command,
                                  const std::string& program);

}  // namespace headgate::proc
