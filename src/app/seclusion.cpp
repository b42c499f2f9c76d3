#include "app/seclusion.h"

#include <algorithm>

#include <fmt/core.h>

#include "app/paths.h"
#include "edge/os/path_text.h"

namespace headgate::app {
namespace {

constexpr mode_t kOthers = 077;

// Is it a folder of ours that nothing but the workspace and its like lies in? Not one in which
// private folders are made.
bool holds_only_mounts(const Services& services, const std::string& folder) {
  if (folder.empty() || folder == "/") {
    return false;
  }
  for (const char* busy : {"/tmp", "/var/tmp"}) {
    if (os::lies_in(busy, folder)) {
      return false;
    }
  }
  const Result<os::User> owner = services.files.owner(folder);
  return owner && os::is_root(*owner);
}

}  // namespace

Seclusion::Seclusion(Services& services, const std::string& workspace, const std::string& cache_dir)
    : services_(services) {
  if (!os::is_root(services.user)) {
    return;
  }
  const std::string parent = os::parent_of(workspace);
  const bool is_needed = !cache_dir.empty() && os::lies_in(cache_dir, parent);
  if (!is_needed && holds_only_mounts(services, parent)) {
    close(parent);
  } else {
    close_mounted(workspace);
  }
}

Seclusion::~Seclusion() {
  for (auto folder = closed_.rbegin(); folder != closed_.rend(); ++folder) {
    (void)services_.files.set_mode(folder->first, folder->second);
  }
}

void Seclusion::close(const std::string& folder) {
  const Result<mode_t> mode = services_.files.mode(folder);
  if (mode && (*mode & kOthers) == 0) {
    return;
  }
  const Status set =
      mode ? services_.files.set_mode(folder, *mode & ~kOthers) : Status(mode.error());
  if (set) {
    closed_.emplace_back(folder, *mode);
  } else {
    caveats_.push_back(
        {.code = "not-secluded",
         .text = fmt::format("the measured code can read {}, which may hold credentials: {}; set "
                             "persist-credentials: false on actions/checkout",
                             folder, set.error().message)});
  }
}

// A Go toolchain in it is needed by those who build.
bool Seclusion::is_searched_for_programs(const std::string& folder) const {
  const std::string path = services_.environment.value("PATH");
  for (std::size_t begin = 0; begin <= path.size();) {
    const std::size_t end = std::min(path.find(':', begin), path.size());
    if (os::lies_in(path.substr(begin, end - begin), folder)) {
      return true;
    }
    begin = end + 1;
  }
  return false;
}

void Seclusion::close_mounted(const std::string& workspace) {
  std::vector<std::string> folders = {workspace + "/.git"};
  for (const char* name : {"RUNNER_TEMP", "HOME"}) {
    folders.push_back(services_.environment.value(name));
  }
  for (const char* name : {"GITHUB_OUTPUT", "GITHUB_EVENT_PATH"}) {
    folders.push_back(os::parent_of(services_.environment.value(name, "/")));
  }
  for (const std::string& folder : folders) {
    const Result<os::FileKind> kind = services_.files.kind(folder);
    if (folder != "/" && kind && *kind == os::FileKind::kFolder &&
        !is_searched_for_programs(folder)) {
      close(folder);
    }
  }
}

}  // namespace headgate::app
