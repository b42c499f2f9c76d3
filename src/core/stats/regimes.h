// Did the machine run at two speeds? The best split of a series into a low and a high group.
//
// A host that changes its clock or moves a guest leaves samples in two heaps. Then a median says
// which heap was larger rather than how fast the code is, and base and head may differ because they
// met the heaps in different shares.
//
// Two regimes are called when all of this holds:
//   - there are at least kFewestForRegimes values;
//   - the smaller group has a fifth of them;
//   - the groups explain nine tenths of the variance;
//   - the gap between them is more than 4 times the robust deviation inside them.
// One heap of normal noise is called two in 1.2 % of series of 10, 0.4 % of 12 and next to none of
// 20 or more; heaps 8 deviations apart, 60 to 40, are found in 83 % of series of 10. Without the
// demand on variance several times as many calls at 10 would be false.
//
// Units:   gap and deviation in the unit of the values; shares in [0, 1].
// Errors:  values that cannot be split (fewer than two, or all equal) are nullopt.
// Cost:    O(n log n).
// Source:  W. D. Fisher, "On grouping for maximum homogeneity", Journal of the American Statistical
//          Association 53 (1958): the best groups are runs of the sorted values. Rates:
//          simulated, tests/data/stats/regime_rates.csv.

#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "core/stats/sample.h"

namespace headgate::stats {

/// Fewer values than this are never called two regimes: chance splits them too often.
inline constexpr std::size_t kFewestForRegimes = 10;

/// How many speeds a series seems to have.
enum class Regimes { kOne, kTwo };

/// The split of a series that leaves the least variance inside the two groups.
struct RegimeSplit {
  /// Values in the low and in the high group, together all; at least one each.
  std::size_t low_count;
  std::size_t high_count;
  double low_median;
  double high_median;
  /// Share of the sum of squares around the mean that is between the groups.
  double explained;
  /// From the largest value of the low group to the smallest of the high one.
  double gap;
  /// Gap over the robust deviation (normal_mad) of all values from the median of their own group;
  /// infinite when that is 0.
  double separation;
  Regimes regimes;
};

/// Splits values in any order; equal ones stay together, and of equally good splits the one with
/// the smaller low group is taken.
[[nodiscard]] std::optional<RegimeSplit> split_regimes(std::span<const Sample> values);

}  // namespace headgate::stats
