#include "core/stats/regimes.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "core/stats/moments.h"
#include "core/stats/summary.h"

namespace headgate::stats {
namespace {

constexpr double kLeastExplained = 0.9;
constexpr double kLeastSeparation = 4;
constexpr std::size_t kSmallerGroupOneIn = 5;

struct BestSplit {
  std::size_t low_count;
  double explained;
};

// The sum of squares between the groups is k (n - k) / n times the squared distance of their means.
// With values taken from the mean, the two sums differ in sign only, and it is
// low_sum^2 (1 / k + 1 / (n - k)).
BestSplit best_split(std::span<const double> sorted) {
  const auto n = static_cast<long double>(sorted.size());
  const auto [mean, squares] = moments(sorted);
  long double low_sum = 0;
  long double most = -1;
  std::size_t low_count = 0;
  for (std::size_t k = 1; k < sorted.size(); ++k) {
    low_sum += static_cast<long double>(sorted[k - 1]) - mean;
    const auto low = static_cast<long double>(k);
    const long double between = low_sum * low_sum * (1 / low + 1 / (n - low));
    if (sorted[k - 1] < sorted[k] && between > most) {
      most = between;
      low_count = k;
    }
  }
  return {.low_count = low_count, .explained = std::fmin(static_cast<double>(most / squares), 1)};
}

Regimes called(const RegimeSplit& split) {
  const std::size_t n = split.low_count + split.high_count;
  const bool two = n >= kFewestForRegimes &&
                   kSmallerGroupOneIn * std::min(split.low_count, split.high_count) >= n &&
                   split.explained >= kLeastExplained && split.separation > kLeastSeparation;
  return two ? Regimes::kTwo : Regimes::kOne;
}

}  // namespace

std::optional<RegimeSplit> split_regimes(std::span<const Sample> values) {
  std::vector<double> sorted;
  sorted.reserve(values.size());
  for (const Sample& sample : values) {
    sorted.push_back(sample.value());
  }
  std::ranges::sort(sorted);
  if (sorted.empty() || sorted.front() == sorted.back()) {
    return std::nullopt;
  }
  const BestSplit best = best_split(sorted);
  const std::span<const double> all(sorted);
  const std::span<const double> low = all.first(best.low_count);
  const std::span<const double> high = all.subspan(best.low_count);
  const double low_median = median(low);
  const double high_median = median(high);
  std::vector<double> deviations;
  deviations.reserve(sorted.size());
  for (const double value : low) {
    deviations.push_back(value - low_median);
  }
  for (const double value : high) {
    deviations.push_back(value - high_median);
  }
  const double gap = high.front() - low.back();
  RegimeSplit split{.low_count = low.size(),
                    .high_count = high.size(),
                    .low_median = low_median,
                    .high_median = high_median,
                    .explained = best.explained,
                    .gap = gap,
                    .separation = gap / normal_mad(std::move(deviations)),
                    .regimes = Regimes::kOne};
  split.regimes = called(split);
  return split;
}

}  // namespace headgate::stats
