#include "core/stats/mann_whitney.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/result/result.h"
#include "core/stats/normal.h"

namespace headgate::stats {
namespace {

/// How the samples of two sides stand among each other.
struct Ranking {
  std::size_t doubled_u;            // of base
  std::vector<std::size_t> groups;  // how many pooled values are equal, ascending by value
};

std::vector<Sample> sorted(std::span<const Sample> samples) {
  std::vector<Sample> copy(samples.begin(), samples.end());
  std::ranges::sort(copy);
  return copy;
}

Ranking rank(const std::vector<Sample>& base, const std::vector<Sample>& head) {
  Ranking ranking{.doubled_u = 0, .groups = {}};
  ranking.groups.reserve(base.size() + head.size());
  auto b = base.begin();
  auto h = head.begin();
  while (b != base.end() || h != head.end()) {
    const bool from_base = h == head.end() || (b != base.end() && *b < *h);
    const Sample value = from_base ? *b : *h;
    const auto is_other = [&](const Sample& sample) { return sample != value; };
    const auto b_end = std::find_if(b, base.end(), is_other);
    const auto h_end = std::find_if(h, head.end(), is_other);
    const auto beaten = static_cast<std::size_t>(h - head.begin());
    const auto equal = static_cast<std::size_t>(h_end - h);
    const auto here = static_cast<std::size_t>(b_end - b);
    ranking.doubled_u += here * (2 * beaten + equal);
    ranking.groups.push_back(here + equal);
    b = b_end;
    h = h_end;
  }
  return ranking;
}

double normal_p(const Ranking& ranking, std::size_t n1, std::size_t n2) {
  const double pairs = static_cast<double>(n1) * static_cast<double>(n2);
  const double pooled = static_cast<double>(n1 + n2);
  double ties = 0;
  for (const std::size_t group : ranking.groups) {
    const double size = static_cast<double>(group);
    ties += size * size * size - size;
  }
  const double variance = pairs / 12 * (pooled + 1 - ties / (pooled * (pooled - 1)));
  const double distance = std::fabs(static_cast<double>(ranking.doubled_u) - pairs) / 2;
  const double z = std::fmax(distance - 0.5, 0) / std::sqrt(variance);
  return two_sided_normal_p(z);
}

}  // namespace

MannWhitneyTest::MannWhitneyTest(ExactLimits limits) : limits_(limits) {
  HEADGATE_CHECK(limits.without_ties <= kMostExactSamples);
  HEADGATE_CHECK(limits.with_ties <= kMostExactSamples);
}

MannWhitney MannWhitneyTest::compare(std::span<const Sample> base, std::span<const Sample> head) {
  HEADGATE_CHECK(!base.empty() && !head.empty());
  const std::size_t n1 = base.size();
  const std::size_t n2 = head.size();
  const Ranking ranking = rank(sorted(base), sorted(head));
  const double u = static_cast<double>(ranking.doubled_u) / 2;
  if (ranking.groups.size() == 1) {
    return {.p = 1, .u = u, .method = PMethod::kAllEqual};
  }
  const bool tied = ranking.groups.size() < n1 + n2;
  if (std::max(n1, n2) > (tied ? limits_.with_ties : limits_.without_ties)) {
    return {.p = normal_p(ranking, n1, n2), .u = u, .method = PMethod::kNormal};
  }
  if (tied) {
    const double tail = smaller_tail(
        {.groups = ranking.groups, .n1 = n1, .n2 = n2, .doubled_u = ranking.doubled_u});
    return {.p = std::fmin(1, 2 * tail), .u = u, .method = PMethod::kExactTies};
  }
  const std::size_t whole_u = ranking.doubled_u / 2;
  const double tail = distribution(n1, n2).at_most(std::min(whole_u, n1 * n2 - whole_u));
  return {.p = std::fmin(1, 2 * tail), .u = u, .method = PMethod::kExact};
}

const UDistribution& MannWhitneyTest::distribution(std::size_t n1, std::size_t n2) {
  const std::pair<std::size_t, std::size_t> counts = std::minmax(n1, n2);
  return distributions_.try_emplace(counts, n1, n2).first->second;
}

double smallest_attainable_p(std::size_t n1, std::size_t n2) {
  if (const std::optional<Count> ways = binomial(n1 + n2, n1)) {
    return std::fmin(1, 2 / static_cast<double>(*ways));
  }
  const std::size_t small = std::min(n1, n2);
  const std::size_t large = std::max(n1, n2);
  double p = 2;
  for (std::size_t i = 1; i <= small && p > 0; ++i) {
    p *= static_cast<double>(i) / static_cast<double>(large + i);
  }
  return p;
}

std::optional<std::size_t> samples_needed(double alpha, Rejection rejection) {
  for (std::size_t n = 1; n <= kMostExactSamples; ++n) {
    const double p = smallest_attainable_p(n, n);
    if (p < alpha || (rejection == Rejection::kAtMostAlpha && p == alpha)) {
      return n;
    }
  }
  return std::nullopt;
}

}  // namespace headgate::stats
