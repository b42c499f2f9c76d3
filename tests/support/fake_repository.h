// A git repository in memory, for tests of what is built on edge/git.
//
// Fill a RepositoryState, hand it to FakeGit, and look at the state afterwards: it records what was
// exported. Nothing touches the disk.

#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "edge/git/repository.h"

namespace headgate::git {

/// What the fake repository holds. Keys called `revision` are spellings; each commit must also be
/// listed under its full id.
struct RepositoryState {
  std::string work_tree = "/workspace";
  bool shallow = false;
  /// By revision; "HEAD" is the checked-out one.
  std::map<std::string, Commit> commits = {};
  /// By the two spellings asked for.
  std::map<std::pair<std::string, std::string>, std::string> merge_bases = {};
  /// What commits_since says of any two.
  std::optional<std::size_t> commits_since = {};
  std::optional<std::string> default_branch = {};
  /// By revision; none: no problems.
  std::map<std::string, TreeProblems> problems = {};
  /// By revision and path.
  std::map<std::pair<std::string, std::string>, std::string> files = {};
  WorkTreeContent work_tree_content = {};
  /// By path; others are absent.
  std::map<std::string, PathStatus> paths = {};
  /// Called when the checked-out commit is asked for.
  std::function<void()> on_head = {};
  /// What export_tree and export_work_tree return when set.
  std::optional<Error> export_error = {};
  /// Revision ("" is the work tree) and target of each export, in order.
  std::vector<std::pair<std::string, std::string>> exports = {};
  /// Called for each export, to put files into the target.
  std::function<void(const std::string& revision, const std::string& target)> write_export = {};
};

/// A repository over shared state.
class FakeRepository final : public Repository {
 public:
  explicit FakeRepository(std::shared_ptr<RepositoryState> state) : state_(std::move(state)) {}

  [[nodiscard]] std::string work_tree() const override { return state_->work_tree; }

  [[nodiscard]] std::string git_dir() const override { return state_->work_tree + "/.git"; }

  [[nodiscard]] bool is_shallow() const override { return state_->shallow; }

  [[nodiscard]] Result<Commit> head() override {
    if (state_->on_head) {
      state_->on_head();
    }
    return commit("HEAD");
  }

  [[nodiscard]] Result<Commit> commit(const std::string& revision) override {
    const auto found = state_->commits.find(revision);
    if (found == state_->commits.end()) {
      return Error{.reason = Reason::kRevisionUnknown, .message = "unknown revision " + revision};
    }
    return found->second;
  }

  [[nodiscard]] Result<std::string> merge_base(const std::string& one,
                                               const std::string& other) override {
    if (state_->shallow) {
      return Error{.reason = Reason::kShallowCheckout, .message = "shallow"};
    }
    const auto found = state_->merge_bases.find({one, other});
    if (found == state_->merge_bases.end()) {
      return Error{.reason = Reason::kBaseUnknown, .message = "no common ancestor"};
    }
    return found->second;
  }

  [[nodiscard]] Result<std::optional<std::size_t>> commits_since(const std::string&,
                                                                 const std::string&) override {
    return state_->commits_since;
  }

  [[nodiscard]] Result<std::optional<std::string>> default_branch() override {
    return state_->default_branch;
  }

  [[nodiscard]] Result<TreeProblems> inspect(const std::string& commit,
                                             const CancelCheck& cancel) override {
    if (cancel && cancel()) {
      return interrupted();
    }
    const auto found = state_->problems.find(commit);
    return found == state_->problems.end() ? TreeProblems{} : found->second;
  }

  [[nodiscard]] Result<std::optional<std::string>> read_file(const std::string& commit,
                                                             const std::string& path) override {
    const auto found = state_->files.find({commit, path});
    return found == state_->files.end() ? std::nullopt : std::optional(found->second);
  }

  [[nodiscard]] Status export_tree(const std::string& commit, const std::string& absolute_target,
                                   const CancelCheck& cancel) override {
    return record_export(commit, absolute_target, cancel);
  }

  [[nodiscard]] Result<WorkTreeContent> work_tree_content() override {
    return state_->work_tree_content;
  }

  [[nodiscard]] Status export_work_tree(const std::string& absolute_target,
                                        const CancelCheck& cancel) override {
    return record_export("", absolute_target, cancel);
  }

  [[nodiscard]] Result<PathStatus> path_status(const std::string& path) override {
    const auto found = state_->paths.find(path);
    return found == state_->paths.end() ? PathStatus::kAbsent : found->second;
  }

 private:
  static Error interrupted() {
    return Error{.reason = Reason::kInterrupted, .message = "interrupted"};
  }

  Status record_export(const std::string& revision, const std::string& target,
                       const CancelCheck& cancel) {
    if (cancel && cancel()) {
      return interrupted();
    }
    state_->exports.emplace_back(revision, target);
    if (state_->export_error) {
      return *state_->export_error;
    }
    if (state_->write_export) {
      state_->write_export(revision, target);
    }
    return ok();
  }

  std::shared_ptr<RepositoryState> state_;
};

/// Opens the one repository it was made with, whatever the path, or fails as told.
class FakeGit final : public Git {
 public:
  explicit FakeGit(std::shared_ptr<RepositoryState> state) : state_(std::move(state)) {}

  explicit FakeGit(Error error) : error_(std::move(error)) {}

  [[nodiscard]] Result<std::unique_ptr<Repository>> open(const std::string& path,
                                                         Ownership ownership,
                                                         Discovery discovery) override {
    opened_.push_back({path, ownership, discovery});
    if (error_) {
      return *error_;
    }
    return std::unique_ptr<Repository>(std::make_unique<FakeRepository>(state_));
  }

  /// One call of open.
  struct Opened {
    std::string path;
    Ownership ownership;
    Discovery discovery;
  };

  [[nodiscard]] const std::vector<Opened>& opened() const { return opened_; }

 private:
  std::shared_ptr<RepositoryState> state_;
  std::optional<Error> error_;
  std::vector<Opened> opened_;
};

}  // namespace headgate::git
