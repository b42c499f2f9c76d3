// Commits by name, and what connects them.

#pragma once

#include <optional>
#include <string>

#include "edge/git/handles.h"
#include "edge/git/repository.h"

namespace headgate::git {

/// The commit that a revision names; errors as Repository::commit's.
[[nodiscard]] Result<Handle<git_commit>> find_commit(git_repository& repository,
                                                     const std::string& revision);

[[nodiscard]] Commit describe(git_commit& commit);

/// "commit 1a2b3c4d5e6f", for messages.
[[nodiscard]] std::string short_name(const git_commit& commit);

/// As Repository::merge_base.
[[nodiscard]] Result<std::string> merge_base(git_repository& repository, const std::string& one,
                                             const std::string& other);

/// As Repository::commits_since.
[[nodiscard]] Result<std::optional<std::size_t>> commits_since(git_repository& repository,
                                                               const std::string& earlier,
                                                               const std::string& later);

/// As Repository::default_branch.
[[nodiscard]] Result<std::optional<std::string>> default_branch(git_repository& repository);

}  // namespace headgate::git
