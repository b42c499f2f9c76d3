// Visits everything in a tree, never through a symlink: the one walk below listing, copying and
// handing over.

#pragma once

#include <string>

#include <sys/stat.h>

#include "core/result/result.h"
#include "edge/os/descent.h"

namespace headgate::os {

/// Something met on the way: `name` in the folder that `at` stands in. At the top, `at` stands
/// outside and `name` is the path that the walk began with.
struct TreeEntry {
  const Descent& at;
  const std::string& name;
  const struct stat& status;

  [[nodiscard]] bool is_top() const { return at.depth() == 0; }

  [[nodiscard]] std::string path() const { return at.path_of(name); }
};

/// What to do on the way; an Error ends the walk and is its result.
class TreeVisitor {
 public:
  virtual ~TreeVisitor() = default;

  /// Anything but a folder.
  virtual Status visit(const TreeEntry& entry) = 0;

  /// A folder, before anything in it.
  virtual Status enter(const TreeEntry& folder) = 0;

  /// The same folder after everything in it; `inside` still stands in it.
  virtual Status leave(const Descent& inside, const struct stat& status) = 0;
};

/// Walks `path` and all below it, the names of each folder sorted by bytes.
Status walk_tree(const std::string& path, TreeVisitor& visitor);

}  // namespace headgate::os
