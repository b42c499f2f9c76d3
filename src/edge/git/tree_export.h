// Objects of the database become files in a folder of ours.
//
// libgit2's checkout does the writing, because it refuses every path that git refuses and never
// follows a symbolic link. It runs in a repository made in memory that shares nothing with the
// user's but the object database: there is no configuration that could turn links into files or
// convert line ends, no index to write, and no HEAD to compare with.

#pragma once

#include <string>
#include <vector>

#include "edge/git/handles.h"
#include "edge/git/tree_listing.h"

namespace headgate::git {

/// Makes the folder (its parent exists) or finds it empty. kUsage for a relative path or a folder
/// with something in it, kIoFailed for anything else in its place.
[[nodiscard]] Status prepare_target(const std::string& absolute_target);

/// Writes `files`, sorted by path and free of repeated names, below a prepared target. Asks
/// `cancel` after each thousand files.
[[nodiscard]] Status write_files(git_repository& source, const std::vector<TreeFile>& files,
                                 const std::string& target, const CancelCheck& cancel);

}  // namespace headgate::git
