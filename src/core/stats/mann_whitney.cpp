#include "core/stats/mann_whitney.h"

#include <algorithm>
#include <cmath>

#include "core/result/result.h"
#include "core/stats/normal.h"

namespace headgate::stats {
namespace {

/// The samples in ascending order: themselves, or a copy in `buffer`.
std::span<const Sample> sorted(std::span<const Sample> samples, std::vector<Sample>& buffer) {
  if (std::ranges::is_sorted(samples)) {
    return samples;
  }
  buffer.assign(samples.begin(), samples.end());
  std::ranges::sort(buffer);
  return buffer;
}

double normal_p(std::size_t doubled_u, std::span<const std::size_t> groups, std::size_t n1,
                std::size_t n2) {
  const double pairs = static_cast<double>(n1) * static_cast<double>(n2);
  const double pooled = static_cast<double>(n1 + n2);
  double ties = 0;
  for (const std::size_t group : groups) {
    const double size = static_cast<double>(group);
    ties += size * size * size - size;
  }
  const double variance = pairs / 12 * (pooled + 1 - ties / (pooled * (pooled - 1)));
  const double distance = std::fabs(static_cast<double>(doubled_u) - pairs) / 2;
  const double z = std::fmax(distance - 0.5, 0) / std::sqrt(variance);
  return two_sided_normal_p(z);
}

}  // namespace

MannWhitneyTest::MannWhitneyTest(ExactLimits limits) : limits_(limits) {
  HEADGATE_CHECK(limits.without_ties <= kMostExactSamples);
  HEADGATE_CHECK(limits.with_ties <= kMostExactSamples);
}

std::size_t MannWhitneyTest::rank(std::span<const Sample> base, std::span<const Sample> head) {
  std::size_t doubled_u = 0;
  groups_.clear();
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
    doubled_u += here * (2 * beaten + equal);
    groups_.push_back(here + equal);
    b = b_end;
    h = h_end;
  }
  return doubled_u;
}

MannWhitney MannWhitneyTest::compare(std::span<const Sample> base, std::span<const Sample> head) {
  HEADGATE_CHECK(!base.empty() && !head.empty());
  const std::size_t n1 = base.size();
  const std::size_t n2 = head.size();
  const std::size_t doubled_u = rank(sorted(base, base_), sorted(head, head_));
  const double u = static_cast<double>(doubled_u) / 2;
  if (groups_.size() == 1) {
    return {.p = 1, .u = u, .method = PMethod::kAllEqual};
  }
  const bool tied = groups_.size() < n1 + n2;
  if (std::max(n1, n2) > (tied ? limits_.with_ties : limits_.without_ties)) {
    return {.p = normal_p(doubled_u, groups_, n1, n2), .u = u, .method = PMethod::kNormal};
  }
  if (tied) {
    const double tail =
        smaller_tail({.groups = groups_, .n1 = n1, .n2 = n2, .doubled_u = doubled_u});
    return {.p = std::fmin(1, 2 * tail), .u = u, .method = PMethod::kExactTies};
  }
  const std::size_t whole_u = doubled_u / 2;
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
