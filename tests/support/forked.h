// Runs a piece of a test in a process of its own: for what a process can do only once, or as
// another user.

#pragma once

#include <cerrno>
#include <csignal>

#include <grp.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/result/result.h"

namespace headgate::os {

inline constexpr uid_t kNobody = 65534;

/// How a child ended: its exit status, or 128 + the signal.
template <typename Body>
[[nodiscard]] int forked(Body body) {
  const pid_t child = ::fork();
  HEADGATE_CHECK(child >= 0);
  if (child == 0) {
    ::_exit(body());
  }
  int status = 0;
  while (::waitpid(child, &status, 0) < 0) {
    HEADGATE_CHECK(errno == EINTR);
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/// Gives up root's rights, if we have them, for good.
inline void become_nobody() {
  if (::geteuid() == 0) {
    HEADGATE_CHECK(::setgroups(0, nullptr) == 0);
    HEADGATE_CHECK(::setresgid(kNobody, kNobody, kNobody) == 0);
    HEADGATE_CHECK(::setresuid(kNobody, kNobody, kNobody) == 0);
  }
}

}  // namespace headgate::os
