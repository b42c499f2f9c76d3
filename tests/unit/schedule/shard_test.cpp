#include "core/schedule/shard.h"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/core.h>
#include <gmock/gmock.h>

namespace headgate::schedule {
namespace {

using ::testing::ElementsAre;
using ::testing::Ge;
using ::testing::HasSubstr;
using ::testing::Le;

TimedFunction timed(std::string package, std::string name,
                    std::optional<double> sec = std::nullopt) {
  return {.function = {.module = "m", .package = std::move(package), .name = std::move(name)},
          .sec = sec};
}

// 60 packages of 1 to 6 functions, 10 times 1 + 2 + 3 + 3 + 5 + 6: 200 functions.
std::vector<TimedFunction> big_repository() {
  std::vector<TimedFunction> functions;
  constexpr std::array kSizes = {1, 2, 3, 3, 5, 6};
  for (std::size_t package = 0; package < 60; ++package) {
    for (int i = 0; i < kSizes.at(package % kSizes.size()); ++i) {
      functions.push_back(timed(fmt::format("m/p{:02}", package), fmt::format("Benchmark{}", i)));
    }
  }
  return functions;
}

std::vector<double> loads_of(const std::vector<TimedFunction>& functions,
                             const std::vector<std::size_t>& shards, std::size_t count) {
  std::vector<double> loads(count, 0);
  for (std::size_t i = 0; i < shards.size(); ++i) {
    loads.at(shards[i] - 1) += functions[i].sec.value_or(1);
  }
  return loads;
}

void expect_even(const std::vector<double>& loads, double tolerance) {
  double total = 0;
  for (const double load : loads) {
    total += load;
  }
  const double even = total / static_cast<double>(loads.size());
  for (const double load : loads) {
    EXPECT_THAT(load, Ge((1 - tolerance) * even));
    EXPECT_THAT(load, Le((1 + tolerance) * even));
  }
}

TEST(ParseShard, TakesAnIndexUpToTheCount) {
  for (const std::string_view text : {"1/1", "2/4", "4/4", "256/256"}) {
    const Result<Shard> shard = parse_shard(text);
    ASSERT_TRUE(shard) << text;
    EXPECT_EQ(text_of(*shard), text);
  }
}

TEST(ParseShard, RefusesEverythingElseAndNamesIt) {
  for (const std::string_view text : {"",
                                      "/",
                                      "1",
                                      "1/",
                                      "/4",
                                      "0/4",
                                      "5/4",
                                      "1/0",
                                      "1/257",
                                      "-1/4",
                                      "1/-4",
                                      "+1/4",
                                      " 1/4",
                                      "1/4 ",
                                      "1 / 4",
                                      "1/4/4",
                                      "1.0/4",
                                      "0x1/4",
                                      "one/four",
                                      "99999999999999999999/4",
                                      "1/99999999999999999999"}) {
    const Result<Shard> shard = parse_shard(text);
    ASSERT_FALSE(shard) << text;
    EXPECT_EQ(shard.error().reason, Reason::kConfigInvalid);
    EXPECT_THAT(shard.error().message, HasSubstr(fmt::format("'{}'", text)));
    EXPECT_THAT(shard.error().remedy, HasSubstr("2/4"));
  }
}

TEST(Split, GivesEveryFunctionToExactlyOneExistingShard) {
  const std::vector<TimedFunction> functions = big_repository();
  ASSERT_EQ(functions.size(), 200U);
  for (const std::size_t count : {1U, 2U, 3U, 4U, 7U, 200U, 256U}) {
    const std::vector<std::size_t> shards = split(functions, count, Isolate::kBenchmark);
    ASSERT_EQ(shards.size(), functions.size());
    for (const std::size_t shard : shards) {
      EXPECT_THAT(shard, Ge(1U));
      EXPECT_THAT(shard, Le(count));
    }
  }
}

TEST(Split, OfABigRepositoryIsWithinATenthOfEven) {
  const std::vector<TimedFunction> functions = big_repository();
  expect_even(loads_of(functions, split(functions, 4, Isolate::kBenchmark), 4), 0.1);
}

TEST(Split, ByKnownTimesIsWithinATenthOfEvenInTime) {
  std::vector<TimedFunction> functions = big_repository();
  for (std::size_t i = 0; i < functions.size(); ++i) {
    // 0.2 s to 2.1 s, the long ones in few packages.
    functions[i].sec = 0.2 + 0.1 * static_cast<double>(i / 10);
  }
  expect_even(loads_of(functions, split(functions, 4, Isolate::kBenchmark), 4), 0.1);
}

TEST(Split, BuildsMostPackagesOnOneShardOnly) {
  const std::vector<TimedFunction> functions = big_repository();
  const std::vector<std::size_t> shards = split(functions, 4, Isolate::kBenchmark);
  std::set<std::pair<std::string, std::size_t>> builds;
  for (std::size_t i = 0; i < shards.size(); ++i) {
    builds.emplace(functions[i].function.package, shards[i]);
  }
  // A tenth of an even share of 50 is 5 functions: of the 60 packages only those of 6 are parted.
  std::map<std::string, int> sizes;
  for (const TimedFunction& one : functions) {
    ++sizes[one.function.package];
  }
  const auto parted = std::count_if(sizes.begin(), sizes.end(),
                                    [](const auto& package) { return package.second > 5; });
  EXPECT_THAT(builds.size(), Le(60U + static_cast<std::size_t>(parted)));
}

TEST(Split, DoesNotDependOnTheOrderOfTheInput) {
  std::vector<TimedFunction> functions = big_repository();
  for (std::size_t i = 0; i < functions.size(); i += 3) {
    functions[i].sec = 0.1 * static_cast<double>(i % 17);
  }
  const std::vector<std::size_t> shards = split(functions, 4, Isolate::kBenchmark);
  std::map<std::pair<std::string, std::string>, std::size_t> expected;
  for (std::size_t i = 0; i < shards.size(); ++i) {
    expected[{functions[i].function.package, functions[i].function.name}] = shards[i];
  }
  std::mt19937 generator(5);
  for (int repetition = 0; repetition < 20; ++repetition) {
    std::shuffle(functions.begin(), functions.end(), generator);
    const std::vector<std::size_t> again = split(functions, 4, Isolate::kBenchmark);
    for (std::size_t i = 0; i < again.size(); ++i) {
      const Function& one = functions[i].function;
      EXPECT_EQ(again[i], expected.at(std::pair(one.package, one.name)));
    }
  }
}

// 8, 7, 6, 5, 4 s on two shards, longest first to the one with less: 8 | 7, 6 to the second, 5 to
// the first, 4 (13 | 13) to the first: 17 | 13.
TEST(Split, GivesTheLongestFirstToTheShardWithTheLeast) {
  const std::vector<TimedFunction> functions = {
      timed("m/a", "BenchmarkA", 4), timed("m/b", "BenchmarkB", 5), timed("m/c", "BenchmarkC", 6),
      timed("m/d", "BenchmarkD", 7), timed("m/e", "BenchmarkE", 8)};
  EXPECT_THAT(split(functions, 2, Isolate::kBenchmark), ElementsAre(1, 1, 2, 2, 1));
}

TEST(Split, DealsEqualOnesInTheOrderOfTheirNames) {
  const std::vector<TimedFunction> functions = {
      timed("m/b", "BenchmarkX"), timed("m/a", "BenchmarkY"), timed("m/a", "BenchmarkX"),
      timed("m/c", "BenchmarkX")};
  // a X, a Y, b X, c X to shards 1, 2, 1, 2.
  EXPECT_THAT(split(functions, 2, Isolate::kBenchmark), ElementsAre(1, 2, 1, 2));
}

// 10 s and 2 s are known, their mean is 6 s: 10 | 6, then 2 to the second: 10 | 8.
TEST(Split, TakesAFunctionOfUnknownTimeForOneOfMeanTime) {
  const std::vector<TimedFunction> functions = {
      timed("m/a", "BenchmarkA", 2), timed("m/b", "BenchmarkB"), timed("m/c", "BenchmarkC", 10)};
  EXPECT_THAT(split(functions, 2, Isolate::kBenchmark), ElementsAre(2, 2, 1));
}

TEST(Split, NeverPartsAPackageThatOneProcessRuns) {
  std::vector<TimedFunction> functions;
  for (int i = 0; i < 9; ++i) {
    functions.push_back(timed("m/big", fmt::format("Benchmark{}", i)));
  }
  functions.push_back(timed("m/small", "BenchmarkX"));
  const std::vector<std::size_t> shards = split(functions, 3, Isolate::kPackage);
  EXPECT_EQ(std::set<std::size_t>(shards.begin(), shards.begin() + 9).size(), 1U);
  EXPECT_NE(shards[9], shards[0]);
}

TEST(Split, TellsPackagesOfOneNameApartByTheirModules) {
  std::vector<TimedFunction> functions = {timed("p", "BenchmarkX"), timed("p", "BenchmarkX")};
  functions[1].function.module = "other";
  EXPECT_NE(split(functions, 2, Isolate::kPackage)[0], split(functions, 2, Isolate::kPackage)[1]);
}

TEST(Split, LeavesShardsEmptyWhereThereAreMoreOfThemThanFunctions) {
  EXPECT_THAT(split(std::vector{timed("m", "BenchmarkX")}, 3, Isolate::kBenchmark), ElementsAre(1));
  EXPECT_THAT(split({}, 3, Isolate::kBenchmark), ElementsAre());
}

TEST(Split, SurvivesTimesThatAreZeroHugeOrNoNumbers) {
  const std::vector<TimedFunction> functions = {
      timed("m/a", "BenchmarkA", 0.0), timed("m/b", "BenchmarkB", 1e300),
      timed("m/c", "BenchmarkC", -1.0),
      timed("m/d", "BenchmarkD", std::numeric_limits<double>::infinity()),
      timed("m/e", "BenchmarkE", std::numeric_limits<double>::quiet_NaN())};
  EXPECT_EQ(split(functions, 2, Isolate::kBenchmark).size(), functions.size());
}

}  // namespace
}  // namespace headgate::schedule
