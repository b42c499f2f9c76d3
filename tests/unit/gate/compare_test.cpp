#include "core/gate/compare.h"

#include <cmath>
#include <limits>

#include <gmock/gmock.h>

#include "support/samples.h"

namespace headgate::gate {
namespace {

using stats::Stage;
using ::testing::DoubleEq;
using ::testing::DoubleNear;
using testing_support::around;
using testing_support::progression;
using testing_support::repeated;
using unit::Direction;

dataset::Series series(const std::vector<double>& values, std::int64_t iterations = 1000) {
  dataset::Series made;
  for (std::size_t round = 0; round < values.size(); ++round) {
    made.observations.push_back({.sample = stats::Sample::from(values[round]).value(),
                                 .iterations = iterations,
                                 .round = round});
  }
  return made;
}

Limits limits(Direction direction = Direction::kLower) {
  return {.gating = Gating::kGated,
          .direction = direction,
          .alpha = 0.05,
          .floor = 0.05,
          .min_abs = 0,
          .cv_threshold = 0.10};
}

Assessment assess(const std::vector<double>& base, const std::vector<double>& head,
                  const Limits& with = limits(), Stage stage = Stage::kFirst) {
  Comparer comparer;
  return comparer.assess({.base = series(base), .head = series(head)}, with, stage);
}

TEST(Worsening, WhereLowerIsBetterItIsTheGrowth) {
  EXPECT_THAT(worsening(100, 120, Direction::kLower), DoubleNear(0.2, 1e-12));
  EXPECT_THAT(worsening(100, 80, Direction::kLower), DoubleNear(-0.2, 1e-12));
}

TEST(Worsening, WhereHigherIsBetterItIsBaseOverHead) {
  // 100 MB/s falling to 80 MB/s takes 25 % longer.
  EXPECT_THAT(worsening(100, 80, Direction::kHigher), DoubleNear(0.25, 1e-12));
  EXPECT_THAT(worsening(80, 100, Direction::kHigher), DoubleNear(-0.2, 1e-12));
}

TEST(Worsening, FromNothingToSomethingIsInfinite) {
  EXPECT_EQ(worsening(0, 3, Direction::kLower), std::numeric_limits<double>::infinity());
  EXPECT_EQ(worsening(3, 0, Direction::kHigher), std::numeric_limits<double>::infinity());
  EXPECT_EQ(worsening(3, 0, Direction::kLower), -1);
  EXPECT_EQ(worsening(0, 0, Direction::kLower), 0);
}

TEST(Worsening, WithoutADirectionNothingIsWorse) {
  EXPECT_EQ(worsening(1, 2, Direction::kUnknown), 0);
}

TEST(Compare, NegativeSamplesOfEitherSideHaveNoRatio) {
  for (const auto& [base, head] : {std::pair(around(100), around(-12)),
                                   {around(-12), around(100)},
                                   {around(-3), around(-2)}}) {
    const Assessment negative = assess(base, head);
    EXPECT_EQ(negative.fitness, Fitness::kNegative);
    EXPECT_EQ(negative.change, Change::kNone);
    ASSERT_TRUE(negative.comparison) << "the numbers are shown";
    EXPECT_EQ(negative.comparison->delta, std::nullopt);
  }
}

TEST(Compare, OneNegativeSampleIsEnoughAndZeroIsNone) {
  std::vector<double> values = around(100);
  values.front() = -1;
  EXPECT_EQ(assess(around(100), values).fitness, Fitness::kNegative);
  values.front() = -0.0;
  EXPECT_EQ(assess(around(100), values).fitness, Fitness::kFit);
}

TEST(Compare, SignificantAndLargeEnoughIsAChange) {
  EXPECT_EQ(assess(around(100), around(120)).change, Change::kWorse);
  EXPECT_EQ(assess(around(120), around(100)).change, Change::kBetter);
  EXPECT_EQ(assess(around(100), around(120), limits(Direction::kHigher)).change, Change::kBetter);
  EXPECT_EQ(assess(around(120), around(100), limits(Direction::kHigher)).change, Change::kWorse);
}

TEST(Compare, NumbersAreThoseOfTheSamples) {
  const Assessment one = assess({1, 2, 3, 4}, {5, 6, 7, 8});
  ASSERT_TRUE(one.comparison);
  EXPECT_EQ(one.comparison->sides.base.median, 2.5);
  EXPECT_EQ(one.comparison->sides.head.median, 6.5);
  EXPECT_THAT(*one.comparison->delta, DoubleNear(1.6, 1e-12));  // 6.5 / 2.5 - 1
  EXPECT_THAT(one.comparison->p, DoubleEq(2.0 / 70));           // C(8, 4) = 70, both tails
  EXPECT_EQ(one.comparison->alpha, 0.05);
  EXPECT_EQ(one.comparison->floor, 0.05);
  EXPECT_EQ(one.comparison->iterations.base, 1000);
}

TEST(Compare, BelowTheFloorIsNoChangeHoweverSignificant) {
  const Assessment one = assess(around(100), around(104.9));
  EXPECT_LT(one.comparison->p, 0.001);
  EXPECT_EQ(one.change, Change::kNone);
  EXPECT_EQ(assess(around(100), around(105.1)).change, Change::kWorse);
}

TEST(Compare, FloorIsReachedWhenItIsMetExactly) {
  // 125 / 100 - 1 is 0.25 in binary too.
  Limits quarter = limits();
  quarter.floor = 0.25;
  EXPECT_EQ(assess(repeated(4, 100), repeated(4, 125), quarter).change, Change::kWorse);
}

TEST(Compare, DecisionUsesNumbersThatAreNotRounded) {
  // A change of 4.96 % would be shown as 5.0 %.
  EXPECT_EQ(assess(around(100), around(104.96)).change, Change::kNone);
}

TEST(Compare, WhereHigherIsBetterTheFloorIsOnTheTimeItTakes) {
  // 100/95.3 - 1 = 4.93 %; 100/95.2 - 1 = 5.04 %.
  EXPECT_EQ(assess(around(100), around(95.3), limits(Direction::kHigher)).change, Change::kNone);
  EXPECT_EQ(assess(around(100), around(95.2), limits(Direction::kHigher)).change, Change::kWorse);
}

TEST(Compare, LargeButInsignificantIsNoChange) {
  // Medians 100 and 150, but U is 9 of 16 pairs: far from significant with 4 a side.
  const Assessment one = assess({50, 99, 101, 400}, {60, 110, 190, 200});
  EXPECT_GT(one.comparison->p, 0.05);
  EXPECT_EQ(one.change, Change::kNone);
}

TEST(Compare, PIsComparedWithAlphaStrictly) {
  // 4 against 4 separated samples: p is exactly 2/70.
  Limits strict = limits();
  strict.alpha = 2.0 / 70;
  EXPECT_EQ(assess({1, 2, 3, 4}, {5, 6, 7, 8}, strict).fitness, Fitness::kTooFew);
  strict.alpha = 2.0 / 70 + 1e-9;
  EXPECT_EQ(assess({1, 2, 3, 4}, {5, 6, 7, 8}, strict).change, Change::kWorse);
}

TEST(Compare, PEqualToAlphaIsNoChange) {
  // One pair out of order: 2 of 70 arrangements in each tail, p is exactly 4/70.
  Limits limit = limits();
  limit.alpha = 4.0 / 70;
  EXPECT_EQ(assess({1, 2, 3, 5}, {4, 6, 7, 8}, limit).change, Change::kNone);
  limit.alpha = 4.0 / 70 + 1e-9;
  EXPECT_EQ(assess({1, 2, 3, 5}, {4, 6, 7, 8}, limit).change, Change::kWorse);
}

TEST(Compare, EqualMediansAreNoChangeHoweverSignificant) {
  // Both medians are 5, but base has low values where head has high ones.
  Limits none = limits();
  none.floor = 0;
  const Assessment one =
      assess({1, 1, 1, 1, 1, 5, 5, 5, 5, 5, 5}, {5, 5, 5, 5, 5, 5, 9, 9, 9, 9, 9}, none);
  EXPECT_LT(one.comparison->p, 0.05);
  EXPECT_EQ(one.change, Change::kNone);
}

TEST(Compare, MinAbsHoldsBackSmallCounts) {
  Limits counts = limits();
  counts.min_abs = 2;
  EXPECT_EQ(assess(repeated(10, 0), repeated(10, 1), counts).change, Change::kNone);
  EXPECT_EQ(assess(repeated(10, 0), repeated(10, 2), counts).change, Change::kWorse);
}

TEST(Compare, FromNothingToSomethingIsWorseAndBackIsBetter) {
  const Assessment up = assess(repeated(5, 0), repeated(5, 1));
  EXPECT_EQ(up.change, Change::kWorse);
  EXPECT_EQ(up.comparison->delta, std::nullopt);
  const Assessment down = assess(repeated(5, 1), repeated(5, 0));
  EXPECT_EQ(down.change, Change::kBetter);
  EXPECT_EQ(down.comparison->delta, -1.0);
  EXPECT_EQ(assess(repeated(5, 0), repeated(5, 0)).change, Change::kNone);
}

TEST(Compare, WithAFloorOfZeroEqualMediansAreNoChange) {
  Limits none = limits();
  none.floor = 0;
  EXPECT_EQ(assess(repeated(10, 7), repeated(10, 7), none).change, Change::kNone);
}

TEST(Compare, ChangeWithoutADirectionIsUndirected) {
  EXPECT_EQ(assess(around(100), around(120), limits(Direction::kUnknown)).change,
            Change::kUndirected);
  EXPECT_EQ(assess(around(100), around(101), limits(Direction::kUnknown)).change, Change::kNone);
}

TEST(Compare, ConfirmAsksForHalfTheFloorAndHalfOfMinAbs) {
  EXPECT_EQ(assess(around(100), around(103), limits(), Stage::kFirst).change, Change::kNone);
  const Assessment again = assess(around(100), around(103), limits(), Stage::kConfirm);
  EXPECT_EQ(again.change, Change::kWorse);
  EXPECT_EQ(again.comparison->floor, 0.025);
  EXPECT_EQ(assess(around(100), around(102.4), limits(), Stage::kConfirm).change, Change::kNone);
  Limits counts = limits();
  counts.min_abs = 2;
  EXPECT_EQ(assess(repeated(10, 0), repeated(10, 1), counts, Stage::kConfirm).change,
            Change::kWorse);
}

TEST(Compare, ScatterOfEitherSideAboveTheThresholdIsSeen) {
  // 90 and 110 alternating: the standard deviation is 10 sqrt(10/9) = 10.54, the CV 10.5 %.
  const std::vector<double> noisy = {90, 110, 90, 110, 90, 110, 90, 110, 90, 110};
  EXPECT_EQ(assess(around(100), around(100)).spread, Spread::kSteady);
  EXPECT_EQ(assess(noisy, around(100)).spread, Spread::kScattered);
  EXPECT_EQ(assess(around(100), noisy).spread, Spread::kScattered);
  Limits patient = limits();
  patient.cv_threshold = 0.11;
  EXPECT_EQ(assess(noisy, noisy, patient).spread, Spread::kSteady);
}

TEST(Compare, ConstantsDoNotScatter) {
  EXPECT_EQ(assess(repeated(10, 0), repeated(10, 0)).spread, Spread::kSteady);
}

TEST(Compare, FewerThanFourSamplesOnASideAreTooFew) {
  EXPECT_EQ(assess(around(100), {100, 101, 102}).fitness, Fitness::kTooFew);
  EXPECT_EQ(assess({100, 101, 102}, around(100)).fitness, Fitness::kTooFew);
  EXPECT_EQ(assess({1, 2, 3, 4}, {1, 2, 3, 4}).fitness, Fitness::kFit);
}

TEST(Compare, CountsThatCannotReachAlphaAreTooFew) {
  // The smallest p of 5 against 5 is 2/252 = 0.0079.
  Limits strict = limits();
  strict.alpha = 0.005;
  EXPECT_EQ(assess({1, 2, 3, 4, 5}, {6, 7, 8, 9, 10}, strict).fitness, Fitness::kTooFew);
  strict.alpha = 0.008;
  EXPECT_EQ(assess({1, 2, 3, 4, 5}, {6, 7, 8, 9, 10}, strict).fitness, Fitness::kFit);
}

TEST(Compare, TooFewSamplesAreShownButNeverAChange) {
  const Assessment one = assess({1, 2, 3}, {7, 8, 9});
  EXPECT_TRUE(one.comparison);
  EXPECT_EQ(one.change, Change::kNone);
}

TEST(Compare, ReadingsThatAreNotFiniteMakeThePairUnfit) {
  dataset::Series head = series(around(100));
  head.not_finite = 1;
  Comparer comparer;
  EXPECT_EQ(
      comparer.assess({.base = series(around(100)), .head = head}, limits(), Stage::kFirst).fitness,
      Fitness::kNotFinite);
}

TEST(Compare, SideWithoutSamplesIsMissing) {
  const Assessment one = assess({}, around(100));
  EXPECT_EQ(one.fitness, Fitness::kMissing);
  EXPECT_FALSE(one.comparison);
}

TEST(Compare, FiftySamplesWithTiesAreExact) {
  // All of base 1, all of head 2: one arrangement of C(100, 50) in each tail.
  const Assessment one = assess(repeated(50, 1), repeated(50, 2));
  EXPECT_THAT(one.comparison->p, DoubleNear(2 / 1.00891344545564e29, 1e-42));
}

}  // namespace
}  // namespace headgate::gate
