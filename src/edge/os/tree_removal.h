// Removes trees that may resist: read-only folders as in Go's module cache, symlinks out of the
// tree, nesting without limit, and processes that still write into it.

#pragma once

#include <string>

#include "core/result/result.h"

namespace headgate::os {

/// See Files::remove_tree.
Status remove_tree(const std::string& path);

}  // namespace headgate::os
