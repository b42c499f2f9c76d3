// Everything that can be seen of a folder, to prove that a call left it alone.

#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>

#include <fmt/core.h>
#include <sys/stat.h>

namespace headgate::testing {

/// One line per path: type and mode, owner, modification and change time, content or link target.
/// The root itself is ".". Access times are left out.
using FolderSnapshot = std::map<std::string, std::string>;

inline std::string describe_path(const std::filesystem::path& path) {
  struct stat facts {};

  if (lstat(path.c_str(), &facts) != 0) {
    return "absent";
  }
  std::string content;
  if (S_ISREG(facts.st_mode)) {
    std::ifstream file(path, std::ios::binary);
    content.assign(std::istreambuf_iterator<char>(file), {});
  } else if (S_ISLNK(facts.st_mode)) {
    content = std::filesystem::read_symlink(path).string();
  }
  return fmt::format("{:o} {} {}.{} {}.{} {}", facts.st_mode, facts.st_uid, facts.st_mtim.tv_sec,
                     facts.st_mtim.tv_nsec, facts.st_ctim.tv_sec, facts.st_ctim.tv_nsec, content);
}

inline FolderSnapshot snapshot(const std::string& folder) {
  FolderSnapshot taken = {{".", describe_path(folder)}};
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    taken[entry.path().lexically_relative(folder).string()] = describe_path(entry.path());
  }
  return taken;
}

}  // namespace headgate::testing
