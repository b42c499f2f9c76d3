// Why a run compared nothing, in words, and what to do about it. What there is instead of compared
// series tells a renamed module from a lost go.mod and a skip from a unit that nobody gates.

#pragma once

#include <span>
#include <string>

#include "core/gate/finding.h"

namespace headgate::gate {

struct NothingCompared {
  std::string message;
  std::string remedy;
};

/// Of findings none of which was compared and gated. `emptiness` is for when there is nothing else
/// to say.
[[nodiscard]] NothingCompared nothing_compared(std::span<const Finding> findings,
                                               const NothingCompared& emptiness);

}  // namespace headgate::gate
