// A real, empty folder for one test.

#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

#include <sys/stat.h>

#include "core/result/result.h"
#include "edge/os/posix_files.h"

namespace headgate::os {

class ScratchFolder {
 public:
  /// In /tmp; other users may enter it.
  ScratchFolder() {
    HEADGATE_CHECK(::mkdtemp(path_.data()) != nullptr);
    HEADGATE_CHECK(::chmod(path_.c_str(), 0755) == 0);
    path_ = std::filesystem::canonical(path_);
  }

  /// Unlike std::filesystem's, this removal copes with read-only folders that a test left.
  ~ScratchFolder() { (void)PosixFiles().remove_tree(path_); }

  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  /// Absolute, without symlinks.
  [[nodiscard]] const std::string& path() const { return path_; }

  [[nodiscard]] std::string operator/(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_ = "/tmp/headgate-test-XXXXXX";
};

}  // namespace headgate::os
