#include "core/stats/median_interval.h"

#include <cmath>
#include <stdexcept>
#include <vector>

#include <gmock/gmock.h>

namespace headgate::stats {
namespace {

struct Ranks {
  std::size_t n;
  std::size_t lower;
  std::size_t upper;
};

void expect_ranks(const std::vector<Ranks>& expected, double confidence) {
  for (const Ranks& ranks : expected) {
    const MedianInterval interval = median_interval(ranks.n, confidence);
    EXPECT_EQ(interval.lower, ranks.lower) << ranks.n << " samples at " << confidence;
    EXPECT_EQ(interval.upper, ranks.upper) << ranks.n << " samples at " << confidence;
  }
}

/// P(lower <= k < upper) for k binomial (n, 1/2), term by term.
double coverage(std::size_t n, std::size_t lower, std::size_t upper) {
  double sum = 0;
  double term = std::ldexp(1, -static_cast<int>(n));
  for (std::size_t k = 0; k <= n; ++k) {
    sum += k >= lower && k < upper ? term : 0;
    term = term * static_cast<double>(n - k) / static_cast<double>(k + 1);
  }
  return sum;
}

// Ranks that benchstat (golang/perf 712aea8b4705) prints, but for n = 24: its C(24, k) carry the
// noise of exp(lgamma), and it takes [8, 18]. C(24, 7) = C(24, 17), so the lower one comes first.
TEST(MedianInterval, HasTheRanksOfBenchstatAt95Percent) {
  expect_ranks({{1, 0, 2},   {2, 0, 3},   {3, 0, 4},   {4, 0, 5},   {5, 0, 5},   {6, 1, 6},
                {7, 1, 7},   {8, 1, 7},   {9, 2, 8},   {10, 2, 9},  {11, 2, 9},  {12, 3, 10},
                {13, 3, 11}, {14, 3, 11}, {15, 4, 12}, {16, 4, 12}, {17, 5, 13}, {18, 5, 14},
                {19, 5, 14}, {20, 6, 15}, {21, 6, 16}, {22, 6, 16}, {23, 7, 17}, {24, 7, 17},
                {25, 8, 18}, {26, 8, 19}, {27, 8, 19}, {28, 9, 20}, {29, 9, 20}, {30, 10, 21}},
               0.95);
}

TEST(MedianInterval, HasTheRanksOfBenchstatBeyondTheExactOnes) {
  expect_ranks({{31, 10, 22},        {32, 10, 22},           {33, 11, 23},
                {34, 11, 23},        {35, 12, 24},           {36, 12, 24},
                {37, 13, 25},        {38, 13, 26},           {39, 13, 26},
                {40, 14, 27},        {50, 18, 32},           {51, 19, 33},
                {60, 22, 38},        {100, 40, 60},          {101, 41, 61},
                {200, 86, 114},      {500, 228, 272},        {1000, 469, 532},
                {10000, 4902, 5099}, {100000, 49690, 50310}, {1000000, 499020, 500980}},
               0.95);
}

// Where two neighbours are equally likely the lower one is taken; benchstat's rounding noise takes
// the upper one here.
TEST(MedianInterval, TakesTheLowerOfTwoEqualNeighbours) {
  expect_ranks({{28, 7, 21}}, 0.99);
  expect_ranks({{22, 7, 15}, {29, 10, 19}}, 0.90);
}

TEST(MedianInterval, SaysTheConfidenceItReallyHas) {
  // Sums of C(n, k) / 2^n; of six samples, for example, only the two ends of 1 / 64 are missing.
  EXPECT_EQ(median_interval(6, 0.95).confidence, 0.96875);
  EXPECT_EQ(median_interval(7, 0.95).confidence, 0.984375);
  EXPECT_EQ(median_interval(8, 0.95).confidence, 0.9609375);
  EXPECT_EQ(median_interval(9, 0.95).confidence, 0.9609375);
  EXPECT_EQ(median_interval(10, 0.95).confidence, 0.978515625);
}

struct Quantile {
  std::size_t n;
  double wanted;
  std::size_t lower;
  std::size_t upper;
  double confidence;
};

TEST(MedianInterval, GrowsByOneRankAtATimeAtTheExactBorder) {
  for (const Quantile& quantile : std::vector<Quantile>{{4, 0, 2, 3, 0.375},
                                                        {4, 0.375, 2, 3, 0.375},
                                                        {4, 0.3750001, 1, 3, 0.625},
                                                        {4, 0.9275, 0, 4, 0.9375},
                                                        {4, 0.99, 0, 5, 1},
                                                        {5, 0.3125, 2, 3, 0.3125},
                                                        {5, 0.3125001, 2, 4, 0.625},
                                                        {5, 0.95875, 0, 5, 0.96875}}) {
    const MedianInterval interval = median_interval(quantile.n, quantile.wanted);
    EXPECT_EQ(interval.lower, quantile.lower) << quantile.n << " at " << quantile.wanted;
    EXPECT_EQ(interval.upper, quantile.upper) << quantile.n << " at " << quantile.wanted;
    EXPECT_EQ(interval.confidence, quantile.confidence) << quantile.n << " at " << quantile.wanted;
  }
}

TEST(MedianInterval, ExactOnesCoverWhatTheySayAndNoRankMoreThanNeeded) {
  for (std::size_t n = 1; n <= kExactInterval; ++n) {
    for (const double wanted : {0.0, 0.3, 0.5, 0.68, 0.9, 0.95, 0.99, 0.999, 0.999999}) {
      const MedianInterval interval = median_interval(n, wanted);
      ASSERT_NEAR(interval.confidence, coverage(n, interval.lower, interval.upper), 1e-12);
      ASSERT_GE(interval.confidence, wanted);
      if (interval.upper - interval.lower > 1) {
        const double shorter = std::fmax(coverage(n, interval.lower + 1, interval.upper),
                                         coverage(n, interval.lower, interval.upper - 1));
        ASSERT_LT(shorter, wanted) << n << " samples at " << wanted;
      }
    }
  }
}

TEST(MedianInterval, ApproximateOnesCoverWhatTheySayWithinAPercent) {
  for (const std::size_t n : {31u, 32u, 40u, 75u, 200u, 1000u}) {
    for (const double wanted : {0.5, 0.9, 0.95, 0.99, 0.999}) {
      const MedianInterval interval = median_interval(n, wanted);
      ASSERT_NEAR(interval.confidence, coverage(n, interval.lower, interval.upper), 0.01)
          << n << " samples at " << wanted;
      ASSERT_GE(interval.confidence, wanted);
    }
  }
}

TEST(MedianInterval, AlwaysHoldsTheMiddle) {
  for (std::size_t n = 1; n <= 120; ++n) {
    for (const double wanted : {0.0, 1e-9, 0.1, 0.5, 0.95, 0.9999999999999999, 1.0}) {
      const MedianInterval interval = median_interval(n, wanted);
      ASSERT_LE(interval.lower, (n + 1) / 2) << n << " samples at " << wanted;
      ASSERT_GE(interval.upper, n / 2 + 1) << n << " samples at " << wanted;
      ASSERT_LE(interval.upper, n + 1) << n << " samples at " << wanted;
    }
  }
}

TEST(MedianInterval, CertaintyIsTheWholeLine) {
  for (const std::size_t n : {1u, 10u, 30u, 31u, 1000u}) {
    const MedianInterval interval = median_interval(n, 1);
    EXPECT_EQ(interval.lower, 0u);
    EXPECT_EQ(interval.upper, n + 1);
    EXPECT_EQ(interval.confidence, 1);
  }
}

// All samples lie within z = sqrt(31) = 5.57 deviations, and 1 - 1e-12 asks for z = 7.13.
TEST(MedianInterval, ApproximateOneBeyondAllSamplesIsCertain) {
  const MedianInterval interval = median_interval(31, 1 - 1e-12);
  EXPECT_EQ(interval.lower, 0u);
  EXPECT_EQ(interval.upper, 32u);
  EXPECT_EQ(interval.confidence, 1);
}

// 1 - 5e-8 asks for z = 5.45 deviations of sqrt(31) / 2 around 15.5, down to 0.33: below the first
// sample. Above, the 31st will do: beyond (31 - 0.5 - 15.5) and (15.5 + 0.5) deviations' worth of
// 2.784 lie 3.6e-8 and 0.5e-8.
TEST(MedianInterval, ApproximateOneMayBeOpenAtOneEnd) {
  const MedianInterval interval = median_interval(31, 1 - 5e-8);
  EXPECT_EQ(interval.lower, 0u);
  EXPECT_EQ(interval.upper, 31u);
  EXPECT_NEAR(1 - interval.confidence, 4.0e-8, 1e-9);
}

TEST(MedianInterval, RefusesNoSamplesAndWhatIsNoProbability) {
  EXPECT_THROW((void)median_interval(0, 0.95), std::logic_error);
  EXPECT_THROW((void)median_interval(10, 1.01), std::logic_error);
  EXPECT_THROW((void)median_interval(10, -0.01), std::logic_error);
  EXPECT_THROW((void)median_interval(10, std::nan("")), std::logic_error);
}

// Both ends are finite from the n on where 2^-n, the mass beyond each end, leaves room enough.
TEST(SamplesForInterval, IsTheSmallestNumberWithTwoFiniteEnds) {
  EXPECT_EQ(samples_for_interval(0), 2u);
  EXPECT_EQ(samples_for_interval(0.5), 2u);
  EXPECT_EQ(samples_for_interval(0.9), 5u);
  EXPECT_EQ(samples_for_interval(0.95), 6u);
  EXPECT_EQ(samples_for_interval(0.99), 8u);
  EXPECT_EQ(samples_for_interval(0.999), 11u);
}

TEST(SamplesForInterval, GivesUpWhenFiftyAreNotEnough) {
  EXPECT_EQ(samples_for_interval(1), std::nullopt);
  // Fifty samples end at z = 49 / sqrt(50) = 6.93 deviations at best; this asks for 7.13.
  EXPECT_EQ(samples_for_interval(1 - 1e-12), std::nullopt);
}

}  // namespace
}  // namespace headgate::stats
