// Does a series drift, and do neighbours resemble each other?
//
// Both are doubts about a series, not about the change: a host that warms up or alternates between
// speeds makes samples depend on when they were taken. Mann and Kendall's test asks whether later
// values tend to be larger, whatever the shape of noise or drift; Sen's slope says by how much per
// step and cannot be moved by one wild value. Autocorrelation at lag 1 tells how much less n
// dependent samples are worth than n independent ones.
//
// Units:   slopes in the unit of the values per position; p-values in (0, 1], two-sided;
//          correlations in (-1, 1).
// Errors:  fewer than two values are a bug (HEADGATE_CHECK) for test and slope; what has no
//          autocorrelation is nullopt.
// Cost:    test O(n^2), plus O(n^3) additions up to kMostExactSeries (well under a millisecond);
//          slope O(n^2 log n); autocorrelation O(n).
// Source:  H. B. Mann, Econometrica 13 (1945); M. G. Kendall, "Rank Correlation Methods" (1975):
//          variance with ties; P. K. Sen, Journal of the American Statistical Association 63
//          (1968); autocorrelation: G. E. P. Box and G. M. Jenkins, "Time Series Analysis" (1976),
//          2.1; README.md in this folder derives the exact count; tests/data/stats/README.md.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "core/stats/mann_whitney.h"
#include "core/stats/sample.h"

namespace headgate::stats {

/// The longest series whose p is counted: 34! is the last factorial below 2^128. Beyond it is the
/// normal approximation with corrections for ties and continuity.
inline constexpr std::size_t kMostExactSeries = 34;

/// The outcome of one test for trend.
struct MannKendall {
  double p;
  /// Pairs in which the later value is the larger one, less those in which it is the smaller one.
  std::int64_t s;
  PMethod method;
};

/// Tests at least two values in the order in which they were measured. Turning the series around
/// negates s and leaves p as it is.
[[nodiscard]] MannKendall mann_kendall_test(std::span<const Sample> series);

/// Sen's slope: the median of (x_j - x_i) / (j - i) over all pairs i < j. A difference too large
/// for a double counts as the largest one.
[[nodiscard]] double sen_slope(std::span<const Sample> series);

/// How alike neighbours are.
struct Autocorrelation {
  /// Correlation of the series with itself, one position later.
  double lag1;
  /// 2 / sqrt(n): independent samples stay between minus and plus this about 95 times in 100 when n
  /// is large.
  double bound;
  /// What to multiply an interval that assumes independence by: sqrt((1 + lag1) / (1 - lag1)), or
  /// 1 while lag1 is not above the bound.
  double interval_factor;
};

/// Of values in the order in which they were measured; nullopt for fewer than three and for equal
/// ones.
[[nodiscard]] std::optional<Autocorrelation> lag1_autocorrelation(std::span<const Sample> series);

}  // namespace headgate::stats
