// One side of a comparison in numbers: where its samples lie, how sure that is, how much they
// scatter.
//
// The median is the estimate, because one interrupted process must not move it. The coefficient of
// variation is what users set a limit on, so it is the plain one: standard deviation over mean.
//
// Units:   median, lo, hi and mean in the unit of the samples; confidence and cv are ratios.
// Errors:  none; no samples, or a confidence outside [0, 1], is a bug (HEADGATE_CHECK).
// Cost:    O(n log n) for n samples, two allocations; locate() constant.
// Source:  median: R. J. Hyndman and Y. Fan, "Sample quantiles in statistical packages", The
//          American Statistician 50 (1996), definition 8; interval: median_interval.h; MADN:
//          F. R. Hampel, Journal of the American Statistical Association 69 (1974).

#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/stats/median_interval.h"
#include "core/stats/sample.h"

namespace headgate::stats {

/// What a reader of a Summary should know before trusting it.
enum class SummaryWarning {
  /// Too few samples for the wanted confidence: lo or hi is infinite (samples_for_interval says
  /// how many would do).
  kIntervalUnbounded,
  /// The samples differ around a mean of 0: cv is infinite, there is no relative scatter.
  kMeanZero,
};

/// Location and scatter of one series.
struct Summary {
  std::size_t n;
  double median;
  /// Order-statistic interval of the median, lo <= median <= hi; minus or plus infinity when there
  /// are too few samples.
  double lo;
  double hi;
  /// Probability that [lo, hi] covers the true median; at least the wanted one.
  double confidence;
  double mean;
  /// Sample standard deviation (n - 1) over |mean|: 0 for equal samples, one sample included, also
  /// when all are 0; infinite when the samples differ and their mean is 0.
  double cv;
  /// In the order of the enum, each at most once.
  std::vector<SummaryWarning> warnings;
};

/// Describes the samples, in any order, with an interval of at least `confidence`.
[[nodiscard]] Summary summarize(std::span<const Sample> samples, double confidence);

/// Where samples lie.
struct Location {
  double median;
  /// At the ranks of an interval; minus or plus infinity where it is unbounded.
  double lo;
  double hi;
};

/// Only the location, of samples in ascending order, at least one.
[[nodiscard]] Location locate(std::span<const Sample> sorted, const MedianInterval& interval);

/// The middle of finite values in ascending order, or halfway between the two in the middle.
/// At least one value.
[[nodiscard]] double median(std::span<const double> sorted);

/// MADN: the median of the absolute deviations, times 1.4826, which makes it the standard deviation
/// of normal noise; half of the values may be wild. `deviations` from a median, in any order, at
/// least one; 0 when more than half of them are.
[[nodiscard]] double normal_mad(std::vector<double> deviations);

}  // namespace headgate::stats
