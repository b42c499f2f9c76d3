#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/config/settings.h"

namespace headgate::config {
namespace {

using testing::ElementsAre;
using testing::Pair;

Override flag(std::string name, std::vector<std::string> values) {
  std::string origin = "flag --" + name;
  return Override{
      .flag = std::move(name), .values = std::move(values), .origin = std::move(origin)};
}

Result<Settings> apply(const Override& given) { return apply_overrides({}, {&given, 1}); }

Settings applied(std::string name, std::vector<std::string> values) {
  Result<Settings> settings = apply(flag(std::move(name), std::move(values)));
  EXPECT_TRUE(settings) << settings.error().message;
  return settings ? std::move(settings).value() : Settings{};
}

TEST(ApplyOverrides, ReadsFlagsLikeTheFile) {
  EXPECT_EQ(applied("rounds", {"20"}).schedule.rounds, 20U);
  EXPECT_EQ(applied("min-delta", {"3"}).policy.min_delta, 0.03);
  EXPECT_EQ(applied("confirm", {"no"}).policy.confirm, gate::Confirm::kNo);
  EXPECT_EQ(applied("benchtime", {"100x"}).schedule.benchtime.text(), "100x");
  EXPECT_EQ(applied("race", {"yes"}).build.race, Build::Race::kOn);
  EXPECT_EQ(applied("skip", {""}).scope.skip, "");
}

TEST(ApplyOverrides, ASeedMayBeAnyNumberOf64Bits) {
  EXPECT_EQ(applied("seed", {"18446744073709551615"}).schedule.seed, 18446744073709551615U);
}

TEST(ApplyOverrides, TakeSeveralValuesOrSeveralLines) {
  EXPECT_THAT(applied("packages", {"./a", "./b"}).scope.packages, ElementsAre("./a", "./b"));
  EXPECT_THAT(applied("packages", {"./a\r\n  ./b\n\n"}).scope.packages, ElementsAre("./a", "./b"));
  EXPECT_THAT(applied("env", {"A=1", "B=x y"}).execution.env,
              ElementsAre(Pair("A", "1"), Pair("B", "x y")));
  EXPECT_THAT(applied("tags", {"a,b"}).build.tags, ElementsAre("a", "b"));
}

TEST(ApplyOverrides, NoValueIsAnEmptyList) {
  Settings before;
  before.build.tags = {"a"};
  const Override none = flag("tags", {});
  EXPECT_TRUE(apply_overrides(before, {&none, 1})->build.tags.empty());
}

TEST(ApplyOverrides, ListsReplaceTheFilesList) {
  const Result<Settings> file =
      apply_yaml({}, "version: 1\nmeasure: {env: {A: 1}, packages: [./a]}\n", "f", Sections::kAll);
  const std::vector<Override> flags = {flag("env", {"B=2"}), flag("packages", {"./b"})};
  const Result<Settings> settings = apply_overrides(*file, flags);
  EXPECT_THAT(settings->execution.env, ElementsAre(Pair("B", "2")));
  EXPECT_THAT(settings->scope.packages, ElementsAre("./b"));
}

TEST(ApplyOverrides, KnowTheFlagsNameAndTheInputsName) {
  EXPECT_THAT(applied("module", {"a", "b"}).scope.modules, ElementsAre("a", "b"));
  EXPECT_THAT(applied("modules", {"a\nb"}).scope.modules, ElementsAre("a", "b"));
}

TEST(ApplyOverrides, TheLaterOneWins) {
  const std::vector<Override> flags = {flag("rounds", {"20"}), flag("rounds", {"30"})};
  EXPECT_EQ(apply_overrides({}, flags)->schedule.rounds, 30U);
}

TEST(ApplyOverrides, RecordTheirOriginByTheNameOfTheSetting) {
  const std::vector<Override> flags = {
      flag("tags", {"a"}), flag("seed", {"1"}),
      Override{.flag = "modules", .values = {"a"}, .origin = "input modules"}};
  EXPECT_THAT(apply_overrides({}, flags)->origins,
              ElementsAre(Pair("build.tags", "flag --tags"), Pair("modules", "input modules"),
                          Pair("seed", "flag --seed")));
}

struct Invalid {
  Override given;
  std::string_view message;
  std::string_view remedy = "";
};

TEST(ApplyOverrides, ErrorsNameTheOrigin) {
  const Invalid cases[] = {
      {flag("rounds", {"x"}),
       "flag --rounds: rounds must be a whole number from 1 to 100000, not \"x\""},
      {Override{.flag = "min-delta", .values = {"x"}, .origin = "input min-delta"},
       "input min-delta: min-delta must be a percentage from 0% to 1000%, not \"x\""},
      {flag("bench", {"a("}),
       "flag --bench: bench: \"a(\" is not a Go regular expression: missing ): a(",
       "write it as for go test -bench; https://go.dev/s/re2syntax lists the syntax"},
      {flag("packages", {""}), "flag --packages: packages names nothing",
       "name at least one, or remove the setting"},
      {flag("rounds", {"1", "2"}), "flag --rounds: rounds takes one value, not 2"},
      {flag("rounds", {}), "flag --rounds: rounds takes one value, not 0"},
      {flag("method", {"paired"}), "flag --method: method paired is not available in this version",
       "use classic"},
      {flag("round", {"5"}), "flag --round: unknown setting \"round\"", "did you mean rounds?"},
      {flag("frobnicate", {"5"}), "flag --frobnicate: unknown setting \"frobnicate\""},
      {Override{.flag = "", .values = {"5"}, .origin = "input"}, "input: unknown setting \"\""},
      {Override{.flag = "units", .values = {"sec/op"}, .origin = "input units"},
       "input units: units can only be set in a settings file", "write it to .headgate.yml"},
      {flag("prepare", {"make"}), "flag --prepare: prepare can only be set in a settings file",
       "write it to .headgate.yml"},
  };
  for (const Invalid& invalid : cases) {
    const Result<Settings> settings = apply(invalid.given);
    ASSERT_FALSE(settings) << invalid.message;
    EXPECT_EQ(settings.error().reason, Reason::kConfigInvalid);
    EXPECT_EQ(settings.error().message, invalid.message);
    EXPECT_EQ(settings.error().remedy, invalid.remedy);
  }
}

}  // namespace
}  // namespace headgate::config
