#include "edge/os/descent.h"

#include <cerrno>
#include <memory>

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace headgate::os {
namespace {

constexpr int kOpenFolder = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;

struct CloseStream {
  void operator()(DIR* stream) const { ::closedir(stream); }
};

}  // namespace

int Descent::enter(const std::string& name) {
  Descriptor next(::openat(fd(), name.c_str(), kOpenFolder));
  struct stat status = {};
  if (!next.is_open() || ::fstat(next.get(), &status) != 0) {
    return errno;
  }
  const std::size_t parent_path_size = path_.size();
  path_ += levels_.empty() ? name : "/" + name;
  levels_.push_back(
      {.device = status.st_dev, .inode = status.st_ino, .parent_path_size = parent_path_size});
  if (levels_.size() == 1) {
    top_path_size_ = path_.size();
  }
  folder_ = std::move(next);
  return 0;
}

int Descent::leave() {
  HEADGATE_CHECK(!levels_.empty());
  if (levels_.size() == 1) {
    folder_ = Descriptor();
  } else {
    Descriptor parent(::openat(folder_.get(), "..", kOpenFolder));
    struct stat status = {};
    if (!parent.is_open() || ::fstat(parent.get(), &status) != 0) {
      return errno;
    }
    const Level& expected = levels_[levels_.size() - 2];
    if (status.st_dev != expected.device || status.st_ino != expected.inode) {
      return ESTALE;
    }
    folder_ = std::move(parent);
  }
  path_.resize(levels_.back().parent_path_size);
  levels_.pop_back();
  return 0;
}

int Descent::fd() const { return folder_.is_open() ? folder_.get() : AT_FDCWD; }

bool Descent::is_on_other_device() const {
  return !levels_.empty() && levels_.back().device != levels_.front().device;
}

std::string Descent::path_of(const std::string& name) const {
  return levels_.empty() ? name : path_ + "/" + name;
}

std::string Descent::relative_path_of(const std::string& name) const {
  return path_of(name).substr(levels_.empty() ? 0 : top_path_size_ + 1);
}

Result<std::vector<std::string>> names_in(int folder, const std::string& path) {
  // The stream takes a descriptor of its own, opened anew: a duplicate would share its position.
  Descriptor own(::openat(folder, ".", kOpenFolder));
  const std::unique_ptr<DIR, CloseStream> stream(own.is_open() ? ::fdopendir(own.get()) : nullptr);
  if (stream == nullptr) {
    return system_error(errno, "list", path);
  }
  (void)own.release();
  std::vector<std::string> names;
  errno = 0;
  while (const dirent* entry = ::readdir(stream.get())) {
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..") {
      names.emplace_back(name);
    }
    errno = 0;
  }
  if (errno != 0) {
    return system_error(errno, "list", path);
  }
  return names;
}

}  // namespace headgate::os
