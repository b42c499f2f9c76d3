#include "edge/os/descriptor.h"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <climits>
#include <system_error>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace headgate::os {
namespace {

constexpr std::size_t kChunkBytes = 64 << 10;

}  // namespace

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
  if (this != &other) {
    const Descriptor closed_at_the_end(fd_);
    fd_ = std::exchange(other.fd_, -1);
  }
  return *this;
}

Descriptor::~Descriptor() {
  if (fd_ >= 0) {
    ::close(fd_);
  }
}

Error system_error(int error, std::string_view action, const std::string& path) {
  std::string cause = std::generic_category().message(error);
  if (cause.size() > 1 && std::islower(static_cast<unsigned char>(cause[1])) != 0) {
    cause[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(cause[0])));
  }
  const bool is_full = error == ENOSPC || error == EDQUOT;
  return {.reason = is_full ? Reason::kDiskFull : Reason::kIoFailed,
          .message = fmt::format("cannot {} {}: {}", action, path, cause),
          .remedy = is_full ? "free some space there, or use a folder on another disk" : ""};
}

int write_all(int fd, std::string_view content) {
  while (!content.empty()) {
    const ssize_t written = ::write(fd, content.data(), content.size());
    if (written >= 0) {
      content.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno != EINTR) {
      return errno;
    }
  }
  return 0;
}

Result<std::string> read_to_end(int fd, std::uint64_t max_bytes, const std::string& path) {
  // The size is only a hint: files of /proc and pipes say 0, and a file may grow under us. One byte
  // of room beyond it lets the usual case see its end without growing.
  struct stat status = {};
  ::fstat(fd, &status);
  const std::uint64_t hint =
      S_ISREG(status.st_mode) ? static_cast<std::uint64_t>(status.st_size) : 0;
  if (hint > max_bytes) {
    return Error{.reason = Reason::kIoFailed,
                 .message = fmt::format("{} is larger than {} bytes", path, max_bytes)};
  }
  std::string content(hint + 1, '\0');
  std::size_t used = 0;
  while (true) {
    if (used == content.size()) {
      content.resize(content.size() + std::max(kChunkBytes, content.size() / 2));
    }
    const ssize_t got = ::read(fd, content.data() + used, content.size() - used);
    if (got == 0) {
      break;
    }
    if (got < 0 && errno != EINTR) {
      return system_error(errno, "read", path);
    }
    used += static_cast<std::size_t>(std::max<ssize_t>(got, 0));
    if (used > max_bytes) {
      return Error{.reason = Reason::kIoFailed,
                   .message = fmt::format("{} is larger than {} bytes", path, max_bytes)};
    }
  }
  content.resize(used);
  return content;
}

Result<std::string> read_link(int folder, const std::string& name, const std::string& path) {
  std::string target(PATH_MAX, '\0');  // the kernel makes no longer ones
  const ssize_t size = ::readlinkat(folder, name.c_str(), target.data(), target.size());
  if (size < 0) {
    return system_error(errno, "read the symlink", path);
  }
  target.resize(static_cast<std::size_t>(size));
  return target;
}

std::string read_prefix(const std::string& path, std::size_t max_bytes) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  std::string content(max_bytes, '\0');
  std::size_t used = 0;
  while (file.is_open() && used < max_bytes) {
    const ssize_t got = ::read(file.get(), content.data() + used, max_bytes - used);
    if (got == 0 || (got < 0 && errno != EINTR)) {
      break;
    }
    used += static_cast<std::size_t>(std::max<ssize_t>(got, 0));
  }
  content.resize(used);
  return content;
}

}  // namespace headgate::os
