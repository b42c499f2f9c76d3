#include "edge/os/path_text.h"

namespace headgate::os {

std::string without_end_slashes(const std::string& path) {
  const std::size_t end = path.find_last_not_of('/');
  return end == std::string::npos ? path.substr(0, 1) : path.substr(0, end + 1);
}

std::string parent_of(const std::string& path) {
  const std::string trimmed = without_end_slashes(path);
  const std::size_t slash = trimmed.find_last_of('/');
  if (slash == std::string::npos) {
    return ".";
  }
  return slash == 0 ? "/" : without_end_slashes(trimmed.substr(0, slash));
}

std::string last_name_of(const std::string& path) {
  const std::string trimmed = without_end_slashes(path);
  return trimmed.substr(trimmed.find_last_of('/') + 1);
}

bool lies_in(const std::string& path, const std::string& folder) {
  return folder == "/" || (!folder.empty() && path.starts_with(folder) &&
                           (path.size() == folder.size() || path[folder.size()] == '/'));
}

}  // namespace headgate::os
