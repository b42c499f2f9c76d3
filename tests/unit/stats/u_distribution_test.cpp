#include "core/stats/u_distribution.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <map>
#include <stdexcept>
#include <vector>

#include <gmock/gmock.h>

namespace headgate::stats {
namespace {

using testing::DoubleEq;

/// Dividing counts below 2^53 rounds once, as the product code does: equality is exact.
void expect_counts(std::size_t n1, std::size_t n2, double total, const std::vector<int>& counts) {
  const UDistribution distribution(n1, n2);
  for (std::size_t u = 0; u < counts.size(); ++u) {
    EXPECT_EQ(distribution.at_most(u), counts[u] / total) << "U = " << u;
  }
}

// Of C(10, 5) = 252; tabulated as .003968 .007937 .015873 .027778 .047619 .075397.
TEST(UDistribution, FiveAgainstFive) { expect_counts(5, 5, 252, {1, 2, 4, 7, 12, 19}); }

// Of C(6, 3) = 20; tabulated as .05 .1 .2 .35 .5 .65. The rest follows by symmetry.
TEST(UDistribution, ThreeAgainstThree) {
  expect_counts(3, 3, 20, {1, 2, 4, 7, 10, 13, 16, 18, 19, 20});
}

// One against three: the one is equally likely in each of four places.
TEST(UDistribution, OneAgainstThree) {
  expect_counts(1, 3, 4, {1, 2, 3, 4});
  expect_counts(3, 1, 4, {1, 2, 3, 4});
}

// The tables' critical value for 10 against 10 at 5 % two-sided is 23.
TEST(UDistribution, AgreesWithTheTableOfCriticalValues) {
  const UDistribution distribution(10, 10);
  EXPECT_LE(2 * distribution.at_most(23), 0.05);
  EXPECT_GT(2 * distribution.at_most(24), 0.05);
}

TEST(UDistribution, IsSymmetricInTheSidesAndInU) {
  for (const auto& [n1, n2] : std::vector<std::pair<std::size_t, std::size_t>>{
           {1, 1}, {2, 7}, {7, 2}, {20, 31}, {50, 50}, {64, 64}}) {
    const UDistribution distribution(n1, n2);
    const UDistribution swapped(n2, n1);
    const std::size_t pairs = n1 * n2;
    for (std::size_t u = 0; u < pairs; ++u) {
      ASSERT_EQ(distribution.at_most(u), swapped.at_most(u));
      ASSERT_NEAR(distribution.at_most(u) + distribution.at_most(pairs - u - 1), 1, 1e-15);
      ASSERT_LE(distribution.at_most(u), distribution.at_most(u + 1));
    }
    EXPECT_EQ(distribution.at_most(pairs), 1);
  }
}

TEST(UDistribution, RefusesWhatItCannotCount) {
  EXPECT_THROW(UDistribution(0, 5), std::logic_error);
  EXPECT_THROW(UDistribution(5, kMostExactSamples + 1), std::logic_error);
  EXPECT_THROW((void)UDistribution(3, 3).at_most(10), std::logic_error);
}

struct Klotz {
  double u;
  double p;
};

// J. H. Klotz (1966): five of ten values, ties of 1 1 2 1 1 2 1 1; P(U <= u) to six digits.
TEST(SmallerTail, AgreesWithTheTableOfKlotz) {
  const std::vector<std::size_t> groups{1, 1, 2, 1, 1, 2, 1, 1};
  for (const Klotz& row : std::vector<Klotz>{{0, .003968},
                                             {1, .007937},
                                             {2.5, .023810},
                                             {4, .047619},
                                             {5, .071429},
                                             {5.5, .087302},
                                             {6.5, .134921},
                                             {7, .138889}}) {
    const auto doubled_u = static_cast<std::size_t>(2 * row.u);
    const TiedRanks low{.groups = groups, .n1 = 5, .n2 = 5, .doubled_u = doubled_u};
    const TiedRanks high{.groups = groups, .n1 = 5, .n2 = 5, .doubled_u = 50 - doubled_u};
    EXPECT_NEAR(smaller_tail(low), row.p, 5e-7) << "U = " << row.u;
    EXPECT_EQ(smaller_tail(high), smaller_tail(low)) << "U = " << row.u;
  }
}

/// How often each doubled U occurs when every choice of n1 of the pooled values is tried, comparing
/// value with value.
std::map<std::size_t, std::size_t> enumerated(const std::vector<int>& pooled, std::size_t n1) {
  std::map<std::size_t, std::size_t> occurrences;
  for (std::uint32_t chosen = 0; chosen < (std::uint32_t{1} << pooled.size()); ++chosen) {
    if (static_cast<std::size_t>(std::popcount(chosen)) != n1) {
      continue;
    }
    std::size_t doubled_u = 0;
    for (std::size_t i = 0; i < pooled.size(); ++i) {
      for (std::size_t j = 0; j < pooled.size(); ++j) {
        if ((chosen >> i & 1) == 1 && (chosen >> j & 1) == 0) {
          doubled_u += pooled[i] > pooled[j] ? 2 : pooled[i] == pooled[j] ? 1 : 0;
        }
      }
    }
    ++occurrences[doubled_u];
  }
  return occurrences;
}

void expect_tails_of_all_choices(const std::vector<int>& pooled, std::size_t n1) {
  std::vector<std::size_t> groups;
  for (int value = 0; value <= 3; ++value) {
    const auto size = static_cast<std::size_t>(std::ranges::count(pooled, value));
    if (size > 0) {
      groups.push_back(size);
    }
  }
  const std::map<std::size_t, std::size_t> occurrences = enumerated(pooled, n1);
  std::size_t total = 0;
  for (const auto& [doubled_u, count] : occurrences) {
    total += count;
  }
  std::size_t below = 0;
  for (const auto& [doubled_u, count] : occurrences) {
    const std::size_t smaller = std::min(below + count, total - below);
    below += count;
    const TiedRanks ranks{
        .groups = groups, .n1 = n1, .n2 = pooled.size() - n1, .doubled_u = doubled_u};
    ASSERT_EQ(smaller_tail(ranks), static_cast<double>(smaller) / static_cast<double>(total))
        << "values " << testing::PrintToString(pooled) << ", " << n1 << " of them, 2 U "
        << doubled_u;
  }
}

// All pooled values of 0 to 3, in all sizes up to five on a side, every U that they allow.
TEST(SmallerTail, AgreesWithEveryChoiceOfSmallTiedSamples) {
  int cases = 0;
  for (std::size_t zeros = 0; zeros <= 10; ++zeros) {
    for (std::size_t ones = 0; zeros + ones <= 10; ++ones) {
      for (std::size_t twos = 0; zeros + ones + twos <= 10; ++twos) {
        for (std::size_t threes = 0; zeros + ones + twos + threes <= 10; ++threes) {
          std::vector<int> pooled(zeros, 0);
          pooled.insert(pooled.end(), ones, 1);
          pooled.insert(pooled.end(), twos, 2);
          pooled.insert(pooled.end(), threes, 3);
          for (std::size_t n1 = 1; n1 <= 5 && n1 < pooled.size(); ++n1) {
            if (pooled.size() - n1 <= 5) {
              expect_tails_of_all_choices(pooled, n1);
              ++cases;
            }
          }
        }
      }
    }
  }
  // Multisets of N values out of four: C(N + 3, 3). Ways to split N into two sides of 1 to 5:
  // N - 1 up to six, 11 - N from there. 1*10 + 2*20 + 3*35 + 4*56 + 5*84 + 4*120 + 3*165 + 2*220
  // + 1*286 = 2500.
  EXPECT_EQ(cases, 2500);
}

// Without ties the two ways to count must meet, in 64 bits (30 against 30) and in 128 (50
// against 50).
TEST(SmallerTail, AgreesWithTheDistributionOfDistinctValues) {
  for (const auto& [n1, n2] : std::vector<std::pair<std::size_t, std::size_t>>{
           {1, 1}, {4, 9}, {30, 30}, {33, 33}, {34, 33}, {50, 50}, {64, 3}}) {
    const UDistribution distribution(n1, n2);
    const std::vector<std::size_t> groups(n1 + n2, 1);
    const std::size_t pairs = n1 * n2;
    for (std::size_t u = 0; u <= pairs; u += 1 + pairs / 7) {
      const TiedRanks ranks{.groups = groups, .n1 = n1, .n2 = n2, .doubled_u = 2 * u};
      EXPECT_EQ(smaller_tail(ranks), distribution.at_most(std::min(u, pairs - u)))
          << n1 << " against " << n2 << ", U = " << u;
    }
  }
}

// With two distinct values U says only how many of the larger one each side has: hypergeometric.
// Three of them among 64 + 64, all on one side: C(64, 3) / C(128, 3) = 41664 / 341376.
TEST(SmallerTail, OfTwoDistinctValuesIsHypergeometric) {
  const std::vector<std::size_t> groups{125, 3};
  const std::size_t doubled_u = 61 * 64 + 3 * 2 * 64;
  const TiedRanks ranks{.groups = groups, .n1 = 64, .n2 = 64, .doubled_u = doubled_u};
  EXPECT_THAT(smaller_tail(ranks), DoubleEq(41664.0 / 341376.0));
}

TEST(SmallerTail, RefusesWhatDoesNotFitTogether) {
  const std::vector<std::size_t> groups{2, 2};
  EXPECT_THROW((void)smaller_tail({.groups = groups, .n1 = 2, .n2 = 3, .doubled_u = 1}),
               std::logic_error);
  EXPECT_THROW((void)smaller_tail({.groups = groups, .n1 = 2, .n2 = 2, .doubled_u = 9}),
               std::logic_error);
  EXPECT_THROW((void)smaller_tail({.groups = groups, .n1 = 4, .n2 = 0, .doubled_u = 0}),
               std::logic_error);
}

}  // namespace
}  // namespace headgate::stats
