// Repository on libgit2: turns each question into calls of the library, and its failures into
// words.

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "edge/git/handles.h"
#include "edge/git/repository.h"

namespace headgate::git {

class LibGit2Repository final : public Repository {
 public:
  explicit LibGit2Repository(Handle<git_repository> repository);

  [[nodiscard]] std::string work_tree() const override;
  [[nodiscard]] std::string git_dir() const override;
  [[nodiscard]] bool is_shallow() const override;
  [[nodiscard]] Result<Commit> head() override;
  [[nodiscard]] Result<Commit> commit(const std::string& revision) override;
  [[nodiscard]] Result<std::optional<std::size_t>> commits_since(const std::string& earlier,
                                                                 const std::string& later) override;
  [[nodiscard]] Result<std::string> merge_base(const std::string& one,
                                               const std::string& other) override;
  [[nodiscard]] Result<std::optional<std::string>> default_branch() override;
  [[nodiscard]] Result<TreeProblems> inspect(const std::string& commit,
                                             const CancelCheck& cancel) override;
  [[nodiscard]] Result<std::optional<std::string>> read_file(const std::string& commit,
                                                             const std::string& path) override;
  [[nodiscard]] Status export_tree(const std::string& commit, const std::string& absolute_target,
                                   const CancelCheck& cancel) override;
  [[nodiscard]] Result<WorkTreeContent> work_tree_content() override;
  [[nodiscard]] Status export_work_tree(const std::string& absolute_target,
                                        const CancelCheck& cancel) override;
  [[nodiscard]] Result<PathStatus> path_status(const std::string& path) override;

 private:
  [[nodiscard]] std::optional<Error> no_work_tree() const;

  Handle<git_repository> repository_;
};

}  // namespace headgate::git
