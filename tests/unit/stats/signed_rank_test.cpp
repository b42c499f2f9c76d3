#include "core/stats/signed_rank.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

#include <gmock/gmock.h>

#include "support/samples.h"

namespace headgate::stats {
namespace {

using testing_support::progression;
using testing_support::repeated;
using testing_support::samples;
using testing_support::SeededNumbers;

// Ranks 1 2 3: sums 0 1 2 3 3 4 5 6, each one of 8.
TEST(SignedRankDistribution, CountsChoicesOfRanks) {
  const std::vector<std::size_t> ranks{1, 2, 3};
  const SignedRankDistribution distribution(ranks);
  const std::vector<double> expected{1, 2, 3, 5, 6, 7, 8};
  for (std::size_t sum = 0; sum < expected.size(); ++sum) {
    EXPECT_EQ(distribution.at_most(sum), expected[sum] / 8) << sum;
  }
  EXPECT_THROW((void)distribution.at_most(7), std::logic_error);
}

TEST(SignedRankDistribution, TakesAsManyRanksAsItSays) {
  std::vector<std::size_t> ranks(kMostExactPairs);
  std::iota(ranks.begin(), ranks.end(), std::size_t{1});
  const SignedRankDistribution distribution(ranks);
  EXPECT_EQ(distribution.at_most(0), 0x1p-100);
  EXPECT_EQ(distribution.at_most(2), 3 * 0x1p-100);
  EXPECT_EQ(distribution.at_most(5050), 1);
  ranks.push_back(101);
  EXPECT_THROW(SignedRankDistribution{ranks}, std::logic_error);
}

// Ranks 1 2 3 4 5, of which the 2 is negative: W = 13. Sums of at least 13 leave out 0, 1 or 2: 3
// of 32, doubled.
TEST(SignedRank, IsADoubledShareOfSigns) {
  const SignedRank result = signed_rank_test(samples({0.1, -0.2, 0.3, 0.4, 0.5}));
  EXPECT_EQ(result.w, 13);
  EXPECT_EQ(result.n, 5u);
  EXPECT_EQ(result.p, 6.0 / 32);
  EXPECT_EQ(result.method, PMethod::kExact);
}

// Sizes 1 1 2 share ranks 1.5 1.5 3. W = 4.5 of 6; sums of at least 4.5: 1.5 + 3 twice, all three.
TEST(SignedRank, EqualSizesShareTheirMeanRank) {
  const SignedRank result = signed_rank_test(samples({1, -1, 2}));
  EXPECT_EQ(result.w, 4.5);
  EXPECT_EQ(result.p, 6.0 / 8);
  EXPECT_EQ(result.method, PMethod::kExactTies);
}

TEST(SignedRank, DropsZerosBeforeRanking) {
  const SignedRank with = signed_rank_test(samples({0, 0.1, -0.2, -0.0, 0.3, 0.4, 0.5}));
  const SignedRank without = signed_rank_test(samples({0.1, -0.2, 0.3, 0.4, 0.5}));
  EXPECT_EQ(with.n, 5u);
  EXPECT_EQ(with.w, without.w);
  EXPECT_EQ(with.p, without.p);
}

TEST(SignedRank, OfZerosAloneIsOne) {
  const SignedRank result = signed_rank_test(samples({0, -0.0, 0}));
  EXPECT_EQ(result.p, 1);
  EXPECT_EQ(result.w, 0);
  EXPECT_EQ(result.n, 0u);
  EXPECT_EQ(result.method, PMethod::kAllEqual);
}

TEST(SignedRank, ApproximatesFromTheFirstPairBeyondTheLimit) {
  EXPECT_EQ(signed_rank_test(samples(progression(100, 1, 1))).method, PMethod::kExact);
  const SignedRank beyond = signed_rank_test(samples(progression(101, 1, 1)));
  EXPECT_EQ(beyond.method, PMethod::kNormal);
  EXPECT_GT(beyond.p, 0);
  EXPECT_EQ(signed_rank_test(samples(progression(100, 0, 1))).n, 99u);
}

std::vector<double> drawn(SeededNumbers& numbers, std::size_t count, std::size_t levels) {
  std::vector<double> values;
  for (std::size_t i = 0; i < count; ++i) {
    values.push_back(static_cast<double>(numbers.below(2 * levels + 1)) -
                     static_cast<double>(levels) + 1);
  }
  return values;
}

template <typename Check>
void for_assorted_differences(const Check& check) {
  SeededNumbers numbers(11);
  for (const std::size_t levels : {1u, 3u, 20u, 1000000u}) {
    for (const std::size_t count : {1u, 2u, 5u, 10u, 33u, 64u, 100u, 130u}) {
      SCOPED_TRACE(std::to_string(count) + " of " + std::to_string(levels) + " levels");
      check(drawn(numbers, count, levels));
    }
  }
}

std::vector<double> times(std::vector<double> values, double factor) {
  std::ranges::for_each(values, [&](double& value) { value *= factor; });
  return values;
}

TEST(SignedRankProperty, PIsAProbabilityAndAtLeastTheSmallestOne) {
  for_assorted_differences([](const std::vector<double>& values) {
    const SignedRank result = signed_rank_test(samples(values));
    EXPECT_LE(result.p, 1);
    EXPECT_GE(result.p,
              result.method == PMethod::kNormal ? 1e-300 : smallest_attainable_paired_p(result.n));
  });
}

TEST(SignedRankProperty, NegatingAndScalingLeaveP) {
  for_assorted_differences([](const std::vector<double>& values) {
    const SignedRank result = signed_rank_test(samples(values));
    for (const double factor : {-1.0, 0x1p-40, -3e9}) {
      const SignedRank after = signed_rank_test(samples(times(values, factor)));
      EXPECT_EQ(after.p, result.p) << factor;
      const auto n = static_cast<double>(result.n);
      EXPECT_EQ(after.w, factor < 0 ? n * (n + 1) / 2 - result.w : result.w) << factor;
    }
    EXPECT_EQ(sign_test(samples(times(values, -1))).p, sign_test(samples(values)).p);
  });
}

TEST(SignedRankProperty, ShufflingChangesNothing) {
  SeededNumbers numbers(12);
  for_assorted_differences([&](std::vector<double> values) {
    const SignedRank result = signed_rank_test(samples(values));
    const SignTest signs = sign_test(samples(values));
    numbers.shuffle(values);
    EXPECT_EQ(signed_rank_test(samples(values)).p, result.p);
    EXPECT_EQ(signed_rank_test(samples(values)).w, result.w);
    EXPECT_EQ(sign_test(samples(values)).p, signs.p);
  });
}

/// Doubled W from its definition: the positive Walsh sums, those equal to 0 counting half.
std::size_t doubled_w(const std::vector<double>& values) {
  std::size_t doubled = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    for (std::size_t j = i; j < values.size(); ++j) {
      const double sum = values[i] + values[j];
      doubled += sum > 0 ? 2 : 0;
      doubled += sum == 0 ? 1 : 0;
    }
  }
  return doubled;
}

// Each of the 2^n ways to put signs before the same sizes is equally likely.
TEST(SignedRankProperty, AgreesWithListingAllSigns) {
  SeededNumbers numbers(13);
  for (const std::size_t levels : {2u, 4u, 1000u}) {
    for (std::size_t n = 1; n <= 9; ++n) {
      std::vector<double> values = drawn(numbers, n, levels);
      std::ranges::replace(values, 0.0, 1.0);
      const std::size_t seen = doubled_w(values);
      std::size_t at_most = 0;
      std::size_t at_least = 0;
      for (std::size_t signs = 0; signs < std::size_t{1} << n; ++signs) {
        std::vector<double> signed_values = values;
        for (std::size_t i = 0; i < n; ++i) {
          signed_values[i] = std::fabs(values[i]) * ((signs >> i) % 2 == 0 ? 1 : -1);
        }
        at_most += doubled_w(signed_values) <= seen ? 1 : 0;
        at_least += doubled_w(signed_values) >= seen ? 1 : 0;
      }
      const double tail =
          std::ldexp(static_cast<double>(std::min(at_most, at_least)), -static_cast<int>(n));
      const SignedRank result = signed_rank_test(samples(values));
      EXPECT_EQ(result.p, std::fmin(1, 2 * tail)) << n << " of " << levels << " levels";
      EXPECT_EQ(2 * result.w, static_cast<double>(seen)) << n << " of " << levels << " levels";
    }
  }
}

// Eight of ten: (1 + 10 + 45) / 2^10, doubled.
TEST(SignTest, IsADoubledBinomialTail) {
  const SignTest result = sign_test(samples({1, 2, 3, 4, 5, 6, 7, 8, -9, -100, 0}));
  EXPECT_EQ(result.positive, 8u);
  EXPECT_EQ(result.negative, 2u);
  EXPECT_DOUBLE_EQ(result.p, 112.0 / 1024);
}

TEST(SignTest, OfAsManyUpAsDownIsOneAndOfThousandsIsNotZero) {
  EXPECT_EQ(sign_test(samples({1, -1})).p, 1);
  EXPECT_EQ(sign_test(samples({0, 0})).p, 1);
  EXPECT_GT(sign_test(samples(repeated(3000, 1))).p, 0);
}

// 2^(1 - n); five pairs can never reach 0.05, and 0.00125 takes eleven.
TEST(SmallestAttainablePairedP, HalvesWithEachPair) {
  EXPECT_EQ(smallest_attainable_paired_p(0), 1);
  EXPECT_EQ(smallest_attainable_paired_p(1), 1);
  EXPECT_EQ(smallest_attainable_paired_p(5), 0.0625);
  EXPECT_EQ(smallest_attainable_paired_p(6), 0.03125);
  EXPECT_GT(smallest_attainable_paired_p(10), 0.00125);
  EXPECT_LT(smallest_attainable_paired_p(11), 0.00125);
  EXPECT_EQ(smallest_attainable_paired_p(static_cast<std::size_t>(-1)), 0);
  for (const std::size_t n : {6u, 10u, 50u}) {
    const std::vector<Sample> rising = samples(progression(n, 1, 1));
    EXPECT_EQ(signed_rank_test(rising).p, smallest_attainable_paired_p(n));
    EXPECT_DOUBLE_EQ(sign_test(rising).p, smallest_attainable_paired_p(n));
  }
}

TEST(SignedRank, OfNothingIsABug) {
  EXPECT_THROW((void)signed_rank_test({}), std::logic_error);
  EXPECT_THROW((void)sign_test({}), std::logic_error);
}

// Sums of distinct ranks that make 0 1 2 ... 8 number 1 1 1 2 2 3 4 5 6, together 25, and 8 more
// make 9: of 10 pairs p is below 0.05 up to W = 8, at 25 of 1024 on each side.
TEST(SignedRankProperty, FalseAlarmsAreAsFrequentAsCounted) {
  SeededNumbers numbers(14);
  constexpr int kRepeats = 10000;
  int rejected = 0;
  for (int repeat = 0; repeat < kRepeats; ++repeat) {
    std::vector<double> values(10);
    std::ranges::generate(values, [&] { return numbers.normal(); });
    rejected += signed_rank_test(samples(values)).p < 0.05 ? 1 : 0;
  }
  const double rate = 50.0 / 1024;
  EXPECT_NEAR(static_cast<double>(rejected) / kRepeats, rate,
              4 * std::sqrt(rate * (1 - rate) / kRepeats));
}

}  // namespace
}  // namespace headgate::stats
