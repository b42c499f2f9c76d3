#include "edge/git/history.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/core.h>
#include <git2.h>

#include "edge/git/failure.h"

namespace headgate::git {
namespace {

constexpr std::size_t kIdDigits = 40;

std::string hex(const git_oid& id) {
  std::array<char, kIdDigits + 1> text{};
  git_oid_tostr(text.data(), text.size(), &id);
  return text.data();
}

std::optional<git_oid> full_id(const std::string& text) {
  git_oid oid;
  if (text.size() != kIdDigits || git_oid_fromstr(&oid, text.c_str()) < 0) {
    return std::nullopt;
  }
  return oid;
}

// From the header's text: newer releases of the library hide parents that a shallow clone cut off.
std::vector<std::string> listed_parents(const git_commit& commit) {
  constexpr std::string_view kKey = "parent ";
  std::vector<std::string> parents;
  std::string_view header = git_commit_raw_header(&commit);
  while (!header.empty()) {
    const std::string_view line = header.substr(0, header.find('\n'));
    header.remove_prefix(std::min(header.size(), line.size() + 1));
    if (line.starts_with(kKey)) {
      parents.emplace_back(line.substr(kKey.size()));
    }
  }
  return parents;
}

// `@` alone means HEAD to git and nothing to the library.
std::string spell_head(const std::string& revision) {
  const bool is_head = revision.starts_with('@') && !revision.starts_with("@{");
  return is_head ? "HEAD" + revision.substr(1) : revision;
}

// The spelling that people know, unless a tag or branch of the same name would be found first.
std::string revision_of(git_repository& repository, const git_reference& branch) {
  std::string full_name = git_reference_name(&branch);
  std::string shorthand = git_reference_shorthand(&branch);
  Handle<git_reference> found;
  const int code = git_reference_dwim(Out(found), &repository, shorthand.c_str());
  if (code == 0 && full_name == git_reference_name(found.get())) {
    return shorthand;
  }
  return full_name;
}

}  // namespace

Result<Handle<git_commit>> find_commit(git_repository& repository, const std::string& revision) {
  // The library would read up to the NUL.
  if (revision.find('\0') != std::string::npos) {
    return Error{.reason = Reason::kRevisionUnknown,
                 .message = fmt::format("'{}' holds a NUL byte", revision)};
  }
  Handle<git_object> named;
  Handle<git_object> peeled;
  Handle<git_commit> commit;
  int code = git_revparse_single(Out(named), &repository, spell_head(revision).c_str());
  code = code < 0 ? code : git_object_peel(Out(peeled), named.get(), GIT_OBJECT_COMMIT);
  code = code < 0 ? code : git_commit_lookup(Out(commit), &repository, git_object_id(peeled.get()));
  if (code == 0) {
    return commit;
  }
  const Failure failure = last_failure(code);
  // An id, or a way from a commit that is here: a misspelt name is not the depth's fault.
  const bool is_named = full_id(revision) || is_missing_object(failure);
  if (code == GIT_ENOTFOUND && is_named && git_repository_is_shallow(&repository) == 1) {
    return error_from(failure, Reason::kShallowCheckout,
                      fmt::format("'{}' is not in this checkout, which has only the newest part of "
                                  "the history",
                                  revision),
                      kFetchMoreHistory);
  }
  if (is_damage(failure)) {
    return error_from(failure, Reason::kRepositoryUnreadable,
                      fmt::format("cannot read the commit that '{}' names", revision),
                      kCheckDatabase);
  }
  return error_from(
      failure, Reason::kRevisionUnknown,
      fmt::format("'{}' names no commit of {}", revision, git_repository_path(&repository)),
      "check the spelling, or fetch the branch or commit first (`fetch-depth: 0` on "
      "actions/checkout fetches all branches)");
}

Commit describe(git_commit& commit) {
  const char* const subject = git_commit_summary(&commit);
  return Commit{.id = hex(*git_commit_id(&commit)),
                .tree = hex(*git_commit_tree_id(&commit)),
                .parents = listed_parents(commit),
                .time_sec = git_commit_time(&commit),
                .subject = subject == nullptr ? "" : subject};
}

std::string short_name(const git_commit& commit) {
  return "commit " + hex(*git_commit_id(&commit)).substr(0, 12);
}

Result<std::string> merge_base(git_repository& repository, const std::string& one,
                               const std::string& other) {
  Result<Handle<git_commit>> first = find_commit(repository, one);
  if (!first) {
    return std::move(first).error();
  }
  Result<Handle<git_commit>> second = find_commit(repository, other);
  if (!second) {
    return std::move(second).error();
  }
  const std::string what = fmt::format("the merge base of '{}' and '{}'", one, other);
  if (git_repository_is_shallow(&repository) == 1) {
    return Error{.reason = Reason::kShallowCheckout,
                 .message = what + " cannot be told from a shallow history",
                 .remedy =
                     "set `fetch-depth: 0` on actions/checkout; in a local clone run `git "
                     "fetch --unshallow`"};
  }
  git_oid base;
  if (const int code = git_merge_base(&base, &repository, git_commit_id(first->get()),
                                      git_commit_id(second->get()));
      code < 0) {
    const Failure failure = last_failure(code);
    if (failure.error_class == GIT_ERROR_ODB) {
      return error_from(failure, Reason::kObjectsMissing,
                        "history is incomplete on the way to " + what, kFetchAllObjects);
    }
    return error_from(failure, Reason::kBaseUnknown, what + " does not exist",
                      "name the base commit yourself");
  }
  return hex(base);
}

Result<std::optional<std::size_t>> commits_since(git_repository& repository,
                                                 const std::string& earlier,
                                                 const std::string& later) {
  Result<Handle<git_commit>> from = find_commit(repository, earlier);
  if (!from) {
    return std::move(from).error();
  }
  Result<Handle<git_commit>> to = find_commit(repository, later);
  if (!to) {
    return std::move(to).error();
  }
  std::size_t ahead = 0;
  std::size_t behind = 0;
  if (git_repository_is_shallow(&repository) == 1 ||
      git_graph_ahead_behind(&ahead, &behind, &repository, git_commit_id(to->get()),
                             git_commit_id(from->get())) < 0) {
    return std::optional<std::size_t>();
  }
  return std::optional(ahead);
}

Result<std::optional<std::string>> default_branch(git_repository& repository) {
  for (const char* const name :
       {"refs/remotes/origin/HEAD", "refs/remotes/origin/main", "refs/remotes/origin/master",
        "refs/heads/main", "refs/heads/master"}) {
    Handle<git_reference> reference;
    Handle<git_reference> branch;
    int code = git_reference_lookup(Out(reference), &repository, name);
    code = code < 0 ? code : git_reference_resolve(Out(branch), reference.get());
    if (code == 0) {
      return std::optional(revision_of(repository, *branch));
    }
    // Absent, or a symbolic reference to one that is: the next name is as good.
    if (code != GIT_ENOTFOUND) {
      return error_from(last_failure(code), Reason::kRepositoryUnreadable,
                        fmt::format("cannot read {}", name));
    }
  }
  return std::optional<std::string>();
}

}  // namespace headgate::git
