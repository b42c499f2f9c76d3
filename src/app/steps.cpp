#include "app/steps.h"

namespace headgate::app {

Status in_turn(const os::Interrupts& interrupts,
               const std::vector<std::function<Status()>>& steps) {
  for (const std::function<Status()>& step : steps) {
    if (interrupts.pending()) {
      return Error{.reason = Reason::kInterrupted,
                   .message = "interrupted before the run was done"};
    }
    if (Status done = step(); !done) {
      return done;
    }
  }
  return ok();
}

}  // namespace headgate::app
