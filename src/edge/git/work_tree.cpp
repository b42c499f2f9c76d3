// The library's status compares index and disk and knows the rules for ignored files; it lists
// unchanged files too when asked. Nothing is written: updating the index is a flag we do not set.

#include "edge/git/work_tree.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <git2.h>
#include <sys/stat.h>
#include <unistd.h>

#include "edge/git/failure.h"

namespace headgate::git {
namespace {

namespace fs = std::filesystem;

constexpr unsigned int kStatusFlags =
    GIT_STATUS_OPT_INCLUDE_UNMODIFIED | GIT_STATUS_OPT_INCLUDE_UNTRACKED |
    GIT_STATUS_OPT_RECURSE_UNTRACKED_DIRS | GIT_STATUS_OPT_INCLUDE_UNREADABLE |
    GIT_STATUS_OPT_EXCLUDE_SUBMODULES | GIT_STATUS_OPT_SORT_CASE_SENSITIVELY;

std::string below(const std::string& folder, std::string_view path) {
  return fmt::format("{}/{}", folder, path);
}

fs::file_type type_of(const std::string& path) {
  std::error_code failed;
  return fs::symlink_status(path, failed).type();
}

bool is_file_or_link(fs::file_type type) {
  return type == fs::file_type::regular || type == fs::file_type::symlink;
}

bool holds_lfs_pointer(const std::string& path) {
  std::error_code failed;
  if (fs::file_size(path, failed) > kMaxLfsPointerBytes || failed) {
    return false;
  }
  std::ifstream file(path, std::ios::binary);
  std::string content(kMaxLfsPointerBytes, '\0');
  file.read(content.data(), static_cast<std::streamsize>(content.size()));
  content.resize(static_cast<std::size_t>(file.gcount()));
  return is_lfs_pointer(content);
}

Error unreadable(int code, const char* what) {
  return error_from(last_failure(code), Reason::kRepositoryUnreadable,
                    fmt::format("cannot read {} of the repository", what));
}

// The library names the file only in its own words: "could not open '/w/a.go': Permission denied".
Error unreadable_work_tree(int code) {
  const Failure failure = last_failure(code);
  return error_from(failure, Reason::kRepositoryUnreadable,
                    fmt::format("cannot read the work tree of the repository: {}", failure.message),
                    "make it readable for the user who runs headgate, or name a commit as head");
}

// Path of an entry whose state on disk differs from, or equals, the index; nullptr for none.
const char* path_on_disk(const git_status_entry& entry) {
  const git_diff_delta* const delta = entry.index_to_workdir;
  if (delta == nullptr || delta->status == GIT_DELTA_DELETED ||
      delta->new_file.mode == GIT_FILEMODE_COMMIT) {
    return nullptr;
  }
  return delta->new_file.path;
}

Status list_present(git_repository& repository, const std::string& root, WorkTreeListing& listing) {
  git_status_options options;
  git_status_options_init(&options, GIT_STATUS_OPTIONS_VERSION);
  options.show = GIT_STATUS_SHOW_WORKDIR_ONLY;
  options.flags = kStatusFlags;
  Handle<git_status_list> entries;
  if (const int code = git_status_list_new(Out(entries), &repository, &options); code < 0) {
    return unreadable_work_tree(code);
  }
  for (std::size_t i = 0; i < git_status_list_entrycount(entries.get()); ++i) {
    const char* const found = path_on_disk(*git_status_byindex(entries.get(), i));
    if (found == nullptr) {
      continue;
    }
    std::string path = found;
    // A folder that is listed and not entered has a repository of its own.
    if (path.ends_with('/')) {
      path.pop_back();
      listing.not_copied.push_back({.path = path, .id = {}, .mode = GIT_FILEMODE_COMMIT});
      listing.content.problems.nested_repositories.push_back(std::move(path));
      continue;
    }
    const std::string on_disk = below(root, path);
    const fs::file_type type = type_of(on_disk);
    if (!is_file_or_link(type)) {
      continue;
    }
    if (type == fs::file_type::regular && holds_lfs_pointer(on_disk)) {
      listing.content.problems.lfs_pointers.push_back(path);
    }
    listing.present.push_back(std::move(path));
  }
  return ok();
}

// What the index knows and the disk need not have: submodules, and what sparse checkout leaves out.
Status list_not_copied(git_repository& repository, const std::string& root,
                       WorkTreeListing& listing) {
  Handle<git_index> index;
  Handle<git_odb> database;
  int code = git_repository_index(Out(index), &repository);
  code = code < 0 ? code : git_repository_odb(Out(database), &repository);
  if (code < 0) {
    return unreadable(code, "the index");
  }
  for (std::size_t i = 0; i < git_index_entrycount(index.get()); ++i) {
    const git_index_entry& entry = *git_index_get_byindex(index.get(), i);
    const fs::file_type on_disk = type_of(below(root, entry.path));
    const bool is_submodule = entry.mode == GIT_FILEMODE_COMMIT;
    const bool left_out = (entry.flags_extended & GIT_INDEX_ENTRY_SKIP_WORKTREE) != 0 &&
                          on_disk == fs::file_type::not_found;
    if (!left_out && !(is_submodule && on_disk == fs::file_type::directory)) {
      continue;
    }
    if (!is_submodule && git_odb_exists(database.get(), &entry.id) == 0) {
      listing.content.problems.missing_objects.emplace_back(entry.path);
      continue;
    }
    TreeFile file{.path = entry.path, .id = {}, .mode = entry.mode};
    std::memcpy(file.id.data(), entry.id.id, file.id.size());
    listing.not_copied.push_back(std::move(file));
  }
  return ok();
}

// Closes a file descriptor.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}

  ~Descriptor() {
    if (number_ >= 0) {
      close(number_);
    }
  }

  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  [[nodiscard]] int number() const { return number_; }

 private:
  int number_;
};

// Zero, or the errno of the call that failed.
int copy_bytes(int from, int to) {
  std::array<char, std::size_t{128} * 1024> buffer;
  for (;;) {
    const ssize_t got = read(from, buffer.data(), buffer.size());
    if (got == 0) {
      return 0;
    }
    if (got < 0 && errno != EINTR) {
      return errno;
    }
    for (ssize_t done = 0; done < got;) {
      const ssize_t put = write(to, buffer.data() + done, static_cast<std::size_t>(got - done));
      if (put < 0 && errno != EINTR) {
        return errno;
      }
      done += std::max<ssize_t>(put, 0);
    }
  }
}

// By descriptors, because std::filesystem::copy_file copies every permission bit and we want what a
// checkout makes: the owner's executable bit decides, the umask does the rest.
Status copy_file(const std::string& from, const std::string& to) {
  const Descriptor source(open(from.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));

  struct stat facts {};

  if (source.number() < 0 || fstat(source.number(), &facts) != 0) {
    return file_error(errno, "read", from);
  }
  if (!S_ISREG(facts.st_mode)) {
    return file_error(EINVAL, "copy", from);
  }
  const mode_t mode = (facts.st_mode & S_IXUSR) != 0 ? 0777 : 0666;
  const Descriptor copy(
      open(to.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode));
  if (copy.number() < 0) {
    return file_error(errno, "make", to);
  }
  if (const int failed = copy_bytes(source.number(), copy.number()); failed != 0) {
    return file_error(failed, "copy " + from + " to", to);
  }
  return ok();
}

Status make_folder_of(const std::string& path) {
  const fs::path folder = fs::path(path).parent_path();
  std::error_code failed;
  fs::create_directories(folder, failed);
  if (failed) {
    return file_error(failed.value(), "make the folder", folder.string());
  }
  return ok();
}

}  // namespace

Result<WorkTreeListing> list_work_tree(git_repository& repository, const std::string& root) {
  WorkTreeListing listing;
  if (Status status = list_present(repository, root, listing); !status) {
    return std::move(status).error();
  }
  if (Status status = list_not_copied(repository, root, listing); !status) {
    return std::move(status).error();
  }
  std::sort(listing.not_copied.begin(), listing.not_copied.end(),
            [](const TreeFile& a, const TreeFile& b) { return a.path < b.path; });
  WorkTreeContent& content = listing.content;
  content.files = listing.present;
  std::vector<std::string>& nested = content.problems.nested_repositories;
  std::sort(nested.begin(), nested.end());
  for (const TreeFile& file : listing.not_copied) {
    if (file.mode != GIT_FILEMODE_COMMIT) {
      content.files.push_back(file.path);
    } else if (!std::binary_search(nested.begin(), nested.end(), file.path)) {
      content.problems.submodules.push_back(file.path);
    }
  }
  std::sort(content.files.begin(), content.files.end());
  return listing;
}

Status copy_files(const std::string& root, const std::vector<std::string>& files,
                  const std::string& target, const CancelCheck& cancel) {
  // Links come last, so that no folder is ever made, and no file written, through one.
  std::vector<const std::string*> links;
  for (const std::string& file : files) {
    if (cancel && cancel()) {
      return interrupted();
    }
    const std::string from = below(root, file);
    const std::string to = below(target, file);
    if (type_of(from) == fs::file_type::symlink) {
      links.push_back(&file);
      continue;
    }
    Status status = make_folder_of(to);
    status = status ? copy_file(from, to) : std::move(status);
    if (!status) {
      return status;
    }
  }
  for (const std::string* const link : links) {
    const std::string to = below(target, *link);
    if (Status status = make_folder_of(to); !status) {
      return status;
    }
    std::error_code failed;
    fs::copy_symlink(below(root, *link), to, failed);
    if (failed) {
      return file_error(failed.value(), "copy the link", below(root, *link));
    }
  }
  return ok();
}

}  // namespace headgate::git
