// The commands of measure.prepare, run in each side's tree before anything is built.

#pragma once

#include "app/modules.h"
#include "app/narrator.h"
#include "app/sandbox.h"
#include "app/services.h"
#include "core/config/settings.h"

namespace headgate::app {

/// Runs them on base, then on head, each with write access to its own tree alone; afterwards both
/// trees are the builder's again. kPrepareFailed with what the command printed, kInterrupted,
/// kDeadline.
[[nodiscard]] Status prepare_trees(Services& services, const go::Context& context,
                                   const config::Settings& settings, Sandbox& sandbox,
                                   const Modules& modules, const Deadline& deadline,
                                   Narrator& narrator);

}  // namespace headgate::app
