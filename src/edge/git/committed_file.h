// One file of a commit, without exporting it.

#pragma once

#include <optional>
#include <string>

#include "edge/git/handles.h"
#include "edge/git/repository.h"

namespace headgate::git {

/// As Repository::read_file.
[[nodiscard]] Result<std::optional<std::string>> read_file(git_repository& repository,
                                                           git_commit& commit,
                                                           const std::string& path);

}  // namespace headgate::git
