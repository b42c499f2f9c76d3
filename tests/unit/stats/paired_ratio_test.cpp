#include "core/stats/paired_ratio.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include <gmock/gmock.h>

#include "core/stats/mann_whitney.h"
#include "core/stats/signed_rank.h"
#include "core/stats/summary.h"
#include "support/samples.h"

namespace headgate::stats {
namespace {

using testing_support::progression;
using testing_support::repeated;
using testing_support::samples;
using testing_support::SeededNumbers;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kLargest = std::numeric_limits<double>::max();

std::vector<double> values_of(const std::vector<Sample>& some) {
  std::vector<double> values;
  std::ranges::transform(some, std::back_inserter(values), &Sample::value);
  return values;
}

std::vector<double> normals(SeededNumbers& numbers, std::size_t count) {
  std::vector<double> values(count);
  std::ranges::generate(values, [&] { return numbers.normal(); });
  return values;
}

std::vector<double> plus(std::vector<double> values, double shift) {
  std::ranges::for_each(values, [&](double& value) { value += shift; });
  return values;
}

std::vector<double> negated(std::vector<double> values) {
  std::ranges::for_each(values, [](double& value) { value = -value; });
  return values;
}

TEST(LogRatios, AreLogarithmsOfHeadOverBasePairByPair) {
  const auto ratios = log_ratios(samples({2, 3, 10}), samples({4, 3, 5}));
  ASSERT_TRUE(ratios.has_value());
  EXPECT_EQ(values_of(*ratios), (std::vector<double>{std::log(2), 0, -std::log(2)}));
}

// Were the quotient of the swapped sides rounded anew, equal sizes would not tie any more.
TEST(LogRatios, OfSwappedSidesAreExactlyNegated) {
  SeededNumbers numbers(21);
  std::vector<double> base(200);
  std::vector<double> head(200);
  std::ranges::generate(base, [&] { return std::exp(numbers.normal()); });
  std::ranges::generate(head, [&] { return std::exp(numbers.normal()); });
  EXPECT_EQ(values_of(*log_ratios(samples(head), samples(base))),
            negated(values_of(*log_ratios(samples(base), samples(head)))));
}

TEST(LogRatios, NeitherOverflowNorUnderflow) {
  const double smallest = std::numeric_limits<double>::denorm_min();
  const auto ratios = log_ratios(samples({smallest, kLargest}), samples({kLargest, smallest}));
  ASSERT_TRUE(ratios.has_value());
  // ln 2 times (1024 + 1074)
  EXPECT_NEAR((*ratios)[0].value(), 2098 * std::log(2), 1e-9);
  EXPECT_EQ((*ratios)[1].value(), -(*ratios)[0].value());
}

TEST(LogRatios, NeedPositiveValuesOnBothSides) {
  for (const double bad : {0.0, -0.0, -1.0}) {
    EXPECT_EQ(log_ratios(samples({1, bad}), samples({1, 1})), std::nullopt);
    EXPECT_EQ(log_ratios(samples({1, 1}), samples({1, bad})), std::nullopt);
    EXPECT_EQ(logarithms(samples({1, bad})), std::nullopt);
  }
  EXPECT_THROW((void)log_ratios(samples({1}), samples({1, 2})), std::logic_error);
}

TEST(Logarithms, AreNatural) {
  const auto logs = logarithms(samples({1, 8, 0.5}));
  ASSERT_TRUE(logs.has_value());
  EXPECT_EQ(values_of(*logs), (std::vector<double>{0, std::log(8), std::log(0.5)}));
}

TEST(MedianEstimate, IsTheMedianWithItsOrderStatistics) {
  const Estimate estimate = median_estimate(samples({6, 5, 4, 3, 2, -10}), 0.95);
  EXPECT_EQ(estimate.value, 3.5);
  EXPECT_EQ(estimate.lo, -10);
  EXPECT_EQ(estimate.hi, 6);
  EXPECT_EQ(estimate.confidence, 0.96875);
}

// Walsh averages of 1 2 6: 1 1.5 2 3.5 4 6.
TEST(HodgesLehmann, IsTheMedianOfAllWalshAverages) {
  EXPECT_EQ(hodges_lehmann(samples({6, 1, 2}), 0).value, 2.75);
  EXPECT_EQ(hodges_lehmann(samples({7}), 0).value, 7);
}

// Differences of {3, 10} and {1, 2}: 1 2 8 9.
TEST(HodgesLehmannShift, IsTheMedianOfAllDifferences) {
  EXPECT_EQ(hodges_lehmann_shift(samples({1, 2}), samples({3, 10}), 0).value, 5);
  EXPECT_EQ(hodges_lehmann_shift(samples({3, 10}), samples({1, 2}), 0).value, -5);
}

TEST(HodgesLehmann, OpensWhereTooFewValuesLeaveTheEndsOpen) {
  // Five values have at best 1 - 2 / 32.
  const Estimate five = hodges_lehmann(samples({1, 2, 3, 4, 5}), 0.95);
  EXPECT_EQ(five.lo, -kInfinity);
  EXPECT_EQ(five.hi, kInfinity);
  EXPECT_EQ(five.confidence, 1);
  const Estimate range = hodges_lehmann(samples({1, 2, 3, 4, 5}), 0.9375);
  EXPECT_EQ(range.lo, 1);
  EXPECT_EQ(range.hi, 5);
  EXPECT_EQ(range.confidence, 0.9375);
}

TEST(HodgesLehmann, CertaintyIsTheWholeLineAtAnyLength) {
  for (const std::size_t n : {1u, 10u, 100u, 101u, 300u}) {
    const std::vector<Sample> values = samples(progression(n, 1, 1));
    EXPECT_EQ(hodges_lehmann(values, 1).lo, -kInfinity) << n;
    EXPECT_EQ(hodges_lehmann_shift(values, values, 1).hi, kInfinity) << n;
  }
}

TEST(HodgesLehmann, DoesNotOverflow) {
  const std::vector<Sample> wide = samples({-kLargest, kLargest, kLargest});
  EXPECT_EQ(hodges_lehmann(samples({kLargest, kLargest}), 0).value, kLargest);
  EXPECT_EQ(hodges_lehmann_shift(samples({-kLargest}), samples({kLargest}), 0).value, kLargest);
  EXPECT_TRUE(std::isfinite(hodges_lehmann_shift(wide, wide, 0).value));
}

TEST(HodgesLehmannProperty, NegatingAndSwappingMirrorTheInterval) {
  SeededNumbers numbers(22);
  for (const std::size_t n : {1u, 2u, 7u, 10u, 33u, 105u}) {
    const std::vector<double> values = normals(numbers, n);
    const std::vector<double> others = normals(numbers, n + 2);
    const Estimate one = hodges_lehmann(samples(values), 0.9);
    const Estimate mirrored = hodges_lehmann(samples(negated(values)), 0.9);
    EXPECT_EQ(mirrored.value, -one.value) << n;
    EXPECT_EQ(mirrored.lo, -one.hi) << n;
    EXPECT_EQ(mirrored.hi, -one.lo) << n;
    const Estimate shift = hodges_lehmann_shift(samples(values), samples(others), 0.9);
    const Estimate swapped = hodges_lehmann_shift(samples(others), samples(values), 0.9);
    EXPECT_EQ(swapped.value, -shift.value) << n;
    EXPECT_EQ(swapped.lo, -shift.hi) << n;
    EXPECT_EQ(swapped.confidence, shift.confidence) << n;
  }
}

TEST(HodgesLehmannProperty, EstimateIsInsideAndMoreConfidenceIsWider) {
  SeededNumbers numbers(23);
  for (const std::size_t n : {6u, 10u, 33u, 105u}) {
    const std::vector<Sample> values = samples(normals(numbers, n));
    Estimate narrower = hodges_lehmann(values, 0);
    for (const double confidence : {0.5, 0.9, 0.95, 0.99, 0.999999}) {
      const Estimate estimate = hodges_lehmann(values, confidence);
      EXPECT_GE(estimate.confidence, confidence);
      EXPECT_LE(estimate.lo, estimate.value);
      EXPECT_GE(estimate.hi, estimate.value);
      EXPECT_LE(estimate.lo, narrower.lo);
      EXPECT_GE(estimate.hi, narrower.hi);
      narrower = estimate;
    }
  }
}

// A location is inside exactly when the test of the values taken from it does not reject: p > 1 -
// confidence, for p counts outcomes at least as far out.
TEST(HodgesLehmannProperty, IntervalHoldsTheLocationsThatTheTestDoesNotReject) {
  SeededNumbers numbers(24);
  constexpr double kStep = 1e-9;
  for (const std::size_t n : {6u, 10u, 25u, 60u}) {
    const std::vector<double> values = normals(numbers, n);
    const Estimate estimate = hodges_lehmann(samples(values), 0.95);
    const auto p = [&](double location) {
      return signed_rank_test(samples(plus(values, -location))).p;
    };
    EXPECT_GT(p(estimate.lo + kStep), 1 - 0.95) << n;
    EXPECT_LE(p(estimate.lo - kStep), 1 - 0.95 + 1e-12) << n;
    EXPECT_GT(p(estimate.hi - kStep), 1 - 0.95) << n;
    EXPECT_LE(p(estimate.hi + kStep), 1 - 0.95 + 1e-12) << n;
  }
}

TEST(HodgesLehmannProperty, ShiftIntervalHoldsTheShiftsThatTheTestDoesNotReject) {
  SeededNumbers numbers(25);
  constexpr double kStep = 1e-9;
  MannWhitneyTest test;
  for (const std::size_t n : {4u, 10u, 30u}) {
    const std::vector<double> base = normals(numbers, n);
    const std::vector<double> head = normals(numbers, n + 3);
    const Estimate estimate = hodges_lehmann_shift(samples(base), samples(head), 0.95);
    const auto p = [&](double shift) {
      return test.compare(samples(base), samples(plus(head, -shift))).p;
    };
    EXPECT_GT(p(estimate.lo + kStep), 1 - 0.95) << n;
    EXPECT_LE(p(estimate.lo - kStep), 1 - 0.95 + 1e-12) << n;
    EXPECT_GT(p(estimate.hi - kStep), 1 - 0.95) << n;
    EXPECT_LE(p(estimate.hi + kStep), 1 - 0.95 + 1e-12) << n;
  }
}

// Ten values at 95 % have 1 - 2 * 25 / 1024 = 95.1 %; four standard errors of 4,000 draws: 1.4 %.
TEST(HodgesLehmannProperty, IntervalHoldsTheLocationAsOftenAsItSays) {
  SeededNumbers numbers(26);
  constexpr int kDraws = 4000;
  int held = 0;
  for (int draw = 0; draw < kDraws; ++draw) {
    const Estimate estimate = hodges_lehmann(samples(normals(numbers, 10)), 0.95);
    held += estimate.lo <= 0 && estimate.hi >= 0 ? 1 : 0;
  }
  EXPECT_NEAR(static_cast<double>(held) / kDraws, 1 - 50.0 / 1024, 0.014);
}

// Where both can be had the approximation is near the count: at 101 values its interval ends within
// two ranks of Walsh averages of 5151, where neighbours are close.
TEST(HodgesLehmannProperty, ApproximationJoinsTheExactInterval) {
  const Estimate exact = hodges_lehmann(samples(progression(100, 1, 1)), 0.95);
  const Estimate normal = hodges_lehmann(samples(progression(101, 1, 1)), 0.95);
  EXPECT_NEAR(normal.hi - normal.lo, exact.hi - exact.lo, 0.5);
  EXPECT_NEAR(normal.value, exact.value + 0.5, 1e-12);
  const Estimate exact_shift =
      hodges_lehmann_shift(samples(progression(64, 1, 1)), samples(progression(64, 1, 1)), 0.95);
  const Estimate normal_shift =
      hodges_lehmann_shift(samples(progression(65, 1, 1)), samples(progression(65, 1, 1)), 0.95);
  EXPECT_NEAR(normal_shift.hi, exact_shift.hi, 1);
}

// Median 3, deviations 2 1 0 1 97: MADN 1.4826. Clipped at 3 + 3 * 1.4826.
TEST(Winsorised, ClipsWhatIsFarFromTheMedianInPlace) {
  const std::vector<double> clipped = values_of(winsorised(samples({100, 1, 2, 3, 4})));
  EXPECT_THAT(clipped,
              testing::ElementsAre(testing::DoubleEq(3 + 3 * 1.482602218505602), 1, 2, 3, 4));
  EXPECT_DOUBLE_EQ(winsorised_mean(samples({100, 1, 2, 3, 4})),
                   (3 + 3 * 1.482602218505602 + 10) / 5);
  EXPECT_EQ(values_of(winsorised(samples({100, 1, 2, 3, 4}), 100)),
            (std::vector<double>{100, 1, 2, 3, 4}));
}

TEST(Winsorised, LeavesValuesWithoutAScaleAlone) {
  const std::vector<double> mostly{5, 5, 5, 7, 5, -3, 5};
  EXPECT_EQ(values_of(winsorised(samples(mostly))), mostly);
  EXPECT_EQ(winsorised_mean(samples(repeated(4, 0.1))), 0.1);
}

TEST(Winsorised, MovesWithTheValuesAndMirrors) {
  SeededNumbers numbers(27);
  const std::vector<double> values = normals(numbers, 50);
  EXPECT_EQ(values_of(winsorised(samples(negated(values)), 1)),
            negated(values_of(winsorised(samples(values), 1))));
  EXPECT_NEAR(winsorised_mean(samples(plus(values, 8)), 1), winsorised_mean(samples(values), 1) + 8,
              1e-12);
}

// One pair of ten interrupted: its log-ratio may be anything without moving the estimate further.
TEST(Winsorised, BoundsWhatOneSpikeCanDo) {
  std::vector<double> values = progression(9, 0.01, 0.002);
  values.push_back(1);
  const double small_spike = winsorised_mean(samples(values));
  values.back() = 1e6;
  EXPECT_EQ(winsorised_mean(samples(values)), small_spike);
}

TEST(PairedRatio, NothingOrNoProbabilityIsABug) {
  EXPECT_THROW((void)hodges_lehmann({}, 0.95), std::logic_error);
  EXPECT_THROW((void)hodges_lehmann(samples({1}), 95), std::logic_error);
  EXPECT_THROW((void)hodges_lehmann(samples({1}), std::nan("")), std::logic_error);
  EXPECT_THROW((void)hodges_lehmann_shift({}, samples({1}), 0.95), std::logic_error);
  EXPECT_THROW((void)median_estimate({}, 0.95), std::logic_error);
  EXPECT_THROW((void)winsorised({}), std::logic_error);
  EXPECT_THROW((void)winsorised(samples({1}), 0), std::logic_error);
}

}  // namespace
}  // namespace headgate::stats
