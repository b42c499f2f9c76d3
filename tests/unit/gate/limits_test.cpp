#include "core/gate/limits.h"

#include <gmock/gmock.h>

namespace headgate::gate {
namespace {

using ::testing::HasSubstr;
using unit::Direction;

dataset::SeriesKey key(std::string name, std::string unit) {
  return {.module = ".",
          .package = "example.com/m/codec",
          .name = std::move(name),
          .configuration = "",
          .unit = std::move(unit)};
}

Limits limits_of(const Policy& policy, const std::string& name, const std::string& unit) {
  return LimitTable::create(policy, {4})->of(key(name, unit));
}

TEST(Limits, DefaultsGateTimeAndShowTheRest) {
  const Limits time = limits_of(Policy{}, "Decode-4", "sec/op");
  EXPECT_EQ(time.gating, Gating::kGated);
  EXPECT_EQ(time.direction, Direction::kLower);
  EXPECT_EQ(time.alpha, 0.05);
  EXPECT_EQ(time.floor, 0.05);
  EXPECT_EQ(time.min_abs, 0);
  EXPECT_EQ(time.cv_threshold, 0.10);
  EXPECT_EQ(limits_of(Policy{}, "Decode-4", "B/op").gating, Gating::kShown);
  EXPECT_EQ(limits_of(Policy{}, "Decode-4", "B/s").direction, Direction::kHigher);
}

TEST(Limits, UnitBeatsGlobalWhereItSaysSomething) {
  const Policy policy{.alpha = 0.04,
                      .min_delta = 0.06,
                      .units = {{"B/op", UnitLimits{.min_delta = 0.01, .min_abs = 16}}}};
  const Limits bytes = limits_of(policy, "Decode-4", "B/op");
  EXPECT_EQ(bytes.gating, Gating::kGated);
  EXPECT_EQ(bytes.alpha, 0.04);
  EXPECT_EQ(bytes.floor, 0.01);
  EXPECT_EQ(bytes.min_abs, 16);
}

TEST(Limits, ListOfUnitsReplacesTheDefault) {
  const Policy policy{.units = {{"B/op", UnitLimits{}}}};
  EXPECT_EQ(limits_of(policy, "Decode-4", "sec/op").gating, Gating::kShown);
}

TEST(Limits, UnitOfUnknownDirectionIsGatedOnlyWithOne) {
  const Policy undirected{.units = {{"rows/op", UnitLimits{}}}};
  EXPECT_EQ(limits_of(undirected, "Decode-4", "rows/op").gating, Gating::kShown);
  const Policy directed{.units = {{"rows/op", UnitLimits{.direction = Direction::kHigher}}}};
  EXPECT_EQ(limits_of(directed, "Decode-4", "rows/op").gating, Gating::kGated);
  EXPECT_EQ(limits_of(directed, "Decode-4", "rows/op").direction, Direction::kHigher);
}

TEST(Limits, BenchmarkBeatsUnit) {
  const Policy policy{
      .units = {{"sec/op", UnitLimits{.alpha = 0.02, .min_delta = 0.02, .min_abs = 1}}},
      .benchmarks = {{.match = "codec/BenchmarkDecode",
                      .alpha = 0.01,
                      .min_delta = 0.03,
                      .min_abs = 2,
                      .cv_threshold = 0.2}}};
  const Limits own = limits_of(policy, "Decode-4", "sec/op");
  EXPECT_EQ(own.alpha, 0.01);
  EXPECT_EQ(own.floor, 0.03);
  EXPECT_EQ(own.min_abs, 2);
  EXPECT_EQ(own.cv_threshold, 0.2);
  EXPECT_EQ(limits_of(policy, "Encode-4", "sec/op").floor, 0.02);
}

TEST(Limits, FirstEntryThatMatchesWins) {
  const Policy policy{.benchmarks = {{.match = "BenchmarkDecode/small", .min_delta = 0.5},
                                     {.match = "BenchmarkDecode/.*", .min_delta = 0.3}}};
  EXPECT_EQ(limits_of(policy, "Decode/small-4", "sec/op").floor, 0.5);
  EXPECT_EQ(limits_of(policy, "Decode/large-4", "sec/op").floor, 0.3);
}

TEST(Limits, EntryForAnotherUnitDoesNotMatch) {
  const Policy policy{.benchmarks = {{.match = "BenchmarkDecode", .unit = "B/op", .min_delta = 0.5},
                                     {.match = "BenchmarkDecode", .min_delta = 0.3}}};
  EXPECT_EQ(limits_of(policy, "Decode-4", "sec/op").floor, 0.3);
  EXPECT_EQ(limits_of(policy, "Decode-4", "B/op").floor, 0.5);
}

TEST(Limits, PatternThatDoesNotCompileIsAnErrorWithItsPlace) {
  const Policy policy{.benchmarks = {{.match = "(", .origin = ".headgate.yml:12"}}};
  const auto table = LimitTable::create(policy, {});
  ASSERT_FALSE(table);
  EXPECT_EQ(table.error().reason, Reason::kConfigInvalid);
  EXPECT_THAT(table.error().message, HasSubstr(".headgate.yml:12: match \"(\""));
}

}  // namespace
}  // namespace headgate::gate
