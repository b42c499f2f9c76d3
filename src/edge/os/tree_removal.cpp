#include "edge/os/tree_removal.h"

#include <cerrno>
#include <vector>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "edge/os/descent.h"
#include "edge/os/path_text.h"

namespace headgate::os {
namespace {

/// How often a folder may turn out to be filled again just before it would be removed.
constexpr int kMaxRefills = 8;

/// Gives us every right to a folder, where it is ours. Whether that helped is seen by what is tried
/// next.
void open_up(int parent, const std::string& name) {
  const Descriptor folder(
      ::openat(parent, name.c_str(), O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (folder.is_open()) {
    // fchmod refuses an O_PATH descriptor; its name in /proc leads to the same folder for certain.
    (void)::chmod(fmt::format("/proc/self/fd/{}", folder.get()).c_str(), S_IRWXU);
  }
}

class Removal {
 public:
  Status remove_folder(const std::string& path) {
    if (Status entered = enter(path, 0); !entered) {
      return entered;
    }
    while (!levels_.empty()) {
      Status step = levels_.back().names.empty() ? remove_current() : remove_next_name();
      if (!step) {
        return step;
      }
    }
    return ok();
  }

 private:
  struct Level {
    std::string name;
    int refills;
    std::vector<std::string> names;
  };

  Status enter(const std::string& name, int refills) {
    const std::string path = descent_.path_of(name);
    int error = descent_.enter(name);
    if (error == EACCES) {
      open_up(descent_.fd(), name);
      error = descent_.enter(name);
    }
    if (error != 0) {
      return system_error(error, "remove", path);
    }
    if (descent_.is_on_other_device()) {
      return Error{.reason = Reason::kIoFailed,
                   .message = fmt::format("cannot remove {}: something is mounted there", path),
                   .remedy = fmt::format("unmount {}", path)};
    }
    (void)::fchmod(descent_.fd(), S_IRWXU);
    Result<std::vector<std::string>> names = names_in(descent_.fd(), path);
    if (!names) {
      return std::move(names).error();
    }
    levels_.push_back({.name = name, .refills = refills, .names = std::move(*names)});
    return ok();
  }

  Status remove_next_name() {
    const std::string name = std::move(levels_.back().names.back());
    levels_.back().names.pop_back();
    if (::unlinkat(descent_.fd(), name.c_str(), 0) == 0 || errno == ENOENT) {
      return ok();
    }
    return errno == EISDIR ? enter(name, 0)
                           : Status(system_error(errno, "remove", descent_.path_of(name)));
  }

  Status remove_current() {
    const Level level = std::move(levels_.back());
    levels_.pop_back();
    if (const int error = descent_.leave(); error != 0) {
      return system_error(error, "remove", descent_.path());
    }
    if (::unlinkat(descent_.fd(), level.name.c_str(), AT_REMOVEDIR) == 0 || errno == ENOENT) {
      return ok();
    }
    if (errno == ENOTEMPTY && level.refills < kMaxRefills) {
      return enter(level.name, level.refills + 1);
    }
    return system_error(errno, "remove", descent_.path_of(level.name));
  }

  Descent descent_;
  std::vector<Level> levels_;
};

}  // namespace

Status remove_tree(const std::string& path) {
  const std::string trimmed = without_end_slashes(path);
  const std::string last = last_name_of(trimmed);
  if (last.empty() || last == "." || last == "..") {
    return Error{
        .reason = Reason::kIoFailed,
        .message = fmt::format("refusing to remove '{}': it names no entry of a folder", path)};
  }
  if (::unlink(trimmed.c_str()) == 0 || errno == ENOENT) {
    return ok();
  }
  if (errno != EISDIR) {
    return system_error(errno, "remove", trimmed);
  }
  return Removal().remove_folder(trimmed);
}

}  // namespace headgate::os
