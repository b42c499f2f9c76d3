#include "edge/git/libgit2.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/core.h>
#include <git2.h>
#include <sys/stat.h>
#include <unistd.h>

#include "edge/git/failure.h"
#include "edge/git/handles.h"
#include "edge/git/libgit2_repository.h"

namespace headgate::git {
namespace {

namespace fs = std::filesystem;

// What git repositories may need and reading them does not care about: sparse checkouts keep their
// patterns in a second file, partial clones know where the rest is.
constexpr auto kHarmlessExtensions = std::to_array<const char*>(
    {"noop", "worktreeconfig", "partialclone", "preciousobjects", "relativeworktrees"});

// The process-wide options: `owner` counts, and whose configuration does.
void set_options(Ownership ownership) {
  const bool trust = ownership == Ownership::kTrust;
  git_libgit2_opts(GIT_OPT_SET_OWNER_VALIDATION, trust ? 0 : 1);
  auto extensions = kHarmlessExtensions;
  git_libgit2_opts(GIT_OPT_SET_EXTENSIONS, extensions.data(), extensions.size());
  for (const git_config_level_t level : {GIT_CONFIG_LEVEL_PROGRAMDATA, GIT_CONFIG_LEVEL_SYSTEM,
                                         GIT_CONFIG_LEVEL_XDG, GIT_CONFIG_LEVEL_GLOBAL}) {
    const char* const only_the_repository = "";
    const char* const usual_places = nullptr;
    git_libgit2_opts(GIT_OPT_SET_SEARCH_PATH, level, trust ? only_the_repository : usual_places);
  }
}

// The `.git` that git would have found from here; nullopt when there is none.
std::optional<fs::path> nearest_dot_git(const fs::path& folder, Discovery discovery) {
  std::error_code failed;
  fs::path here = fs::absolute(folder, failed).lexically_normal();
  for (;;) {
    const fs::path candidate = here / ".git";
    if (fs::exists(fs::symlink_status(candidate, failed))) {
      return candidate;
    }
    if (discovery == Discovery::kExact || here == here.parent_path()) {
      return std::nullopt;
    }
    here = here.parent_path();
  }
}

// A repository one or two folders below, where checkout with `path:` puts it; "" where there is
// none.
std::string repository_below(const fs::path& folder) {
  constexpr int kDeepest = 1;
  std::vector<std::string> found;
  std::error_code failed;
  for (auto entry = fs::recursive_directory_iterator(
           folder, fs::directory_options::skip_permission_denied, failed);
       !failed && entry != fs::recursive_directory_iterator(); entry.increment(failed)) {
    std::error_code ignored;
    if (entry->is_directory(ignored) && fs::exists(entry->path() / ".git", ignored)) {
      found.push_back(entry->path().lexically_relative(folder).string());
    }
    if (entry.depth() == kDeepest) {
      entry.disable_recursion_pending();
    }
  }
  return found.empty() ? std::string() : *std::min_element(found.begin(), found.end());
}

Error no_repository(const Failure& failure, const std::string& path, Discovery discovery) {
  std::error_code failed;
  if (!fs::is_directory(path, failed)) {
    const bool is_there = fs::exists(fs::symlink_status(path, failed));
    return error_from(failure, Reason::kNoRepository,
                      fmt::format("'{}' {}", path, is_there ? "is not a folder" : "does not exist"),
                      "name the repository's folder, or one in it");
  }
  if (fs::is_empty(path, failed)) {
    return error_from(failure, Reason::kNoRepository,
                      fmt::format("'{}' is empty, not a git repository", path),
                      "run actions/checkout before this step");
  }
  if (const std::string below = repository_below(path); !below.empty()) {
    return error_from(failure, Reason::kNoRepository,
                      fmt::format("'{}' is no git repository, but '{}' in it is one", path, below),
                      fmt::format("set the input working-directory to '{}'; elsewhere name that "
                                  "folder",
                                  below));
  }
  const char* const where = discovery == Discovery::kUpwards ? ", nor has a folder above it" : "";
  return error_from(
      failure, Reason::kNoRepository,
      fmt::format("'{}' has files but no .git{}: it looks like a downloaded archive", path, where),
      "actions/checkout downloads an archive where git is missing or older than 2.18: install git "
      "on the runner; elsewhere run inside a clone");
}

std::string first_line(const fs::path& file) {
  constexpr std::size_t kShownBytes = 200;
  std::ifstream stream(file);
  std::string line;
  std::getline(stream, line);
  return line.substr(0, kShownBytes);
}

Error broken_repository(const Failure& failure, const fs::path& dot_git) {
  std::error_code failed;
  if (fs::is_regular_file(dot_git, failed)) {
    return error_from(
        failure, Reason::kRepositoryUnreadable,
        fmt::format("{} leads nowhere: it says '{}'", dot_git.string(), first_line(dot_git)),
        "this is a linked work tree or a submodule: make the repository it belongs "
        "to visible at that path");
  }
  return error_from(failure, Reason::kRepositoryUnreadable,
                    fmt::format("{} is not a git repository", dot_git.string()),
                    "check it with `git status`");
}

Error foreign_owner(const Failure& failure, const std::string& path,
                    const std::optional<fs::path>& dot_git) {
  const std::string root = dot_git ? dot_git->parent_path().string() : path;

  struct stat facts {};

  const std::string owner =
      stat(root.c_str(), &facts) == 0 ? fmt::format("uid {}", facts.st_uid) : "another user";
  return error_from(
      failure, Reason::kRepositoryUnreadable,
      fmt::format("the repository {} or its .git belongs to {}, and this process runs as uid {}",
                  root, owner, geteuid()),
      fmt::format("run as its owner, or trust this one folder: git config --global --add "
                  "safe.directory '{}' ('*' is not understood)",
                  root));
}

bool is_about_ownership(const Failure& failure) {
  // Debian 12's release has no code of its own for a foreign owner when nothing is configured; it
  // fails to find the setting instead.
  return failure.code == GIT_EOWNER ||
         (failure.error_class == GIT_ERROR_CONFIG &&
          failure.message.find("safe.directory") != std::string::npos);
}

Error unsupported(const Failure& failure, const std::string& path) {
  const auto says = [&failure](std::string_view text) {
    return failure.message.find(text) != std::string::npos;
  };
  if (says("objectformat") || says("object format")) {
    return error_from(failure, Reason::kRepositoryUnreadable,
                      fmt::format("the repository {} uses SHA-256 object ids, which are not "
                                  "supported",
                                  path),
                      "use a SHA-1 repository");
  }
  if (says("refstorage")) {
    return error_from(failure, Reason::kRepositoryUnreadable,
                      fmt::format("the repository {} keeps its references as a reftable, which is "
                                  "not supported",
                                  path),
                      "run `git refs migrate --ref-format=files` in it");
  }
  return error_from(failure, Reason::kRepositoryUnreadable,
                    fmt::format("cannot open the repository {}: {}", path, failure.message));
}

// What is inside a work tree and has the shape of a repository without being in a `.git` came with
// a commit: whoever wrote it would choose its history.
bool came_with_commit(git_repository& repository, const fs::path& dot_git) {
  std::error_code failed;
  const fs::path outer = fs::weakly_canonical(dot_git.parent_path(), failed);
  const fs::path inside = fs::path(git_repository_path(&repository)).lexically_relative(outer);
  return !inside.empty() && *inside.begin() != ".." &&
         std::find(inside.begin(), inside.end(), ".git") == inside.end();
}

Error open_error(const Failure& failure, const std::string& path, Discovery discovery) {
  const std::optional<fs::path> dot_git = nearest_dot_git(path, discovery);
  if (is_about_ownership(failure)) {
    return foreign_owner(failure, path, dot_git);
  }
  if (failure.code == GIT_ENOTFOUND) {
    std::error_code failed;
    return dot_git && fs::is_directory(path, failed) ? broken_repository(failure, *dot_git)
                                                     : no_repository(failure, path, discovery);
  }
  return unsupported(failure, path);
}

}  // namespace

LibGit2::LibGit2() {
  const int initialised = git_libgit2_init();
  HEADGATE_CHECK(initialised > 0);
}

LibGit2::~LibGit2() { git_libgit2_shutdown(); }

Result<std::unique_ptr<Repository>> LibGit2::open(const std::string& path, Ownership ownership,
                                                  Discovery discovery) {
  set_options(ownership);
  const unsigned int flags =
      discovery == Discovery::kExact ? unsigned{GIT_REPOSITORY_OPEN_NO_SEARCH} : 0U;
  Handle<git_repository> repository;
  if (const int code = git_repository_open_ext(Out(repository), path.c_str(), flags, nullptr);
      code < 0) {
    return open_error(last_failure(code), path, discovery);
  }
  if (const std::optional<fs::path> dot_git = nearest_dot_git(path, discovery);
      dot_git && came_with_commit(*repository, *dot_git)) {
    return Error{.reason = Reason::kRepositoryUnreadable,
                 .message = fmt::format("'{}' has the shape of a repository inside that of '{}'",
                                        git_repository_path(repository.get()), dot_git->string()),
                 .remedy = "work from a folder that is not itself a bare repository"};
  }
  return std::unique_ptr<Repository>(std::make_unique<LibGit2Repository>(std::move(repository)));
}

}  // namespace headgate::git
