#include "core/stats/paired_ratio.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <utility>

#include "core/result/result.h"
#include "core/stats/normal.h"
#include "core/stats/signed_rank.h"
#include "core/stats/summary.h"
#include "core/stats/u_distribution.h"

namespace headgate::stats {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// P(statistic <= s) where nothing differs, for a statistic that is symmetric.
using AtMost = std::function<double(std::size_t)>;

AtMost normal_distribution(std::size_t largest, double variance) {
  return [=](std::size_t s) {
    const double distance = static_cast<double>(s) + 0.5 - static_cast<double>(largest) / 2;
    return normal_at_most(distance / std::sqrt(variance));
  };
}

AtMost signed_rank_distribution(std::size_t n) {
  if (n > kMostExactPairs) {
    const auto size = static_cast<double>(n);
    return normal_distribution(n * (n + 1) / 2, size * (size + 1) * (2 * size + 1) / 24);
  }
  std::vector<std::size_t> ranks(n);
  std::iota(ranks.begin(), ranks.end(), std::size_t{1});
  return [distribution = SignedRankDistribution(ranks)](std::size_t w) {
    return distribution.at_most(w);
  };
}

AtMost mann_whitney_distribution(std::size_t n1, std::size_t n2) {
  if (std::max(n1, n2) > kMostExactSamples) {
    const double pairs = static_cast<double>(n1) * static_cast<double>(n2);
    return normal_distribution(n1 * n2, pairs * static_cast<double>(n1 + n2 + 1) / 12);
  }
  return [distribution = UDistribution(n1, n2)](std::size_t u) { return distribution.at_most(u); };
}

/// The median of `values` between their k-th from below and from above. The location is below the
/// k-th when the statistic, which counts values below the location, is less than k.
Estimate between_order_statistics(std::vector<double> values, double confidence,
                                  const AtMost& at_most) {
  HEADGATE_CHECK(confidence >= 0 && confidence <= 1);
  std::ranges::sort(values);
  const auto covered = [&](std::size_t k) { return 1 - 2 * at_most(k - 1); };
  std::size_t k = 0;  // the largest that is known to do
  std::size_t too_large = confidence == 1 ? 1 : (values.size() + 1) / 2 + 1;
  while (too_large - k > 1) {
    const std::size_t middle = std::midpoint(k, too_large);
    if (covered(middle) >= confidence) {
      k = middle;
    } else {
      too_large = middle;
    }
  }
  const double location = median(values);
  if (k == 0) {
    return {.value = location, .lo = -kInfinity, .hi = kInfinity, .confidence = 1};
  }
  return {.value = location,
          .lo = values[k - 1],
          .hi = values[values.size() - k],
          .confidence = covered(k)};
}

std::optional<Sample> log_ratio(double base, double head) {
  if (base <= 0 || head <= 0) {
    return std::nullopt;
  }
  const double large = std::fmax(base, head);
  const double small = std::fmin(base, head);
  const double quotient = large / small;
  const double size =
      std::isfinite(quotient) ? std::log(quotient) : std::log(large) - std::log(small);
  return Sample::from(head >= base ? size : -size);
}

}  // namespace

std::optional<std::vector<Sample>> log_ratios(std::span<const Sample> base,
                                              std::span<const Sample> head) {
  HEADGATE_CHECK(base.size() == head.size());
  std::vector<Sample> ratios;
  ratios.reserve(base.size());
  for (std::size_t i = 0; i < base.size(); ++i) {
    const std::optional<Sample> ratio = log_ratio(base[i].value(), head[i].value());
    if (!ratio) {
      return std::nullopt;
    }
    ratios.push_back(*ratio);
  }
  return ratios;
}

std::optional<std::vector<Sample>> logarithms(std::span<const Sample> values) {
  std::vector<Sample> logs;
  logs.reserve(values.size());
  for (const Sample& sample : values) {
    const std::optional<Sample> log = log_ratio(1, sample.value());
    if (!log) {
      return std::nullopt;
    }
    logs.push_back(*log);
  }
  return logs;
}

Estimate median_estimate(std::span<const Sample> values, double confidence) {
  const Summary summary = summarize(values, confidence);
  return {.value = summary.median,
          .lo = summary.lo,
          .hi = summary.hi,
          .confidence = summary.confidence};
}

Estimate hodges_lehmann(std::span<const Sample> values, double confidence) {
  HEADGATE_CHECK(!values.empty());
  const std::size_t n = values.size();
  std::vector<double> averages;
  averages.reserve(n * (n + 1) / 2);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = i; j < n; ++j) {
      averages.push_back(std::midpoint(values[i].value(), values[j].value()));
    }
  }
  return between_order_statistics(std::move(averages), confidence, signed_rank_distribution(n));
}

Estimate hodges_lehmann_shift(std::span<const Sample> base, std::span<const Sample> head,
                              double confidence) {
  HEADGATE_CHECK(!base.empty() && !head.empty());
  constexpr double kLargest = std::numeric_limits<double>::max();
  std::vector<double> differences;
  differences.reserve(base.size() * head.size());
  for (const Sample& from : base) {
    for (const Sample& to : head) {
      differences.push_back(std::clamp(to.value() - from.value(), -kLargest, kLargest));
    }
  }
  return between_order_statistics(std::move(differences), confidence,
                                  mann_whitney_distribution(base.size(), head.size()));
}

std::vector<Sample> winsorised(std::span<const Sample> values, double reach) {
  HEADGATE_CHECK(!values.empty());
  HEADGATE_CHECK(reach > 0);
  std::vector<double> sorted;
  sorted.reserve(values.size());
  for (const Sample& sample : values) {
    sorted.push_back(sample.value());
  }
  std::ranges::sort(sorted);
  const double center = median(sorted);
  std::vector<double> deviations = sorted;
  std::ranges::for_each(deviations, [&](double& value) { value -= center; });
  const double bound = reach * normal_mad(std::move(deviations));
  std::vector<Sample> clipped(values.begin(), values.end());
  const std::optional<Sample> low = Sample::from(center - bound);
  const std::optional<Sample> high = Sample::from(center + bound);
  if (bound > 0 && low && high) {
    std::ranges::for_each(clipped,
                          [&](Sample& sample) { sample = std::clamp(sample, *low, *high); });
  }
  return clipped;
}

double winsorised_mean(std::span<const Sample> values, double reach) {
  // Finite, and of clipped values what summarize makes of it; the confidence plays no part.
  return summarize(winsorised(values, reach), 0).mean;
}

}  // namespace headgate::stats
