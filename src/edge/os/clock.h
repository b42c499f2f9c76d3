// Time, behind an interface, so that runs in tests take none of it.

#pragma once

#include <string>

namespace headgate::os {

class Clock {
 public:
  virtual ~Clock() = default;

  /// Seconds since 1970-01-01 00:00 UTC; jumps when somebody sets the clock.
  [[nodiscard]] virtual double wall_sec() const = 0;

  /// Seconds since some fixed moment; never goes back. For durations.
  [[nodiscard]] virtual double steady_sec() const = 0;
};

class SystemClock final : public Clock {
 public:
  [[nodiscard]] double wall_sec() const override;
  [[nodiscard]] double steady_sec() const override;
};

}  // namespace headgate::os
