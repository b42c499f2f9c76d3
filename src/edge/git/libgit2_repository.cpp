#include "edge/git/libgit2_repository.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/core.h>
#include <git2.h>

#include "edge/git/export_obstacle.h"
#include "edge/git/failure.h"
#include "edge/git/tree_export.h"
#include "edge/git/tree_listing.h"
#include "edge/git/work_tree.h"

namespace headgate::git {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxFileBytes = std::size_t{1024} * 1024;
constexpr std::size_t kIdDigits = 40;

std::string hex(const git_oid& id) {
  std::array<char, kIdDigits + 1> text{};
  git_oid_tostr(text.data(), text.size(), &id);
  return text.data();
}

std::string without_final_slash(const char* path) {
  std::string text = path == nullptr ? "" : path;
  if (text.size() > 1 && text.ends_with('/')) {
    text.pop_back();
  }
  return text;
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

Result<TreeListing> list_commit(git_repository& repository, const git_commit& commit,
                                const CancelCheck& cancel) {
  Result<TreeListing> listing = list_tree(repository, *git_commit_tree_id(&commit), cancel);
  if (!listing) {
    return std::move(listing).error().within(short_name(commit));
  }
  return listing;
}

Error not_a_plain_file(const std::string& path, const std::string& what) {
  return Error{.reason = Reason::kIoFailed,
               .message = fmt::format("'{}' in the commit is {}", path, what),
               .remedy = "commit a regular file of at most 1 MiB there"};
}

// What an entry is that is not a regular file; nullptr for one.
const char* other_kind(const git_tree_entry& entry) {
  switch (git_tree_entry_filemode(&entry)) {
    case GIT_FILEMODE_TREE:
      return "a folder";
    case GIT_FILEMODE_LINK:
      return "a symbolic link";
    case GIT_FILEMODE_COMMIT:
      return "a submodule";
    case GIT_FILEMODE_BLOB:
    case GIT_FILEMODE_BLOB_EXECUTABLE:
    case GIT_FILEMODE_UNREADABLE:
      break;
  }
  return nullptr;
}

// The spelling that people know, unless a tag or branch of the same name would be found first.
std::string revision_of(git_repository& repository, const git_reference& branch) {
  const std::string full_name = git_reference_name(&branch);
  const std::string shorthand = git_reference_shorthand(&branch);
  Handle<git_reference> found;
  const int code = git_reference_dwim(Out(found), &repository, shorthand.c_str());
  if (code == 0 && full_name == git_reference_name(found.get())) {
    return shorthand;
  }
  return full_name;
}

// Whether `path` names something inside the work tree: relative and without "..".
bool stays_inside(const std::string& path) {
  const fs::path parts(path);
  return !path.empty() && parts.is_relative() &&
         std::none_of(parts.begin(), parts.end(),
                      [](const fs::path& part) { return part == ".."; });
}

Result<bool> is_tracked(git_repository& repository, const std::string& path) {
  Handle<git_index> index;
  if (const int code = git_repository_index(Out(index), &repository); code < 0) {
    return error_from(last_failure(code), Reason::kRepositoryUnreadable, "cannot read the index");
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

Result<Handle<git_commit>> LibGit2Repository::find_commit(const std::string& revision) const {
  Handle<git_object> named;
  Handle<git_object> peeled;
  Handle<git_commit> commit;
  int code = git_revparse_single(Out(named), repository_.get(), spell_head(revision).c_str());
  code = code < 0 ? code : git_object_peel(Out(peeled), named.get(), GIT_OBJECT_COMMIT);
  code = code < 0 ? code
                  : git_commit_lookup(Out(commit), repository_.get(), git_object_id(peeled.get()));
  // A NUL would cut the spelling short.
  if (code == 0 && revision.find('\0') == std::string::npos) {
    return commit;
  }
  const Failure failure = last_failure(code);
  if (code == GIT_ENOTFOUND && is_shallow()) {
    return error_from(failure, Reason::kShallowCheckout,
                      fmt::format("'{}' is not in this checkout, which has only the newest part of "
                                  "the history",
                                  revision),
                      kFetchMoreHistory);
  }
  return error_from(failure, Reason::kRevisionUnknown,
                    fmt::format("'{}' names no commit of {}", revision, git_dir()),
                    "check the spelling, or fetch the branch or commit first");
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
  Result<Handle<git_commit>> found = find_commit(revision);
  if (!found) {
    return std::move(found).error();
  }
  return describe(**found);
}

bool LibGit2Repository::has_commit(const std::string& id) {
  git_oid oid;
  Handle<git_commit> commit;
  return id.size() == kIdDigits && git_oid_fromstr(&oid, id.c_str()) == 0 &&
         git_commit_lookup(Out(commit), repository_.get(), &oid) == 0;
}

Result<std::string> LibGit2Repository::merge_base(const std::string& one,
                                                  const std::string& other) {
  Result<Handle<git_commit>> first = find_commit(one);
  if (!first) {
    return std::move(first).error();
  }
  Result<Handle<git_commit>> second = find_commit(other);
  if (!second) {
    return std::move(second).error();
  }
  const std::string what = fmt::format("the merge base of '{}' and '{}'", one, other);
  if (is_shallow()) {
    return Error{.reason = Reason::kShallowCheckout,
                 .message = what + " cannot be told from a shallow history",
                 .remedy =
                     "set `fetch-depth: 0` on actions/checkout; in a local clone run `git "
                     "fetch --unshallow`"};
  }
  git_oid base;
  if (const int code = git_merge_base(&base, repository_.get(), git_commit_id(first->get()),
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

Result<std::optional<std::string>> LibGit2Repository::default_branch() {
  for (const char* const name :
       {"refs/remotes/origin/HEAD", "refs/remotes/origin/main", "refs/remotes/origin/master",
        "refs/heads/main", "refs/heads/master"}) {
    Handle<git_reference> reference;
    Handle<git_reference> branch;
    int code = git_reference_lookup(Out(reference), repository_.get(), name);
    code = code < 0 ? code : git_reference_resolve(Out(branch), reference.get());
    if (code == 0) {
      return std::optional(revision_of(*repository_, *branch));
    }
    // Absent, or a symbolic reference to one that is: the next name is as good.
    if (code != GIT_ENOTFOUND) {
      return error_from(last_failure(code), Reason::kRepositoryUnreadable,
                        fmt::format("cannot read {}", name));
    }
  }
  return std::optional<std::string>();
}

Result<TreeProblems> LibGit2Repository::inspect(const std::string& commit,
                                                const CancelCheck& cancel) {
  Result<Handle<git_commit>> found = find_commit(commit);
  if (!found) {
    return std::move(found).error();
  }
  Result<TreeListing> listing = list_commit(*repository_, **found, cancel);
  if (!listing) {
    return std::move(listing).error();
  }
  return std::move(listing->problems);
}

Result<std::optional<std::string>> LibGit2Repository::read_file(const std::string& commit,
                                                                const std::string& path) {
  Result<Handle<git_commit>> found = find_commit(commit);
  if (!found) {
    return std::move(found).error();
  }
  const auto failed = [&](int code) {
    const Failure failure = last_failure(code);
    return error_from(failure,
                      is_missing_object(failure) ? Reason::kObjectsMissing : Reason::kIoFailed,
                      fmt::format("cannot read '{}' of {}", path, short_name(**found)),
                      is_missing_object(failure) ? kFetchAllObjects : "");
  };
  Handle<git_tree> tree;
  int code = git_commit_tree(Out(tree), found->get());
  if (code < 0) {
    return failed(code);
  }
  Handle<git_tree_entry> entry;
  code = git_tree_entry_bypath(Out(entry), tree.get(), path.c_str());
  if (code == GIT_ENOTFOUND && !is_missing_object(last_failure(code))) {
    return std::optional<std::string>();
  }
  if (code < 0) {
    return failed(code);
  }
  if (const char* const kind = other_kind(*entry)) {
    return not_a_plain_file(path, kind);
  }
  Handle<git_odb> database;
  Handle<git_odb_object> blob;
  std::size_t size_bytes = 0;
  git_object_t type = GIT_OBJECT_INVALID;
  const git_oid& id = *git_tree_entry_id(entry.get());
  code = git_repository_odb(Out(database), repository_.get());
  code = code < 0 ? code : git_odb_read_header(&size_bytes, &type, database.get(), &id);
  if (code == 0 && size_bytes > kMaxFileBytes) {
    return not_a_plain_file(path, fmt::format("{} bytes long", size_bytes));
  }
  code = code < 0 ? code : git_odb_read(Out(blob), database.get(), &id);
  if (code < 0) {
    return failed(code);
  }
  return std::optional(std::string(static_cast<const char*>(git_odb_object_data(blob.get())),
                                   git_odb_object_size(blob.get())));
}

Status LibGit2Repository::export_tree(const std::string& commit, const std::string& absolute_target,
                                      const CancelCheck& cancel) {
  Result<Handle<git_commit>> found = find_commit(commit);
  if (!found) {
    return std::move(found).error();
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
  const std::string plain = without_final_slash(path.c_str());
  const Result<bool> tracked = is_tracked(*repository_, plain);
  if (!tracked) {
    return tracked.error();
  }
  if (*tracked) {
    return PathStatus::kTracked;
  }
  int ignored = 0;
  if (const int code = git_ignore_path_is_ignored(&ignored, repository_.get(), plain.c_str());
      code < 0) {
    return error_from(last_failure(code), Reason::kRepositoryUnreadable,
                      fmt::format("cannot tell whether '{}' is ignored", path));
  }
  return ignored != 0 ? PathStatus::kIgnored : PathStatus::kUntracked;
}

}  // namespace headgate::git
