// One series pair through both stages: from its samples to its finding.
//
// The first pass flags, fresh samples confirm; neither stage's samples serve the other. What cannot
// be judged says so instead of being unchanged.

#pragma once

#include "core/dataset/series.h"
#include "core/gate/compare.h"
#include "core/gate/finding.h"
#include "core/gate/limits.h"
#include "core/gate/roster.h"
#include "core/stats/design.h"

namespace headgate::gate {

/// What is known of a pair besides its first pass.
struct PairContext {
  const Function& function;
  const Limits& limits;
  /// The sec/op series of the same benchmark, to tell whether it measures anything; may be null.
  const dataset::PairedSeries* time = nullptr;
  /// kSkipped: confirm is off, or was not run for this benchmark.
  enum class Confirmation { kSkipped, kRun } confirmation = Confirmation::kSkipped;
  /// The samples of the confirm stage; null when it gave none.
  const dataset::PairedSeries* confirm = nullptr;
  /// Identical on both sides and measured as a control: never anything but identical.
  enum class Role { kJudged, kControl } role = Role::kJudged;
};

/// The finding about a pair of which both sides have readings.
[[nodiscard]] Finding judge(const dataset::PairedSeries& first, const PairContext& context,
                            Comparer& comparer);

/// Does the first pass flag the pair, so that it is to be measured again?
[[nodiscard]] bool is_flagged(const dataset::PairedSeries& first, const PairContext& context,
                              Comparer& comparer);

/// Is a side's loop empty? Below 1 ns per operation (median) at a billion iterations (median),
/// where Go stops counting.
enum class Loop { kMeasured, kEmpty };

/// Of both sides of a sec/op series that have samples; kMeasured without samples.
[[nodiscard]] stats::Sides<Loop> loops(const dataset::PairedSeries& time);

}  // namespace headgate::gate
