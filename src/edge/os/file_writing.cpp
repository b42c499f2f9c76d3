#include "edge/os/file_writing.h"

#include <cerrno>
#include <cstdio>
#include <optional>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "edge/os/descriptor.h"
#include "edge/os/path_text.h"

namespace headgate::os {
namespace {

constexpr mode_t kUsualFileMode = 0666;  // less what the umask takes

/// Takes back what a failed write added to the size in `before`, so that no reader meets half a
/// line.
void cut_off(int fd, const struct stat& before) {
  if (S_ISREG(before.st_mode)) {
    (void)!::ftruncate(fd, before.st_size);
  }
}

class PosixLineFile final : public LineFile {
 public:
  PosixLineFile(Descriptor file, std::string path)
      : file_(std::move(file)), path_(std::move(path)) {}

  Status append_line(std::string_view line) override {
    if (failure_) {
      return *failure_;
    }
    struct stat before = {};
    ::fstat(file_.get(), &before);
    std::string whole(line);
    whole += '\n';
    if (const int error = write_all(file_.get(), whole); error != 0) {
      cut_off(file_.get(), before);
      failure_ = system_error(error, "write", path_);
      return *failure_;
    }
    return ok();
  }

 private:
  Descriptor file_;
  std::string path_;
  std::optional<Error> failure_;
};

/// A new file under a name that nobody uses, removed again unless it was renamed.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& folder) {
    constexpr int kAttempts = 1000;
    for (int i = 0; i < kAttempts && !file_.is_open(); ++i) {
      path_ = fmt::format("{}/.headgate-{}-{}.tmp", folder, ::getpid(), i);
      file_ = Descriptor(::open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                                kUsualFileMode));
      if (!file_.is_open() && errno != EEXIST) {
        break;
      }
    }
    open_error_ = file_.is_open() ? 0 : errno;
  }

  ~TemporaryFile() {
    if (open_error_ == 0 && !is_renamed_) {
      ::unlink(path_.c_str());
    }
  }

  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  /// The errno of the first step that failed, or 0.
  [[nodiscard]] int fill(std::string_view content, Durability durability) {
    if (open_error_ != 0) {
      return open_error_;
    }
    if (const int error = write_all(file_.get(), content); error != 0) {
      return error;
    }
    if (durability == Durability::kSynced && ::fsync(file_.get()) != 0) {
      return errno;
    }
    // Network file systems report some failed writes only here.
    return ::close(file_.release()) == 0 ? 0 : errno;
  }

  [[nodiscard]] int rename_to(const std::string& path) {
    if (::rename(path_.c_str(), path.c_str()) != 0) {
      return errno;
    }
    is_renamed_ = true;
    return 0;
  }

 private:
  std::string path_;
  Descriptor file_;
  int open_error_ = 0;
  bool is_renamed_ = false;
};

}  // namespace

Status write_file(const std::string& path, std::string_view content, Durability durability) {
  const std::string folder = parent_of(path);
  TemporaryFile temporary(folder);
  if (const int error = temporary.fill(content, durability); error != 0) {
    return system_error(error, "write", path);
  }
  if (const int error = temporary.rename_to(path); error != 0) {
    return system_error(error, "write", path);
  }
  if (durability == Durability::kSynced) {
    const Descriptor opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!opened.is_open() || ::fsync(opened.get()) != 0) {
      return system_error(errno, "sync", folder);
    }
  }
  return ok();
}

Result<Appended> append_to_file(const std::string& path, std::string_view content) {
  const Descriptor file(
      ::open(path.c_str(), O_WRONLY | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  struct stat before = {};
  if (!file.is_open() && errno == ENOENT) {
    return Appended::kNoFile;
  }
  if (!file.is_open() || ::fstat(file.get(), &before) != 0) {
    return system_error(errno, "append to", path);
  }
  if (const int error = write_all(file.get(), content); error != 0) {
    cut_off(file.get(), before);
    return system_error(error, "append to", path);
  }
  return Appended::kWritten;
}

Result<std::unique_ptr<LineFile>> open_line_file(const std::string& path) {
  Descriptor file(::open(path.c_str(),
                         O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NOCTTY | O_CLOEXEC,
                         kUsualFileMode));
  if (!file.is_open()) {
    return system_error(errno, "open", path);
  }
  return std::unique_ptr<LineFile>(std::make_unique<PosixLineFile>(std::move(file), path));
}

}  // namespace headgate::os
