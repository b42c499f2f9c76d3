#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "core/config/settings.h"

namespace headgate::config {
namespace {

Status check_file(const std::string& yaml) {
  const Result<Settings> settings = apply_yaml({}, "version: 1\n" + yaml, "f", Sections::kAll);
  EXPECT_TRUE(settings) << settings.error().message;
  return check(settings ? *settings : Settings{});
}

void expect_error(const std::string& yaml, std::string_view message, std::string_view remedy) {
  const Status status = check_file(yaml);
  ASSERT_FALSE(status) << yaml;
  EXPECT_EQ(status.error().reason, Reason::kConfigInvalid);
  EXPECT_EQ(status.error().message, message);
  EXPECT_EQ(status.error().remedy, remedy);
}

TEST(Check, DefaultsAreFine) { EXPECT_TRUE(check(Settings{})); }

TEST(Check, FourRoundsAreTheFewest) {
  EXPECT_TRUE(check_file("measure: {rounds: 4}\n"));
  expect_error("measure: {rounds: 3}\n",
               "f:2: rounds is 3, and fewer than 4 samples a side are never compared",
               "use at least 4 rounds");
}

TEST(Check, TheAlphaMustBeReachable) {
  // 4 against 4 reach 2/C(8,4) = 0.0286, 5 against 5 2/C(10,5) = 0.0079.
  EXPECT_TRUE(check_file("measure: {rounds: 5}\npolicy: {alpha: 0.01}\n"));
  expect_error("measure: {rounds: 4}\npolicy: {alpha: 0.01}\n",
               "f:3: alpha 0.01 cannot be reached with 4 rounds",
               "use at least 5 rounds, or a larger alpha");
  expect_error("policy: {alpha: 1e-200}\n",
               "f:2: alpha 1e-200 is beyond what any number of rounds can show",
               "choose a larger alpha");
}

TEST(Check, TheAlphaOfEveryUnitMustBeReachable) {
  expect_error("measure: {rounds: 4}\npolicy: {units: {B/op: {}, sec/op: {alpha: 0.01}}}\n",
               "f:3: alpha 0.01 of sec/op cannot be reached with 4 rounds",
               "use at least 5 rounds, or a larger alpha");
}

TEST(Check, AnAlphaThatEveryUnitReplacesDoesNotMatter) {
  EXPECT_TRUE(
      check_file("measure: {rounds: 4}\npolicy: {alpha: 0.01, units: {sec/op: {alpha: 0.05}}}\n"));
}

TEST(Check, TheAlphaOfEveryBenchmarkMustBeReachable) {
  expect_error(
      "measure: {rounds: 4}\npolicy:\n  benchmarks:\n    - {match: a}\n    - {match: b, alpha: "
      "0.02}\n",
      "f:6: alpha 0.02 of b cannot be reached with 4 rounds",
      "use at least 5 rounds, or a larger alpha");
}

TEST(Check, ABenchtimeMustFitIntoTheTimeout) {
  expect_error("measure: {benchtime: 90s, timeout: 1m}\n",
               "f:2: benchtime 90s is not below the timeout of 60s: no process could end in time",
               "choose a shorter benchtime or a longer timeout");
  EXPECT_TRUE(check_file("measure: {benchtime: 59s, timeout: 1m}\n"));
  EXPECT_TRUE(check_file("measure: {benchtime: 1000000x, timeout: 1m}\n"));
}

TEST(Check, AVariableIsSetOrPassedNotBoth) {
  expect_error("measure: {env: {A: 1}, pass-env: [B, A]}\n",
               "f:2: A stands both in env and in pass-env", "leave one of them");
}

TEST(Check, LimitsThatNeverApplyAreAMistake) {
  expect_error(
      "policy:\n  benchmarks:\n    - {match: a}\n    - {match: b}\n    - {match: a, unit: B/op}\n",
      "f:6: these limits never apply: f:4 has the same match",
      "remove one of them; the first match wins");
  EXPECT_TRUE(check_file(
      "policy:\n  benchmarks:\n    - {match: a, unit: B/op}\n    - {match: a, unit: sec/op}\n"
      "    - {match: a}\n"));
}

TEST(Check, DefaultsNeedNoPlaceInTheMessage) {
  Settings settings;
  settings.schedule.rounds = 2;
  EXPECT_EQ(check(settings).error().message,
            "rounds is 2, and fewer than 4 samples a side are never compared");
}

}  // namespace
}  // namespace headgate::config
