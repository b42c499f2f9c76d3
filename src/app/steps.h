// A use case as steps of which each needs the ones before it.

#pragma once

#include <functional>
#include <vector>

#include "core/result/result.h"
#include "edge/os/interrupts.h"

namespace headgate::app {

/// Carries out one step after the other until one fails. kInterrupted when somebody wants us to
/// stop before the next.
[[nodiscard]] Status in_turn(const os::Interrupts& interrupts,
                             const std::vector<std::function<Status()>>& steps);

}  // namespace headgate::app
