#include "core/gate/inputs.h"

namespace headgate::gate {
namespace {

// The part of `path` below `folder`, without a leading slash; "" when it is not below.
std::string_view below(std::string_view path, std::string_view folder) {
  if (folder.empty() || folder == ".") {
    return path;
  }
  if (path.size() > folder.size() && path.starts_with(folder) && path[folder.size()] == '/') {
    return path.substr(folder.size() + 1);
  }
  return {};
}

bool is_or_leads_to(std::string_view folder_or_file, std::string_view file) {
  return file == folder_or_file || !below(file, folder_or_file).empty();
}

}  // namespace

InputUse input_use(std::string_view path, std::string_view package_folder,
                   std::span<const std::string> embed_files) {
  if (path.ends_with('/')) {
    path.remove_suffix(1);
  }
  const std::string_view inside = below(path, package_folder);
  if (inside.empty()) {
    return InputUse::kUnused;
  }
  if (inside.find('/') == std::string_view::npos || inside.starts_with("testdata/")) {
    return InputUse::kRead;
  }
  for (const std::string& file : embed_files) {
    if (is_or_leads_to(inside, file)) {
      return InputUse::kRead;
    }
  }
  return InputUse::kUnused;
}

}  // namespace headgate::gate
