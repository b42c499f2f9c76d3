// What must hold for any samples, and how often the test errs on simulated ones.

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include <gmock/gmock.h>

#include "core/stats/mann_whitney.h"
#include "support/samples.h"

namespace headgate::stats {
namespace {

using testing_support::samples;
using testing_support::SeededNumbers;

struct Sides {
  std::string name;
  std::vector<double> base;
  std::vector<double> head;
};

std::vector<double> drawn(SeededNumbers& numbers, std::size_t count, std::size_t levels) {
  std::vector<double> values;
  for (std::size_t i = 0; i < count; ++i) {
    values.push_back(static_cast<double>(numbers.below(levels)));
  }
  return values;
}

/// Few and many levels (all ties to almost none), equal and unequal counts, exact and not.
std::vector<Sides> assorted_sides() {
  SeededNumbers numbers(1);
  std::vector<Sides> all;
  for (const std::size_t levels : {2u, 4u, 30u, 1000000u}) {
    for (const auto& [n1, n2] : std::vector<std::pair<std::size_t, std::size_t>>{
             {1, 1}, {1, 7}, {4, 4}, {5, 4}, {10, 10}, {12, 31}, {40, 3}, {34, 34}, {55, 60}}) {
      for (int repeat = 0; repeat < 4; ++repeat) {
        all.push_back({.name = std::to_string(n1) + " against " + std::to_string(n2) + " of " +
                               std::to_string(levels) + " levels",
                       .base = drawn(numbers, n1, levels),
                       .head = drawn(numbers, n2, levels)});
      }
    }
  }
  return all;
}

TEST(MannWhitneyProperty, PIsAProbabilityAndNeverZero) {
  MannWhitneyTest test;
  for (const Sides& sides : assorted_sides()) {
    const MannWhitney result = test.compare(samples(sides.base), samples(sides.head));
    ASSERT_GT(result.p, 0) << sides.name;
    ASSERT_LE(result.p, 1) << sides.name;
  }
}

TEST(MannWhitneyProperty, SwappingSidesMirrorsUAndLeavesP) {
  MannWhitneyTest test;
  for (const Sides& sides : assorted_sides()) {
    const MannWhitney result = test.compare(samples(sides.base), samples(sides.head));
    const MannWhitney swapped = test.compare(samples(sides.head), samples(sides.base));
    ASSERT_EQ(swapped.p, result.p) << sides.name;
    ASSERT_EQ(swapped.method, result.method) << sides.name;
    ASSERT_EQ(swapped.u + result.u, static_cast<double>(sides.base.size() * sides.head.size()))
        << sides.name;
  }
}

TEST(MannWhitneyProperty, ScalingBothSidesChangesNothing) {
  MannWhitneyTest test;
  for (const Sides& sides : assorted_sides()) {
    const MannWhitney result = test.compare(samples(sides.base), samples(sides.head));
    for (const double factor : {0x1p-40, 3.0, 1e-9}) {
      const auto scaled = [&](std::vector<double> values) {
        std::ranges::for_each(values, [&](double& value) { value *= factor; });
        return samples(values);
      };
      const MannWhitney after = test.compare(scaled(sides.base), scaled(sides.head));
      ASSERT_EQ(after.p, result.p) << sides.name << " times " << factor;
      ASSERT_EQ(after.u, result.u) << sides.name << " times " << factor;
    }
  }
}

TEST(MannWhitneyProperty, TurningTheScaleAroundLeavesP) {
  MannWhitneyTest test;
  for (const Sides& sides : assorted_sides()) {
    const auto negated = [](std::vector<double> values) {
      std::ranges::transform(values, values.begin(), std::negate<>());
      return samples(values);
    };
    const MannWhitney result = test.compare(samples(sides.base), samples(sides.head));
    const MannWhitney turned = test.compare(negated(sides.base), negated(sides.head));
    ASSERT_EQ(turned.p, result.p) << sides.name;
  }
}

TEST(MannWhitneyProperty, ShufflingChangesNothing) {
  MannWhitneyTest test;
  SeededNumbers numbers(2);
  for (Sides& sides : assorted_sides()) {
    const MannWhitney result = test.compare(samples(sides.base), samples(sides.head));
    numbers.shuffle(sides.base);
    numbers.shuffle(sides.head);
    const MannWhitney shuffled = test.compare(samples(sides.base), samples(sides.head));
    ASSERT_EQ(shuffled.p, result.p) << sides.name;
    ASSERT_EQ(shuffled.u, result.u) << sides.name;
  }
}

/// Shares of simulated comparisons with p < 0.05.
struct Rejections {
  double head_higher;
  double head_lower;
};

using Draw = std::function<double(SeededNumbers&)>;

Rejections simulate(int repeats, std::size_t n1, std::size_t n2, const Draw& base,
                    const Draw& head) {
  SeededNumbers numbers(3);
  MannWhitneyTest test;
  int higher = 0;
  int lower = 0;
  for (int repeat = 0; repeat < repeats; ++repeat) {
    std::vector<double> base_values;
    std::vector<double> head_values;
    std::generate_n(std::back_inserter(base_values), n1, [&] { return base(numbers); });
    std::generate_n(std::back_inserter(head_values), n2, [&] { return head(numbers); });
    const MannWhitney result = test.compare(samples(base_values), samples(head_values));
    if (result.p < 0.05) {
      ++(2 * result.u < static_cast<double>(n1 * n2) ? higher : lower);
    }
  }
  return {.head_higher = static_cast<double>(higher) / repeats,
          .head_lower = static_cast<double>(lower) / repeats};
}

/// Four standard errors of a share near `rate`.
double tolerance(double rate, int repeats) { return 4 * std::sqrt(rate * (1 - rate) / repeats); }

double log_normal(SeededNumbers& numbers) { return std::exp(0.5 * numbers.normal()); }

// 10 against 10: 3996 of the C(20, 10) = 184756 arrangements have U <= 23, 4843 have U <= 24, so
// that p < 0.05 up to 23, at 2.163 % on each side.
TEST(MannWhitneyProperty, FalseAlarmsOfDistinctValuesAreAsFrequentAsCounted) {
  constexpr int kRepeats = 10000;
  const Rejections rejections = simulate(kRepeats, 10, 10, log_normal, log_normal);
  const double rate = 3996.0 / 184756;
  EXPECT_NEAR(rejections.head_higher, rate, tolerance(rate, kRepeats));
  EXPECT_NEAR(rejections.head_lower, rate, tolerance(rate, kRepeats));
}

// Each side's share may be anything up to alpha / 2, also where most values are equal and counts
// differ, which is where taking the wrong tail raises false alarms on one side.
TEST(MannWhitneyProperty, FalseAlarmsOfTiedValuesStayBelowHalfAlphaOnEachSide) {
  constexpr int kRepeats = 5000;
  const Draw skewed = [](SeededNumbers& numbers) {
    return std::floor(std::exp(1.2 * numbers.normal()));
  };
  for (const auto& [n1, n2] :
       std::vector<std::pair<std::size_t, std::size_t>>{{10, 10}, {4, 7}, {7, 4}, {12, 5}}) {
    const Rejections rejections = simulate(kRepeats, n1, n2, skewed, skewed);
    EXPECT_LE(rejections.head_higher, 0.025 + tolerance(0.025, kRepeats)) << n1 << " v " << n2;
    EXPECT_LE(rejections.head_lower, 0.025 + tolerance(0.025, kRepeats)) << n1 << " v " << n2;
    EXPECT_GT(rejections.head_higher + rejections.head_lower, 0.005) << n1 << " v " << n2;
  }
}

// With ties among 60 a side the corrections of the approximation keep it near alpha: within half a
// percent, plus chance.
TEST(MannWhitneyProperty, FalseAlarmsOfTheApproximationAreNearAlpha) {
  constexpr int kRepeats = 4000;
  const Draw rounded = [](SeededNumbers& numbers) { return std::round(3 * numbers.normal()); };
  const Rejections rejections = simulate(kRepeats, 60, 60, rounded, rounded);
  EXPECT_NEAR(rejections.head_higher, 0.025, 0.005 + tolerance(0.025, kRepeats));
  EXPECT_NEAR(rejections.head_lower, 0.025, 0.005 + tolerance(0.025, kRepeats));
}

// Two standard deviations apart, ten a side: P(head > base) = Phi(2 / sqrt 2) = 0.92, and the mean
// of U is 8 of 100, far below the 23 that p < 0.05 asks for.
TEST(MannWhitneyProperty, FindsARealDifferenceOnTheSideItIs) {
  constexpr int kRepeats = 1000;
  const Draw normal = [](SeededNumbers& numbers) { return numbers.normal(); };
  const Draw higher = [](SeededNumbers& numbers) { return 2 + numbers.normal(); };
  const Rejections slower = simulate(kRepeats, 10, 10, normal, higher);
  EXPECT_GT(slower.head_higher, 0.95);
  EXPECT_EQ(slower.head_lower, 0);
  const Rejections faster = simulate(kRepeats, 10, 10, higher, normal);
  EXPECT_GT(faster.head_lower, 0.95);
  EXPECT_EQ(faster.head_higher, 0);
}

}  // namespace
}  // namespace headgate::stats
