#include "app/sources.h"

#include <utility>

#include <fmt/format.h>

namespace headgate::app {
namespace {

constexpr std::size_t kShortId = 12;

std::string short_id(const std::string& id) { return id.substr(0, kShortId); }

std::string describe(const git::Commit& commit) {
  return commit.subject.empty() ? short_id(commit.id)
                                : fmt::format("{} {}", short_id(commit.id), commit.subject);
}

// A commit for each way of naming one.
struct Lookup {
  git::Repository& repository;

  Result<git::Commit> operator()(const github::Commit& where) const {
    return repository.commit(where.id);
  }

  Result<git::Commit> operator()(const github::Revision& where) const {
    return repository.commit(where.text);
  }

  Result<git::Commit> operator()(const github::MergeBase& where) const {
    for (const std::string& branch : where.branches) {
      if (!repository.commit(branch)) {
        continue;
      }
      Result<std::string> id = repository.merge_base(branch, where.head);
      return id ? repository.commit(*id) : Result<git::Commit>(std::move(id).error());
    }
    return Error{.reason = Reason::kBaseUnknown,
                 .message = fmt::format("none of the branches to compare with is here: {}",
                                        fmt::join(where.branches, ", ")),
                 .remedy =
                     "fetch the base branch (fetch-depth: 0 on actions/checkout), or name "
                     "the commit with base"};
  }
};

Source source_of(git::Commit commit) {
  std::string text = describe(commit);
  return {.kind = Source::Kind::kCommit, .commit = std::move(commit), .describe = std::move(text)};
}

Result<Source> find_head(git::Repository& repository, const Question& question) {
  if (const auto* where = std::get_if<github::Where>(&question.head)) {
    Result<git::Commit> commit = std::visit(Lookup{repository}, *where);
    if (!commit) {
      return std::move(commit).error();
    }
    return source_of(*std::move(commit));
  }
  if (repository.work_tree().empty()) {
    return Error{.reason = Reason::kRepositoryUnreadable,
                 .message = fmt::format("{} is a bare repository: it has no work tree to judge",
                                        repository.git_dir()),
                 .remedy = "name a commit with --head"};
  }
  Result<git::Commit> commit = repository.head();
  if (!commit) {
    return std::move(commit).error();
  }
  return Source{.kind = Source::Kind::kWorkTree,
                .commit = *commit,
                .describe = fmt::format("work tree at {}", describe(*commit))};
}

struct Base {
  git::Commit commit;
  std::string why;
  std::vector<gate::Caveat> caveats;
};

// Base, or what stands in for it when it was not fetched.
Result<Base> find_base(git::Repository& repository, const Question& question) {
  const auto is_missing = [](const Result<git::Commit>& commit) {
    return !commit && (commit.error().reason == Reason::kShallowCheckout ||
                       commit.error().reason == Reason::kRevisionUnknown);
  };
  Result<git::Commit> commit = std::visit(Lookup{repository}, question.base);
  if (commit) {
    return Base{.commit = *std::move(commit), .why = question.why, .caveats = {}};
  }
  if (const auto& instead = question.fallback; instead && is_missing(commit)) {
    commit = repository.commit(instead->base.id);
    if (commit) {
      return Base{.commit = *std::move(commit),
                  .why = instead->why,
                  .caveats = {{.code = "request", .text = instead->note}}};
    }
  }
  Error error = commit.error().within("base");
  if (is_missing(commit) && !question.remedy_without_base.empty()) {
    error.remedy = question.remedy_without_base;
  }
  return error;
}

// How far the base branch has moved past the base of this run: a re-run keeps its old merge commit.
std::optional<gate::Caveat> stale_base(git::Repository& repository, const Question& question,
                                       const git::Commit& base) {
  if (question.base_branch.empty()) {
    return std::nullopt;
  }
  const Result<git::Commit> tip = repository.commit("origin/" + question.base_branch);
  if (!tip || tip->id == base.id) {
    return std::nullopt;
  }
  const Result<std::optional<std::size_t>> moved = repository.commits_since(base.id, tip->id);
  const std::string distance =
      moved && *moved ? fmt::format(", {} commit{} further on", **moved, **moved == 1 ? "" : "s")
                      : std::string();
  return gate::Caveat{
      .code = "stale-base",
      .text = fmt::format(
          "base is {}, but origin/{} is at {} by now{}: this run compares with the base of its "
          "merge commit; push to the pull request or update it to get a fresh one",
          short_id(base.id), question.base_branch, short_id(tip->id), distance)};
}

// Nothing can differ then, and whoever asked for a comparison should hear it.
std::optional<gate::Caveat> nothing_to_tell_apart(const Source& head, const git::Commit& base) {
  if (head.kind == Source::Kind::kWorkTree) {
    return base.id == head.commit.id
               ? std::optional(gate::Caveat{
                     .code = "same-commit",
                     .text = fmt::format("base is {}, the commit that is checked out: only what is "
                                         "not committed is judged",
                                         short_id(base.id))})
               : std::nullopt;
  }
  if (base.tree != head.commit.tree) {
    return std::nullopt;
  }
  return gate::Caveat{.code = "same-commit",
                      .text = fmt::format("base and head {} {}: no change is judged; name another "
                                          "base if one was meant",
                                          base.id == head.commit.id ? "are the same commit"
                                                                    : "have the same files, as of",
                                          short_id(base.id))};
}

}  // namespace

Result<Sources> find_sources(std::unique_ptr<git::Repository> repository,
                             const Question& question) {
  Result<Source> head = find_head(*repository, question);
  if (!head) {
    return std::move(head).error().within("head");
  }
  Result<Base> base = find_base(*repository, question);
  if (!base) {
    return std::move(base).error();
  }
  std::vector<gate::Caveat> caveats = std::move(base->caveats);
  for (const std::string& note : question.notes) {
    caveats.push_back({.code = "request", .text = note});
  }
  if (std::optional<gate::Caveat> stale = stale_base(*repository, question, base->commit)) {
    caveats.push_back(*std::move(stale));
  }
  if (std::optional<gate::Caveat> same = nothing_to_tell_apart(*head, base->commit)) {
    caveats.push_back(*std::move(same));
  }
  return Sources{.repository = std::move(repository),
                 .sides = {.base = source_of(std::move(base->commit)), .head = *std::move(head)},
                 .why = std::move(base->why),
                 .caveats = std::move(caveats)};
}

}  // namespace headgate::app
