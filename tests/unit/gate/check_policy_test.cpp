#include <gmock/gmock.h>

#include "core/gate/gate.h"

namespace headgate::gate {
namespace {

using ::testing::HasSubstr;

const std::vector<Benchmark> kBenchmarks = {
    {.module = ".",
     .package = "example.com/m/codec",
     .function = "BenchmarkDecode",
     .presence = {.base = Presence::kPresent, .head = Presence::kAbsent}},
    {.module = ".",
     .package = "example.com/m/sum",
     .function = "BenchmarkInts",
     .presence = {.base = Presence::kAbsent, .head = Presence::kPresent}}};

Status check(std::string match, std::span<const Benchmark> benchmarks = kBenchmarks) {
  return check_policy({.benchmarks = {{.match = std::move(match), .origin = ".headgate.yml:12"}}},
                      benchmarks);
}

TEST(CheckPolicy, DefaultPolicyIsFine) { EXPECT_TRUE(check_policy(Policy{}, kBenchmarks)); }

TEST(CheckPolicy, LimitsMayNameBenchmarksOfEitherSide) {
  EXPECT_TRUE(check("codec/BenchmarkDecode/.*"));
  EXPECT_TRUE(check("BenchmarkInts"));
}

TEST(CheckPolicy, LimitThatNamesNothingIsAnErrorWithPlaceAndExamples) {
  const Status status = check("codec/BenchmarkDecod/.*");
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().reason, Reason::kConfigInvalid);
  EXPECT_EQ(status.error().message,
            ".headgate.yml:12: match \"codec/BenchmarkDecod/.*\" names no benchmark of base or "
            "head");
  EXPECT_EQ(status.error().remedy,
            "the expression must match a whole name, as in codec/BenchmarkDecode, "
            "sum/BenchmarkInts");
}

TEST(CheckPolicy, LimitWithoutAnyBenchmarkIsAnErrorToo) {
  const Status status = check("BenchmarkInts", {});
  ASSERT_FALSE(status);
  EXPECT_THAT(status.error().remedy, HasSubstr("there are no benchmarks"));
}

TEST(CheckPolicy, PatternMustCompile) {
  const Status status = check("Benchmark[");
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().reason, Reason::kConfigInvalid);
  EXPECT_THAT(status.error().message, HasSubstr(".headgate.yml:12: match \"Benchmark[\""));
}

TEST(CheckPolicy, PlaceIsThePolicyWhenNoFileIsKnown) {
  const Status status = check_policy({.benchmarks = {{.match = "("}}}, kBenchmarks);
  ASSERT_FALSE(status);
  EXPECT_THAT(status.error().message, HasSubstr("policy.benchmarks: "));
}

TEST(CheckPolicy, GatedUnitNeedsADirection) {
  const Status status = check_policy({.units = {{"rows/op", UnitLimits{}}}}, kBenchmarks);
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().reason, Reason::kConfigInvalid);
  EXPECT_EQ(status.error().message, "units: nobody knows whether more or less rows/op is better");
  EXPECT_THAT(status.error().remedy, HasSubstr("rows/op: {direction: lower}"));
  EXPECT_TRUE(
      check_policy({.units = {{"rows/op", {.direction = unit::Direction::kHigher}}}}, kBenchmarks));
}

TEST(CheckPolicy, AReplayDoesNotKnowEveryBenchmarkThatLimitsMayName) {
  const Policy elsewhere{.benchmarks = {{.match = "BenchmarkElsewhere"}}};
  EXPECT_FALSE(check_policy(elsewhere, kBenchmarks));
  EXPECT_TRUE(check_policy(elsewhere));
}

TEST(CheckPolicy, WhatIsWrongByItselfIsSoInAReplayToo) {
  EXPECT_FALSE(check_policy(Policy{.benchmarks = {{.match = "Benchmark("}}}));
  EXPECT_FALSE(check_policy(Policy{.units = {{"rows/op", {}}}}));
}

}  // namespace
}  // namespace headgate::gate
