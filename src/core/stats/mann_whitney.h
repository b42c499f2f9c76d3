// Mann-Whitney U test: do base and head come from the same distribution?
//
// Assumes nothing about the shape of the noise and cannot be moved by one wild sample. Up to the
// exact limits p is a count of arrangements divided by their number, with ties or without, both
// tails counted for themselves: with ties and unequal n the null distribution is lopsided, and
// taking one tail for the other makes the verdict depend on the order of the arguments. Beyond the
// limits it is the normal approximation with corrections for ties and continuity.
//
// Units:   samples of both sides in the same unit; p-values in (0, 1], two-sided.
// Errors:  none; an empty side is a bug (HEADGATE_CHECK).
// Cost:    without ties two sorts and a table look-up, a microsecond or two; the table of a pair of
//          counts is built once, O(n1 n2 min(n1, n2)). With ties O((n1 + n2) n1 n2 min(n1, n2)) at
//          worst: a few microseconds at 10 a side, tens at 25, a few milliseconds at 50.
//          Normal: two sorts. A side that is in ascending order is neither sorted nor copied.
// Source:  H. B. Mann and D. R. Whitney, Annals of Mathematical Statistics 18 (1947); exact null
//          distribution with ties: J. H. Klotz, "The Wilcoxon, ties, and the computer", Journal of
//          the American Statistical Association 61 (1966); tests/data/stats/README.md.

#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/stats/sample.h"
#include "core/stats/u_distribution.h"

namespace headgate::stats {

/// Largest number of samples on either side for which p is exact; at most kMostExactSamples.
struct ExactLimits {
  std::size_t without_ties = 50;
  std::size_t with_ties = 50;
};

/// How the p of a rank test was computed.
enum class PMethod {
  /// All values that are ranked differ; counted.
  kExact,
  /// Some values are equal; counted.
  kExactTies,
  /// More samples than the limit; approximated.
  kNormal,
  /// Every value is the same (every difference 0, where pairs are tested); p is 1.
  kAllEqual,
};

/// The outcome of one test.
struct MannWhitney {
  /// Probability of a U at least this far out on its side, doubled, at most 1. Never 0.
  double p;
  /// Number of pairs in which the base sample is the larger one; equal ones count half.
  double u;
  PMethod method;
};

/// Runs tests and keeps null distributions between them. Not for use by two threads at a time.
class MannWhitneyTest {
 public:
  explicit MannWhitneyTest(ExactLimits limits = {});

  /// Tests two non-empty series, each in any order. Swapping the sides leaves p as it is.
  [[nodiscard]] MannWhitney compare(std::span<const Sample> base, std::span<const Sample> head);

 private:
  const UDistribution& distribution(std::size_t n1, std::size_t n2);

  // Leaves in groups_ how many pooled values are equal, ascending by value. Returns twice the U of
  // base; both sides in ascending order.
  std::size_t rank(std::span<const Sample> base, std::span<const Sample> head);

  ExactLimits limits_;
  std::map<std::pair<std::size_t, std::size_t>, UDistribution> distributions_;
  // Of one comparison; kept for their memory.
  std::vector<std::size_t> groups_;
  std::vector<Sample> base_;
  std::vector<Sample> head_;
};

/// The p of two series of n1 and n2 samples that do not overlap, min(1, 2 / C(n1 + n2, n1)): no
/// exact test of distinct values gives less. 1 when a side is empty; 0 when too small for a double.
[[nodiscard]] double smallest_attainable_p(std::size_t n1, std::size_t n2);

/// Fewer samples than this on a side are never compared, whatever alpha says: with three the
/// interval of a median and the spread mean nothing.
inline constexpr std::size_t kFewestSamples = 4;

/// Which p rejects: the gate asks for less than alpha, benchstat's tables for at most alpha.
enum class Rejection { kBelowAlpha, kAtMostAlpha };

/// The smallest number of samples on each side with which the exact test can reject at all;
/// nullopt when kMostExactSamples are not enough.
[[nodiscard]] std::optional<std::size_t> samples_needed(double alpha, Rejection rejection);

}  // namespace headgate::stats
