// Interrupts without signals. The descriptor is real, so that an event loop can wait on it.

#pragma once

#include <cstdint>
#include <optional>

#include <sys/eventfd.h>
#include <unistd.h>

#include "core/result/result.h"
#include "edge/os/interrupts.h"

namespace headgate::os {

class FakeInterrupts final : public Interrupts {
 public:
  FakeInterrupts() : fd_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) { HEADGATE_CHECK(fd_ >= 0); }

  ~FakeInterrupts() override { ::close(fd_); }

  FakeInterrupts(const FakeInterrupts&) = delete;
  FakeInterrupts& operator=(const FakeInterrupts&) = delete;

  /// As if `signal` had come. Later ones change nothing.
  void interrupt(int signal) {
    if (!pending_) {
      pending_ = signal;
      const std::uint64_t one = 1;
      HEADGATE_CHECK(::write(fd_, &one, sizeof one) == sizeof one);
    }
  }

  [[nodiscard]] int fd() const override { return fd_; }

  [[nodiscard]] std::optional<int> pending() const override { return pending_; }

 private:
  int fd_;
  std::optional<int> pending_;
};

}  // namespace headgate::os
