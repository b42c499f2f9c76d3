// By what factor did head change? Estimates from rounds, each with an interval that needs no
// assumption about the shape of the noise.
//
// Ratios are handled as logarithms, in which +5 % and its inverse are equally far from 0:
// std::expm1 of an estimate or of a bound is the relative change. The median of the log-ratios is
// the steadiest under heavy noise; Hodges and Lehmann's median of all Walsh averages, those of
// every two values, makes more of well-behaved noise, and its interval holds exactly the shifts
// that the signed-rank test would not reject. Clipping first (winsorising) keeps most of that and
// survives spikes.
//
// Units:   log-ratios are natural logarithms, without a unit; estimates have the unit of the
//          values; confidences are probabilities in [0, 1].
// Errors:  the logarithm of a value that is not positive is nullopt. No values, sides of unequal
//          length where pairs are asked for, a confidence outside [0, 1] or a reach that is not
//          positive is a bug (HEADGATE_CHECK).
// Cost:    Walsh averages: n (n + 1) / 2 values sorted, plus the null distribution up to
//          kMostExactPairs; shift: n1 n2 values sorted, plus that of U up to kMostExactSamples.
// Source:  J. L. Hodges and E. L. Lehmann, Annals of Mathematical Statistics 34 (1963); intervals:
//          M. Hollander and D. A. Wolfe, "Nonparametric Statistical Methods" (1999), 3.3 and 4.3;
//          tests/data/stats/README.md.

#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/stats/sample.h"

namespace headgate::stats {

/// log(head / base) of each pair, in order, nullopt when a value is not positive. Exactly negated
/// when the sides are swapped.
[[nodiscard]] std::optional<std::vector<Sample>> log_ratios(std::span<const Sample> base,
                                                            std::span<const Sample> head);

/// The logarithm of each value, in order, nullopt when one is not positive: what
/// hodges_lehmann_shift needs to estimate a ratio.
[[nodiscard]] std::optional<std::vector<Sample>> logarithms(std::span<const Sample> values);

/// A location and the interval around it.
struct Estimate {
  double value;
  /// lo <= value <= hi; minus and plus infinity when there are too few values.
  double lo;
  double hi;
  /// Probability that [lo, hi] covers the true location: at least the wanted one for values that
  /// all differ, and no less when some are equal.
  double confidence;
};

/// The median with its order-statistic interval (median_interval.h).
[[nodiscard]] Estimate median_estimate(std::span<const Sample> values, double confidence);

/// The median of all Walsh averages of `values` (each with itself included), and the interval
/// between two of them that the signed-rank distribution gives: exact up to kMostExactPairs values
/// for noise that is symmetric around the location, normal approximation beyond.
[[nodiscard]] Estimate hodges_lehmann(std::span<const Sample> values, double confidence);

/// The median of all differences of a head and a base value, for sides without pairs, and the
/// interval between two of them that the Mann-Whitney distribution gives: exact up to
/// kMostExactSamples a side, normal approximation beyond. A difference too large for a double
/// counts as the largest one.
[[nodiscard]] Estimate hodges_lehmann_shift(std::span<const Sample> base,
                                            std::span<const Sample> head, double confidence);

/// How many robust standard deviations (normal_mad) from the median a value is clipped at.
inline constexpr double kWinsorReach = 3;

/// The values, in order, those further than `reach` from the median replaced by the bound that they
/// are beyond. Unchanged when more than half are equal: there is no scale to clip by. With fewer
/// than 8 values an interval of clipped ones is slightly too narrow.
[[nodiscard]] std::vector<Sample> winsorised(std::span<const Sample> values,
                                             double reach = kWinsorReach);

/// The mean of the winsorised values.
[[nodiscard]] double winsorised_mean(std::span<const Sample> values, double reach = kWinsorReach);

}  // namespace headgate::stats
