// A settings file that the user named on this machine, rather than one of the compared sides.

#pragma once

#include <cstdint>
#include <string>

#include "app/services.h"
#include "core/config/settings.h"

namespace headgate::app {

/// A settings file is text that people write; what is longer is another file.
inline constexpr std::uint64_t kMaxSettingsBytes = 1 << 20;

/// The defaults with what the file says. `path` is relative to the current folder or absolute.
/// kConfigInvalid when it cannot be read, or with the line that is wrong.
[[nodiscard]] Result<config::Settings> read_settings_file(const Services& services,
                                                          const std::string& path);

}  // namespace headgate::app
