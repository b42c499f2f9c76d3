#include "core/schedule/items.h"

#include <stdexcept>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace headgate::schedule {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::Not;
using testing::StartsWith;

Function function(const std::string& package, const std::string& name) {
  return {.module = "example.com/m", .package = package, .name = name};
}

Selection everything() { return Selection::create(".", "").value(); }

Options isolated_by(Isolate isolate) {
  Options options;
  options.isolate = isolate;
  return options;
}

const std::vector<Function> kFunctions = {function("a", "BenchmarkX"), function("a", "BenchmarkY"),
                                          function("b", "BenchmarkX")};

TEST(FirstItems, EachFunctionHasAProcessOfItsOwn) {
  const std::vector<Item> items =
      first_items(kFunctions, everything(), isolated_by(Isolate::kBenchmark));
  ASSERT_EQ(items.size(), 3U);
  EXPECT_THAT(items[0].functions, ElementsAre("BenchmarkX"));
  EXPECT_EQ(items[0].pattern, "^BenchmarkX$");
  EXPECT_EQ(items[0].benchtime, "200ms");
  EXPECT_EQ(items[0].leaf, "");
  EXPECT_EQ(items[2].package, "b");
}

TEST(FirstItems, NeighboursOfAPackageShareAProcessWhereThatIsAskedFor) {
  const std::vector<Item> items =
      first_items(kFunctions, everything(), isolated_by(Isolate::kPackage));
  ASSERT_EQ(items.size(), 2U);
  EXPECT_THAT(items[0].functions, ElementsAre("BenchmarkX", "BenchmarkY"));
  EXPECT_EQ(items[0].pattern, everything().pattern({"BenchmarkX", "BenchmarkY"}));
  EXPECT_THAT(items[1].functions, ElementsAre("BenchmarkX"));
}

TEST(FirstItems, PackagesOfOnePathInTwoModulesStayApart) {
  std::vector<Function> functions = {function("a", "BenchmarkX"), function("a", "BenchmarkY")};
  functions[1].module = "example.com/other";
  EXPECT_EQ(first_items(functions, everything(), isolated_by(Isolate::kPackage)).size(), 2U);
}

TEST(FirstItems, DeeperLevelsOfTheSelectionReachTheBinary) {
  const Selection selection = Selection::create("X/size=4k", "").value();
  const std::vector<Item> items =
      first_items({function("a", "BenchmarkX")}, selection, isolated_by(Isolate::kBenchmark));
  EXPECT_EQ(items[0].pattern, "^BenchmarkX$/size=4k");
}

TEST(ConfirmItem, IsOneLeafWithAFixedNumberOfIterations) {
  const Item item = confirm_item(function("a", "BenchmarkX"), "X/n=1.5", 1234);
  EXPECT_THAT(item.functions, ElementsAre("BenchmarkX"));
  EXPECT_EQ(item.leaf, "X/n=1.5");
  EXPECT_EQ(item.pattern, leaf_pattern("X/n=1.5"));
  EXPECT_EQ(item.benchtime, "1234x");
}

TEST(ConfirmItem, NeedsAtLeastOneIteration) {
  EXPECT_THROW((void)confirm_item(function("a", "BenchmarkX"), "X", 0), std::logic_error);
}

TEST(TestArguments, SayWhatIsRunAndLeaveTheTimeToUs) {
  Item item = confirm_item(function("a", "BenchmarkX"), "X", 7);
  item.pattern = "^BenchmarkX$";
  EXPECT_THAT(test_arguments("/p0.test", item, TrialPurpose::kMeasure, {.cpu = "1,4", .skip = ""}),
              ElementsAre("/p0.test", "-test.run=^$", "-test.bench=^BenchmarkX$",
                          "-test.benchtime=7x", "-test.count=1", "-test.cpu=1,4",
                          "-test.benchmem=true", "-test.paniconexit0=true"));
}

TEST(TestArguments, SkipAndExplanationAreSaidWhereThereAreAny) {
  const Item item = confirm_item(function("a", "BenchmarkX"), "X", 7);
  const std::vector<std::string> plain =
      test_arguments("/p", item, TrialPurpose::kMeasure, {.cpu = "1", .skip = ""});
  EXPECT_THAT(plain, Not(Contains(StartsWith("-test.skip"))));
  EXPECT_THAT(plain, Not(Contains("-test.v=true")));
  const std::vector<std::string> explaining =
      test_arguments("/p", item, TrialPurpose::kExplain, {.cpu = "1", .skip = "Slow/.*"});
  EXPECT_THAT(explaining, Contains("-test.skip=Slow/.*"));
  EXPECT_THAT(explaining, Contains("-test.v=true"));
}

}  // namespace
}  // namespace headgate::schedule
