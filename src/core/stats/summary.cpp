#include "core/stats/summary.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/result/result.h"
#include "core/stats/moments.h"

namespace headgate::stats {
namespace {

struct Spread {
  double mean;
  double cv;
};

// A mean of 0 makes the quotient infinite.
Spread spread(std::span<const double> sorted) {
  if (sorted.front() == sorted.back()) {
    return {.mean = sorted.front(), .cv = 0};
  }
  const auto [mean, squares] = moments(sorted);
  const auto n = static_cast<long double>(sorted.size());
  return {.mean = static_cast<double>(mean),
          .cv = static_cast<double>(std::sqrt(squares / (n - 1)) / std::fabs(mean))};
}

/// The value at a rank of 0 to n + 1, the outer two of which stand for the ends of the line.
double at_rank(std::span<const Sample> sorted, std::size_t rank) {
  if (rank == 0) {
    return -std::numeric_limits<double>::infinity();
  }
  if (rank > sorted.size()) {
    return std::numeric_limits<double>::infinity();
  }
  return sorted[rank - 1].value();
}

double halfway(double low, double high) {
  const double gap = high - low;
  return std::isfinite(gap) ? low + 0.5 * gap : 0.5 * low + 0.5 * high;
}

}  // namespace

Location locate(std::span<const Sample> sorted, const MedianInterval& interval) {
  HEADGATE_CHECK(!sorted.empty());
  const std::size_t middle = sorted.size() / 2;
  return {.median = sorted.size() % 2 == 1
                        ? sorted[middle].value()
                        : halfway(sorted[middle - 1].value(), sorted[middle].value()),
          .lo = at_rank(sorted, interval.lower),
          .hi = at_rank(sorted, interval.upper)};
}

double median(std::span<const double> sorted) {
  HEADGATE_CHECK(!sorted.empty());
  const std::size_t middle = sorted.size() / 2;
  return sorted.size() % 2 == 1 ? sorted[middle] : halfway(sorted[middle - 1], sorted[middle]);
}

double normal_mad(std::vector<double> deviations) {
  constexpr double kPerNormalDeviation = 1.482602218505602;  // 1 / quantile of 3/4
  std::ranges::transform(deviations, deviations.begin(), [](double d) { return std::fabs(d); });
  std::ranges::sort(deviations);
  return kPerNormalDeviation * median(deviations);
}

Summary summarize(std::span<const Sample> samples, double confidence) {
  HEADGATE_CHECK(!samples.empty());
  std::vector<Sample> sorted(samples.begin(), samples.end());
  std::ranges::sort(sorted);
  std::vector<double> values;
  values.reserve(sorted.size());
  for (const Sample& sample : sorted) {
    values.push_back(sample.value());
  }

  const std::size_t n = sorted.size();
  const MedianInterval interval = median_interval(n, confidence);
  const Location location = locate(sorted, interval);
  const Spread scatter = spread(values);
  std::vector<SummaryWarning> warnings;
  if (interval.lower == 0 || interval.upper > n) {
    warnings.push_back(SummaryWarning::kIntervalUnbounded);
  }
  if (std::isinf(scatter.cv)) {
    warnings.push_back(SummaryWarning::kMeanZero);
  }
  return {.n = n,
          .median = location.median,
          .lo = location.lo,
          .hi = location.hi,
          .confidence = interval.confidence,
          .mean = scatter.mean,
          .cv = scatter.cv,
          .warnings = std::move(warnings)};
}

}  // namespace headgate::stats
