// Copies a tree of regular files, folders and symlinks.

#pragma once

#include <string>

#include "core/result/result.h"

namespace headgate::os {

/// See Files::copy_tree; the parents of `to` must exist. What was copied before an error is left
/// for the caller to remove.
Status copy_tree(const std::string& from, const std::string& to);

}  // namespace headgate::os
