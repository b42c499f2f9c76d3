// The Launcher that starts real processes.
//
// Constructing one changes this process for good: it becomes the reaper of its descendants'
// orphans, SIGCHLD gets its default handling, and closed standard descriptors are opened on
// /dev/null. The process must stay single-threaded: the kernel sends a child's death signal when
// the *thread* that started it ends, and the child prepares itself between fork and exec with calls
// that are safe only where no other thread can hold a lock.
//
// Children that this process already had (a shell that put jobs in the background before `exec`)
// are left alone. Any other child of ours that is found after a run is an orphan of that run, and
// killed.

#pragma once

#include <vector>

#include <sys/types.h>

#include "edge/proc/process.h"

namespace headgate::proc {

/// Cost: about half a millisecond a child while this process is small (fork copies page tables).
class PosixLauncher final : public Launcher {
 public:
  /// `interrupt_fd` readable means: kill the running child and start no other. It is watched, never
  /// read, and stays the caller's; -1: none.
  explicit PosixLauncher(int interrupt_fd);
  ~PosixLauncher() override;
  PosixLauncher(const PosixLauncher&) = delete;
  PosixLauncher& operator=(const PosixLauncher&) = delete;

  [[nodiscard]] Completion run(const Command& command, OutputSink& sink) override;

 private:
  int interrupt_fd_;
  std::vector<pid_t> bystanders_;
  std::vector<char> buffers_;
};

}  // namespace headgate::proc
