#include "app/steps.h"

#include <exception>

#include <fmt/core.h>

namespace headgate::app {
namespace {

constexpr std::string_view kTooLate = "before the run was done";

Status carry_out(const std::function<Status()>& step) {
  try {
    return step();
  } catch (const std::exception& error) {
    return internal_error(error);
  }
}

// Was the step stopped, rather than wrong? A go command then says that it did not end in time, an
// export that it was told to stop.
bool was_cut_short(const Error& error, const os::Interrupts& interrupts) {
  return error.reason == Reason::kProcessFailed ||
         (error.reason == Reason::kInterrupted && !interrupts.pending());
}

}  // namespace

Error internal_error(const std::exception& error) {
  return {.reason = Reason::kInternal,
          .message = fmt::format("a bug in headgate: {}", error.what()),
          .remedy = "please report it, with the log of this run"};
}

Status in_turn(const os::Interrupts& interrupts, const Deadline& deadline,
               const std::vector<std::function<Status()>>& steps) {
  for (const std::function<Status()>& step : steps) {
    if (interrupts.pending()) {
      return Error{.reason = Reason::kInterrupted,
                   .message = "interrupted before the run was done"};
    }
    if (deadline.is_past()) {
      return deadline.reached(kTooLate);
    }
    if (Status done = carry_out(step); !done) {
      if (!deadline.is_past() || !was_cut_short(done.error(), interrupts)) {
        return done;
      }
      Error late = deadline.reached(kTooLate);
      late.detail = fmt::format("{}\n{}", done.error().message, done.error().detail);
      return late;
    }
  }
  return deadline.is_past() ? Status(deadline.reached(kTooLate)) : ok();
}

}  // namespace headgate::app
