#include "core/gate/nothing_compared.h"

#include <gmock/gmock.h>

namespace headgate::gate {
namespace {

using ::testing::HasSubstr;

Finding of(Outcome outcome, std::string module = "m", std::string package = "m/sum") {
  return {.key = {.module = std::move(module),
                  .package = std::move(package),
                  .name = "A-4",
                  .configuration = {},
                  .unit = "sec/op"},
          .function = "BenchmarkA",
          .outcome = outcome,
          .gating = Gating::kShown};
}

NothingCompared told(const std::vector<Finding>& findings) {
  return nothing_compared(findings, {.message = "there is no benchmark", .remedy = "look there"});
}

TEST(NothingCompared, WithoutFindingsSaysWhyAndWhereToLook) {
  EXPECT_EQ(told({}).message, "nothing was compared: there is no benchmark");
  EXPECT_EQ(told({}).remedy, "look there");
}

TEST(NothingCompared, CountsWhatThereIsInstead) {
  EXPECT_EQ(told({of(Outcome::kRemoved), of(Outcome::kSkipped), of(Outcome::kRemoved)}).message,
            "nothing was compared: 2 removed, 1 skipped");
}

TEST(NothingCompared, OfAHeadThatLostEverythingPointsAtItsModuleFile) {
  EXPECT_THAT(told({of(Outcome::kRemoved)}).remedy, HasSubstr("head has none"));
  EXPECT_THAT(told({of(Outcome::kRemoved)}).remedy, HasSubstr("go.mod"));
  EXPECT_THAT(told({of(Outcome::kAdded)}).remedy, HasSubstr("base has none"));
}

TEST(NothingCompared, OfARenamedModuleNamesBoth) {
  const std::string remedy =
      told({of(Outcome::kAdded, "new", "new/sum"), of(Outcome::kRemoved, "old", "old/sum")}).remedy;
  EXPECT_THAT(remedy, HasSubstr("the module is old on base and new on head"));
}

TEST(NothingCompared, OfAMovedPackageNamesBoth) {
  const std::string remedy =
      told({of(Outcome::kAdded, "m", "m/new"), of(Outcome::kRemoved, "m", "m/old")}).remedy;
  EXPECT_THAT(remedy, HasSubstr("m/old on base and m/new on head"));
  EXPECT_THAT(told({of(Outcome::kAdded), of(Outcome::kRemoved)}).remedy,
              HasSubstr("different names"));
}

TEST(NothingCompared, OfUnitsThatNobodyGatesNamesOne) {
  Finding shown = of(Outcome::kUnchanged);
  shown.key.unit = "B/op";
  shown.comparison = Comparison{};
  EXPECT_EQ(told({of(Outcome::kRemoved), shown}).remedy,
            "list a unit in policy.units that the benchmarks report, such as B/op");
  EXPECT_EQ(told({shown}).message, "nothing was compared: 1 in units that are not gated");
}

TEST(NothingCompared, OfSkippedBenchmarksNamesPassEnv) {
  EXPECT_THAT(told({of(Outcome::kSkipped)}).remedy, HasSubstr("measure.pass-env"));
}

}  // namespace
}  // namespace headgate::gate
