// What a benchmark is called in a report: as short as it can be without two of them having one
// name.

#pragma once

#include <string>

#include "core/gate/finding.h"

namespace headgate::report {

class Names {
 public:
  explicit Names(const gate::Verdict& verdict);

  /// "sum.Ints/n=1000-4": what follows the folder that all packages of the verdict share, and the
  /// benchmark as Go prints it; the configuration too where the verdict has several. Foreign text.
  [[nodiscard]] std::string of(const gate::Finding& finding) const;

 private:
  std::string shared_;  ///< leading part of every package path, final slash included
  enum class Configuration { kHidden, kShown } configuration_ = Configuration::kHidden;
};

}  // namespace headgate::report
