#include "app/deadline.h"

#include <algorithm>

#include <fmt/core.h>

#include "core/schedule/duration.h"

namespace headgate::app {

Deadline::Deadline(const os::Clock& clock) : clock_(clock), began_sec_(clock.steady_sec()) {}

double Deadline::elapsed_sec() const { return clock_.steady_sec() - began_sec_; }

bool Deadline::is_past() const { return limit_sec_ > 0 && elapsed_sec() >= limit_sec_; }

std::chrono::milliseconds Deadline::within(std::chrono::milliseconds timeout) const {
  if (limit_sec_ > 0) {
    const double left_ms = (limit_sec_ - elapsed_sec()) * 1000;
    timeout = std::chrono::milliseconds(
        static_cast<std::int64_t>(std::clamp(left_ms, 0.0, static_cast<double>(timeout.count()))));
  }
  return std::max(timeout, std::chrono::milliseconds(1));
}

Error Deadline::reached(std::string_view when) const {
  return {.reason = Reason::kDeadline,
          .message = fmt::format("the deadline of {} was reached {}",
                                 schedule::duration_text(limit_sec_), when),
          .remedy =
              "raise `deadline`, or measure less: fewer `rounds`, a shorter `benchtime`, a "
              "narrower `bench`"};
}

}  // namespace headgate::app
