// The file system as the program needs it: whole files, whole trees, and facts about both, behind
// an interface, so that everything above can be tested in memory.
//
// Trees that a pull request filled are hostile: symlinks point anywhere, folders lose their
// permissions, and depth has no limit. So nothing that walks, copies, hands over or removes a tree
// follows a symlink inside it, and `read_inside` refuses whatever lies outside its root.
//
// Paths are bytes, absolute or relative to the current folder. Every Error names its path; a full
// disk (or quota) is kDiskFull, anything else that the kernel refuses is kIoFailed.

#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <sys/types.h>

#include "core/result/result.h"
#include "edge/os/user.h"

namespace headgate::os {

enum class FileKind {
  kNone,
  kFile,
  kFolder,
  kSymlink,
  kOther,  ///< a device, pipe or socket
};

enum class Durability {
  kRenamed,  ///< readers see the old or the new content, never a part
  kSynced,   ///< and the new content survives a power cut once the call has returned
};

enum class Appended {
  kWritten,
  kNoFile,  ///< there is nothing at the path, and nothing was made
};

/// Whether who reads a file in pieces wants the next one.
enum class Reading { kContinue, kStop };

/// The mount that a path lies on.
struct Mount {
  bool noexec;
  std::string mount_point;
  std::uint64_t free_bytes;  ///< what we may still write there
};

/// A file that grows by whole lines, each handed to the kernel at once.
class LineFile {
 public:
  virtual ~LineFile() = default;

  /// Adds `line` (without a line feed) and a line feed. A line that could not be written whole is
  /// cut off again, and every further call fails in the same way: lines have no gaps between them.
  virtual Status append_line(std::string_view line) = 0;
};

class Files {
 public:
  virtual ~Files() = default;

  /// The content of a file, following symlinks; pipes are read to their end. More than `max_bytes`
  /// is an error.
  [[nodiscard]] virtual Result<std::string> read(const std::string& path,
                                                 std::uint64_t max_bytes) const = 0;

  /// The content of a file in pieces as they come, for what need not be held as a whole. Follows
  /// symlinks; pipes are read to their end. Stops when `piece` answers kStop.
  [[nodiscard]] virtual Status read_pieces(
      const std::string& path, const std::function<Reading(std::string_view)>& piece) const = 0;

  /// The content of the regular file `root`/`relative`. Symlinks are followed as long as the file
  /// that they end at lies below `root`; everything else (devices and pipes too) is an error.
  [[nodiscard]] virtual Result<std::string> read_inside(const std::string& root,
                                                        const std::string& relative,
                                                        std::uint64_t max_bytes) const = 0;

  /// Puts `content` into the file `path`, new or not, by way of a temporary file beside it that
  /// never outlives the call. A symlink at `path` is replaced, not followed. The folder must exist.
  virtual Status write(const std::string& path, std::string_view content,
                       Durability durability) = 0;

  /// Adds `content` to the end of an existing file, never through a symlink: for the command files
  /// that GitHub hands us, which must not be made by us.
  virtual Result<Appended> append(const std::string& path, std::string_view content) = 0;

  /// Opens a file for lines at its end; makes it when it is missing, refuses a symlink.
  virtual Result<std::unique_ptr<LineFile>> open_lines(const std::string& path) = 0;

  /// Makes a folder with exactly `mode`, and missing parents with the usual one. A folder that is
  /// there already stays as it is; anything else there is an error.
  virtual Status make_directory(const std::string& path, mode_t mode) = 0;

  /// Removes whatever is at `path`: a file, a symlink (never its target) or a folder with all it
  /// holds, read-only folders included. Nothing there is a success. Does not cross into other
  /// mounts: those are an error.
  virtual Status remove_tree(const std::string& path) = 0;

  /// What is at `path` itself: symlinks are not followed.
  [[nodiscard]] virtual Result<FileKind> kind(const std::string& path) const = 0;

  /// The names in a folder, sorted by bytes, without "." and "..".
  [[nodiscard]] virtual Result<std::vector<std::string>> list(const std::string& path) const = 0;

  /// Every regular file and symlink below a folder as a path relative to it, sorted by bytes.
  /// Folders are entered, symlinks to folders are listed and not entered, devices, pipes and
  /// sockets are left out.
  [[nodiscard]] virtual Result<std::vector<std::string>> walk_files(
      const std::string& path) const = 0;

  /// Copies a file, a symlink (as a symlink) or a folder with all it holds to `to`, whose parents
  /// are made. Permission bits are kept, except set-user-id and its like; owners and times are not.
  /// `to` must not exist; a device, pipe or socket inside `from` is an error.
  virtual Status copy_tree(const std::string& from, const std::string& to) = 0;

  /// Hands a tree (or one file, or a symlink itself) over to another user and group.
  virtual Status chown_tree(const std::string& path, const User& user) = 0;

  /// Sets the permission bits of a file or folder. A symlink is an error.
  virtual Status set_mode(const std::string& path, mode_t mode) = 0;

  /// The permission bits of what is at `path` itself: symlinks are not followed.
  [[nodiscard]] virtual Result<mode_t> mode(const std::string& path) const = 0;

  /// Who owns what is at `path` itself: symlinks are not followed.
  [[nodiscard]] virtual Result<User> owner(const std::string& path) const = 0;

  /// Where a symlink points, as written in it.
  [[nodiscard]] virtual Result<std::string> link_target(const std::string& path) const = 0;

  /// The absolute path without symlinks, "." and "..". What it names must exist.
  [[nodiscard]] virtual Result<std::string> real_path(const std::string& path) const = 0;

  /// The digest of a regular file as 64 hexadecimal digits, following symlinks.
  [[nodiscard]] virtual Result<std::string> sha256_file(const std::string& path) const = 0;

  /// The mount that an existing path lies on.
  [[nodiscard]] virtual Result<Mount> mount(const std::string& path) const = 0;
};

}  // namespace headgate::os
