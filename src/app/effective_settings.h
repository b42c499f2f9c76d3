// Which settings hold: defaults < the settings file of the base side < flags or inputs.

#pragma once

#include <string>
#include <vector>

#include "app/services.h"
#include "app/sources.h"
#include "core/config/settings.h"
#include "core/gate/finding.h"

namespace headgate::app {

/// Where settings come from besides the sides' .headgate.yml.
struct SettingsRequest {
  std::string file;  ///< a file of this machine instead of the sides'; "" for none
  std::string name;  ///< path of the sides' file in the repository; "" for .headgate.yml
  std::vector<config::Override> overrides;
};

struct EffectiveSettings {
  config::Settings settings;
  std::vector<gate::Caveat> caveats;
};

/// Base's file counts, because a pull request must not loosen what judges it. Where base has none,
/// head's says how to measure and the policy is the default; with the work tree as head there is
/// nobody to protect from, and its own file counts. kConfigInvalid, also when the request names a
/// file that neither side has.
[[nodiscard]] Result<EffectiveSettings> effective_settings(const Services& services,
                                                           const Sources& sources,
                                                           const SettingsRequest& request);

}  // namespace headgate::app
