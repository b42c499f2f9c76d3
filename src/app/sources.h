// Which two commits are compared, and why; head may also be the work tree as it is.

#pragma once

#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/gate/finding.h"
#include "core/github/request.h"
#include "core/result/result.h"
#include "core/stats/design.h"
#include "edge/git/repository.h"

namespace headgate::app {

/// One side, resolved.
struct Source {
  enum class Kind { kCommit, kWorkTree } kind;
  git::Commit commit;    ///< of a work tree: HEAD
  std::string describe;  ///< for people: "1a2b3c4 sum: unroll the loop", "work tree at 1a2b3c4"
};

/// The repository and what is compared in it.
struct Sources {
  std::unique_ptr<git::Repository> repository;
  stats::Sides<Source> sides;
  std::string why;
  std::vector<gate::Caveat> caveats;
};

/// The work tree as it is, uncommitted changes included.
struct WorkTree {};

/// What the user asked to compare: rules for base and for head, or the work tree as head.
struct Question {
  github::Where base;
  std::variant<github::Where, WorkTree> head;
  std::string why;
  std::string base_branch;  ///< to say how far it has moved past base; "" if unknown
  std::vector<std::string> notes;
  /// For a base that is not in the repository.
  std::optional<github::Fallback> fallback = std::nullopt;
  std::string remedy_without_base = {};  ///< what to do then; "" for git's own advice
};

/// Finds both commits. kRevisionUnknown, kShallowCheckout, kBaseUnknown, ...
[[nodiscard]] Result<Sources> find_sources(std::unique_ptr<git::Repository> repository,
                                           const Question& question);

}  // namespace headgate::app
