#include "core/stats/trend.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "core/result/result.h"
#include "core/stats/binomial.h"
#include "core/stats/moments.h"
#include "core/stats/normal.h"
#include "core/stats/summary.h"

namespace headgate::stats {
namespace {

std::int64_t rises_less_falls(std::span<const Sample> series) {
  std::int64_t s = 0;
  for (std::size_t j = 1; j < series.size(); ++j) {
    for (std::size_t i = 0; i < j; ++i) {
      s += series[j] > series[i] ? 1 : 0;
      s -= series[j] < series[i] ? 1 : 0;
    }
  }
  return s;
}

/// How many values are equal to each distinct one.
std::vector<std::size_t> tie_groups(std::span<const Sample> series) {
  std::vector<Sample> sorted(series.begin(), series.end());
  std::ranges::sort(sorted);
  std::vector<std::size_t> groups;
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    if (i == 0 || sorted[i] != sorted[i - 1]) {
      groups.push_back(0);
    }
    ++groups.back();
  }
  return groups;
}

std::size_t pairs_of(std::size_t n) { return n * (n - 1) / 2; }

/// P(falls <= `falls`) over all orders of values that are equal in these groups. `falls` is at most
/// half of the pairs that differ.
double exact_tail(std::span<const std::size_t> groups, std::size_t n, std::size_t falls) {
  std::vector<Count> ways(falls + 1);
  ways[0] = 1;
  // Times (1 - q) ... (1 - q^n), by (1 - q) ... (1 - q^t) for each group of t. What is negative in
  // between wraps, and back.
  for (std::size_t i = 1; i <= n; ++i) {
    for (std::size_t k = ways.size(); k-- > i;) {
      ways[k] -= ways[k - i];
    }
  }
  Count orders = 1;
  std::size_t placed = 0;
  for (const std::size_t group : groups) {
    for (std::size_t i = 1; i <= group; ++i) {
      for (std::size_t k = i; k < ways.size(); ++k) {
        ways[k] += ways[k - i];
      }
    }
    placed += group;
    orders *= binomial(placed, group).value();
  }
  const Count counted = std::accumulate(ways.begin(), ways.end(), Count{0});
  return static_cast<double>(counted) / static_cast<double>(orders);
}

double normal_p(std::span<const std::size_t> groups, std::size_t n, std::int64_t s) {
  const auto weight = [](std::size_t count) {
    const auto size = static_cast<double>(count);
    return size * (size - 1) * (2 * size + 5);
  };
  double variance = weight(n);
  for (const std::size_t group : groups) {
    variance -= weight(group);
  }
  const double distance = std::fmax(std::fabs(static_cast<double>(s)) - 1, 0);
  return two_sided_normal_p(distance / std::sqrt(variance / 18));
}

}  // namespace

MannKendall mann_kendall_test(std::span<const Sample> series) {
  const std::size_t n = series.size();
  HEADGATE_CHECK(n >= 2);
  const std::int64_t s = rises_less_falls(series);
  const std::vector<std::size_t> groups = tie_groups(series);
  if (groups.size() == 1) {
    return {.p = 1, .s = s, .method = PMethod::kAllEqual};
  }
  if (n > kMostExactSeries) {
    return {.p = normal_p(groups, n, s), .s = s, .method = PMethod::kNormal};
  }
  std::size_t differing = pairs_of(n);
  for (const std::size_t group : groups) {
    differing -= pairs_of(group);
  }
  // The fewer of falls and rises, which are distributed alike.
  const std::size_t fewer = (differing - static_cast<std::size_t>(s < 0 ? -s : s)) / 2;
  return {.p = std::fmin(1, 2 * exact_tail(groups, n, fewer)),
          .s = s,
          .method = groups.size() == n ? PMethod::kExact : PMethod::kExactTies};
}

double sen_slope(std::span<const Sample> series) {
  HEADGATE_CHECK(series.size() >= 2);
  constexpr double kLargest = std::numeric_limits<double>::max();
  std::vector<double> slopes;
  slopes.reserve(pairs_of(series.size()));
  for (std::size_t j = 1; j < series.size(); ++j) {
    for (std::size_t i = 0; i < j; ++i) {
      const double rise = std::clamp(series[j].value() - series[i].value(), -kLargest, kLargest);
      slopes.push_back(rise / static_cast<double>(j - i));
    }
  }
  std::ranges::sort(slopes);
  return median(slopes);
}

std::optional<Autocorrelation> lag1_autocorrelation(std::span<const Sample> series) {
  const std::size_t n = series.size();
  const auto [smallest, largest] = std::ranges::minmax_element(series);
  if (n < 3 || *smallest == *largest) {
    return std::nullopt;
  }
  std::vector<double> values;
  values.reserve(n);
  for (const Sample& sample : series) {
    values.push_back(sample.value());
  }
  const auto [mean, squares] = moments(values);
  long double products = 0;
  long double previous = 0;
  for (const double value : values) {
    const long double deviation = static_cast<long double>(value) - mean;
    products += previous * deviation;
    previous = deviation;
  }
  const auto lag1 = static_cast<double>(products / squares);
  const double bound = 2 / std::sqrt(static_cast<double>(n));
  return Autocorrelation{.lag1 = lag1,
                         .bound = bound,
                         .interval_factor = lag1 > bound ? std::sqrt((1 + lag1) / (1 - lag1)) : 1};
}

}  // namespace headgate::stats
