// Keeps what the runner mounts out of reach of the pull request's code while it is built and
// measured: the checkout with a token in `.git`, credential files in RUNNER_TEMP, the files that
// command later steps, and HOME, whose scripts later steps run.
//
// Children are other users already; this is about what is readable for all. The folder that holds
// all mounts belongs to the container: closing it closes everything and outlives nothing. Where a
// cache below the workspace has to be reached through it, the mounted folders themselves are
// closed, and opened again afterwards.

#pragma once

#include <string>
#include <utility>
#include <vector>

#include "app/services.h"
#include "core/gate/finding.h"

namespace headgate::app {

class Seclusion {
 public:
  /// Closes the folders to all but their owners. Does nothing where we are not root: children are
  /// who we are then. `cache_dir` is absolute; "" for none.
  Seclusion(Services& services, const std::string& workspace, const std::string& cache_dir);
  /// Gives every folder its mode back.
  ~Seclusion();
  Seclusion(const Seclusion&) = delete;
  Seclusion& operator=(const Seclusion&) = delete;

  /// What could not be closed.
  [[nodiscard]] const std::vector<gate::Caveat>& caveats() const { return caveats_; }

 private:
  void close(const std::string& folder);
  [[nodiscard]] bool is_searched_for_programs(const std::string& folder) const;
  void close_mounted(const std::string& workspace);

  Services& services_;
  std::vector<std::pair<std::string, mode_t>> closed_;
  std::vector<gate::Caveat> caveats_;
};

}  // namespace headgate::app
