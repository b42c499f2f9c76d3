// Git on libgit2: the only folder that knows the library.

#pragma once

#include <memory>
#include <string>

#include "edge/git/repository.h"

namespace headgate::git {

/// Holds the library initialised while it lives; repositories must not outlive it. The library's
/// options are process-wide, so open from one thread at a time.
class LibGit2 final : public Git {
 public:
  LibGit2();
  ~LibGit2() override;
  LibGit2(const LibGit2&) = delete;
  LibGit2& operator=(const LibGit2&) = delete;

  [[nodiscard]] Result<std::unique_ptr<Repository>> open(const std::string& path,
                                                         Ownership ownership,
                                                         Discovery discovery) override;
};

}  // namespace headgate::git
