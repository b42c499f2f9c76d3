// Coverage: which series pairs there are to compare, and a finding for everything that has no pair:
// identical, added, removed, skipped, lost, ambiguous. Green means that it was really compared, so
// nothing may fall through here.

#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "core/dataset/series.h"
#include "core/gate/finding.h"
#include "core/gate/gate.h"
#include "core/gate/limits.h"
#include "core/gate/roster.h"

namespace headgate::gate {

/// What coverage looks at.
struct Observed {
  const Roster& roster;
  const dataset::Dataset& first;
  const LimitTable& limits;
  Unchanged unchanged;
  Removed removed;
  std::span<const int> cpus;
};

struct Coverage {
  /// To be compared: both sides have readings. Point into the dataset, in its order.
  std::vector<const dataset::PairedSeries*> pairs;
  /// Leaves in the order of the dataset, then functions in the order of the roster.
  std::vector<Finding> findings;
};

[[nodiscard]] Coverage cover(const Observed& observed);

/// A finding about `key` with what is known of its function, and nothing measured.
[[nodiscard]] Finding unmeasured(const Function& function, dataset::SeriesKey key, Outcome outcome,
                                 Gating gating);

}  // namespace headgate::gate
