// The grammars of settings that say how test binaries are built.

#pragma once

#include <string>
#include <vector>

#include "core/config/reading.h"
#include "core/config/settings.h"

namespace headgate::config {

/// auto, same, local, or a release: "go1.26.1".
[[nodiscard]] Result<std::string> read_toolchain(const Subject& subject, const TreeNode& node);

/// Argument lists: [[go, generate, ./...], [make]], or one of them: [go, generate, ./...].
[[nodiscard]] Result<std::vector<std::vector<std::string>>> read_commands(const Subject& subject,
                                                                          const TreeNode& node);

/// Build tags; commas separate, too.
[[nodiscard]] Result<std::vector<std::string>> read_tags(const Subject& subject,
                                                         const TreeNode& node);

[[nodiscard]] Result<Build::Race> read_race(const Subject& subject, const TreeNode& node);
[[nodiscard]] Result<Build::Trimpath> read_trimpath(const Subject& subject, const TreeNode& node);

}  // namespace headgate::config
