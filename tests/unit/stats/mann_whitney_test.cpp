#include "core/stats/mann_whitney.h"

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

MannWhitney compare(const std::vector<double>& base, const std::vector<double>& head,
                    ExactLimits limits = {}) {
  return MannWhitneyTest(limits).compare(samples(base), samples(head));
}

struct Vector {
  std::string name;
  std::vector<double> base;
  std::vector<double> head;
  double u;
  double p;
  PMethod method;
};

void expect_agreement(const std::vector<Vector>& vectors) {
  for (const Vector& vector : vectors) {
    SCOPED_TRACE(vector.name);
    const MannWhitney result = compare(vector.base, vector.head);
    EXPECT_EQ(result.u, vector.u);
    EXPECT_NEAR(result.p, vector.p, 1e-14 * std::fmax(1, vector.p));
    EXPECT_NEAR(result.p / vector.p, 1, 1e-13);
    EXPECT_EQ(result.method, vector.method);
  }
}

// Fractions count arrangements by hand where they are small; the others are what benchstat prints
// for these samples (golang/perf 712aea8b4705).
TEST(MannWhitney, CountsDistinctValuesExactly) {
  expect_agreement({
      {"-1 x3, 1 x3", repeated(3, -1), repeated(3, 1), 0, 2.0 / 20, PMethod::kExactTies},
      {"four below four", {2, 1, 3, 5}, {12, 11, 13, 15}, 0, 2.0 / 70, PMethod::kExact},
      {"four among four", {2, 1, 3, 5}, {0, 4, 6, 7}, 5, 34.0 / 70, PMethod::kExact},
      {"fifty, shifted", progression(50, 1, 1), progression(50, 8.5, 1), 903, 0.0164501372971901,
       PMethod::kExact},
      {"five against fifty", progression(5, 1, 1), progression(50, 3.5, 1), 3, 4.02442133851679e-06,
       PMethod::kExact},
  });
}

// Times of golang.org/x/perf's JSON and gob encoders; the documented p = 0.000 and p = 0.446.
TEST(MannWhitney, AgreesWithTheDocumentedExampleOfBenchstat) {
  expect_agreement({
      {"json",
       {1726, 1723, 1707, 1707, 1713, 1729, 1736, 1707, 1705, 1774},
       {1423, 1416, 1411, 1413, 1412, 1426, 1422, 1424, 1447, 1425},
       100,
       2.0 / 184756,
       PMethod::kExactTies},
      {"gob",
       {3069, 3075, 3069, 3067, 3207, 3064, 3064, 3058, 3059, 3062},
       {3075, 3065, 3059, 3065, 3060, 3081, 3186, 3135, 3087, 3062},
       39.5,
       82420.0 / 184756,
       PMethod::kExactTies},
  });
}

// Both tails are counted. benchstat has p = 0, 0.079 and 1.75 for the second, fifth and sixth: it
// takes the other tail when base is the larger side, and does not stop at 1.
TEST(MannWhitney, CountsTiedValuesExactlyInTheRightTail) {
  const std::vector<double> four{2, 1, 3, 5};
  expect_agreement({
      {"one value on a side", four, repeated(4, 2), 10, 50.0 / 70, PMethod::kExactTies},
      {"head lower, unequal n", four, repeated(5, 1), 17.5, 12.0 / 126, PMethod::kExactTies},
      {"head higher, unequal n", repeated(5, 1), four, 2.5, 12.0 / 126, PMethod::kExactTies},
      {"two values, head above", repeated(5, 100), repeated(4, 101), 0, 2.0 / 126,
       PMethod::kExactTies},
      {"two values, head below", repeated(4, 101), repeated(5, 100), 20, 2.0 / 126,
       PMethod::kExactTies},
      {"one against seven", {0}, {0, 0, 0, 0, 0, 1, 0}, 3, 1, PMethod::kExactTies},
      {"constant against almost constant",
       {115, 114, 115, 115, 115},
       repeated(5, 78.8),
       25,
       2.0 / 252,
       PMethod::kExactTies},
      {"ten against twelve", progression(10, 1, 1), progression(12, 2, 2), 22.5, 0.0120034763997613,
       PMethod::kExactTies},
  });
}

// Values of benchstat again. Five against fifty is still exact (see above); the hundreds are even
// numbers against odd ones, without ties.
TEST(MannWhitney, ApproximatesBeyondTheLimits) {
  expect_agreement({
      {"five against fifty-one", progression(5, 1, 1), progression(51, 3.5, 1), 3,
       0.000366767159305489, PMethod::kNormal},
      {"hundreds", progression(500, 0, 2), progression(600, -41, 2), 135250, 0.00493353608141722,
       PMethod::kNormal},
  });
}

// U = 2 of 4 pairs is the middle: P(U <= 2) = 4 / 6, and twice that is no probability.
TEST(MannWhitney, PIsOneInTheMiddle) {
  expect_agreement({{"distinct", {1, 4}, {2, 3}, 2, 1, PMethod::kExact},
                    {"tied", {1, 3}, {2, 2}, 2, 1, PMethod::kExactTies}});
}

TEST(MannWhitney, LimitsCountTheLargerSideAndTiesApart) {
  const ExactLimits limits{.without_ties = 8, .with_ties = 4};
  const auto method = [&](std::size_t n1, std::size_t n2, double head_first) {
    return compare(progression(n1, 0, 1), progression(n2, head_first, 1), limits).method;
  };
  EXPECT_EQ(method(8, 8, 0.5), PMethod::kExact);
  EXPECT_EQ(method(9, 2, 0.5), PMethod::kNormal);
  EXPECT_EQ(method(2, 9, 0.5), PMethod::kNormal);
  EXPECT_EQ(method(4, 4, 0), PMethod::kExactTies);
  EXPECT_EQ(method(5, 2, 0), PMethod::kNormal);
  EXPECT_EQ(method(2, 5, 0), PMethod::kNormal);
}

TEST(MannWhitney, IsExactToFiftyASideByDefault) {
  EXPECT_EQ(compare(progression(50, 0, 1), progression(50, 0.5, 1)).method, PMethod::kExact);
  EXPECT_EQ(compare(progression(51, 0, 1), progression(50, 0.5, 1)).method, PMethod::kNormal);
  EXPECT_EQ(compare(progression(50, 0, 1), progression(50, 0, 1)).method, PMethod::kExactTies);
  EXPECT_EQ(compare(progression(50, 0, 1), progression(51, 0, 1)).method, PMethod::kNormal);
}

TEST(MannWhitney, OrderOfSamplesDoesNotMatter) {
  MannWhitneyTest test;
  const std::vector<Sample> sorted = samples({1, 2, 3, 5, 8});
  const std::vector<Sample> shuffled = samples({5, 1, 8, 3, 2});
  const std::vector<Sample> other = samples({4, 2, 6, 9, 7});
  EXPECT_EQ(test.compare(shuffled, other).p, test.compare(sorted, other).p);
  EXPECT_EQ(test.compare(other, shuffled).u, test.compare(other, sorted).u);
  EXPECT_EQ(test.compare(shuffled, sorted).method, PMethod::kExactTies);
}

TEST(MannWhitney, EqualSamplesDoNotDiffer) {
  for (const auto& [n1, n2] :
       std::vector<std::pair<std::size_t, std::size_t>>{{1, 1}, {4, 6}, {51, 51}, {500, 1}}) {
    const MannWhitney result = compare(repeated(n1, 1), repeated(n2, 1));
    EXPECT_EQ(result.p, 1);
    EXPECT_EQ(result.u, static_cast<double>(n1 * n2) / 2);
    EXPECT_EQ(result.method, PMethod::kAllEqual);
  }
  EXPECT_EQ(compare({0.0}, {-0.0}).method, PMethod::kAllEqual);
}

// |U - n1 n2 / 2| of 0 and of 1/2 are both within the continuity correction.
TEST(MannWhitney, ApproximationIsOneInTheMiddle) {
  const ExactLimits never{.without_ties = 0, .with_ties = 0};
  EXPECT_EQ(compare({1, 4}, {2, 3}, never).p, 1);
  EXPECT_EQ(compare({2}, {1}, never).p, 1);
  EXPECT_LT(compare({1, 2}, {3, 4}, never).p, 1);
}

// 60 against 60: z = (1800 - 0.5) / sqrt(3600 * 121 / 12) = 9.444, where 1 - Phi(z) in doubles is
// 0. p = erfc(z / sqrt 2) lies between the classic bounds (1 - 1 / z^2) and 1 times 2 phi(z) / z.
TEST(MannWhitney, FarTailsKeepTheirDigitsInBothDirections) {
  const std::vector<double> low = progression(60, 0, 1);
  const std::vector<double> high = progression(60, 100, 1);
  const MannWhitney slower = compare(low, high);
  const MannWhitney faster = compare(high, low);
  EXPECT_EQ(slower.p, faster.p);
  const double z = 1799.5 / std::sqrt(36300);
  const double bound = std::sqrt(2 / std::acos(-1)) * std::exp(-z * z / 2) / z;
  EXPECT_LT(slower.p, bound);
  EXPECT_GT(slower.p, bound * (1 - 1 / (z * z)));
}

// 2000 against 2000 apart: z = 54.8, beyond what erfc can tell from 0.
TEST(MannWhitney, PIsNeverZero) {
  const double p = compare(progression(2000, 0, 1), progression(2000, 5000, 1)).p;
  EXPECT_EQ(p, std::numeric_limits<double>::min());
}

TEST(MannWhitney, OneObjectServesManyCounts) {
  MannWhitneyTest test;
  const auto four = samples({2, 1, 3, 5});
  const auto other_four = samples({12, 11, 13, 15});
  const auto five = samples({12, 11, 13, 15, 14});
  EXPECT_EQ(test.compare(four, other_four).p, 2.0 / 70);
  EXPECT_EQ(test.compare(four, five).p, 2.0 / 126);
  EXPECT_EQ(test.compare(five, four).p, 2.0 / 126);
  EXPECT_EQ(test.compare(four, other_four).p, 2.0 / 70);
}

TEST(MannWhitney, EmptySidesAndLimitsThatCannotBeCountedAreBugs) {
  EXPECT_THROW((void)compare({}, {1}), std::logic_error);
  EXPECT_THROW((void)compare({1}, {}), std::logic_error);
  EXPECT_THROW(MannWhitneyTest({.without_ties = kMostExactSamples + 1, .with_ties = 1}),
               std::logic_error);
  EXPECT_THROW(MannWhitneyTest({.without_ties = 1, .with_ties = kMostExactSamples + 1}),
               std::logic_error);
}

// 2 / C(2 n, n): 1, 2/6, 2/20, 2/70, 2/252, 2/924, 2/3432, 2/12870, 2/48620.
TEST(SmallestAttainableP, IsTheTwoSidedOneOfSeparatedSides) {
  const std::vector<double> arrangements{2, 6, 20, 70, 252, 924, 3432, 12870, 48620};
  for (std::size_t n = 1; n <= arrangements.size(); ++n) {
    EXPECT_EQ(smallest_attainable_p(n, n), 2 / arrangements[n - 1]) << n;
  }
  EXPECT_EQ(smallest_attainable_p(4, 5), 2.0 / 126);
  EXPECT_EQ(smallest_attainable_p(5, 4), 2.0 / 126);
  EXPECT_EQ(smallest_attainable_p(1, 10), 2.0 / 11);
}

TEST(SmallestAttainableP, IsWhatTheTestGives) {
  for (const std::size_t n : {1u, 4u, 10u, 34u, 50u}) {
    EXPECT_EQ(compare(progression(n, 0, 1), progression(n, 100, 1)).p, smallest_attainable_p(n, n));
    EXPECT_EQ(compare(repeated(n, 2), repeated(n, 1)).p, smallest_attainable_p(n, n));
  }
}

TEST(SmallestAttainableP, IsOneWhereNothingCanBeTold) {
  EXPECT_EQ(smallest_attainable_p(0, 10), 1);
  EXPECT_EQ(smallest_attainable_p(10, 0), 1);
  EXPECT_EQ(smallest_attainable_p(0, 0), 1);
  EXPECT_EQ(smallest_attainable_p(1, 1), 1);
}

// C(2 n, n) grows by 2 (2 n + 1) / (n + 1) from one n to the next; C(132, 66) no longer fits.
TEST(SmallestAttainableP, GoesOnBeyondWholeNumbers) {
  EXPECT_NEAR(smallest_attainable_p(65, 65) / smallest_attainable_p(66, 66), 2.0 * 131 / 66, 1e-12);
  EXPECT_NEAR(smallest_attainable_p(66, 66) / smallest_attainable_p(67, 67), 2.0 * 133 / 67, 1e-12);
  EXPECT_EQ(smallest_attainable_p(1000000, 1000000), 0);
}

TEST(SamplesNeeded, IsTheSmallestNumberThatCanReject) {
  const auto needed = [](double alpha) { return samples_needed(alpha, Rejection::kAtMostAlpha); };
  EXPECT_EQ(needed(1), 1u);
  EXPECT_EQ(needed(0.05), 4u);
  EXPECT_EQ(needed(0.02), 5u);
  EXPECT_EQ(needed(0.01), 5u);
  EXPECT_EQ(needed(0.001), 7u);
  EXPECT_EQ(needed(0.0001), 9u);
  EXPECT_EQ(needed(4e-5), 10u);  // 2 / C(20, 10) = 1.08e-5
  EXPECT_EQ(needed(0), std::nullopt);
}

// 2 / C(6, 3) is exactly 0.1: three a side reach it, and do not get below.
TEST(SamplesNeeded, TellsBelowFromAtMost) {
  EXPECT_EQ(samples_needed(0.1, Rejection::kAtMostAlpha), 3u);
  EXPECT_EQ(samples_needed(0.1, Rejection::kBelowAlpha), 4u);
  EXPECT_EQ(samples_needed(0.05, Rejection::kBelowAlpha), 4u);
  EXPECT_EQ(samples_needed(1, Rejection::kBelowAlpha), 2u);
}

}  // namespace
}  // namespace headgate::stats
