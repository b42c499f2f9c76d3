// Two walks in step: the one through the source leads, the other stands in the folder that is being
// filled. A folder gets its own mode only after its content, or a read-only one could not be
// filled.

#include "edge/os/tree_copy.h"

#include <array>
#include <cerrno>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "edge/os/tree_walk.h"

namespace headgate::os {
namespace {

constexpr mode_t kPermissionBits = S_IRWXU | S_IRWXG | S_IRWXO;

/// Copies what is left in `from`; the errno of what went wrong, or 0.
int copy_bytes(int from, int to) {
  std::array<char, 128 << 10> chunk;
  while (true) {
    const ssize_t got = ::read(from, chunk.data(), chunk.size());
    if (got == 0) {
      return 0;
    }
    if (got < 0 && errno != EINTR) {
      return errno;
    }
    if (got > 0) {
      if (const int error = write_all(to, {chunk.data(), static_cast<std::size_t>(got)});
          error != 0) {
        return error;
      }
    }
  }
}

class Copy final : public TreeVisitor {
 public:
  explicit Copy(const std::string& to) : to_(to) {}

  Status visit(const TreeEntry& entry) override {
    if (S_ISLNK(entry.status.st_mode)) {
      return copy_symlink(entry);
    }
    if (S_ISREG(entry.status.st_mode)) {
      return copy_file(entry);
    }
    return Error{.reason = Reason::kIoFailed,
                 .message = fmt::format("cannot copy {}: neither a file, a folder nor a symlink",
                                        entry.path())};
  }

  Status enter(const TreeEntry& folder) override {
    const std::string& name = name_of(folder);
    if (::mkdirat(target_.fd(), name.c_str(), S_IRWXU) != 0) {
      return system_error(errno, "make", target_.path_of(name));
    }
    const int error = target_.enter(name);
    return error == 0 ? ok() : Status(system_error(error, "enter", target_.path_of(name)));
  }

  Status leave(const Descent&, const struct stat& status) override {
    if (::fchmod(target_.fd(), status.st_mode & kPermissionBits) != 0) {
      return system_error(errno, "set the mode of", target_.path());
    }
    const int error = target_.leave();
    return error == 0 ? ok() : Status(system_error(error, "leave", target_.path()));
  }

 private:
  [[nodiscard]] const std::string& name_of(const TreeEntry& entry) const {
    return entry.is_top() ? to_ : entry.name;
  }

  Status copy_symlink(const TreeEntry& entry) {
    const Result<std::string> points_to = read_link(entry.at.fd(), entry.name, entry.path());
    if (!points_to) {
      return points_to.error();
    }
    const std::string& name = name_of(entry);
    if (::symlinkat(points_to->c_str(), target_.fd(), name.c_str()) != 0) {
      return system_error(errno, "make", target_.path_of(name));
    }
    return ok();
  }

  Status copy_file(const TreeEntry& entry) {
    // Not blocking, for the case that a pipe took the file's place since we looked.
    const Descriptor from(::openat(entry.at.fd(), entry.name.c_str(),
                                   O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
    if (!from.is_open()) {
      return system_error(errno, "read", entry.path());
    }
    const std::string& name = name_of(entry);
    const Descriptor to(::openat(target_.fd(), name.c_str(),
                                 O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                                 S_IRUSR | S_IWUSR));
    if (!to.is_open()) {
      return system_error(errno, "make", target_.path_of(name));
    }
    if (const int error = copy_bytes(from.get(), to.get()); error != 0) {
      return system_error(error, "copy " + entry.path() + " to", target_.path_of(name));
    }
    if (::fchmod(to.get(), entry.status.st_mode & kPermissionBits) != 0) {
      return system_error(errno, "set the mode of", target_.path_of(name));
    }
    return ok();
  }

  const std::string& to_;
  Descent target_;
};

}  // namespace

Status copy_tree(const std::string& from, const std::string& to) {
  Copy copy(to);
  return walk_tree(from, copy);
}

}  // namespace headgate::os
