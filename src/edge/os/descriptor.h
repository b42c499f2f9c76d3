// Open files as values, and the kernel's refusals as Errors: what every file of this folder that
// speaks to the kernel needs. Not for use outside edge/os.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "core/result/result.h"

namespace headgate::os {

/// Owns a file descriptor, or none.
class Descriptor {
 public:
  explicit Descriptor(int fd = -1) : fd_(fd) {}

  Descriptor(Descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}

  Descriptor& operator=(Descriptor&& other) noexcept;
  ~Descriptor();

  [[nodiscard]] bool is_open() const { return fd_ >= 0; }

  [[nodiscard]] int get() const { return fd_; }

  /// Gives the descriptor up without closing it.
  [[nodiscard]] int release() { return std::exchange(fd_, -1); }

 private:
  int fd_;
};

/// "cannot <action> <path>: <what errno `error` means>", with the reason that belongs to it.
[[nodiscard]] Error system_error(int error, std::string_view action, const std::string& path);

/// Writes all of `content`; the errno of what went wrong, or 0.
[[nodiscard]] int write_all(int fd, std::string_view content);

/// Everything from the current position to the end. `path` is for the error, which more than
/// `max_bytes` is too.
[[nodiscard]] Result<std::string> read_to_end(int fd, std::uint64_t max_bytes,
                                              const std::string& path);

/// Where the symlink `name` in the open folder `folder` (or AT_FDCWD) points. `path` is for the
/// error.
[[nodiscard]] Result<std::string> read_link(int folder, const std::string& name,
                                            const std::string& path);

/// The first bytes of a file, at most `max_bytes`; empty when it cannot be read. For facts that may
/// be missing, such as files of /proc.
[[nodiscard]] std::string read_prefix(const std::string& path, std::size_t max_bytes);

}  // namespace headgate::os
