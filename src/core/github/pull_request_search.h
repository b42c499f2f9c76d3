// From the commit that was measured to the pull request that is told about it.
//
// The payload of workflow_run names no pull request of a fork, so the open ones of the head's
// branch are asked for, and only one whose head is this very commit of this very repository is the
// answer. What the measured code wrote about itself is held against that, and never believed.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/github/report_event.h"
#include "core/github/rest.h"
#include "core/result/result.h"

namespace headgate::github {

/// The pull request, whose head is still the commit that was measured.
struct Found {
  std::uint64_t number;
};

/// Its head has moved on: what was measured is no news, and the newer run will tell.
struct Superseded {
  std::uint64_t number;
  std::string head_sha;
};

/// No open pull request comes from that branch any more.
struct NoneOpen {};

using SearchResult = std::variant<Found, Superseded, NoneOpen>;

class PullRequestSearch {
 public:
  PullRequestSearch(Repository repository, ReportEvent event);

  /// The next call; nullopt when every page was taken.
  [[nodiscard]] std::optional<Call> next() const;
  /// Takes the answer to `next`. kRateLimited, kApiRefused, kApiUnreadable.
  [[nodiscard]] Status take(const Reply& reply);

  /// To be asked after the last page. `claimed` is the number that the results carry: it chooses
  /// among pull requests that share one head, and kPullRequestMismatch when it names none of them,
  /// or when there are several and it is missing.
  [[nodiscard]] Result<SearchResult> result(std::optional<std::uint64_t> claimed) const;

 private:
  struct Listed {
    std::uint64_t number;
    std::string head_sha;
  };

  Repository repository_;
  ReportEvent event_;
  std::optional<Call> next_;
  int pages_ = 0;
  std::vector<Listed> listed_;  ///< open ones of the head's repository and branch
};

}  // namespace headgate::github
