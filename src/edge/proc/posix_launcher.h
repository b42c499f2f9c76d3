// The Launcher that starts real processes.
//
// Constructing one changes this process for good: it becomes the parent of its descendants'
// orphans, SIGCHLD gets its default handling (where it is ignored the kernel throws exit codes
// away), and closed standard descriptors are opened on /dev/null. The process must stay
// single-threaded: the kernel sends a child's death signal when the *thread* that started it ends,
// and between fork and exec the child calls what is safe only where no other thread can hold a
// lock.
//
// Children that this process has when the launcher is made (of a shell that put jobs into the
// background before `exec`) are left alone. Any other child that a run finds is an orphan of a run,
// and is killed.
//
// Cost:    half a millisecond a child while this process is small (fork copies page tables), and as
//          much again in the kernel for exec and exit.

#pragma once

#include <vector>

#include <sys/types.h>

#include "edge/proc/process.h"

namespace headgate::proc {

class PosixLauncher final : public Launcher {
 public:
  /// `interrupt_fd` (a pipe, eventfd or signalfd; -1: none) readable means: kill the running child
  /// and start no other. It is watched, never read, stays the caller's, and is made non-blocking.
  explicit PosixLauncher(int interrupt_fd);
  ~PosixLauncher() override;
  PosixLauncher(const PosixLauncher&) = delete;
  PosixLauncher& operator=(const PosixLauncher&) = delete;

  [[nodiscard]] Status cut_network() override;
  [[nodiscard]] Completion run(const Command& command, OutputSink& sink) override;

 private:
  int interrupt_fd_;
  int null_device_;
  int closed_network_ = -1;
  std::vector<pid_t> bystanders_;
  std::vector<char> buffers_;
};

}  // namespace headgate::proc
