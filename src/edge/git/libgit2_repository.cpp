#include "edge/git/libgit2_repository.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include <fmt/core.h>
#include <git2.h>

#include "edge/git/committed_file.h"
#include "edge/git/export_obstacle.h"
#include "edge/git/failure.h"
#include "edge/git/history.h"
#include "edge/git/tree_export.h"
#include "edge/git/tree_listing.h"
#include "edge/git/work_tree.h"

namespace headgate::git {
namespace {

namespace fs = std::filesystem;

std::string without_final_slash(const char* path) {
  std::string text = path == nullptr ? "" : path;
  if (text.size() > 1 && text.ends_with('/')) {
    text.pop_back();
  }
  return text;
}

Result<TreeListing> list_commit(git_repository& repository, const git_commit& commit,
                                const CancelCheck& cancel) {
  Result<TreeListing> listing = list_tree(repository, *git_commit_tree_id(&commit), cancel);
  if (!listing) {
    return std::move(listing).error().within(short_name(commit));
  }
  return listing;
}

// Whether `path` names something inside the work tree: relative and without "..".
bool stays_inside(const std::string& path) {
  const fs::path parts(path);
  return !path.empty() && parts.is_relative() &&
         std::none_of(parts.begin(), parts.end(),
                      [](const fs::path& part) { return part == ".."; });
}

// As the index spells it: "" for the root.
std::string normal(const std::string& path) {
  std::string plain = fs::path(path).lexically_normal().string();
  if (plain.ends_with('/')) {
    plain.pop_back();
  }
  return plain == "." ? "" : plain;
}

// Whether the index has the path, something below it, or a symbolic link or submodule above it.
Result<bool> is_tracked(git_repository& repository, const std::string& path) {
  Handle<git_index> index;
  if (const int code = git_repository_index(Out(index), &repository); code < 0) {
    return error_from(last_failure(code), Reason::kRepositoryUnreadable, "cannot read the index");
  }
  if (path.empty()) {
    return git_index_entrycount(index.get()) > 0;
  }
  for (std::size_t end = path.find('/'); end != std::string::npos; end = path.find('/', end + 1)) {
    if (git_index_get_bypath(index.get(), path.substr(0, end).c_str(), 0) != nullptr) {
      return true;
    }
  }
  return git_index_get_bypath(index.get(), path.c_str(), 0) != nullptr ||
         git_index_find_prefix(nullptr, index.get(), (path + "/").c_str()) == 0;
}

}  // namespace

LibGit2Repository::LibGit2Repository(Handle<git_repository> repository)
    : repository_(std::move(repository)) {}

std::string LibGit2Repository::work_tree() const {
  return without_final_slash(git_repository_workdir(repository_.get()));
}

std::string LibGit2Repository::git_dir() const {
  return without_final_slash(git_repository_path(repository_.get()));
}

bool LibGit2Repository::is_shallow() const {
  return git_repository_is_shallow(repository_.get()) == 1;
}

Result<Commit> LibGit2Repository::head() {
  if (git_repository_head_unborn(repository_.get()) == 1) {
    return Error{.reason = Reason::kRevisionUnknown,
                 .message = fmt::format("{} has no commit yet", git_dir()),
                 .remedy = "commit something first"};
  }
  return commit("HEAD");
}

Result<Commit> LibGit2Repository::commit(const std::string& revision) {
  const Result<Handle<git_commit>> found = find_commit(*repository_, revision);
  if (!found) {
    return found.error();
  }
  return describe(**found);
}

Result<std::string> LibGit2Repository::merge_base(const std::string& one,
                                                  const std::string& other) {
  return git::merge_base(*repository_, one, other);
}

Result<std::optional<std::size_t>> LibGit2Repository::commits_since(const std::string& earlier,
                                                                    const std::string& later) {
  return git::commits_since(*repository_, earlier, later);
}

Result<std::optional<std::string>> LibGit2Repository::default_branch() {
  return git::default_branch(*repository_);
}

Result<TreeProblems> LibGit2Repository::inspect(const std::string& commit,
                                                const CancelCheck& cancel) {
  const Result<Handle<git_commit>> found = find_commit(*repository_, commit);
  if (!found) {
    return found.error();
  }
  Result<TreeListing> listing = list_commit(*repository_, **found, cancel);
  if (!listing) {
    return std::move(listing).error();
  }
  return std::move(listing->problems);
}

Result<std::optional<std::string>> LibGit2Repository::read_file(const std::string& commit,
                                                                const std::string& path) {
  const Result<Handle<git_commit>> found = find_commit(*repository_, commit);
  if (!found) {
    return found.error();
  }
  return git::read_file(*repository_, **found, path);
}

Status LibGit2Repository::export_tree(const std::string& commit, const std::string& absolute_target,
                                      const CancelCheck& cancel) {
  const Result<Handle<git_commit>> found = find_commit(*repository_, commit);
  if (!found) {
    return found.error();
  }
  const Result<TreeListing> listing = list_commit(*repository_, **found, cancel);
  if (!listing) {
    return listing.error();
  }
  if (std::optional<Error> obstacle = export_obstacle(listing->problems, short_name(**found))) {
    return *std::move(obstacle);
  }
  if (Status status = prepare_target(absolute_target); !status) {
    return status;
  }
  return write_files(*repository_, listing->files, absolute_target, cancel);
}

std::optional<Error> LibGit2Repository::no_work_tree() const {
  if (git_repository_is_bare(repository_.get()) == 0) {
    return std::nullopt;
  }
  return Error{.reason = Reason::kRepositoryUnreadable,
               .message = fmt::format("{} is a bare repository, it has no work tree", git_dir()),
               .remedy = "name a commit as head, or work in a clone"};
}

Result<WorkTreeContent> LibGit2Repository::work_tree_content() {
  if (std::optional<Error> bare = no_work_tree()) {
    return *std::move(bare);
  }
  Result<WorkTreeListing> listing = list_work_tree(*repository_, work_tree());
  if (!listing) {
    return std::move(listing).error();
  }
  return std::move(listing->content);
}

Status LibGit2Repository::export_work_tree(const std::string& absolute_target,
                                           const CancelCheck& cancel) {
  if (std::optional<Error> bare = no_work_tree()) {
    return *std::move(bare);
  }
  const Result<WorkTreeListing> listing = list_work_tree(*repository_, work_tree());
  if (!listing) {
    return listing.error();
  }
  if (std::optional<Error> obstacle = export_obstacle(listing->content.problems, "the work tree")) {
    return *std::move(obstacle);
  }
  if (Status status = prepare_target(absolute_target); !status) {
    return status;
  }
  if (Status status = write_files(*repository_, listing->not_copied, absolute_target, cancel);
      !status) {
    return status;
  }
  return copy_files(work_tree(), listing->present, absolute_target, cancel);
}

Result<PathStatus> LibGit2Repository::path_status(const std::string& path) {
  if (std::optional<Error> bare = no_work_tree()) {
    return *std::move(bare);
  }
  std::error_code failed;
  const fs::file_status on_disk = fs::symlink_status(work_tree() + "/" + path, failed);
  if (!stays_inside(path) || !fs::exists(on_disk)) {
    return PathStatus::kAbsent;
  }
  const std::string plain = normal(path);
  const Result<bool> tracked = is_tracked(*repository_, plain);
  if (!tracked) {
    return tracked.error();
  }
  if (*tracked) {
    return PathStatus::kTracked;
  }
  int ignored = 0;
  if (plain.empty()) {
    return PathStatus::kUntracked;
  }
  if (const int code = git_ignore_path_is_ignored(&ignored, repository_.get(), plain.c_str());
      code < 0) {
    return error_from(last_failure(code), Reason::kRepositoryUnreadable,
                      fmt::format("cannot tell whether '{}' is ignored", path));
  }
  return ignored != 0 ? PathStatus::kIgnored : PathStatus::kUntracked;
}

}  // namespace headgate::git
