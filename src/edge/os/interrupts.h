// The wish of a person, a runner or the kernel that we stop: SIGINT, SIGTERM, SIGHUP, SIGQUIT.
//
// GitHub cancels a step with SIGINT, seven seconds later SIGTERM, two seconds later SIGKILL. So the
// first signal is only remembered, for the program to wind up by itself; a second one means that
// it takes too long, and ends the process on the spot.

#pragma once

#include <csignal>
#include <optional>
#include <vector>

namespace headgate::os {

class Interrupts {
 public:
  virtual ~Interrupts() = default;

  /// A descriptor that is readable once a signal has come, and stays so: poll it, never read it.
  [[nodiscard]] virtual int fd() const = 0;

  /// The first signal that came, such as SIGTERM.
  [[nodiscard]] virtual std::optional<int> pending() const = 0;
};

/// Catches the signals as long as it lives, and ignores SIGPIPE, so that a reader who went away is
/// an error of one write. The destructor puts back what was there before. The second signal ends
/// the process with status 2, except within two seconds after the first, when it is an echo of the
/// same wish. A SIGHUP that was ignored stays so, because nohup asked for that.
///
/// One at a time in a process (a second one throws std::logic_error). Ignoring is inherited by
/// children, catching is not: whoever starts children gives them SIGPIPE's default back.
class SignalInterrupts final : public Interrupts {
 public:
  SignalInterrupts();
  ~SignalInterrupts() override;
  SignalInterrupts(const SignalInterrupts&) = delete;
  SignalInterrupts& operator=(const SignalInterrupts&) = delete;

  [[nodiscard]] int fd() const override;
  [[nodiscard]] std::optional<int> pending() const override;

 private:
  struct Previous {
    int signal;
    struct sigaction action;
  };

  int fd_;
  sigset_t previous_mask_;
  std::vector<Previous> previous_;
};

}  // namespace headgate::os
