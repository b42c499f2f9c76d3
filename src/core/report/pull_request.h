// What a pull request is told of a verdict: the body of its comment, and its check run.
//
// The verdict comes from an artifact that the pull request's own code may have written. So the
// comment names what GitHub itself says (the commit, the workflow run and how that ended), every
// text of the artifact is escaped, and neither text can grow past what GitHub takes: rows of the
// table give way first, and are counted.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/gate/finding.h"
#include "core/github/check_run.h"
#include "core/results/artifact.h"

namespace headgate::report {

/// What GitHub says, which no artifact can change.
struct Measured {
  std::string head_sha;        ///< of the pull request's head
  std::string run_url;         ///< of the workflow run; "" when not known
  std::string run_conclusion;  ///< "success", "failure", ...; "" when it still runs
};

/// GitHub refuses a body above 65536 characters.
inline constexpr std::size_t kMostCommentBytes = 60'000;

/// The body of a comment that begins with `marker`, below `limit_bytes`: decision, what to do next,
/// a table of what needs attention, worst first, and how many others there are; caveats; what was
/// measured, and how to repeat it.
[[nodiscard]] std::string comment_markdown(const results::Artifact& artifact,
                                           const Measured& measured, std::string_view marker,
                                           std::size_t limit_bytes = kMostCommentBytes);

/// A check run called `name`. Success is a pass of a workflow run that did not end otherwise;
/// failure a regression or an error; what is unstable, what fail-on lets pass, and a pass that the
/// workflow run does not bear out are neutral.
[[nodiscard]] github::CheckReport check_report(const results::Artifact& artifact,
                                               const Measured& measured, std::string_view name);

}  // namespace headgate::report
