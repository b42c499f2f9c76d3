#include "core/stats/summary.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <vector>

#include <gmock/gmock.h>

#include "support/samples.h"

namespace headgate::stats {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing_support::repeated;
using testing_support::samples;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kLargest = std::numeric_limits<double>::max();

/// Values whose logarithms are standard normal; their median is 1.
std::vector<double> log_normal(testing_support::SeededNumbers& numbers, std::size_t count) {
  std::vector<double> values(count);
  std::ranges::generate(values, [&] { return std::exp(numbers.normal()); });
  return values;
}

TEST(Median, IsTheMiddleValueOrHalfwayBetweenTwo) {
  EXPECT_EQ(median(std::vector<double>{7}), 7);
  EXPECT_EQ(median(std::vector<double>{1, 2}), 1.5);
  EXPECT_EQ(median(std::vector<double>{1, 2, 40}), 2);
  EXPECT_EQ(median(std::vector<double>{-10, 2, 3, 4, 5, 6}), 3.5);
}

// 3 and 3 + 2^-51 are neighbours with a rounding unit of 2^-51: half their gap rounds to the even
// one. Equal values give themselves back, to the last digit.
TEST(Median, AddsHalfTheGapToTheLowerOne) {
  const double low = 1.7180000000000001e-06;
  const double high = 1.7200000000000001e-06;
  EXPECT_EQ(median(std::vector<double>{low, high}), low + 0.5 * (high - low));
  EXPECT_EQ(median(std::vector<double>{0.1, 0.1}), 0.1);
  EXPECT_EQ(median(std::vector<double>{3, 3 + 0x1p-51}), 3);
}

TEST(Median, DoesNotOverflow) {
  EXPECT_EQ(median(std::vector<double>{-kLargest, kLargest}), 0);
  EXPECT_EQ(median(std::vector<double>{-0.5 * kLargest, kLargest}), 0.25 * kLargest);
  EXPECT_EQ(median(std::vector<double>{kLargest, kLargest}), kLargest);
}

TEST(Median, OfNothingIsABug) { EXPECT_THROW((void)median({}), std::logic_error); }

// Sizes 0 1 2 3 4: the middle one is 2; 1.4826 is 1 over the normal quantile of 3/4
// (scipy.stats.norm of SciPy 1.17.1: 0.6744897501960817).
TEST(NormalMad, IsTheScaledMedianOfAbsoluteDeviations) {
  EXPECT_DOUBLE_EQ(normal_mad({-4, 1, 0, -2, 3}), 2 / 0.6744897501960817);
  EXPECT_EQ(normal_mad({0, 0, 5}), 0);
  EXPECT_THROW((void)normal_mad({}), std::logic_error);
}

TEST(NormalMad, IsTheDeviationOfNormalNoiseAndIgnoresSpikes) {
  testing_support::SeededNumbers numbers(8);
  std::vector<double> values(20000);
  std::ranges::generate(values, [&] { return 3 * numbers.normal(); });
  // The relative error of a MAD is 1.17 / sqrt(n) (efficiency 0.37): 0.8 %, times four.
  EXPECT_NEAR(normal_mad(values), 3, 0.1);
  std::fill_n(values.begin(), 200, 1e9);
  EXPECT_NEAR(normal_mad(values), 3, 0.2);
}

TEST(Summary, HasMedianIntervalAndItsConfidence) {
  const Summary summary = summarize(samples({5, -10, 6, 3, 2, 4}), 0.95);
  EXPECT_EQ(summary.n, 6u);
  EXPECT_EQ(summary.median, 3.5);
  EXPECT_EQ(summary.lo, -10);
  EXPECT_EQ(summary.hi, 6);
  EXPECT_EQ(summary.confidence, 0.96875);
  EXPECT_THAT(summary.warnings, IsEmpty());
}

// Ranks 2 and 4 of five samples, and ranks beyond both ends.
TEST(Location, IsReadOffSortedSamples) {
  const std::vector<Sample> five = samples({1, 2, 4, 8, 16});
  const Location inside = locate(five, {.lower = 2, .upper = 4, .confidence = 0});
  EXPECT_EQ(inside.median, 4);
  EXPECT_EQ(inside.lo, 2);
  EXPECT_EQ(inside.hi, 8);
  const Location open = locate(samples({1, 2}), {.lower = 0, .upper = 3, .confidence = 0});
  EXPECT_EQ(open.median, 1.5);
  EXPECT_EQ(open.lo, -kInfinity);
  EXPECT_EQ(open.hi, kInfinity);
}

TEST(Summary, IntervalOfTwoSamplesAtNoConfidenceIsTheirRange) {
  const Summary summary = summarize(samples({1, 2}), 0);
  EXPECT_EQ(summary.median, 1.5);
  EXPECT_EQ(summary.lo, 1);
  EXPECT_EQ(summary.hi, 2);
  EXPECT_EQ(summary.confidence, 0.5);
}

TEST(Summary, WarnsWhenTooFewSamplesLeaveTheIntervalOpen) {
  const Summary six = summarize(samples({-10, 2, 3, 4, 5, 6}), 0.99);
  EXPECT_EQ(six.lo, -kInfinity);
  EXPECT_EQ(six.hi, kInfinity);
  EXPECT_EQ(six.confidence, 1);
  EXPECT_THAT(six.warnings, ElementsAre(SummaryWarning::kIntervalUnbounded));

  const Summary one = summarize(samples({1}), 0.95);
  EXPECT_EQ(one.median, 1);
  EXPECT_EQ(one.lo, -kInfinity);
  EXPECT_EQ(one.hi, kInfinity);
  EXPECT_THAT(one.warnings, ElementsAre(SummaryWarning::kIntervalUnbounded));

  // At five samples only one end is missing: ranks [0, 5].
  const Summary five = summarize(samples({1, 2, 3, 4, 5}), 0.95);
  EXPECT_EQ(five.lo, -kInfinity);
  EXPECT_EQ(five.hi, 5);
  EXPECT_THAT(five.warnings, ElementsAre(SummaryWarning::kIntervalUnbounded));

  EXPECT_THAT(summarize(samples({-10, 2, 3, 4, 5, 6}), 1).warnings,
              ElementsAre(SummaryWarning::kIntervalUnbounded));
}

// Mean 5, squared deviations 9 1 1 1 0 0 4 16 = 32, over 8 - 1 samples.
TEST(Summary, ScatterIsTheSampleDeviationOverTheMean) {
  const Summary summary = summarize(samples({2, 4, 4, 4, 5, 5, 7, 9}), 0.95);
  EXPECT_EQ(summary.mean, 5);
  EXPECT_DOUBLE_EQ(summary.cv, std::sqrt(32.0 / 7) / 5);
}

TEST(Summary, ScatterOfNegativeSamplesIsPositive) {
  const Summary summary = summarize(samples({-2, -4, -4, -4, -5, -5, -7, -9}), 0.95);
  EXPECT_EQ(summary.mean, -5);
  EXPECT_DOUBLE_EQ(summary.cv, std::sqrt(32.0 / 7) / 5);
}

TEST(Summary, ConstantSamplesHaveNoScatter) {
  for (const double value : {0.0, 0.1, -3.0, kLargest}) {
    const Summary summary = summarize(samples(repeated(10, value)), 0.95);
    EXPECT_EQ(summary.cv, 0) << value;
    EXPECT_EQ(summary.mean, value);
    EXPECT_EQ(summary.median, value);
    EXPECT_EQ(summary.lo, value);
    EXPECT_EQ(summary.hi, value);
    EXPECT_THAT(summary.warnings, IsEmpty());
  }
  EXPECT_EQ(summarize(samples({7}), 0.95).cv, 0);
  EXPECT_EQ(summarize(samples({0.0, -0.0}), 0).cv, 0);
}

TEST(Summary, WarnsWhenScatterHasNoMeanToRelateTo) {
  const Summary summary = summarize(samples({-1, 1, -2, 2, -3, 3}), 0.95);
  EXPECT_EQ(summary.mean, 0);
  EXPECT_EQ(summary.cv, kInfinity);
  EXPECT_THAT(summary.warnings, ElementsAre(SummaryWarning::kMeanZero));

  EXPECT_THAT(summarize(samples({-1, 1}), 0.95).warnings,
              ElementsAre(SummaryWarning::kIntervalUnbounded, SummaryWarning::kMeanZero));
}

// Scaling by a power of two is exact, so scatter must not change, not even where the squares of
// the samples would leave the range of a double.
TEST(Summary, ScatterDoesNotDependOnTheUnit) {
  const std::vector<double> values{2, 4, 4, 4, 5, 5, 7, 9};
  const double cv = summarize(samples(values), 0.95).cv;
  for (const double factor : {0x1p-1000, 0x1p-30, 0x1p30, 0x1p1020}) {
    std::vector<double> scaled = values;
    std::ranges::for_each(scaled, [&](double& value) { value *= factor; });
    const Summary summary = summarize(samples(scaled), 0.95);
    EXPECT_EQ(summary.cv, cv) << factor;
    EXPECT_EQ(summary.mean, 5 * factor);
  }
}

TEST(Summary, OrderOfSamplesDoesNotMatter) {
  testing_support::SeededNumbers numbers(7);
  std::vector<double> values = log_normal(numbers, 40);
  const Summary expected = summarize(samples(values), 0.95);
  for (int i = 0; i < 20; ++i) {
    numbers.shuffle(values);
    const Summary summary = summarize(samples(values), 0.95);
    EXPECT_EQ(summary.median, expected.median);
    EXPECT_EQ(summary.lo, expected.lo);
    EXPECT_EQ(summary.hi, expected.hi);
    EXPECT_EQ(summary.mean, expected.mean);
    EXPECT_EQ(summary.cv, expected.cv);
  }
}

// Ten samples at 95 % really have 97.85 %; four standard errors of 4,000 draws are 0.92 %.
TEST(Summary, IntervalHoldsTheTrueMedianAsOftenAsItSays) {
  testing_support::SeededNumbers numbers(20);
  constexpr int kDraws = 4000;
  int held = 0;
  for (int draw = 0; draw < kDraws; ++draw) {
    const Summary summary = summarize(samples(log_normal(numbers, 10)), 0.95);
    held += summary.lo <= 1 && summary.hi >= 1 ? 1 : 0;
  }
  EXPECT_NEAR(static_cast<double>(held) / kDraws, 0.978515625, 0.0092);
}

TEST(Summary, OfNothingOrAtNoProbabilityIsABug) {
  EXPECT_THROW((void)summarize({}, 0.95), std::logic_error);
  EXPECT_THROW((void)summarize(samples({1, 2}), 95), std::logic_error);
}

}  // namespace
}  // namespace headgate::stats
