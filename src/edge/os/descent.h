// A way down and up a tree of folders that somebody else may be changing meanwhile.
//
// Walking by path would follow a symlink that replaces a folder between two steps, and fails on
// paths beyond 4096 bytes; one descriptor a level runs out of descriptors. So one folder is open at
// a time, steps down never follow a symlink, and a step up is checked to end where the step down
// began.

#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <sys/types.h>

#include "core/result/result.h"
#include "edge/os/descriptor.h"

namespace headgate::os {

class Descent {
 public:
  /// Starts outside of any folder; `enter` opens the top by its path.
  Descent() = default;

  /// Steps into a folder: the top one first, then one by its name in the current folder. Returns 0
  /// or the errno of what went wrong, with nothing changed; ENOTDIR and ELOOP for a symlink.
  [[nodiscard]] int enter(const std::string& name);

  /// Steps back to the folder that `enter` left; ESTALE when it is no longer above this one. From
  /// the top folder, steps out.
  [[nodiscard]] int leave();

  /// The current folder, for the *at functions; AT_FDCWD outside.
  [[nodiscard]] int fd() const;

  /// Folders entered and not left.
  [[nodiscard]] std::size_t depth() const { return levels_.size(); }

  /// Whether the current folder lies on another device than the top one.
  [[nodiscard]] bool is_on_other_device() const;

  /// The path of the current folder, beginning with the top's; for messages.
  [[nodiscard]] const std::string& path() const { return path_; }

  /// The path of `name` in the current folder, beginning with the top's; for messages.
  [[nodiscard]] std::string path_of(const std::string& name) const;

  /// The path of `name` relative to the top folder.
  [[nodiscard]] std::string relative_path_of(const std::string& name) const;

 private:
  struct Level {
    dev_t device;
    ino_t inode;
    std::size_t parent_path_size;
  };

  Descriptor folder_;
  std::vector<Level> levels_;
  std::string path_;  ///< of the current folder
  std::size_t top_path_size_ = 0;
};

/// The names in an open folder, unsorted, without "." and ".."; the descriptor stays open.
/// `path` is for the error.
[[nodiscard]] Result<std::vector<std::string>> names_in(int folder, const std::string& path);

}  // namespace headgate::os
