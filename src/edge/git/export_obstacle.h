// The error for a tree that cannot be exported: one wording, whoever looked at the tree.

#pragma once

#include <optional>
#include <string>

#include "edge/git/repository.h"

namespace headgate::git {

/// kTreeInvalid for hostile entries, else kObjectsMissing for missing objects, naming up to five
/// paths; nullopt when the tree can be exported. `tree_name` says whose tree it is, such as
/// "commit 1a2b3c" or "the work tree".
[[nodiscard]] std::optional<Error> export_obstacle(const TreeProblems& problems,
                                                   const std::string& tree_name);

}  // namespace headgate::git
