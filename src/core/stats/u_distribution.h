// Null distribution of the Mann-Whitney U, counted exactly: in how many of the C(n1 + n2, n1) ways
// to deal the pooled values to two sides is U at most, or at least, the observed one?
//
// Counts are integers of 128 bits (C(100, 50) is about 1e29, far above the 2^53 of a double), so
// equality of tails and of swapped sides is equality, and the one rounding is the last division.
//
// Units:   U counts pairs; where values are tied it is kept doubled, so that it stays whole.
// Errors:  none; more than kMostExactSamples on a side is a bug (HEADGATE_CHECK).
// Cost:    see each function.
// Source:  README.md in this folder derives both counts.

#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/stats/binomial.h"

namespace headgate::stats {

/// No count overflows up to this many samples on each side.
inline constexpr std::size_t kMostExactSamples = 64;

/// The null distribution for n1 against n2 distinct values.
class UDistribution {
 public:
  /// 1 <= n1, n2 <= kMostExactSamples. O(n1 n2 min(n1, n2)) additions.
  UDistribution(std::size_t n1, std::size_t n2);

  /// P(U <= u), for u <= n1 n2. The distribution is symmetric: P(U >= u) = P(U <= n1 n2 - u).
  [[nodiscard]] double at_most(std::size_t u) const;

 private:
  std::size_t pairs_;
  Count total_;
  std::vector<Count> cumulative_;  // [u] = ways to get at most u, for u <= pairs_ / 2
};

/// Pooled values of two sides as tie groups, and the U that was observed.
struct TiedRanks {
  /// How many pooled values are equal to each distinct one, in ascending order of the values.
  std::span<const std::size_t> groups;
  std::size_t n1;
  std::size_t n2;
  /// Twice the U of the first side.
  std::size_t doubled_u;
};

/// min(P(U <= u), P(U >= u)) for tied values, exact. O((n1 + n2) n1 n2 min(n1, n2)) at
/// worst, the less the smaller the tail.
[[nodiscard]] double smaller_tail(const TiedRanks& ranks);

}  // namespace headgate::stats
