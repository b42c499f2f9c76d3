// Every entry of a commit's tree, and what is wrong with it: the one walk behind `inspect` and
// `export_tree`.
//
// The tree comes from the pull request, so nothing about it is trusted: names are judged here,
// nesting and size are bounded, and objects are asked for before they are needed.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "edge/git/handles.h"
#include "edge/git/repository.h"

namespace headgate::git {

/// A file, symbolic link or submodule of a tree.
struct TreeFile {
  std::string path;
  /// Raw object id.
  std::array<unsigned char, 20> id;
  /// As git normalises it: 0100644, 0100755, 0120000 or 0160000.
  std::uint32_t mode;
};

struct TreeListing {
  /// Sorted by path; without the hostile and the missing ones.
  std::vector<TreeFile> files;
  TreeProblems problems;
};

/// Walks the whole tree. kTreeInvalid above a million entries, kRepositoryUnreadable when the
/// database is damaged, kInterrupted.
[[nodiscard]] Result<TreeListing> list_tree(git_repository& repository, const git_oid& tree,
                                            const CancelCheck& cancel);

/// Whether the start of a small file is a Git LFS pointer's.
[[nodiscard]] bool is_lfs_pointer(std::string_view content);

/// Git LFS promises that pointers are smaller than this.
inline constexpr std::size_t kMaxLfsPointerBytes = 1024;

}  // namespace headgate::git
