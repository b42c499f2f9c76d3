// Real repositories for tests, made by the git command line: the product itself uses libgit2 alone,
// so what git writes is the independent half of every test.
//
// Nobody's configuration counts, author and dates are fixed: the same calls give the same ids.
// Functions throw std::runtime_error with git's own words when a step fails.

#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace headgate::testing {

/// A folder that is removed with everything in it when this goes out of scope.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  /// Absolute, without symbolic links.
  [[nodiscard]] const std::string& path() const { return path_; }

  [[nodiscard]] std::string operator/(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

/// Runs git in `folder` with `input` on stdin; what it printed, without the final newline.
std::string run_git(const std::string& folder, const std::vector<std::string>& arguments,
                    std::string_view input = {});

/// Contents by path relative to the repository.
using Files = std::map<std::string, std::string>;

/// One entry for GitFixture::tree, written unchecked: `{"120000", blob, "a"}`.
struct RawEntry {
  std::string mode;
  std::string id;
  std::string name;
};

/// A repository and its work tree.
class GitFixture {
 public:
  /// `git init` with branch main in a folder that may exist; further options such as
  /// "--object-format=sha256".
  explicit GitFixture(std::string folder, std::vector<std::string> init_options = {});
  /// What is already there, such as a clone.
  [[nodiscard]] static GitFixture at(std::string folder);

  [[nodiscard]] const std::string& path() const { return path_; }

  [[nodiscard]] std::string operator/(const std::string& name) const { return path_ + "/" + name; }

  /// Runs git here.
  std::string git(const std::vector<std::string>& arguments, std::string_view input = {}) const;

  /// Files of the work tree; folders are made as needed.
  void write(const std::string& path, std::string_view content) const;
  void write_executable(const std::string& path, std::string_view content) const;
  void link(const std::string& path, const std::string& link_target) const;
  void remove(const std::string& path) const;

  /// Records the whole work tree, one minute after the commit before; the new id.
  std::string commit(const std::string& message);
  /// A commit of any tree with any parents, on no branch.
  std::string commit_tree(const std::string& tree, const std::vector<std::string>& parents,
                          const std::string& message);
  /// The merge of head into base that GitHub makes for a pull request, on no branch.
  std::string merge_commit(const std::string& base, const std::string& head);
  std::string blob(std::string_view content) const;
  /// A tree object of exactly these entries, in this order, without git's checks.
  std::string tree(const std::vector<RawEntry>& entries) const;

 private:
  struct Existing {};

  GitFixture(Existing, std::string folder) : path_(std::move(folder)) {}

  std::string path_;
  int commits_ = 0;
};

/// What actions/checkout leaves in a pull_request job.
struct PullRequestCheckout {
  /// The workspace.
  std::string path;
  std::string base;
  std::string head;
  std::string merge;
};

/// Below `folder` makes `origin` with `base_files` on main, a branch that adds `head_files`, and
/// `workspace`: detached HEAD at the merge commit of pull request 7, fetched with `depth` (0: all
/// branches with their history). Main has one commit before base.
PullRequestCheckout make_pull_request_checkout(const std::string& folder, const Files& base_files,
                                               const Files& head_files, int depth);

}  // namespace headgate::testing
