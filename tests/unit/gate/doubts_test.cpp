#include "core/gate/doubts.h"

#include <cmath>

#include <gmock/gmock.h>

namespace headgate::gate {
namespace {

using ::testing::DoubleNear;
using ::testing::HasSubstr;
using unit::Direction;

// (iterations, value) pairs.
dataset::Series series(const std::vector<std::pair<std::int64_t, double>>& pairs) {
  dataset::Series made;
  for (const auto& [iterations, value] : pairs) {
    made.observations.push_back({.sample = stats::Sample::from(value).value(),
                                 .iterations = iterations,
                                 .round = made.observations.size()});
  }
  return made;
}

const dataset::Series kFalling = series({{1, 50}, {2, 40}, {3, 30}, {4, 20}, {5, 10}});
const dataset::Series kGrowing = series({{1, 10}, {2, 20}, {3, 30}, {4, 40}, {5, 50}});

stats::Summary summary(std::size_t n, double cv) {
  return {.n = n,
          .median = 1,
          .lo = 1,
          .hi = 1,
          .confidence = 0.95,
          .mean = 1,
          .cv = cv,
          .warnings = {}};
}

Comparison comparison(stats::Sides<stats::Summary> sides, stats::Sides<double> iterations) {
  return {.sides = std::move(sides),
          .delta = 0.0,
          .p = 1,
          .alpha = 0.05,
          .floor = 0.05,
          .iterations = iterations};
}

Comparison with_samples(std::size_t base, std::size_t head) {
  return comparison({.base = summary(base, 0), .head = summary(head, 0)}, {.base = 1, .head = 1});
}

Comparison with_iterations(double base, double head) {
  return comparison({.base = summary(10, 0), .head = summary(10, 0)}, {.base = base, .head = head});
}

TEST(RankCorrelation, IsOneForTheSameOrderAndMinusOneForTheOpposite) {
  EXPECT_THAT(*rank_correlation(kGrowing.observations), DoubleNear(1, 1e-12));
  EXPECT_THAT(*rank_correlation(kFalling.observations), DoubleNear(-1, 1e-12));
}

TEST(RankCorrelation, FollowsTheFormulaWithoutTies) {
  // Ranks 1 2 3 4 5 against 2 1 4 3 5: 1 - 6 * (1+1+1+1+0) / (5 * 24) = 0.8.
  const dataset::Series mixed = series({{1, 20}, {2, 10}, {3, 40}, {4, 30}, {5, 50}});
  EXPECT_THAT(*rank_correlation(mixed.observations), DoubleNear(0.8, 1e-12));
}

TEST(RankCorrelation, TiedValuesShareTheirMeanRank) {
  // Ranks 1 2 3 4 against 1.5 1.5 3 4: the covariance sum is 4.5, the sums of squares 5 and 4.5.
  const dataset::Series tied = series({{1, 7}, {2, 7}, {3, 8}, {4, 9}});
  EXPECT_THAT(*rank_correlation(tied.observations), DoubleNear(4.5 / std::sqrt(5 * 4.5), 1e-12));
}

TEST(RankCorrelation, DoesNotExistWhenOneOfTheTwoIsConstant) {
  EXPECT_FALSE(rank_correlation(series({{5, 1}, {5, 2}, {5, 3}}).observations));
  EXPECT_FALSE(rank_correlation(series({{1, 3}, {2, 3}, {3, 3}}).observations));
}

TEST(GrowsWithIterations, WarnsWhenMoreIterationsGoWithWorseValues) {
  const auto warning =
      grows_with_iterations({.base = kFalling, .head = kGrowing}, Direction::kLower);
  ASSERT_TRUE(warning);
  EXPECT_EQ(warning->kind, WarningKind::kGrowsWithIterations);
  EXPECT_THAT(warning->text, HasSubstr("on head"));
  EXPECT_FALSE(grows_with_iterations({.base = kFalling, .head = kFalling}, Direction::kLower));
}

TEST(GrowsWithIterations, WhereHigherIsBetterFallingIsWorse) {
  EXPECT_TRUE(grows_with_iterations({.base = kGrowing, .head = kFalling}, Direction::kHigher));
  EXPECT_FALSE(grows_with_iterations({.base = kGrowing, .head = kGrowing}, Direction::kHigher));
}

TEST(GrowsWithIterations, NeedsFiveSamplesAndADirection) {
  const dataset::Series four = series({{1, 10}, {2, 20}, {3, 30}, {4, 40}});
  EXPECT_FALSE(grows_with_iterations({.base = four, .head = four}, Direction::kLower));
  EXPECT_FALSE(grows_with_iterations({.base = kGrowing, .head = kGrowing}, Direction::kUnknown));
}

TEST(GrowsWithIterations, CorrelationThatChanceWouldGiveIsNoWarning) {
  // 0.8 with 5 samples: 0.8 * sqrt(4) = 1.6, below 1.645.
  const dataset::Series mixed = series({{1, 20}, {2, 10}, {3, 40}, {4, 30}, {5, 50}});
  EXPECT_FALSE(grows_with_iterations({.base = mixed, .head = mixed}, Direction::kLower));
}

TEST(IterationsDiffer, WarnsBeyondAFactorOfTwo) {
  EXPECT_FALSE(iterations_differ(with_iterations(1000, 2000)));
  const auto warning = iterations_differ(with_iterations(2001, 1000));
  ASSERT_TRUE(warning);
  EXPECT_EQ(warning->kind, WarningKind::kIterationsDiffer);
  EXPECT_THAT(warning->text, HasSubstr("base ran 2001 and head 1000 iterations"));
}

TEST(FewLevels, WarnsForFourOrFiveSamplesOnASide) {
  EXPECT_TRUE(few_levels(with_samples(4, 10)));
  EXPECT_TRUE(few_levels(with_samples(10, 5)));
  EXPECT_FALSE(few_levels(with_samples(6, 6)));
  // 2 / C(8, 4) = 0.0286.
  EXPECT_THAT(few_levels(with_samples(4, 4))->text, HasSubstr("cannot be below 0.029"));
}

TEST(Unstable, NamesTheScatterOfBothSidesAndTheThreshold) {
  const Comparison noisy =
      comparison({.base = summary(10, 0.02), .head = summary(10, 0.234)}, {.base = 1, .head = 1});
  EXPECT_EQ(unstable(noisy, 0.10)->text,
            "samples scatter by 2.0% on base and 23.4% on head, more than 10.0%");
  EXPECT_FALSE(unstable(noisy, 0.234)) << "at the threshold is not above it";
}

TEST(NotFinite, CountsTheReadingsOfBothSides) {
  dataset::Series head;
  head.not_finite = 3;
  EXPECT_EQ(not_finite({.base = {}, .head = head}).text,
            "0 values of base and 3 values of head are NaN or infinite");
}

}  // namespace
}  // namespace headgate::gate
