// The user's git repository, as far as a gate needs it: which commits there are, what is wrong with
// their trees, and copies of trees in a folder of our own.
//
// Everything here only reads the repository. Work tree, index and `.git` are byte-identical before
// and after any call; nothing is fetched, no hook, filter or credential helper runs.
//
// Names of commits, paths and subjects come from the pull request and are foreign text: neutralise
// them before showing them. Paths are relative to the repository's root, with `/`, unless they are
// said to be absolute. Objects are not thread-safe.

#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/result/result.h"

namespace headgate::git {

/// Asked now and then during long work; true means stop, and the work ends with kInterrupted.
using CancelCheck = std::function<bool()>;

/// One commit. Ids are 40 lower-case hex digits.
struct Commit {
  std::string id;
  std::string tree;
  /// As the commit itself lists them, also those that a shallow checkout does not have.
  std::vector<std::string> parents;
  /// Committer time, seconds since 1970.
  std::int64_t time_sec;
  /// First paragraph of the message on one line; may be empty.
  std::string subject;
};

/// What keeps a tree from being exported as it was meant. Each list is sorted.
struct TreeProblems {
  /// Folders that belong to another repository; exported as empty folders.
  std::vector<std::string> submodules;
  /// Folders of a work tree with a repository of their own that git does not track: other clones,
  /// linked work trees. Exported as empty folders.
  std::vector<std::string> nested_repositories = {};
  /// Files whose content is a Git LFS pointer.
  std::vector<std::string> lfs_pointers;
  /// Files, and folders with a final `/`, whose object is not in the database.
  std::vector<std::string> missing_objects;
  /// Entries that git itself never writes: `.git`, `..`, two of one name, folders nested too deep.
  std::vector<std::string> hostile;

  friend bool operator==(const TreeProblems&, const TreeProblems&) = default;
};

/// The tree that `git add -A` followed by `git commit` would record from the work tree now.
struct WorkTreeContent {
  /// Files and symbolic links, sorted: tracked ones that are still there, untracked ones that are
  /// not ignored, and those that a sparse checkout leaves out of the work tree on purpose.
  std::vector<std::string> files;
  /// `missing_objects` holds left-out files whose content is not here.
  TreeProblems problems;
};

/// Where a path stands.
enum class PathStatus { kAbsent, kTracked, kUntracked, kIgnored };

/// An open repository.
class Repository {
 public:
  virtual ~Repository() = default;

  /// Absolute path without a final `/`; empty for a bare repository.
  [[nodiscard]] virtual std::string work_tree() const = 0;
  /// Absolute path of `.git`, or what stands for it, without a final `/`.
  [[nodiscard]] virtual std::string git_dir() const = 0;
  /// Whether history ends early because the clone was made with a depth.
  [[nodiscard]] virtual bool is_shallow() const = 0;

  /// The checked-out commit. kRevisionUnknown before the first commit.
  [[nodiscard]] virtual Result<Commit> head() = 0;
  /// The commit that `revision` names in any spelling that git knows; tags are followed.
  /// kRevisionUnknown, or kShallowCheckout where only the depth may be to blame.
  [[nodiscard]] virtual Result<Commit> commit(const std::string& revision) = 0;
  /// Id of the best common ancestor of two commits, given in any spelling. A shallow history would
  /// give a wrong one: kShallowCheckout. None at all: kBaseUnknown.
  [[nodiscard]] virtual Result<std::string> merge_base(const std::string& one,
                                                       const std::string& other) = 0;
  /// How many commits the history of `later` has and that of `earlier` has not, both in any
  /// spelling; nullopt where a shallow history cannot tell.
  [[nodiscard]] virtual Result<std::optional<std::size_t>> commits_since(
      const std::string& earlier, const std::string& later) = 0;
  /// Revision of the branch that others merge into: what origin/HEAD points to, else the first of
  /// origin/main, origin/master, main, master that exists; nullopt when none does.
  [[nodiscard]] virtual Result<std::optional<std::string>> default_branch() = 0;

  /// Looks at every entry of the commit's tree. kTreeInvalid when there are absurdly many.
  [[nodiscard]] virtual Result<TreeProblems> inspect(const std::string& commit,
                                                     const CancelCheck& cancel) = 0;
  /// The content of a regular file of at most 1 MiB; nullopt when nothing has this path. kIoFailed
  /// for a bigger file, a folder, a symbolic link or a submodule, kObjectsMissing when not fetched.
  [[nodiscard]] virtual Result<std::optional<std::string>> read_file(const std::string& commit,
                                                                     const std::string& path) = 0;
  /// Writes the commit's tree below an absolute path that is absent (its parent is not) or an empty
  /// folder: contents byte by byte, executable bits (other bits by the umask), symbolic links as
  /// they are, fresh modification times. No entry can write outside. Refuses before the first byte
  /// what `inspect` calls hostile (kTreeInvalid) or missing (kObjectsMissing); LFS pointers are
  /// written as they are, submodules as empty folders. After an error the folder is half full.
  [[nodiscard]] virtual Status export_tree(const std::string& commit,
                                           const std::string& absolute_target,
                                           const CancelCheck& cancel) = 0;

  /// What the work tree would be as a commit. kRepositoryUnreadable for a bare repository.
  [[nodiscard]] virtual Result<WorkTreeContent> work_tree_content() = 0;
  /// Writes `work_tree_content().files` as `export_tree` writes a commit.
  [[nodiscard]] virtual Status export_work_tree(const std::string& absolute_target,
                                                const CancelCheck& cancel) = 0;
  /// Whether a path exists in the work tree and what git makes of it. A folder is tracked when it
  /// holds a tracked file, and so is whatever lies below a tracked symbolic link or in a submodule:
  /// a commit decides what is there. "." is the root; paths outside the work tree are absent.
  [[nodiscard]] virtual Result<PathStatus> path_status(const std::string& path) = 0;
};

/// May the repository belong to another user? A container's root reads the runner user's files.
/// With kCheck the user's own git configuration counts (safe.directory, core.excludesFile); with
/// kTrust nobody's does.
enum class Ownership { kCheck, kTrust };

/// kExact: the path is the root of a work tree (or a `.git`). kUpwards: it or a folder above it, on
/// the same file system, as git itself looks.
enum class Discovery { kExact, kUpwards };

/// Opens repositories.
class Git {
 public:
  virtual ~Git() = default;

  /// kNoRepository when there is none, kRepositoryUnreadable when there is one that cannot be used:
  /// another owner, SHA-256, an unknown extension, a `.git` file that leads nowhere.
  [[nodiscard]] virtual Result<std::unique_ptr<Repository>> open(const std::string& path,
                                                                 Ownership ownership,
                                                                 Discovery discovery) = 0;
};

}  // namespace headgate::git
