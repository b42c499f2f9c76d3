// Paired tests: is head slower than base in the same round, more often and by more than chance?
//
// Pairs cancel what both sides of a round share, such as a host that changes speed, which the
// Mann-Whitney test has to count as noise. The signed-rank test weighs each difference by the rank
// of its size and assumes that without an effect the differences are symmetric around 0; the sign
// test only counts directions and assumes nothing but independence, which suits heavy noise.
//
// Differences of 0 say nothing about direction: both tests drop them first, as Wilcoxon did. Equal
// sizes (equal as doubles) share their mean rank, and the null distribution is that of the shared
// ranks, so p stays a count.
//
// Units:   differences in any one unit, head minus base or the log of head over base; p-values in
//          (0, 1], two-sided: min(1, 2 min(lower tail, upper tail)).
// Errors:  none; no differences at all is a bug (HEADGATE_CHECK).
// Cost:    signed rank O(n^3) additions up to kMostExactPairs (a few microseconds at 10, under a
//          millisecond at 100), one sort beyond; sign test O(n).
// Source:  F. Wilcoxon, Biometrics Bulletin 1 (1945); ties and normal approximation: W. J. Conover,
//          "Practical Nonparametric Statistics" (1999), 5.7; tests/data/stats/README.md.

#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/stats/binomial.h"
#include "core/stats/mann_whitney.h"
#include "core/stats/sample.h"

namespace headgate::stats {

/// The largest number of differences other than 0 whose p is counted; beyond it is the normal
/// approximation with corrections for ties and continuity. No count overflows up to 127.
inline constexpr std::size_t kMostExactPairs = 100;

/// Null distribution of a sum of ranks each of which is in it with probability 1/2.
class SignedRankDistribution {
 public:
  /// At most kMostExactPairs ranks, distinct or not, in any unit (doubled where they are shared).
  explicit SignedRankDistribution(std::span<const std::size_t> ranks);

  /// P(sum <= `sum`), for sums up to that of all ranks. The distribution is symmetric:
  /// P(sum >= s) = P(sum <= all - s).
  [[nodiscard]] double at_most(std::size_t sum) const;

 private:
  std::size_t pairs_;
  std::size_t largest_;
  std::vector<Count> cumulative_;  // [s] = choices of ranks that add up to at most s, for the half
};

/// The outcome of one signed-rank test.
struct SignedRank {
  double p;
  /// Sum of the ranks of the positive differences.
  double w;
  /// Differences other than 0.
  std::size_t n;
  PMethod method;
};

/// Tests differences in any order; negating all of them leaves p as it is.
[[nodiscard]] SignedRank signed_rank_test(std::span<const Sample> differences);

/// The outcome of one sign test.
struct SignTest {
  double p;
  std::size_t positive;
  std::size_t negative;
};

/// Tests differences in any order, exactly at any n.
[[nodiscard]] SignTest sign_test(std::span<const Sample> differences);

/// The p of n differences that all have the same sign, min(1, 2 / 2^n): neither exact test gives
/// less. 0 when too small for a double.
[[nodiscard]] double smallest_attainable_paired_p(std::size_t n);

}  // namespace headgate::stats
