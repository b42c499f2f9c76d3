// The dirty work tree as a tree: what `git add -A` and `git commit` would record, without either.

#pragma once

#include <string>
#include <vector>

#include "edge/git/handles.h"
#include "edge/git/tree_listing.h"

namespace headgate::git {

/// What is in the work tree, and from where each file has to be taken.
struct WorkTreeListing {
  WorkTreeContent content;
  /// Those of content.files that are on the disk; sorted.
  std::vector<std::string> present;
  /// What is not copied from the disk, sorted by path: files that a sparse checkout left out, and
  /// submodules.
  std::vector<TreeFile> not_copied;
};

/// Compares index and work tree in memory. `root` is the work tree's absolute path.
[[nodiscard]] Result<WorkTreeListing> list_work_tree(git_repository& repository,
                                                     const std::string& root);

/// Copies files and symbolic links from `root` to below `target`, where folders may exist and files
/// do not. Files keep their executable bit alone; nothing is written through a link. Special files
/// that took the place of a listed one are errors.
[[nodiscard]] Status copy_files(const std::string& root, const std::vector<std::string>& files,
                                const std::string& target, const CancelCheck& cancel);

}  // namespace headgate::git
