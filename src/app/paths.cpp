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

}  // namespace headgate::app
