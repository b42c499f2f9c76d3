// A folder of our own for trees, binaries and the children's temporary files.
//
// Its path is the same in every run of one repository, because the go command builds cgo packages
// anew for every new path, and short, because a unix socket's path may have 107 bytes and Go
// benchmarks put theirs below it. In /tmp anybody can guess that path, so one that we do not own
// exactly as we would have made it is left alone and the next name is taken.

#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/result/result.h"
#include "edge/os/environment.h"
#include "edge/os/files.h"
#include "edge/os/user.h"

namespace headgate::os {

/// A claimed folder: empty at first, mode 0711, ours until it is removed or this object dies.
class PrivateFolder {
 public:
  /// Removes the folder, as well as that goes; `remove` tells how it went.
  virtual ~PrivateFolder() = default;

  /// Absolute and without symlinks, such as /tmp/hg-1a2b3.
  [[nodiscard]] virtual const std::string& path() const = 0;

  /// Removes the folder with all it holds. The second call does nothing.
  virtual Status remove() = 0;
};

class PrivateFolders {
 public:
  virtual ~PrivateFolders() = default;

  /// A folder for `key`, the absolute path of a repository's git folder. What an earlier run left
  /// there is emptied; a folder that another run holds makes this one take another name.
  ///
  /// Errors: kNoexec when every place is out of question and at least one for the reason that no
  /// program may be started there, kIoFailed or kDiskFull otherwise; the message says why for each
  /// place.
  virtual Result<std::unique_ptr<PrivateFolder>> claim(const std::string& key) = 0;
};

enum class IfMissing { kPassOver, kMake };

/// A folder in which a private folder may be made.
struct Place {
  std::string path;
  IfMissing if_missing;
};

/// Where to try, in this order: /tmp, $TMPDIR, /var/tmp, the user's cache folder ($XDG_CACHE_HOME
/// or $HOME/.cache). Relative values are ignored.
[[nodiscard]] std::vector<Place> private_folder_places(const Environment& environment);

/// Private folders on the real disk.
///
/// Passed over is a place that is mounted noexec; that lies inside a git repository, which code
/// under test would find; in which others could replace what is ours (writable for others without
/// the sticky bit, or owned by them); and, when `user` is root, one that other users cannot reach.
class PosixPrivateFolders final : public PrivateFolders {
 public:
  /// `files` must outlive this object and the folders that it hands out.
  PosixPrivateFolders(Files& files, User user, std::vector<Place> places);

  Result<std::unique_ptr<PrivateFolder>> claim(const std::string& key) override;

 private:
  Files& files_;
  User user_;
  std::vector<Place> places_;
};

}  // namespace headgate::os
