#include "app/paths.h"

#include <fmt/core.h>

#include "edge/os/path_text.h"

namespace headgate::app {

std::string absolute(const Services& services, const std::string& path) {
  return path.starts_with('/') ? path : services.current_directory + "/" + path;
}

bool exists(const Services& services, const std::string& path) {
  const Result<os::FileKind> kind = services.files.kind(path);
  return kind && *kind != os::FileKind::kNone;
}

std::string relative_to(const std::string& folder, const std::string& path) {
  if (!os::lies_in(path, folder)) {
    return path;
  }
  return path.size() == folder.size() ? "." : path.substr(folder.size() + 1);
}

std::string module_folder(const Services& services, const std::string& root,
                          const std::string& path) {
  const Result<std::string> real = services.files.real_path(path);
  if (!real || !os::lies_in(*real, root)) {
    return ".";
  }
  for (std::string folder = *real; os::lies_in(folder, root); folder = os::parent_of(folder)) {
    if (exists(services, folder + "/go.mod")) {
      return relative_to(root, folder);
    }
    if (folder == root) {
      break;
    }
  }
  return relative_to(root, *real);
}

bool stays_in(const Services& services, const std::string& folder, const std::string& relative) {
  const Result<std::string> root = services.files.real_path(folder);
  if (!root) {
    return false;
  }
  for (std::string path = fmt::format("{}/{}", folder, relative); path.size() > folder.size();
       path = os::parent_of(path)) {
    if (const Result<std::string> real = services.files.real_path(path)) {
      return os::lies_in(*real, *root);
    }
    if (exists(services, path)) {
      return false;  // a symlink to what is not there yet
    }
  }
  return true;
}

std::string real_so_far(const Services& services, const std::string& path) {
  for (std::string there = path; there.size() > 1; there = os::parent_of(there)) {
    if (const Result<std::string> real = services.files.real_path(there)) {
      return *real + path.substr(there.size());
    }
  }
  return path;
}

std::optional<std::string> symlink_below(const Services& services, const std::string& folder,
                                         const std::string& path) {
  const std::string root = real_so_far(services, folder);
  for (std::size_t end = path.find('/', 1);; end = path.find('/', end + 1)) {
    const std::string here = path.substr(0, end);
    const Result<os::FileKind> kind = services.files.kind(here);
    if (kind && *kind == os::FileKind::kSymlink &&
        os::lies_in(real_so_far(services, os::parent_of(here)), root)) {
      return here;
    }
    if (end == std::string::npos) {
      return std::nullopt;
    }
  }
}

Result<bool> is_tracked(const Services& services, git::Repository& repository,
                        const std::string& path) {
  const std::string root = real_so_far(services, repository.work_tree());
  if (root.empty()) {
    return false;
  }
  for (const std::string& one : {path, real_so_far(services, path)}) {
    if (!os::lies_in(one, root)) {
      continue;
    }
    const Result<git::PathStatus> status = repository.path_status(relative_to(root, one));
    if (!status) {
      return status.error();
    }
    if (*status == git::PathStatus::kTracked) {
      return true;
    }
  }
  return false;
}

}  // namespace headgate::app
