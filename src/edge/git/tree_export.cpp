// Why an index in memory and not git_checkout_tree: a checkout cannot be interrupted, and one of a
// big tree takes longer than a cancelled job has. So the tree is checked out in slices, each as an
// index of its own. Path lists would slice too, but the library reads them as patterns even when
// told not to, and loses names with a backslash.

#include "edge/git/tree_export.h"

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <filesystem>
#include <span>
#include <system_error>

#include <git2.h>
#include <git2/sys/index.h>
#include <git2/sys/repository.h>

#include "edge/git/failure.h"

namespace headgate::git {
namespace {

namespace fs = std::filesystem;

// Creating a file takes up to a millisecond on a busy machine.
constexpr std::size_t kFilesPerSlice = 1000;

// SAFE and not FORCE: the target was empty, so whatever stands in the way is a mistake, and FORCE
// would delete earlier slices.
constexpr unsigned int kStrategy = GIT_CHECKOUT_SAFE | GIT_CHECKOUT_DONT_UPDATE_INDEX |
                                   GIT_CHECKOUT_DONT_WRITE_INDEX | GIT_CHECKOUT_NO_REFRESH |
                                   GIT_CHECKOUT_DISABLE_PATHSPEC_MATCH;

struct Workshop {
  Handle<git_repository> repository;
  Handle<git_index> slice;
  // What the checkout believes to be there already.
  Handle<git_index> nothing;
};

// Each step only if those before succeeded; the last one's code.
int open_workshop(git_repository& source, Workshop& workshop) {
  Handle<git_odb> database;
  Handle<git_config> no_configuration;
  Handle<git_index> no_index;
  int code = git_repository_odb(Out(database), &source);
  code = code < 0 ? code : git_repository_wrap_odb(Out(workshop.repository), database.get());
  code = code < 0 ? code : git_config_new(Out(no_configuration));
  code = code < 0 ? code
                  : git_repository_set_config(workshop.repository.get(), no_configuration.get());
  code = code < 0 ? code : git_index_new(Out(no_index));
  code = code < 0 ? code : git_repository_set_index(workshop.repository.get(), no_index.get());
  code = code < 0 ? code : git_index_new(Out(workshop.slice));
  code = code < 0 ? code : git_index_new(Out(workshop.nothing));
  return code;
}

// A path that another one repeats or leads through: a folder in one place, a symbolic link in the
// other. The library looks for such pairs within one checkout, and we make several.
const TreeFile* find_file_inside_a_file(const std::vector<TreeFile>& files) {
  const auto by_path = [](const TreeFile& a, const TreeFile& b) { return a.path < b.path; };
  HEADGATE_CHECK(std::is_sorted(files.begin(), files.end(), by_path));
  TreeFile folder{.path = {}, .id = {}, .mode = 0};
  for (const TreeFile& file : files) {
    if (&file != files.data() && (&file - 1)->path == file.path) {
      return &file;
    }
    for (std::size_t slash = file.path.find('/'); slash != std::string::npos;
         slash = file.path.find('/', slash + 1)) {
      folder.path = file.path.substr(0, slash);
      if (std::binary_search(files.begin(), files.end(), folder, by_path)) {
        return &file;
      }
    }
  }
  return nullptr;
}

int fill_slice(git_index& slice, std::span<const TreeFile> files) {
  int code = git_index_clear(&slice);
  for (const TreeFile& file : files) {
    if (code < 0) {
      return code;
    }
    if (file.mode == GIT_FILEMODE_COMMIT) {
      continue;
    }
    git_index_entry entry{};
    entry.path = file.path.c_str();
    entry.mode = file.mode;
    std::memcpy(entry.id.id, file.id.data(), file.id.size());
    code = git_index_add(&slice, &entry);
  }
  return code;
}

int write_slice(Workshop& workshop, const std::string& target) {
  git_checkout_options options;
  if (const int code = git_checkout_options_init(&options, GIT_CHECKOUT_OPTIONS_VERSION);
      code < 0) {
    return code;
  }
  options.checkout_strategy = kStrategy;
  options.disable_filters = 1;
  options.baseline_index = workshop.nothing.get();
  options.target_directory = target.c_str();
  return git_checkout_index(workshop.repository.get(), workshop.slice.get(), &options);
}

// The library would ask the repository's work tree about its submodules, and ours has none.
Status make_submodule_folders(const std::vector<TreeFile>& files, const std::string& target) {
  for (const TreeFile& file : files) {
    if (file.mode != GIT_FILEMODE_COMMIT) {
      continue;
    }
    const std::string folder = fmt::format("{}/{}", target, file.path);
    std::error_code failed;
    fs::create_directories(folder, failed);
    if (failed) {
      return file_error(failed.value(), "make the folder", folder);
    }
  }
  return ok();
}

}  // namespace

Status prepare_target(const std::string& absolute_target) {
  if (!fs::path(absolute_target).is_absolute()) {
    return Error{.reason = Reason::kUsage,
                 .message = fmt::format("'{}' is not an absolute path", absolute_target)};
  }
  std::error_code failed;
  const fs::file_type type = fs::symlink_status(absolute_target, failed).type();
  if (type == fs::file_type::not_found) {
    fs::create_directory(absolute_target, failed);
    if (failed) {
      return file_error(failed.value(), "make the folder", absolute_target);
    }
    return ok();
  }
  if (type != fs::file_type::directory) {
    return file_error(ENOTDIR, "export to", absolute_target);
  }
  const bool empty = fs::is_empty(absolute_target, failed);
  if (failed) {
    return file_error(failed.value(), "read the folder", absolute_target);
  }
  if (!empty) {
    return Error{.reason = Reason::kUsage,
                 .message = fmt::format("the folder '{}' is not empty", absolute_target)};
  }
  return ok();
}

Status write_files(git_repository& source, const std::vector<TreeFile>& files,
                   const std::string& target, const CancelCheck& cancel) {
  if (const TreeFile* const inside = find_file_inside_a_file(files)) {
    return Error{
        .reason = Reason::kTreeInvalid,
        .message = fmt::format("'{}' is listed twice, or lies inside a file", inside->path),
        .remedy = "remove it from the commit"};
  }
  Workshop workshop;
  if (const int code = open_workshop(source, workshop); code < 0) {
    return write_error(last_failure(code), target);
  }
  for (std::span<const TreeFile> rest(files); !rest.empty();) {
    if (cancel && cancel()) {
      return interrupted();
    }
    const std::size_t count = std::min(rest.size(), kFilesPerSlice);
    int code = fill_slice(*workshop.slice, rest.first(count));
    code = code < 0 ? code : write_slice(workshop, target);
    if (code < 0) {
      return write_error(last_failure(code), target);
    }
    rest = rest.subspan(count);
  }
  return make_submodule_folders(files, target);
}

}  // namespace headgate::git
