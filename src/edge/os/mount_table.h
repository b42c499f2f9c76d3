// The mounts that this process sees, as /proc/self/mountinfo tells them.
//
// Source: proc(5), "/proc/pid/mountinfo": ten fields and more, separated by blanks; " - " ends the
//         optional ones; blanks, tabs, line feeds and backslashes in paths are octal escapes.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace headgate::os {

/// One line of the table.
struct MountEntry {
  std::uint64_t id;
  std::string root;         ///< the folder of the file system that is mounted
  std::string mount_point;  ///< where
  std::string type;         ///< of the file system, such as cgroup2
  std::string options;      ///< of the file system, separated by commas
};

/// Every line that can be read, in the order of the table.
[[nodiscard]] std::vector<MountEntry> parse_mount_table(std::string_view mountinfo);

}  // namespace headgate::os
