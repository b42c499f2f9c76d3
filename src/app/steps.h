// A use case as steps of which each needs the ones before it.

#pragma once

#include <exception>
#include <functional>
#include <vector>

#include "app/deadline.h"
#include "core/result/result.h"
#include "edge/os/interrupts.h"

namespace headgate::app {

/// Carries out one step after the other until one fails. kInterrupted when somebody wants us to
/// stop before the next; kDeadline when time has run out before the next, in a step that failed for
/// it, or in the last; kInternal when a step throws, which only a bug can make it do.
[[nodiscard]] Status in_turn(const os::Interrupts& interrupts, const Deadline& deadline,
                             const std::vector<std::function<Status()>>& steps);

/// kInternal: what can only be thrown by a bug.
[[nodiscard]] Error internal_error(const std::exception& error);

}  // namespace headgate::app
