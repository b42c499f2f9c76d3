// A file that each side has a version of, such as the settings, and whose version counts.

#pragma once

#include <optional>
#include <string>

#include "app/services.h"
#include "app/sources.h"
#include "core/stats/design.h"

namespace headgate::app {

/// The side's version of a file of the repository, of the commit or the work tree; nullopt when it
/// has none. kIoFailed for what is no file of at most 1 MiB.
[[nodiscard]] Result<std::optional<std::string>> side_file(const Services& services,
                                                           const Sources& sources, stats::Side side,
                                                           const std::string& name);

/// Whose version counts: base's, because a pull request must not loosen what judges it; the work
/// tree's where that is what is measured.
[[nodiscard]] stats::Side owner_of_files(const Sources& sources);

}  // namespace headgate::app
