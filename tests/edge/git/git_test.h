// What every test of edge/git starts from: an empty folder, no configuration of any user, and the
// library.

#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <stdlib.h>

#include "edge/git/libgit2.h"
#include "support/git_fixture.h"

namespace headgate::git {

class GitTest : public ::testing::Test {
 protected:
  GitTest() {
    // The library looks up the user's folders once, when it is initialised.
    setenv("HOME", home_.path().c_str(), 1);
    unsetenv("XDG_CONFIG_HOME");
    git_ = std::make_unique<LibGit2>();
  }

  /// Opens what must open.
  std::unique_ptr<Repository> open(const std::string& path,
                                   Ownership ownership = Ownership::kTrust) {
    Result<std::unique_ptr<Repository>> opened = git_->open(path, ownership, Discovery::kExact);
    if (!opened) {
      ADD_FAILURE() << opened.error().message << "\n" << opened.error().detail;
      return nullptr;
    }
    return *std::move(opened);
  }

  const headgate::testing::TemporaryFolder folder_;
  const headgate::testing::TemporaryFolder home_;
  std::unique_ptr<LibGit2> git_;
};

inline bool never() { return false; }

inline std::string content_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Relative paths of everything below a folder, folders with a final `/`, sorted.
inline std::vector<std::string> paths_below(const std::string& folder) {
  std::vector<std::string> paths;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    const std::string path = entry.path().lexically_relative(folder).string();
    paths.push_back(entry.is_directory() && !entry.is_symlink() ? path + "/" : path);
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

/// "permission bits" of a path, not followed.
inline unsigned mode_of(const std::string& path) {
  return static_cast<unsigned>(std::filesystem::symlink_status(path).permissions());
}

}  // namespace headgate::git
