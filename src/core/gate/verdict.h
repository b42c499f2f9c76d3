// From findings to the verdict: the decision, its reason, its one line for people, and the order in
// which findings are told.

#pragma once

#include <string>
#include <vector>

#include "core/gate/finding.h"
#include "core/gate/gate.h"
#include "core/gate/nothing_compared.h"

namespace headgate::gate {

/// What the verdict is made from.
struct Conclusion {
  std::vector<Finding> findings;
  std::vector<Caveat> caveats;
  /// How base and head were measured under different conditions; not empty: nothing can be decided.
  std::vector<std::string> mismatches = {};
  /// Where there is nothing at all: which side has no result, and what to do.
  NothingCompared emptiness = {};
  Extent extent = Extent::kWholeRun;
  Touches touches = Touches::kUnknown;
};

/// Error before regression before unstable before pass; the counts are right in any case.
[[nodiscard]] Verdict conclude(Conclusion conclusion);

}  // namespace headgate::gate
