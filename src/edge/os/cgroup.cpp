#include "edge/os/cgroup.h"

#include <cstdint>
#include <sstream>

#include "edge/os/descriptor.h"
#include "edge/os/mount_table.h"
#include "edge/os/path_text.h"

namespace headgate::os {
namespace {

constexpr std::size_t kMaxTableBytes = 4 << 20;
constexpr std::size_t kMaxLimitBytes = 128;

enum class Version { kOne, kTwo };

/// The group that a process is in.
struct Group {
  Version version;
  std::string path;
};

bool has_cpu(const std::string& comma_separated) {
  std::istringstream names(comma_separated);
  for (std::string name; std::getline(names, name, ',');) {
    if (name == "cpu") {
      return true;
    }
  }
  return false;
}

/// From lines of /proc/self/cgroup: "hierarchy:controllers:path"; hierarchy 0 is version 2.
std::optional<Group> own_group(const std::string& table) {
  std::optional<Group> group;
  std::istringstream lines(table);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream fields(line);
    std::string hierarchy;
    std::string controllers;
    std::string path;
    std::getline(std::getline(std::getline(fields, hierarchy, ':'), controllers, ':'), path);
    if (!path.starts_with('/')) {
      return std::nullopt;
    }
    if (hierarchy != "0" && has_cpu(controllers)) {
      return Group{.version = Version::kOne, .path = path};
    }
    if (hierarchy == "0") {
      group = {.version = Version::kTwo, .path = path};
    }
  }
  return group;
}

/// The group's folder below the first mount that shows it.
std::optional<std::string> folder_of(const Group& group, const std::string& mountinfo) {
  for (const MountEntry& mount : parse_mount_table(mountinfo)) {
    const bool is_of_version = group.version == Version::kTwo
                                   ? mount.type == "cgroup2"
                                   : mount.type == "cgroup" && has_cpu(mount.options);
    if (!is_of_version || !lies_in(group.path, mount.root)) {
      continue;
    }
    const std::string below_mount =
        mount.root == "/" ? group.path : group.path.substr(mount.root.size());
    if (!lies_in(below_mount, "/..")) {  // outside of what our cgroup namespace shows
      return mount.mount_point + below_mount;
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<double> cgroup_cpu_limit(const std::string& root) {
  const std::optional<Group> group =
      own_group(read_prefix(root + "/proc/self/cgroup", kMaxTableBytes));
  if (!group) {
    return std::nullopt;
  }
  const std::optional<std::string> folder =
      folder_of(*group, read_prefix(root + "/proc/self/mountinfo", kMaxTableBytes));
  if (!folder) {
    return std::nullopt;
  }
  const auto text = [&](const char* name) {
    return read_prefix(root + *folder + "/" + name, kMaxLimitBytes);
  };
  // No limit is the quota "max" in version 2, and -1 in version 1.
  std::istringstream limit(group->version == Version::kTwo
                               ? text("cpu.max")
                               : text("cpu.cfs_quota_us") + text("cpu.cfs_period_us"));
  std::int64_t quota = 0;
  std::int64_t period = 0;
  if (!(limit >> quota >> period) || quota < 0 || period <= 0) {
    return std::nullopt;
  }
  return static_cast<double>(quota) / static_cast<double>(period);
}

}  // namespace headgate::os
