#include "core/stats/regimes.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <gmock/gmock.h>

#include "support/reference_rows.h"
#include "support/samples.h"

namespace headgate::stats {
namespace {

using testing_support::repeated;
using testing_support::samples;
using testing_support::SeededNumbers;

// Low 1 2 3, high 11 12 13 14: mean 8, squares 49 36 25 9 16 25 36 = 196, inside 2 and 5.
// Deviations 1 0 1 1.5 0.5 0.5 1.5: MADN 1.4826, gap 8.
TEST(RegimeSplit, LeavesTheLeastVarianceInside) {
  const auto split = split_regimes(samples({12, 1, 11, 3, 14, 2, 13}));
  ASSERT_TRUE(split.has_value());
  EXPECT_EQ(split->low_count, 3u);
  EXPECT_EQ(split->high_count, 4u);
  EXPECT_EQ(split->low_median, 2);
  EXPECT_EQ(split->high_median, 12.5);
  EXPECT_DOUBLE_EQ(split->explained, 189.0 / 196);
  EXPECT_EQ(split->gap, 8);
  EXPECT_DOUBLE_EQ(split->separation, 8 / 1.482602218505602);
  EXPECT_EQ(split->regimes, Regimes::kOne);  // fewer than ten
}

TEST(RegimeSplit, CallsTwoSpeeds) {
  const auto split =
      split_regimes(samples({100, 101, 125, 99, 126, 100.5, 124, 125.5, 99.5, 101.5, 98.5, 126.5}));
  ASSERT_TRUE(split.has_value());
  EXPECT_EQ(split->low_count, 7u);
  EXPECT_EQ(split->regimes, Regimes::kTwo);
}

// Two of eleven are less than a fifth, two of ten are not.
TEST(RegimeSplit, NeedsAFifthInTheSmallerGroup) {
  const std::vector<double> ten{1, 2, 3, 4, 5, 6, 7, 8, 100, 101};
  EXPECT_EQ(split_regimes(samples(ten))->regimes, Regimes::kTwo);
  std::vector<double> eleven = ten;
  eleven.push_back(4.5);
  EXPECT_EQ(split_regimes(samples(eleven))->regimes, Regimes::kOne);
}

TEST(RegimeSplit, NeedsTenValues) {
  EXPECT_EQ(split_regimes(samples({1, 2, 3, 4, 5, 101, 102, 103, 104}))->regimes, Regimes::kOne);
  EXPECT_EQ(split_regimes(samples({1, 2, 3, 4, 5, 101, 102, 103, 104, 105}))->regimes,
            Regimes::kTwo);
}

// A ramp: half and half explain three quarters (1 - 1/4 for uniform values), and there is no gap.
TEST(RegimeSplit, OfARampIsOne) {
  const auto split = split_regimes(samples(testing_support::progression(100, 0, 1)));
  ASSERT_TRUE(split.has_value());
  EXPECT_EQ(split->low_count, 50u);
  EXPECT_NEAR(split->explained, 0.75, 1e-3);
  EXPECT_EQ(split->regimes, Regimes::kOne);
}

TEST(RegimeSplit, OfTwoValuesOnlyIsInfinitelySeparated) {
  std::vector<double> values = repeated(6, 1);
  values.insert(values.end(), 5, 2);
  const auto split = split_regimes(samples(values));
  ASSERT_TRUE(split.has_value());
  EXPECT_EQ(split->low_count, 6u);
  EXPECT_EQ(split->explained, 1);
  EXPECT_EQ(split->separation, std::numeric_limits<double>::infinity());
  EXPECT_EQ(split->regimes, Regimes::kTwo);
}

TEST(RegimeSplit, OfWhatCannotBeSplitDoesNotExist) {
  EXPECT_EQ(split_regimes({}).has_value(), false);
  EXPECT_EQ(split_regimes(samples({1})).has_value(), false);
  EXPECT_EQ(split_regimes(samples(repeated(20, 0.1))).has_value(), false);
}

// 0 1 2: {0} {1 2} and {0 1} {2} leave the same variance.
TEST(RegimeSplit, OfEquallyGoodOnesHasTheSmallerLowGroup) {
  EXPECT_EQ(split_regimes(samples({0, 1, 2}))->low_count, 1u);
}

TEST(RegimeSplitProperty, OrderUnitAndOriginDoNotMatter) {
  SeededNumbers numbers(41);
  for (int repeat = 0; repeat < 50; ++repeat) {
    std::vector<double> values(15);
    std::ranges::generate(
        values, [&] { return static_cast<double>(numbers.below(100) + 150 * numbers.below(2)); });
    const auto split = split_regimes(samples(values));
    numbers.shuffle(values);
    for (const double factor : {0x1p-1000, 1.0, 0x1p900}) {
      std::vector<double> moved = values;
      std::ranges::for_each(moved, [&](double& value) { value = (value + 1000) * factor; });
      const auto after = split_regimes(samples(moved));
      ASSERT_EQ(after->low_count, split->low_count);
      ASSERT_NEAR(after->explained, split->explained, 1e-12);
      ASSERT_EQ(after->regimes, split->regimes);
    }
  }
}

/// The share of `repeats` series of `n` values called two regimes, where each value is `apart`
/// standard deviations higher with probability `share_high`.
double called_two(std::size_t n, double share_high, double apart, int repeats) {
  SeededNumbers numbers(42);
  int two = 0;
  for (int repeat = 0; repeat < repeats; ++repeat) {
    std::vector<double> values(n);
    std::ranges::generate(values, [&] {
      const double center = numbers.uniform() < share_high ? apart : 0;
      return center + numbers.normal();
    });
    const auto split = split_regimes(samples(values));
    two += split->regimes == Regimes::kTwo ? 1 : 0;
  }
  return static_cast<double>(two) / repeats;
}

// Both sides are simulated: four standard errors of their difference.
TEST(RegimeSplitProperty, IsCalledTwoAsOftenAsNumPyCallsIt) {
  constexpr int kRepeats = 4000;
  const auto rows =
      testing_support::reference_rows("regime_rates.csv", "n,share_high,apart,series,called_two");
  EXPECT_EQ(rows.size(), 5u);
  for (const auto& row : rows) {
    const double series = std::stod(row.at(3));
    const double rate = std::stod(row.at(4)) / series;
    const double error = std::sqrt(rate * (1 - rate) * (1 / series + 1.0 / kRepeats));
    const std::size_t n = std::stoul(row.at(0));
    EXPECT_NEAR(called_two(n, std::stod(row.at(1)), std::stod(row.at(2)), kRepeats), rate,
                4 * error + 1.0 / kRepeats)
        << n << " values, " << row.at(2) << " apart";
  }
}

}  // namespace
}  // namespace headgate::stats
