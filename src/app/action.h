// `headgate action`: the entry point of the container. Everything comes from INPUT_* and GITHUB_*;
// everything goes to the log, the annotations, the outputs, the step summary and the exit code.

#pragma once

#include <iosfwd>

#include "app/services.h"

namespace headgate::app {

/// Returns the exit code. `out` is the step's log, which the runner parses for commands.
[[nodiscard]] int action(Services& services, std::ostream& out);

}  // namespace headgate::app
