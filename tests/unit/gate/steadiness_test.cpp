#include "core/gate/steadiness.h"

#include <cmath>
#include <cstddef>
#include <vector>

#include <gmock/gmock.h>

namespace headgate::gate {
namespace {

using ::testing::HasSubstr;

constexpr double kFloor = 0.05;

dataset::Series series(const std::vector<double>& values) {
  dataset::Series made;
  for (const double value : values) {
    made.observations.push_back({.sample = stats::Sample::from(value).value(),
                                 .iterations = 1,
                                 .round = made.observations.size()});
  }
  return made;
}

// Each value 1 % above the one before.
dataset::Series rising(std::size_t rounds, double start) {
  std::vector<double> values;
  for (std::size_t round = 0; round < rounds; ++round) {
    values.push_back(start * std::pow(1.01, static_cast<double>(round)));
  }
  return series(values);
}

TEST(Drift, OfBothSidesTogetherIsToldWithItsSize) {
  // 1.01^9 = 1.0937; all 45 pairs of 10 rounds rise: p = 2 / 10! = 5.5e-07.
  const auto warning = drift({.base = rising(10, 100), .head = rising(10, 130)}, kFloor);
  ASSERT_TRUE(warning);
  EXPECT_EQ(warning->kind, WarningKind::kDrift);
  EXPECT_THAT(warning->text, HasSubstr("went up by 9.4% (p=5.5e-07"));
}

TEST(Drift, BelowTheFloorIsNotTold) {
  EXPECT_FALSE(drift({.base = rising(10, 100), .head = rising(10, 130)}, 0.10));
}

TEST(Drift, NeedsSevenRoundsToBeMoreThanChance) {
  // All rising: 2 / 6! = 0.0028 is above 0.001, 2 / 7! = 0.0004 is not.
  EXPECT_FALSE(drift({.base = rising(6, 100), .head = rising(6, 100)}, 0.01));
  EXPECT_TRUE(drift({.base = rising(7, 100), .head = rising(7, 100)}, 0.01));
}

TEST(Drift, ADifferenceBetweenTheSidesIsNone) {
  EXPECT_FALSE(
      drift({.base = series({5, 5, 5, 5, 5, 5, 5, 5}), .head = series({9, 9, 9, 9, 9, 9, 9, 9})},
            kFloor));
}

TEST(Drift, LooksOnlyAtRoundsThatBothSidesHave) {
  dataset::Series late = rising(8, 100);
  for (dataset::Observation& observation : late.observations) {
    observation.round += 3;
  }
  // Rounds 3 to 7: five, whose p cannot be below 2 / 5! = 0.017.
  EXPECT_FALSE(drift({.base = rising(8, 100), .head = late}, 0.01));
  EXPECT_FALSE(drift({.base = rising(8, 100), .head = series({})}, 0.01));
}

TEST(Drift, OfValuesWithoutALogarithmIsNotTold) {
  dataset::Series zeros = rising(10, 100);
  zeros.observations.front().sample = stats::Sample::from(0).value();
  EXPECT_FALSE(drift({.base = zeros, .head = zeros}, kFloor));
}

TEST(TwoRegimes, NameTheSideTheGapAndTheHeaps) {
  const dataset::Series steady = series({100, 101, 102, 100, 101, 102, 100, 101, 102, 101});
  const dataset::Series torn = series({100, 101, 100, 150, 151, 152, 100, 150, 101, 151});
  // Medians of the heaps: 100 (of 100 100 100 101 101) and 151 (of 150 150 151 151 152).
  const auto warning = two_regimes({.base = steady, .head = torn}, kFloor);
  ASSERT_TRUE(warning);
  EXPECT_EQ(warning->kind, WarningKind::kTwoRegimes);
  EXPECT_THAT(warning->text,
              HasSubstr("the values of head lie in two heaps, 51.0% apart: 5 and 5 samples"));
  EXPECT_FALSE(two_regimes({.base = steady, .head = steady}, kFloor));
}

TEST(TwoRegimes, CloserThanTheFloorAreNotTold) {
  const dataset::Series close = series({100, 100.1, 100, 103, 103.1, 103, 100, 103, 100.1, 103});
  EXPECT_FALSE(two_regimes({.base = close, .head = close}, kFloor));
  EXPECT_TRUE(two_regimes({.base = close, .head = close}, 0.02));
}

}  // namespace
}  // namespace headgate::gate
