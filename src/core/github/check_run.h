// A check run on the head of a pull request: made with as many annotations as one request takes,
// and updated with the rest.
//
// It belongs to the pull request's own head commit. One on GITHUB_SHA, which is the merge commit or
// the default branch, is shown nowhere on the pull request.
//
// Source: GitHub's REST API documentation, "Check runs".

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/github/commands.h"
#include "core/github/rest.h"
#include "core/result/result.h"

namespace headgate::github {

enum class Conclusion { kSuccess, kFailure, kNeutral };

/// "success", ...
[[nodiscard]] std::string_view name(Conclusion conclusion);

struct CheckReport {
  std::string name;
  Conclusion conclusion;
  std::string title;
  std::string summary;      ///< Markdown, at most 65535 characters
  std::string details_url;  ///< "" for none
  /// Raw text, neutralised here. One without a file, or with a path that leaves the repository, has
  /// no place in a check run and is left out.
  std::vector<Annotation> annotations;
};

class CheckRun {
 public:
  /// What to do where the token may not make check runs.
  enum class IfForbidden { kFail, kPassOver };
  enum class Outcome { kCreated, kForbidden };

  CheckRun(Repository repository, std::string head_sha, const CheckReport& report,
           IfForbidden if_forbidden);

  /// The next call; nullopt when all is done.
  [[nodiscard]] std::optional<Call> next() const;
  /// Takes the answer to `next`. kRateLimited, kApiRefused, kApiUnreadable.
  [[nodiscard]] Status take(const Reply& reply);

  [[nodiscard]] Outcome outcome() const { return outcome_; }

  /// Annotations that were sent.
  [[nodiscard]] std::size_t annotations() const { return sent_; }

 private:
  Repository repository_;
  std::vector<std::string> bodies_;  ///< of the requests, the creating one first
  std::vector<std::size_t> counts_;  ///< annotations in each
  std::size_t at_ = 0;
  std::uint64_t id_ = 0;
  IfForbidden if_forbidden_;
  Outcome outcome_ = Outcome::kCreated;
  std::size_t sent_ = 0;
};

}  // namespace headgate::github
