#include "edge/git/committed_file.h"

#include <cstddef>

#include <fmt/core.h>
#include <git2.h>

#include "edge/git/failure.h"
#include "edge/git/history.h"

namespace headgate::git {
namespace {

constexpr std::size_t kMaxFileBytes = std::size_t{1024} * 1024;

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

}  // namespace

Result<std::optional<std::string>> read_file(git_repository& repository, git_commit& commit,
                                             const std::string& path) {
  const auto failed = [&](int code) {
    const Failure failure = last_failure(code);
    return error_from(failure,
                      is_missing_object(failure) ? Reason::kObjectsMissing : Reason::kIoFailed,
                      fmt::format("cannot read '{}' of {}", path, short_name(commit)),
                      is_missing_object(failure) ? kFetchAllObjects : "");
  };
  Handle<git_tree> tree;
  int code = git_commit_tree(Out(tree), &commit);
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
  code = git_repository_odb(Out(database), &repository);
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

}  // namespace headgate::git
