// The paired tests, intervals, trend, regimes and power against files of reference values;
// tests/data/stats/README.md has their sources.

#include <cmath>
#include <string>
#include <vector>

#include <gmock/gmock.h>

#include "core/stats/paired_ratio.h"
#include "core/stats/regimes.h"
#include "core/stats/sample_size.h"
#include "core/stats/signed_rank.h"
#include "core/stats/trend.h"
#include "support/reference_rows.h"
#include "support/samples.h"

namespace headgate::stats {
namespace {

using testing_support::method_name;
using testing_support::numbers;
using testing_support::reference_rows;
using testing_support::repeated;
using testing_support::samples;

void expect_near_relatively(double actual, const std::string& expected) {
  EXPECT_NEAR(actual / std::stod(expected), 1, 1e-12) << actual << " for " << expected;
}

TEST(SignedRankReference, AgreesWithScipyAndWithCounts) {
  const auto rows = reference_rows("signed_rank.csv", "method,differences,w,p");
  EXPECT_EQ(rows.size(), 24u);
  for (const auto& row : rows) {
    SCOPED_TRACE(row.at(1));
    const SignedRank result = signed_rank_test(samples(numbers(row.at(1))));
    EXPECT_EQ(method_name(result.method), row.at(0));
    EXPECT_EQ(result.w, std::stod(row.at(2)));
    expect_near_relatively(result.p, row.at(3));
  }
}

TEST(SignTestReference, AgreesWithScipy) {
  const auto rows = reference_rows("sign_test.csv", "positive,negative,p");
  EXPECT_EQ(rows.size(), 10u);
  for (const auto& row : rows) {
    SCOPED_TRACE(row.at(0) + " against " + row.at(1));
    std::vector<double> differences = repeated(std::stoul(row.at(0)), 0.5);
    const std::vector<double> negative = repeated(std::stoul(row.at(1)), -7);
    differences.insert(differences.end(), negative.begin(), negative.end());
    differences.push_back(0);
    const SignTest result = sign_test(samples(differences));
    EXPECT_EQ(result.positive, std::stoul(row.at(0)));
    EXPECT_EQ(result.negative, std::stoul(row.at(1)));
    expect_near_relatively(result.p, row.at(2));
  }
}

/// Fields confidence, estimate, lo, hi, covered, from `first` on.
void expect_estimate(const Estimate& estimate, const std::vector<std::string>& row,
                     std::size_t first) {
  EXPECT_EQ(estimate.value, std::stod(row.at(first + 1)));
  EXPECT_EQ(estimate.lo, std::stod(row.at(first + 2)));
  EXPECT_EQ(estimate.hi, std::stod(row.at(first + 3)));
  EXPECT_NEAR(estimate.confidence, std::stod(row.at(first + 4)), 1e-14);
}

TEST(HodgesLehmannReference, AgreesWithListsCountsAndScipy) {
  const auto rows =
      reference_rows("hodges_lehmann.csv", "values,confidence,estimate,lo,hi,covered");
  EXPECT_EQ(rows.size(), 60u);
  for (const auto& row : rows) {
    SCOPED_TRACE(row.at(0) + " at " + row.at(1));
    expect_estimate(hodges_lehmann(samples(numbers(row.at(0))), std::stod(row.at(1))), row, 1);
  }
}

TEST(HodgesLehmannReference, ShiftAgreesWithListsAndScipy) {
  const auto rows =
      reference_rows("hodges_lehmann_shift.csv", "base,head,confidence,estimate,lo,hi,covered");
  EXPECT_EQ(rows.size(), 30u);
  for (const auto& row : rows) {
    SCOPED_TRACE(row.at(0) + " against " + row.at(1) + " at " + row.at(2));
    expect_estimate(hodges_lehmann_shift(samples(numbers(row.at(0))), samples(numbers(row.at(1))),
                                         std::stod(row.at(2))),
                    row, 2);
  }
}

TEST(MannKendallReference, AgreesWithScipyAndWithCounts) {
  const auto rows = reference_rows("mann_kendall.csv", "method,series,s,p,slope");
  EXPECT_EQ(rows.size(), 20u);
  for (const auto& row : rows) {
    SCOPED_TRACE(row.at(1));
    const std::vector<Sample> series = samples(numbers(row.at(1)));
    const MannKendall result = mann_kendall_test(series);
    EXPECT_EQ(method_name(result.method), row.at(0));
    EXPECT_EQ(result.s, std::stol(row.at(2)));
    expect_near_relatively(result.p, row.at(3));
    EXPECT_DOUBLE_EQ(sen_slope(series), std::stod(row.at(4)));
  }
}

TEST(AutocorrelationReference, AgreesWithFractions) {
  const auto rows = reference_rows("autocorrelation.csv", "series,lag1");
  EXPECT_EQ(rows.size(), 8u);
  for (const auto& row : rows) {
    SCOPED_TRACE(row.at(0));
    const auto result = lag1_autocorrelation(samples(numbers(row.at(0))));
    ASSERT_TRUE(result.has_value());
    EXPECT_NEAR(result->lag1, std::stod(row.at(1)), 1e-15);
  }
}

TEST(RegimesReference, SplitIsTheBestOfAll) {
  const auto rows = reference_rows("regimes.csv", "values,low_count,explained,gap,separation");
  EXPECT_EQ(rows.size(), 9u);
  for (const auto& row : rows) {
    SCOPED_TRACE(row.at(0));
    const auto split = split_regimes(samples(numbers(row.at(0))));
    ASSERT_TRUE(split.has_value());
    EXPECT_EQ(split->low_count, std::stoul(row.at(1)));
    EXPECT_NEAR(split->explained, std::stod(row.at(2)), 1e-14);
    EXPECT_EQ(split->gap, std::stod(row.at(3)));
    EXPECT_DOUBLE_EQ(split->separation, std::stod(row.at(4)));
  }
}

constexpr std::size_t kSimulations = 20000;

/// Within four standard errors.
void expect_near_share(double actual, double expected) {
  EXPECT_NEAR(actual, expected, 4 * std::sqrt(expected * (1 - expected) / kSimulations));
}

TEST(PowerReference, SimulationComesNearTheShareOfAllDraws) {
  const auto rows = reference_rows("power.csv", "values,effect,n,alpha,head_higher,head_lower");
  EXPECT_EQ(rows.size(), 5u);
  for (const auto& row : rows) {
    SCOPED_TRACE(row.at(0) + " and " + row.at(1));
    const std::vector<Sample> values = samples(numbers(row.at(0)));
    const auto power = simulate_power({.samples = values,
                                       .effect = std::stod(row.at(1)),
                                       .n = std::stoul(row.at(2)),
                                       .alpha = std::stod(row.at(3)),
                                       .repeats = kSimulations,
                                       .seed = 5});
    ASSERT_TRUE(power.has_value());
    expect_near_share(power->head_higher.value, std::stod(row.at(4)));
    expect_near_share(power->head_lower.value, std::stod(row.at(5)));
  }
}

}  // namespace
}  // namespace headgate::stats
