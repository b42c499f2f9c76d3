#include "edge/os/posix_files.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "edge/os/descent.h"
#include "edge/os/descriptor.h"
#include "edge/os/digest.h"
#include "edge/os/file_writing.h"
#include "edge/os/mount_table.h"
#include "edge/os/path_text.h"
#include "edge/os/tree_copy.h"
#include "edge/os/tree_removal.h"
#include "edge/os/tree_walk.h"

namespace headgate::os {
namespace {

constexpr std::size_t kPieceBytes = 256 << 10;
constexpr mode_t kUsualFolderMode = 0777;  // less what the umask takes
constexpr std::uint64_t kMaxMountTableBytes = 16 << 20;

/// A file that a hostile tree may hold: opening must neither wait for a pipe's other end nor make a
/// terminal ours.
constexpr int kOpenForeign = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;

Error io_error(std::string message) {
  return {.reason = Reason::kIoFailed, .message = std::move(message)};
}

/// `path` opened for reading, if it is a regular file after all symlinks.
Result<Descriptor> open_regular_file(const std::string& path) {
  Descriptor file(::open(path.c_str(), kOpenForeign));
  struct stat status = {};
  if (!file.is_open() || ::fstat(file.get(), &status) != 0) {
    return system_error(errno, "read", path);
  }
  if (!S_ISREG(status.st_mode)) {
    return io_error(fmt::format("cannot read {}: not a regular file", path));
  }
  return file;
}

Status make_parents(const std::string& path) {
  for (std::size_t slash = path.find('/', 1); slash != std::string::npos;
       slash = path.find('/', slash + 1)) {
    const std::string parent = path.substr(0, slash);
    if (::mkdir(parent.c_str(), kUsualFolderMode) != 0 && errno != EEXIST) {
      // A read-only file system says so even where the folder is there already.
      const int error = errno;
      struct stat status = {};
      if (::stat(parent.c_str(), &status) != 0 || !S_ISDIR(status.st_mode)) {
        return system_error(error, "make", parent);
      }
    }
  }
  return ok();
}

class FileList final : public TreeVisitor {
 public:
  Status visit(const TreeEntry& entry) override {
    if (entry.is_top()) {
      return io_error(fmt::format("cannot list {}: not a folder", entry.path()));
    }
    if (S_ISREG(entry.status.st_mode) || S_ISLNK(entry.status.st_mode)) {
      paths.push_back(entry.at.relative_path_of(entry.name));
    }
    return ok();
  }

  Status enter(const TreeEntry&) override { return ok(); }

  Status leave(const Descent&, const struct stat&) override { return ok(); }

  std::vector<std::string> paths;
};

class HandOver final : public TreeVisitor {
 public:
  explicit HandOver(const User& user) : user_(user) {}

  Status visit(const TreeEntry& entry) override {
    if (::fchownat(entry.at.fd(), entry.name.c_str(), user_.uid, user_.gid, AT_SYMLINK_NOFOLLOW) !=
        0) {
      return system_error(errno, "change the owner of", entry.path());
    }
    return ok();
  }

  Status enter(const TreeEntry&) override { return ok(); }

  // Last, because then the new owner cannot yet rearrange what is still being walked.
  Status leave(const Descent& inside, const struct stat&) override {
    if (::fchown(inside.fd(), user_.uid, user_.gid) != 0) {
      return system_error(errno, "change the owner of", inside.path());
    }
    return ok();
  }

 private:
  User user_;
};

FileKind kind_of(mode_t mode) {
  if (S_ISREG(mode)) {
    return FileKind::kFile;
  }
  if (S_ISDIR(mode)) {
    return FileKind::kFolder;
  }
  return S_ISLNK(mode) ? FileKind::kSymlink : FileKind::kOther;
}

/// Where the mount with this path's mount id is; empty when the kernel does not tell.
std::string mount_point_of(const std::string& path) {
  struct statx status = {};
  if (::statx(AT_FDCWD, path.c_str(), 0, STATX_MNT_ID, &status) != 0 ||
      (status.stx_mask & STATX_MNT_ID) == 0) {
    return "";
  }
  const Result<std::string> table = PosixFiles().read("/proc/self/mountinfo", kMaxMountTableBytes);
  for (const MountEntry& entry : parse_mount_table(table ? *table : "")) {
    if (entry.id == status.stx_mnt_id) {
      return entry.mount_point;
    }
  }
  return "";
}

}  // namespace

Result<std::string> PosixFiles::read(const std::string& path, std::uint64_t max_bytes) const {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_NOCTTY | O_CLOEXEC));
  if (!file.is_open()) {
    return system_error(errno, "read", path);
  }
  return read_to_end(file.get(), max_bytes, path);
}

Status PosixFiles::read_pieces(const std::string& path,
                               const std::function<Reading(std::string_view)>& piece) const {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_NOCTTY | O_CLOEXEC));
  if (!file.is_open()) {
    return system_error(errno, "read", path);
  }
  std::vector<char> buffer(kPieceBytes);
  while (true) {
    const ssize_t got = ::read(file.get(), buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) {
      continue;
    }
    if (got < 0) {
      return system_error(errno, "read", path);
    }
    if (got == 0 || piece({buffer.data(), static_cast<std::size_t>(got)}) == Reading::kStop) {
      return ok();
    }
  }
}

Result<std::string> PosixFiles::read_inside(const std::string& root, const std::string& relative,
                                            std::uint64_t max_bytes) const {
  const std::string path = root + "/" + relative;
  const Result<std::string> real_root = real_path(root);
  if (!real_root) {
    return real_root.error();
  }
  const Result<Descriptor> file = open_regular_file(path);
  if (!file) {
    return file.error();
  }
  // The kernel names the file that is open, whatever the path leads to by now.
  const std::string name_in_proc = fmt::format("/proc/self/fd/{}", file->get());
  const Result<std::string> opened = read_link(AT_FDCWD, name_in_proc, name_in_proc);
  if (!opened) {
    return opened.error();
  }
  if (!lies_in(*opened, *real_root)) {
    return io_error(fmt::format("cannot read {}: it leads out of {}", path, root));
  }
  return read_to_end(file->get(), max_bytes, path);
}

Status PosixFiles::write(const std::string& path, std::string_view content, Durability durability) {
  return write_file(path, content, durability);
}

Result<Appended> PosixFiles::append(const std::string& path, std::string_view content) {
  return append_to_file(path, content);
}

Result<std::unique_ptr<LineFile>> PosixFiles::open_lines(const std::string& path) {
  return open_line_file(path);
}

Status PosixFiles::make_directory(const std::string& folder_path, mode_t mode) {
  const std::string path = without_end_slashes(folder_path);
  if (Status made = make_parents(path); !made) {
    return made;
  }
  if (::mkdir(path.c_str(), S_IRWXU) != 0) {
    const int error = errno;
    struct stat status = {};
    if (error == EEXIST && ::stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode)) {
      return ok();
    }
    return error == EEXIST
               ? Status(io_error(fmt::format("cannot make {}: it is not a folder", path)))
               : Status(system_error(error, "make", path));
  }
  // The mode that mkdir takes is subject to the umask.
  const Descriptor folder(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (!folder.is_open() || ::fchmod(folder.get(), mode) != 0) {
    return system_error(errno, "set the mode of", path);
  }
  return ok();
}

Status PosixFiles::remove_tree(const std::string& path) { return os::remove_tree(path); }

Result<FileKind> PosixFiles::kind(const std::string& path) const {
  struct stat status = {};
  if (::lstat(path.c_str(), &status) == 0) {
    return kind_of(status.st_mode);
  }
  if (errno == ENOENT || errno == ENOTDIR) {
    return FileKind::kNone;
  }
  return system_error(errno, "look at", path);
}

Result<std::vector<std::string>> PosixFiles::list(const std::string& path) const {
  const Descriptor folder(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!folder.is_open()) {
    return system_error(errno, "list", path);
  }
  Result<std::vector<std::string>> names = names_in(folder.get(), path);
  if (names) {
    std::sort(names->begin(), names->end());
  }
  return names;
}

Result<std::vector<std::string>> PosixFiles::walk_files(const std::string& path) const {
  FileList list;
  if (Status walked = walk_tree(path, list); !walked) {
    return std::move(walked).error();
  }
  std::sort(list.paths.begin(), list.paths.end());
  return std::move(list.paths);
}

Status PosixFiles::copy_tree(const std::string& source_path, const std::string& target_path) {
  const std::string from = without_end_slashes(source_path);
  const std::string to = without_end_slashes(target_path);
  const Result<FileKind> there = kind(to);
  if (!there) {
    return there.error();
  }
  if (*there != FileKind::kNone) {
    return io_error(fmt::format("cannot copy {} to {}: something is there already", from, to));
  }
  if (Status made = make_parents(to); !made) {
    return made;
  }
  const Result<std::string> source = real_path(parent_of(from));
  const Result<std::string> target = real_path(parent_of(to));
  if (!source || !target) {
    return source ? target.error() : source.error();
  }
  if (lies_in(*target, *source + "/" + last_name_of(from))) {
    return io_error(fmt::format("cannot copy {} into itself, to {}", from, to));
  }
  Status copied = os::copy_tree(from, to);
  if (!copied) {
    (void)os::remove_tree(to);
  }
  return copied;
}

Status PosixFiles::chown_tree(const std::string& path, const User& user) {
  HandOver hand_over(user);
  return walk_tree(path, hand_over);
}

Status PosixFiles::set_mode(const std::string& path, mode_t mode) {
  const Descriptor file(::open(path.c_str(), O_PATH | O_NOFOLLOW | O_CLOEXEC));
  struct stat status = {};
  if (!file.is_open() || ::fstat(file.get(), &status) != 0) {
    return system_error(errno, "set the mode of", path);
  }
  if (S_ISLNK(status.st_mode)) {
    return io_error(fmt::format("cannot set the mode of {}: it is a symlink", path));
  }
  // fchmod refuses an O_PATH descriptor; its name in /proc leads to the same file for certain.
  if (::chmod(fmt::format("/proc/self/fd/{}", file.get()).c_str(), mode) != 0) {
    return system_error(errno, "set the mode of", path);
  }
  return ok();
}

Result<mode_t> PosixFiles::mode(const std::string& path) const {
  struct stat status = {};
  if (::lstat(path.c_str(), &status) != 0) {
    return system_error(errno, "look at", path);
  }
  return status.st_mode & 07777;
}

Result<User> PosixFiles::owner(const std::string& path) const {
  struct stat status = {};
  if (::lstat(path.c_str(), &status) != 0) {
    return system_error(errno, "look at", path);
  }
  return User{.uid = status.st_uid, .gid = status.st_gid};
}

Result<std::string> PosixFiles::link_target(const std::string& path) const {
  return read_link(AT_FDCWD, path, path);
}

Result<std::string> PosixFiles::real_path(const std::string& path) const {
  const std::unique_ptr<char, decltype(&std::free)> real(::realpath(path.c_str(), nullptr),
                                                         &std::free);
  if (real == nullptr) {
    return system_error(errno, "find", path);
  }
  return std::string(real.get());
}

Result<std::string> PosixFiles::sha256_file(const std::string& path) const {
  const Result<Descriptor> file = open_regular_file(path);
  if (!file) {
    return file.error();
  }
  Sha256 digest;
  std::array<char, 128 << 10> chunk;
  while (true) {
    const ssize_t got = ::read(file->get(), chunk.data(), chunk.size());
    if (got == 0) {
      return digest.finish();
    }
    if (got < 0 && errno != EINTR) {
      return system_error(errno, "read", path);
    }
    digest.update({chunk.data(), static_cast<std::size_t>(std::max<ssize_t>(got, 0))});
  }
}

Result<Mount> PosixFiles::mount(const std::string& path) const {
  struct statvfs status = {};
  if (::statvfs(path.c_str(), &status) != 0) {
    return system_error(errno, "look at the mount of", path);
  }
  return Mount{.noexec = (status.f_flag & ST_NOEXEC) != 0,
               .mount_point = mount_point_of(path),
               .free_bytes = status.f_bavail * status.f_frsize};
}

}  // namespace headgate::os
