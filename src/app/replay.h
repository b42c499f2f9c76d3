// `headgate replay`: decide again from recorded samples, under any policy, measuring nothing.

#pragma once

#include <string>
#include <vector>

#include "app/console.h"
#include "app/narrator.h"
#include "app/services.h"
#include "core/config/settings.h"

namespace headgate::app {

struct ReplayOptions {
  std::string results;  ///< a results folder; or
  std::string base;     ///< two files of Go benchmark text
  std::string head;
  std::string config_file;  ///< policy from this file instead of the recorded one; "" for none
  std::string ledger_file;  ///< dismissed alarms of this file, as of today, instead of the
                            ///< recorded ones as of the run; "" for none
  std::vector<config::Override> overrides;
  std::string out;  ///< a results folder that does not hold what is replayed; "": write nothing
  Format format = Format::kText;
};

/// Decides and prints what the action would have said; the folder that `out` names can be replayed
/// itself. Returns the exit code.
[[nodiscard]] int replay(Services& services, const ReplayOptions& options, Narrator& narrator,
                         const Console& console);

}  // namespace headgate::app
