// The moment by which a run has to be over: the setting `deadline`, which bounds exports, builds
// and listings as it bounds benchmarks.

#pragma once

#include <chrono>
#include <string_view>

#include "core/result/result.h"
#include "edge/os/clock.h"

namespace headgate::app {

class Deadline {
 public:
  /// The run begins now, and may take for ever. The clock must outlive it.
  explicit Deadline(const os::Clock& clock);

  /// Seconds from the beginning of the run; 0: for ever.
  void set(double limit_sec) { limit_sec_ = limit_sec; }

  [[nodiscard]] double elapsed_sec() const;

  [[nodiscard]] bool is_past() const;

  /// The timeout of the next process: what is left of the run ends it too. Never zero, which would
  /// mean no timeout at all.
  [[nodiscard]] std::chrono::milliseconds within(std::chrono::milliseconds timeout) const;

  /// kDeadline: "the deadline of 1m was reached <when>".
  [[nodiscard]] Error reached(std::string_view when) const;

 private:
  const os::Clock& clock_;
  double began_sec_;
  double limit_sec_ = 0;
};

}  // namespace headgate::app
