// A real file system of a few pages, to fill up or to forbid programs on.

#pragma once

#include <string>

#include <sys/mount.h>

namespace headgate::os {

class SmallMount {
 public:
  /// Mounts a tmpfs on the existing folder `path`, with mount flags such as MS_NOEXEC and options
  /// such as "size=64k". Only root may.
  SmallMount(std::string path, unsigned long flags, const std::string& options)
      : path_(std::move(path)),
        is_mounted_(::mount("tmpfs", path_.c_str(), "tmpfs", flags, options.c_str()) == 0) {}

  ~SmallMount() {
    if (is_mounted_) {
      ::umount2(path_.c_str(), MNT_DETACH);
    }
  }

  SmallMount(const SmallMount&) = delete;
  SmallMount& operator=(const SmallMount&) = delete;

  [[nodiscard]] bool is_mounted() const { return is_mounted_; }

  [[nodiscard]] const std::string& path() const { return path_; }

  [[nodiscard]] std::string operator/(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
  bool is_mounted_;
};

}  // namespace headgate::os
