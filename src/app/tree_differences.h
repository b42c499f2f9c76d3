// Which files of two trees differ.

#pragma once

#include <string>
#include <vector>

#include "app/services.h"
#include "core/stats/design.h"

namespace headgate::app {

struct TreeDifferences {
  std::vector<std::string> paths;  ///< that differ, or are in one tree only; relative, sorted
  stats::Sides<std::vector<std::string>> files;  ///< all there are, relative, sorted
};

/// Compares contents and targets of symbolic links, of absolute folders; kInterrupted, kIoFailed.
[[nodiscard]] Result<TreeDifferences> tree_differences(const Services& services,
                                                       const stats::Sides<std::string>& trees);

}  // namespace headgate::app
