// Finds and kills what a child leaves behind. A process that left its group (a daemon) cannot be
// reached by a signal to the group; but once everything between it and us is dead, the kernel makes
// it a child of the nearest reaper of orphans, and that is this process.

#pragma once

#include <chrono>
#include <string>
#include <vector>

#include <sys/types.h>

#include "edge/proc/process.h"

namespace headgate::proc {

/// From now on orphans among our descendants become our children. Cannot be undone by mistake: a
/// child does not inherit it.
void adopt_orphans();

/// A descriptor, closed on exec, that becomes readable when `child` ends; -1 with errno set.
/// `child` must be one that we have not reaped, or the number may be somebody else's by now.
[[nodiscard]] int open_process(pid_t child);

/// Where the kernel lists the threads of a process, and the children of each.
inline constexpr const char* kOwnTasks = "/proc/self/task";

/// The processes whose parent we are, zombies included. Empty on a kernel that does not list them
/// (CONFIG_PROC_CHILDREN off).
[[nodiscard]] std::vector<pid_t> children(const std::string& tasks = kOwnTasks);

/// Kills and reaps our children, those that they leave to us, and so on, for at most `patience`.
/// Those in `spared` are left alone. Children that the kernel does not list are survivors, because
/// nobody can tell. One system call when there is nothing to do.
[[nodiscard]] Survivors kill_children_except(const std::vector<pid_t>& spared,
                                             std::chrono::milliseconds patience,
                                             const std::string& tasks = kOwnTasks);

}  // namespace headgate::proc
