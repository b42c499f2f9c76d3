// Mann-Whitney against files of reference values; tests/data/stats/README.md has their sources.

#include <string>
#include <vector>

#include <gmock/gmock.h>

#include "core/stats/mann_whitney.h"
#include "support/reference_rows.h"
#include "support/samples.h"

namespace headgate::stats {
namespace {

using testing_support::method_name;
using testing_support::numbers;
using testing_support::reference_rows;

struct Reference {
  std::string method;
  std::vector<double> base;
  std::vector<double> head;
  double u;
  double p;
};

std::vector<Reference> read(const std::string& name) {
  std::vector<Reference> references;
  for (const auto& fields : reference_rows(name, "method,base,head,u,p")) {
    references.push_back({.method = fields.at(0),
                          .base = numbers(fields.at(1)),
                          .head = numbers(fields.at(2)),
                          .u = std::stod(fields.at(3)),
                          .p = std::stod(fields.at(4))});
  }
  return references;
}

void expect_agreement(const std::vector<Reference>& references) {
  MannWhitneyTest test({.without_ties = 50, .with_ties = kMostExactSamples});
  MannWhitneyTest small_test;
  for (const Reference& reference : references) {
    SCOPED_TRACE(std::to_string(reference.base.size()) + " against " +
                 std::to_string(reference.head.size()));
    const bool exact_ties = reference.method == "exact-ties";
    const MannWhitney result = (exact_ties ? test : small_test)
                                   .compare(testing_support::samples(reference.base),
                                            testing_support::samples(reference.head));
    EXPECT_EQ(method_name(result.method), reference.method);
    EXPECT_EQ(result.u, reference.u);
    EXPECT_NEAR(result.p / reference.p, 1, 1e-12);
  }
}

TEST(MannWhitneyReference, AgreesWithScipy) {
  const std::vector<Reference> references = read("mann_whitney_scipy.csv");
  EXPECT_EQ(references.size(), 18u);
  expect_agreement(references);
}

TEST(MannWhitneyReference, AgreesWithScipyOnFiveHundredSmallPairs) {
  const std::vector<Reference> references = read("mann_whitney_pairs.csv");
  EXPECT_EQ(references.size(), 500u);
  expect_agreement(references);
}

TEST(MannWhitneyReference, AgreesWithCountsOfTiedValuesInWholeNumbers) {
  const std::vector<Reference> references = read("mann_whitney_ties.csv");
  EXPECT_EQ(references.size(), 15u);
  expect_agreement(references);
}

}  // namespace
}  // namespace headgate::stats
