// The order matters. Limits come before the identity, because only root may raise them, and so does
// the network, because only root may enter one; the death signal after it, because the kernel
// clears it when ids change; the working directory after it, so that the child's own rights decide;
// the descriptors last, because the steps before may open some.

#include "edge/proc/confinement.h"

#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstring>
#include <system_error>

#include <dirent.h>
#include <fcntl.h>
#include <fmt/core.h>
#include <grp.h>
#include <linux/close_range.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

namespace headgate::proc {
namespace {

constexpr int kNotStartedCode = 127;

bool start_session() { return ::setsid() != -1; }

// exec keeps ignored signals ignored and blocked signals blocked; a child starts with neither.
void reset_signals() {
  struct sigaction plain {};

  plain.sa_handler = SIG_DFL;
  for (int signal = 1; signal < NSIG; ++signal) {
    ::sigaction(signal, &plain, nullptr);  // refused for SIGKILL and SIGSTOP, which need no reset
  }
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
}

bool set_limit(decltype(RLIMIT_CORE) resource, const std::optional<std::uint64_t>& bound) {
  if (!bound) {
    return true;
  }
  const rlimit wanted{.rlim_cur = *bound, .rlim_max = *bound};
  if (::setrlimit(resource, &wanted) == 0) {
    return true;
  }
  rlimit current{};
  if (errno != EPERM || ::getrlimit(resource, &current) != 0) {
    return false;
  }
  current.rlim_cur = current.rlim_max;  // EPERM: the bound is above what we may give
  return ::setrlimit(resource, &current) == 0;
}

bool set_limits(const Limits& limits) {
  return set_limit(RLIMIT_FSIZE, limits.file_size_bytes) &&
         set_limit(RLIMIT_NOFILE, limits.open_files) && set_limit(RLIMIT_NPROC, limits.processes) &&
         set_limit(RLIMIT_CORE, limits.core_bytes);
}

bool enter(const Command& command, const Origin& origin) {
  return command.network == Network::kHost || ::setns(origin.closed_network, CLONE_NEWNET) == 0;
}

bool become(const Identity& identity) {
  return ::setgroups(0, nullptr) == 0 &&
         ::setresgid(identity.gid, identity.gid, identity.gid) == 0 &&
         ::setresuid(identity.uid, identity.uid, identity.uid) == 0;
}

// The parent may have died before the death signal was armed: then nobody would ever send it.
bool die_with(pid_t parent) {
  if (::prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) {
    return false;
  }
  if (::getppid() != parent) {
    ::_exit(kNotStartedCode);
  }
  return true;
}

bool forgo_new_privileges() { return ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0; }

}  // namespace

bool close_descriptors_on_exec() {
  return ::close_range(STDERR_FILENO + 1, ~0U, CLOSE_RANGE_CLOEXEC) == 0 ||
         close_listed_descriptors_on_exec();
}

bool close_listed_descriptors_on_exec() {
  DIR* folder = ::opendir("/proc/self/fd");
  if (folder == nullptr) {
    return false;
  }
  bool all_marked = true;
  while (const dirent* entry = ::readdir(folder)) {
    int descriptor = -1;
    const char* name = entry->d_name;
    std::from_chars(name, name + std::strlen(name), descriptor);
    if (descriptor > STDERR_FILENO && ::fcntl(descriptor, F_SETFD, FD_CLOEXEC) != 0) {
      all_marked = false;
    }
  }
  ::closedir(folder);
  return all_marked;
}

std::optional<StepFailure> confine(const Command& command, const Origin& origin) {
  const auto failed = [](LaunchStep step) {
    return StepFailure{.step = step, .error_number = errno};
  };
  if (!start_session()) {
    return failed(LaunchStep::kSession);
  }
  reset_signals();
  ::umask(S_IWGRP | S_IWOTH);
  if (::dup2(origin.null_device, STDIN_FILENO) == -1) {
    return failed(LaunchStep::kStandardInput);
  }
  if (!set_limits(command.limits)) {
    return failed(LaunchStep::kLimits);
  }
  if (!enter(command, origin)) {
    return failed(LaunchStep::kNetwork);
  }
  if (command.identity && !become(*command.identity)) {
    return failed(LaunchStep::kIdentity);
  }
  if (!die_with(origin.parent)) {
    return failed(LaunchStep::kDeathSignal);
  }
  if (!forgo_new_privileges()) {
    return failed(LaunchStep::kNoNewPrivileges);
  }
  if (::chdir(command.directory.c_str()) != 0) {
    return failed(LaunchStep::kDirectory);
  }
  if (!close_descriptors_on_exec()) {
    return failed(LaunchStep::kDescriptors);
  }
  return std::nullopt;
}

std::string explain(const StepFailure& failure, const Command& command,
                    const std::string& program) {
  const std::string why = std::generic_category().message(failure.error_number);
  const auto cannot_start = [&](std::string_view what) {
    return fmt::format("cannot start {}: {}: {}", program, what, why);
  };
  switch (failure.step) {
    case LaunchStep::kCheck:
      return cannot_start("the command is not valid");
    case LaunchStep::kFindProgram:
      return cannot_start("it is not in PATH");
    case LaunchStep::kPrepare:
      return cannot_start("no pipe or process to be had");
    case LaunchStep::kSession:
      return cannot_start("no session of its own");
    case LaunchStep::kStandardInput:
      return cannot_start("/dev/null does not open");
    case LaunchStep::kLimits:
      return cannot_start("resource limits are refused");
    case LaunchStep::kNetwork:
      return cannot_start("a network of its own is refused");
    case LaunchStep::kIdentity:
      return fmt::format("cannot start {} as user {}, group {}: {}", program,
                         command.identity ? command.identity->uid : ::getuid(),
                         command.identity ? command.identity->gid : ::getgid(), why);
    case LaunchStep::kDeathSignal:
      return cannot_start("the death signal is refused");
    case LaunchStep::kNoNewPrivileges:
      return cannot_start("no_new_privs is refused");
    case LaunchStep::kDirectory:
      return fmt::format("cannot start {} in {}: {}", program, command.directory, why);
    case LaunchStep::kDescriptors:
      return cannot_start("descriptors do not close");
    case LaunchStep::kExecute:
      return fmt::format("cannot start {}: {}", program, why);
  }
  return cannot_start("unknown step");
}

}  // namespace headgate::proc
