// One pair of series in one stage: the test, the estimates, and what they say under the limits.
// Knows nothing of other stages, other series or the verdict.
//
// Cost: sorting, and one Mann-Whitney test.

#pragma once

#include <optional>

#include "core/dataset/series.h"
#include "core/gate/finding.h"
#include "core/gate/limits.h"
#include "core/stats/design.h"
#include "core/stats/mann_whitney.h"

namespace headgate::gate {

/// Can the samples be judged?
enum class Fitness {
  kFit,
  kNotFinite,  ///< a reading of either side is NaN or infinite
  kNegative,   ///< a reading of either side is below 0, where ratios say nothing
  kTooFew,     ///< fewer than stats::kFewestSamples on a side, or no result could be below alpha
  kMissing,    ///< a side has no sample at all
};

/// What is significant (p < alpha) and large enough (floor and min_abs), if anything.
enum class Change {
  kNone,
  kWorse,
  kBetter,
  kUndirected,  ///< something, but nobody knows which direction is better
};

/// Is the coefficient of variation of either side above the threshold?
enum class Spread { kSteady, kScattered };

struct Assessment {
  Fitness fitness;
  Change change;  ///< kNone unless fit
  Spread spread;
  /// Whenever both sides have samples, fit or not. Its floor is the one that was applied.
  std::optional<Comparison> comparison;
};

/// Keeps null distributions between assessments. Not for use by two threads at a time.
class Comparer {
 public:
  /// In the confirm stage half the floor and half of min_abs are enough.
  [[nodiscard]] Assessment assess(const stats::Sides<dataset::Series>& sides, const Limits& limits,
                                  stats::Stage stage);

 private:
  stats::MannWhitneyTest test_;
};

/// By which ratio `to` is worse than `from`, in the unit's direction: to/from - 1 where lower is
/// better, from/to - 1 where higher is. Infinite from (or to) 0, negative when better, 0 for equal
/// values and for an unknown direction. Both finite and not negative.
[[nodiscard]] double worsening(double from, double to, unit::Direction direction);

}  // namespace headgate::gate
