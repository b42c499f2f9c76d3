// Which two order statistics bound the median with a wanted confidence.
//
// Distribution-free: the number of samples below the true median is binomial (n, 1/2), whatever
// was measured. Up to kExactInterval samples the sum is exact in integers, beyond it is the normal
// approximation with the rounding that benchstat has, so that tables agree.
//
// Units:   ranks count from 1 in ascending order; confidences are probabilities in [0, 1].
// Errors:  none; a confidence outside [0, 1] or n = 0 is a bug (HEADGATE_CHECK).
// Cost:    O(n) additions up to kExactInterval, O(1) beyond.
// Source:  W. R. Thompson, "On confidence ranges for the median", Annals of Mathematical
//          Statistics 7 (1936); reference values in median_interval_test.cpp.

#pragma once

#include <cstddef>
#include <optional>

namespace headgate::stats {

/// The largest number of samples whose interval is computed exactly.
inline constexpr std::size_t kExactInterval = 30;

/// Ranks of the order statistics that bound the median.
struct MedianInterval {
  /// 0 stands for minus infinity: no sample is low enough.
  std::size_t lower;
  /// n + 1 stands for plus infinity.
  std::size_t upper;
  /// Probability that the interval covers the median: at least the wanted one, usually more,
  /// because ranks are whole numbers.
  double confidence;
};

/// The narrowest interval around the middle that reaches `confidence`; of two equally good
/// neighbours the lower one is taken first. Never both bounds on the same side of the middle.
[[nodiscard]] MedianInterval median_interval(std::size_t n, double confidence);

/// The smallest n of 2 to 50 whose interval is finite at both ends; nullopt when more are needed.
[[nodiscard]] std::optional<std::size_t> samples_for_interval(double confidence);

}  // namespace headgate::stats
