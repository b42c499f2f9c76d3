#include "edge/proc/descendants.h"

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>

#include <poll.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace headgate::proc {
namespace {

using Clock = std::chrono::steady_clock;

bool have_children() {
  siginfo_t ignored{};
  return ::waitid(P_ALL, 0, &ignored, WEXITED | WNOHANG | WNOWAIT) == 0;
}

void reap_the_dead() {
  while (::waitpid(-1, nullptr, WNOHANG) > 0) {
  }
}

// Waits for one killed child without risking to wait for ever: a process stuck in the kernel dies
// when the kernel lets it. Returns whether it is reaped.
bool reap(pid_t child, Clock::time_point deadline) {
  const int descriptor = open_process(child);
  if (descriptor == -1) {
    return false;
  }
  const auto left =
      std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
  pollfd ended{.fd = descriptor, .events = POLLIN, .revents = 0};
  ::poll(&ended, 1, static_cast<int>(std::max<std::int64_t>(left, 0)));
  ::close(descriptor);
  return ::waitpid(child, nullptr, WNOHANG) == child;
}

}  // namespace

void adopt_orphans() { ::prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); }

// glibc 2.36 declares pidfd_open without C linkage, so that it cannot be linked from C++.
int open_process(pid_t child) { return static_cast<int>(::syscall(SYS_pidfd_open, child, 0)); }

std::vector<pid_t> children(const std::string& tasks) {
  std::vector<pid_t> found;
  std::error_code ignored;
  for (const auto& task : std::filesystem::directory_iterator(tasks, ignored)) {
    std::ifstream list(task.path() / "children");
    for (pid_t child = 0; list >> child;) {
      found.push_back(child);
    }
  }
  return found;
}

Survivors kill_children_except(const std::vector<pid_t>& spared, std::chrono::milliseconds patience,
                               const std::string& tasks) {
  const auto is_spared = [&](pid_t child) {
    return std::ranges::find(spared, child) != spared.end();
  };
  const Clock::time_point deadline = Clock::now() + patience;
  while (have_children()) {
    std::vector<pid_t> doomed = children(tasks);
    if (doomed.empty() && spared.empty()) {
      reap_the_dead();
      return have_children() ? Survivors::kSome : Survivors::kNone;
    }
    std::erase_if(doomed, is_spared);
    if (doomed.empty()) {
      break;
    }
    for (const pid_t child : doomed) {
      ::kill(child, SIGKILL);
    }
    for (const pid_t child : doomed) {
      reap(child, deadline);
    }
    if (Clock::now() >= deadline) {
      return Survivors::kSome;
    }
  }
  return Survivors::kNone;
}

}  // namespace headgate::proc
