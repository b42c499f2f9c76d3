// A clock that stands still until the test moves it.

#pragma once

#include "edge/os/clock.h"

namespace headgate::os {

class ManualClock final : public Clock {
 public:
  explicit ManualClock(double wall_sec = 1'767'225'600 /* 2026-01-01T00:00:00Z */)
      : wall_sec_(wall_sec) {}

  /// Lets time pass on both clocks.
  void advance(double elapsed_sec) {
    wall_sec_ += elapsed_sec;
    steady_sec_ += elapsed_sec;
  }

  /// Sets the wall clock, as an administrator would; the steady one does not notice.
  void set_wall(double wall_sec) { wall_sec_ = wall_sec; }

  [[nodiscard]] double wall_sec() const override { return wall_sec_; }

  [[nodiscard]] double steady_sec() const override { return steady_sec_; }

 private:
  double wall_sec_;
  double steady_sec_ = 0;
};

}  // namespace headgate::os
