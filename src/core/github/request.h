// From an event and the action's inputs to one question: which commit against which?
//
// Pure: what git says of the checkout comes in, what git must look up goes out. Nothing is guessed
// in silence: what cannot be known is an error that names the fix, and what is taken instead of
// something better is a note.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/github/event.h"
#include "core/result/result.h"

namespace headgate::github {

/// What git says of the checkout.
struct Checkout {
  std::string head;                  ///< HEAD's commit id
  std::vector<std::string> parents;  ///< of HEAD, as in the commit itself, fetched or not
  bool shallow;
};

/// A commit to compare, by its full id.
struct Commit {
  std::string id;
  friend bool operator==(const Commit&, const Commit&) = default;
};

/// A revision that the user wrote, or one that starts from it.
struct Revision {
  std::string text;
  friend bool operator==(const Revision&, const Revision&) = default;
};

/// The merge base of `head` and the first of `branches` that exists.
struct MergeBase {
  std::string head;
  std::vector<std::string> branches;
  friend bool operator==(const MergeBase&, const MergeBase&) = default;
};

using Where = std::variant<Commit, Revision, MergeBase>;

/// What to compare with where the first choice was not fetched, and the note that says so.
struct Fallback {
  Commit base;
  std::string why;
  std::string note;
};

/// Which commits are compared, and why.
struct Request {
  Where base;
  Where head;
  std::string why;  ///< a clause for people: "base is the first parent of the merge commit of #7"
  std::optional<std::uint64_t> pull_request;
  /// Branch whose tip may have moved past base: compare `origin/<branch>` if it is there. "" where
  /// base is no branch's tip.
  std::string base_branch;
  std::vector<std::string> notes;  ///< for the log and caveats: "HEAD is not GITHUB_SHA"
  /// For a base that is not in the checkout; nullopt: that is an error.
  std::optional<Fallback> fallback = std::nullopt;
  /// What to do when base (and the fallback) is not in the checkout; "" for what git says itself.
  std::string remedy_without_base = {};
};

/// `base` and `head` inputs of the action; "" where not given. They beat what the event says.
struct Inputs {
  std::string base;
  std::string head;
};

/// Decides the request. `github_sha` is GITHUB_SHA, "" if unset.
/// kNotAMergeCommit, kShallowCheckout, kBaseUnknown, kEventUnsupported (deleted ref).
[[nodiscard]] Result<Request> decide_request(const Event& event, const Checkout& checkout,
                                             const Inputs& inputs, std::string_view github_sha);

}  // namespace headgate::github
