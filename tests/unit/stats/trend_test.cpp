#include "core/stats/trend.h"

#include <algorithm>
#include <cmath>
#include <limits>
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

constexpr double kLargestValue = std::numeric_limits<double>::max();

std::vector<double> drawn_levels(SeededNumbers& numbers, std::size_t count, std::size_t levels) {
  std::vector<double> values(count);
  std::ranges::generate(values, [&] { return static_cast<double>(numbers.below(levels)); });
  return values;
}

// Of the 24 orders of 1 2 3 4 one has S = 6 and three have S = 4.
TEST(MannKendall, IsADoubledShareOfOrders) {
  const MannKendall rising = mann_kendall_test(samples({1, 2, 3, 4}));
  EXPECT_EQ(rising.s, 6);
  EXPECT_DOUBLE_EQ(rising.p, 2.0 / 24);
  EXPECT_EQ(rising.method, PMethod::kExact);
  const MannKendall falling = mann_kendall_test(samples({4, 3, 1, 2}));
  EXPECT_EQ(falling.s, -4);
  EXPECT_DOUBLE_EQ(falling.p, 8.0 / 24);
}

// 1 1 2 has three orders, with S = 2, 0 and -2.
TEST(MannKendall, CountsOrdersOfEqualValuesOnce) {
  const MannKendall result = mann_kendall_test(samples({1, 1, 2}));
  EXPECT_EQ(result.s, 2);
  EXPECT_DOUBLE_EQ(result.p, 2.0 / 3);
  EXPECT_EQ(result.method, PMethod::kExactTies);
  EXPECT_EQ(mann_kendall_test(samples({1, 2, 1})).p, 1);
}

TEST(MannKendall, OfEqualValuesIsOne) {
  for (const std::size_t n : {2u, 34u, 35u}) {
    const MannKendall result = mann_kendall_test(samples(repeated(n, 7)));
    EXPECT_EQ(result.p, 1);
    EXPECT_EQ(result.s, 0);
    EXPECT_EQ(result.method, PMethod::kAllEqual);
  }
}

// 2 / 34! = 6.774e-39 by hand; one more value is approximated.
TEST(MannKendall, CountsUpToTheLongestSeriesAndApproximatesBeyond) {
  const MannKendall exact = mann_kendall_test(samples(progression(34, 1, 1)));
  EXPECT_EQ(exact.method, PMethod::kExact);
  EXPECT_NEAR(exact.p, 2 / std::tgamma(35), 1e-50);
  const MannKendall normal = mann_kendall_test(samples(progression(35, 1, 1)));
  EXPECT_EQ(normal.method, PMethod::kNormal);
  EXPECT_GT(normal.p, 0);
}

TEST(MannKendallProperty, TurningAroundNegatesSAndLeavesP) {
  SeededNumbers numbers(31);
  for (const std::size_t levels : {2u, 5u, 1000000u}) {
    for (const std::size_t n : {2u, 5u, 10u, 34u, 60u}) {
      const std::vector<double> values = drawn_levels(numbers, n, levels);
      const MannKendall result = mann_kendall_test(samples(values));
      std::vector<double> turned(values.rbegin(), values.rend());
      EXPECT_EQ(mann_kendall_test(samples(turned)).s, -result.s);
      EXPECT_EQ(mann_kendall_test(samples(turned)).p, result.p);
      std::vector<double> scaled = values;
      std::ranges::for_each(scaled, [](double& value) { value = std::exp(value / 1e5); });
      EXPECT_EQ(mann_kendall_test(samples(scaled)).p, result.p);
      EXPECT_GT(result.p, 0);
      EXPECT_LE(result.p, 1);
    }
  }
}

TEST(MannKendallProperty, AgreesWithListingAllOrders) {
  SeededNumbers numbers(32);
  for (const std::size_t levels : {2u, 3u, 1000u}) {
    for (std::size_t n = 2; n <= 7; ++n) {
      const std::vector<double> values = drawn_levels(numbers, n, levels);
      const MannKendall result = mann_kendall_test(samples(values));
      std::vector<double> order = values;
      std::ranges::sort(order);
      std::size_t orders = 0;
      std::size_t as_far = 0;
      do {
        const std::int64_t s = mann_kendall_test(samples(order)).s;
        ++orders;
        as_far += s >= std::max(result.s, -result.s) ? 1 : 0;
      } while (std::ranges::next_permutation(order).found);
      EXPECT_DOUBLE_EQ(result.p,
                       std::fmin(1, 2 * static_cast<double>(as_far) / static_cast<double>(orders)))
          << n << " of " << levels << " levels";
    }
  }
}

// Four standard errors around alpha; S is fine-grained at 20 and 60 values.
TEST(MannKendallProperty, FalseAlarmsAreNearAlpha) {
  SeededNumbers numbers(33);
  constexpr int kRepeats = 4000;
  for (const std::size_t n : {20u, 60u}) {
    int rejected = 0;
    for (int repeat = 0; repeat < kRepeats; ++repeat) {
      std::vector<double> values(n);
      std::ranges::generate(values, [&] { return numbers.normal(); });
      rejected += mann_kendall_test(samples(values)).p < 0.05 ? 1 : 0;
    }
    EXPECT_NEAR(static_cast<double>(rejected) / kRepeats, 0.05, 0.0138 + 0.003) << n;
  }
}

TEST(SenSlope, IsTheMedianOfAllSlopes) {
  EXPECT_EQ(sen_slope(samples({1, 4})), 3);
  // Slopes 1 2.5 4; 1, (1 + 4) / 2, 4.
  EXPECT_EQ(sen_slope(samples({0, 1, 5})), 2.5);
  EXPECT_DOUBLE_EQ(sen_slope(samples(progression(20, 3, -0.25))), -0.25);
  EXPECT_EQ(sen_slope(samples(repeated(5, 2))), 0);
}

TEST(SenSlope, IsNotMovedByOneWildValueAndDoesNotOverflow) {
  std::vector<double> values = progression(20, 0, 1);
  values[7] = 1e9;
  EXPECT_EQ(sen_slope(samples(values)), 1);
  EXPECT_EQ(sen_slope(samples({-kLargestValue, kLargestValue})), kLargestValue);
}

// Mean 2, deviations -1 0 1 0 ...: of 1 2 3 2 the products add up to 0, of 1 3 1 3 to -3 of 4.
TEST(Autocorrelation, IsTheShareOfNeighbouringProducts) {
  EXPECT_EQ(lag1_autocorrelation(samples({1, 2, 3, 2}))->lag1, 0);
  EXPECT_EQ(lag1_autocorrelation(samples({1, 3, 1, 3}))->lag1, -0.75);
  EXPECT_EQ(lag1_autocorrelation(samples({1, 3, 1, 3}))->bound, 1);
  EXPECT_EQ(lag1_autocorrelation(samples({1, 3, 1, 3}))->interval_factor, 1);
}

// Five 1 and five 3: 8 of 9 neighbours agree, (8 - 1) / 10 = 0.7, above 2 / sqrt(10) = 0.63.
TEST(Autocorrelation, AboveTheBoundWidensIntervals) {
  const auto result = lag1_autocorrelation(samples({1, 1, 1, 1, 1, 3, 3, 3, 3, 3}));
  ASSERT_TRUE(result.has_value());
  EXPECT_DOUBLE_EQ(result->lag1, 0.7);
  EXPECT_DOUBLE_EQ(result->bound, 2 / std::sqrt(10));
  EXPECT_DOUBLE_EQ(result->interval_factor, std::sqrt(1.7 / 0.3));
}

TEST(Autocorrelation, DoesNotDependOnUnitOrDirection) {
  SeededNumbers numbers(34);
  const std::vector<double> values = drawn_levels(numbers, 30, 1000);
  const double lag1 = lag1_autocorrelation(samples(values))->lag1;
  for (const double factor : {-1.0, 0x1p-1000, 0x1p1000}) {
    std::vector<double> scaled = values;
    std::ranges::for_each(scaled, [&](double& value) { value *= factor; });
    EXPECT_EQ(lag1_autocorrelation(samples(scaled))->lag1, lag1) << factor;
  }
  const std::vector<double> turned(values.rbegin(), values.rend());
  EXPECT_NEAR(lag1_autocorrelation(samples(turned))->lag1, lag1, 1e-15);
}

// A correlation of 0.5 at 40 values: sd about sqrt((1 - 0.25) / 40) = 0.14, and 0.5 - 0.316 is 1.3
// of them less a bias of about (1 + 3 * 0.5) / 40: more than half are above the bound.
TEST(Autocorrelation, TellsDependentFromIndependentSeries) {
  SeededNumbers numbers(35);
  constexpr int kRepeats = 1000;
  int dependent = 0;
  int independent = 0;
  for (int repeat = 0; repeat < kRepeats; ++repeat) {
    std::vector<double> white(40);
    std::ranges::generate(white, [&] { return numbers.normal(); });
    std::vector<double> red = white;
    for (std::size_t i = 1; i < red.size(); ++i) {
      red[i] += 0.5 * red[i - 1];
    }
    const auto above = [](const std::vector<double>& values) {
      const auto result = lag1_autocorrelation(samples(values));
      return result->lag1 > result->bound ? 1 : 0;
    };
    independent += above(white);
    dependent += above(red);
  }
  EXPECT_LT(independent, 0.05 * kRepeats);
  EXPECT_GT(dependent, 0.7 * kRepeats);
}

TEST(Autocorrelation, OfTooFewOrEqualValuesDoesNotExist) {
  EXPECT_EQ(lag1_autocorrelation({}).has_value(), false);
  EXPECT_EQ(lag1_autocorrelation(samples({1, 2})).has_value(), false);
  EXPECT_EQ(lag1_autocorrelation(samples({3, 3, 3, 3})).has_value(), false);
}

TEST(Trend, OfFewerThanTwoValuesIsABug) {
  EXPECT_THROW((void)mann_kendall_test({}), std::logic_error);
  EXPECT_THROW((void)mann_kendall_test(samples({1})), std::logic_error);
  EXPECT_THROW((void)sen_slope(samples({1})), std::logic_error);
}

}  // namespace
}  // namespace headgate::stats
