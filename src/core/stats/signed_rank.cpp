#include "core/stats/signed_rank.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include <boost/math/distributions/binomial.hpp>

#include "core/result/result.h"
#include "core/stats/normal.h"

namespace headgate::stats {
namespace {

/// Differences other than 0, ranked by size. Ranks are doubled, so that shared ones stay whole.
struct SignedRanking {
  std::vector<std::size_t> doubled_ranks;
  std::size_t doubled_w;  // sum over the positive ones
  double ties;            // sum of t^3 - t over groups of t equal sizes
};

SignedRanking rank(std::span<const Sample> differences) {
  std::vector<double> sorted;
  for (const Sample& difference : differences) {
    if (difference.value() != 0) {
      sorted.push_back(difference.value());
    }
  }
  std::ranges::sort(sorted, {}, [](double value) { return std::fabs(value); });
  SignedRanking ranking{.doubled_ranks = {}, .doubled_w = 0, .ties = 0};
  ranking.doubled_ranks.reserve(sorted.size());
  for (auto group = sorted.begin(); group != sorted.end();) {
    const double size = std::fabs(*group);
    const auto end =
        std::find_if(group, sorted.end(), [&](double value) { return std::fabs(value) != size; });
    const auto before = static_cast<std::size_t>(group - sorted.begin());
    const auto through = static_cast<std::size_t>(end - sorted.begin());
    const std::size_t doubled = (before + 1) + through;
    const auto positive =
        static_cast<std::size_t>(std::count_if(group, end, [](double value) { return value > 0; }));
    ranking.doubled_ranks.insert(ranking.doubled_ranks.end(), through - before, doubled);
    ranking.doubled_w += positive * doubled;
    const auto equal = static_cast<double>(through - before);
    ranking.ties += equal * equal * equal - equal;
    group = end;
  }
  return ranking;
}

double normal_p(const SignedRanking& ranking) {
  const auto n = static_cast<double>(ranking.doubled_ranks.size());
  const double distance = std::fabs(static_cast<double>(ranking.doubled_w) / 2 - n * (n + 1) / 4);
  const double variance = n * (n + 1) * (2 * n + 1) / 24 - ranking.ties / 48;
  return two_sided_normal_p(std::fmax(distance - 0.5, 0) / std::sqrt(variance));
}

}  // namespace

SignedRankDistribution::SignedRankDistribution(std::span<const std::size_t> ranks)
    : pairs_(ranks.size()),
      largest_(std::accumulate(ranks.begin(), ranks.end(), std::size_t{0})),
      cumulative_(largest_ / 2 + 1) {
  HEADGATE_CHECK(ranks.size() <= kMostExactPairs);
  std::vector<Count>& ways = cumulative_;
  ways[0] = 1;
  for (const std::size_t rank : ranks) {
    for (std::size_t sum = ways.size(); sum-- > rank;) {
      ways[sum] += ways[sum - rank];
    }
  }
  std::partial_sum(ways.begin(), ways.end(), ways.begin());
}

double SignedRankDistribution::at_most(std::size_t sum) const {
  HEADGATE_CHECK(sum <= largest_);
  if (sum == largest_) {
    return 1;
  }
  const Count ways = sum < cumulative_.size()
                         ? cumulative_[sum]
                         : (Count{1} << pairs_) - cumulative_[largest_ - sum - 1];
  return std::ldexp(static_cast<double>(ways), -static_cast<int>(pairs_));
}

SignedRank signed_rank_test(std::span<const Sample> differences) {
  HEADGATE_CHECK(!differences.empty());
  const SignedRanking ranking = rank(differences);
  const std::size_t n = ranking.doubled_ranks.size();
  const double w = static_cast<double>(ranking.doubled_w) / 2;
  if (n == 0) {
    return {.p = 1, .w = w, .n = n, .method = PMethod::kAllEqual};
  }
  if (n > kMostExactPairs) {
    return {.p = normal_p(ranking), .w = w, .n = n, .method = PMethod::kNormal};
  }
  // All ranks together are n (n + 1) / 2, shared or not.
  const std::size_t smaller = std::min(ranking.doubled_w, n * (n + 1) - ranking.doubled_w);
  const double tail = SignedRankDistribution(ranking.doubled_ranks).at_most(smaller);
  return {.p = std::fmin(1, 2 * tail),
          .w = w,
          .n = n,
          .method = ranking.ties > 0 ? PMethod::kExactTies : PMethod::kExact};
}

SignTest sign_test(std::span<const Sample> differences) {
  HEADGATE_CHECK(!differences.empty());
  std::size_t positive = 0;
  std::size_t negative = 0;
  for (const Sample& difference : differences) {
    positive += difference.value() > 0 ? 1 : 0;
    negative += difference.value() < 0 ? 1 : 0;
  }
  if (positive == negative) {
    return {.p = 1, .positive = positive, .negative = negative};
  }
  const boost::math::binomial chance(static_cast<double>(positive + negative), 0.5);
  const double tail = boost::math::cdf(chance, static_cast<double>(std::min(positive, negative)));
  return {.p = std::clamp(2 * tail, std::numeric_limits<double>::min(), 1.0),
          .positive = positive,
          .negative = negative};
}

double smallest_attainable_paired_p(std::size_t n) {
  constexpr std::size_t kTooMany = 2000;  // 2^-1999 is 0 as a double
  return std::fmin(1, std::ldexp(2.0, -static_cast<int>(std::min(n, kTooMany))));
}

}  // namespace headgate::stats
