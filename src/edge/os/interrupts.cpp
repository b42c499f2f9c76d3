// A handler may do next to nothing, and has no object to work on: it swaps one atomic, writes to an
// event descriptor, and reads the monotonic clock, all of which signal-safety(7) allows. The state
// below is the process-wide state that signal dispositions are anyway.

#include "edge/os/interrupts.h"

#include <atomic>
#include <cerrno>
#include <ctime>

#include <sys/eventfd.h>
#include <unistd.h>

#include "core/result/result.h"
#include "edge/os/descriptor.h"

namespace headgate::os {
namespace {

constexpr int kStatusOfSecondSignal = 2;

/// One wish to stop may reach us twice: a terminal signals the whole group while a wrapper passes
/// the signal on, timeout(1) signals its child and then its group, and who cancels may send two
/// signals in a row. What is promised within two seconds of the first, that what was measured is
/// written and nothing is left running, no other signal may take away.
constexpr std::int64_t kPromisedNs = 2'000'000'000;

std::atomic<int> first_signal = 0;
std::atomic<std::int64_t> first_signal_ns = 0;
std::atomic<int> wake_up_fd = -1;
static_assert(std::atomic<int>::is_always_lock_free);
static_assert(std::atomic<std::int64_t>::is_always_lock_free);

std::int64_t monotonic_ns() {
  timespec now = {};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * std::int64_t{1'000'000'000} + now.tv_nsec;
}

void wake_up(int fd) {
  const std::uint64_t one = 1;
  (void)!::write(fd, &one, sizeof one);
}

extern "C" void remember_signal(int signal) {
  const int saved_errno = errno;
  const std::int64_t now_ns = monotonic_ns();
  std::int64_t never = 0;
  if (first_signal_ns.compare_exchange_strong(never, now_ns)) {
    first_signal = signal;
    wake_up(wake_up_fd);
  } else if (now_ns - first_signal_ns > kPromisedNs) {
    ::_exit(kStatusOfSecondSignal);
  }
  errno = saved_errno;
}

}  // namespace

SignalInterrupts::SignalInterrupts() : fd_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  HEADGATE_CHECK(fd_ >= 0);
  int nobody = -1;
  if (!wake_up_fd.compare_exchange_strong(nobody, fd_)) {
    ::close(fd_);
    throw std::logic_error("two SignalInterrupts at a time");
  }
  first_signal = 0;
  first_signal_ns = 0;
  struct sigaction catching = {};
  catching.sa_handler = &remember_signal;
  catching.sa_flags = SA_RESTART;
  ::sigemptyset(&catching.sa_mask);
  sigset_t caught;
  ::sigemptyset(&caught);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) {
    ::sigaddset(&catching.sa_mask, signal);
    ::sigaddset(&caught, signal);
  }
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE}) {
    Previous previous = {.signal = signal, .action = {}};
    ::sigaction(signal, nullptr, &previous.action);
    if (signal == SIGHUP && previous.action.sa_handler == SIG_IGN) {
      continue;
    }
    struct sigaction ignoring = {};
    ignoring.sa_handler = SIG_IGN;
    ::sigaction(signal, signal == SIGPIPE ? &ignoring : &catching, nullptr);
    previous_.push_back(previous);
  }
  // A parent that blocks signals hands its mask down; then nobody could stop us but by SIGKILL.
  ::pthread_sigmask(SIG_UNBLOCK, &caught, &previous_mask_);
}

SignalInterrupts::~SignalInterrupts() {
  ::pthread_sigmask(SIG_SETMASK, &previous_mask_, nullptr);
  for (const Previous& previous : previous_) {
    ::sigaction(previous.signal, &previous.action, nullptr);
  }
  wake_up_fd = -1;
  ::close(fd_);
}

int SignalInterrupts::fd() const { return fd_; }

std::optional<int> SignalInterrupts::pending() const {
  const int signal = first_signal;
  return signal == 0 ? std::nullopt : std::optional(signal);
}

}  // namespace headgate::os
