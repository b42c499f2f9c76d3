// The grammars of settings that say which part of a tree is meant: modules, packages, benchmarks,
// files.
//
// Some of these values come from a pull request's own settings file: paths stay inside the tree,
// and none can be taken for an option of a command.

#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/config/reading.h"

namespace headgate::config {

/// Folders inside the repository, or the one word "auto"; at least one, none twice.
[[nodiscard]] Result<std::vector<std::string>> read_modules(const Subject& subject,
                                                            const TreeNode& node);

/// Package patterns of the go command inside a module; at least one.
[[nodiscard]] Result<std::vector<std::string>> read_packages(const Subject& subject,
                                                             const TreeNode& node);

/// One path relative to the repository, without ".." and ".git".
[[nodiscard]] Result<std::string> read_path(const Subject& subject, const TreeNode& node);
[[nodiscard]] Result<std::vector<std::string>> read_paths(const Subject& subject,
                                                          const TreeNode& node);

/// A Go regular expression for -bench (not empty), for -skip (may be).
[[nodiscard]] Result<std::string> read_bench(const Subject& subject, const TreeNode& node);
[[nodiscard]] Result<std::string> read_skip(const Subject& subject, const TreeNode& node);

/// New name: old name; neither empty, nor the same.
[[nodiscard]] Result<std::map<std::string, std::string>> read_aliases(const Subject& subject,
                                                                      const TreeNode& node);

}  // namespace headgate::config
