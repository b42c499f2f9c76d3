#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/config/settings.h"

namespace headgate::config {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

Settings applied(std::string_view yaml) {
  Result<Settings> settings = apply_yaml({}, yaml, ".headgate.yml", Sections::kAll);
  EXPECT_TRUE(settings) << settings.error().message;
  return settings ? std::move(settings).value() : Settings{};
}

Settings measured(std::string_view lines) {
  return applied("version: 1\nmeasure:\n" + std::string(lines));
}

Settings judged(std::string_view lines) {
  return applied("version: 1\npolicy:\n" + std::string(lines));
}

TEST(ApplyYaml, FilesWithoutContentChangeNothing) {
  for (const std::string_view yaml :
       {"", "\n", "# rounds: 5\n", "---\n", "version: 1\n", "version: 1\nmeasure:\npolicy:\n",
        "version: 1\nmeasure: {build: }\n"}) {
    EXPECT_THAT(differences(applied(yaml), {}), IsEmpty()) << yaml;
    EXPECT_THAT(applied(yaml).origins, IsEmpty()) << yaml;
  }
}

TEST(ApplyYaml, ReadsTheScope) {
  const Settings settings = measured(
      "  modules: [., tools/gen]\n  packages: [./codec/..., ./sum]\n  bench: Decode|Encode/n=1 0\n"
      "  skip: Slow/huge\n");
  EXPECT_THAT(settings.scope.modules, ElementsAre(".", "tools/gen"));
  EXPECT_THAT(settings.scope.packages, ElementsAre("./codec/...", "./sum"));
  EXPECT_EQ(settings.scope.bench, "Decode|Encode/n=1 0");
  EXPECT_EQ(settings.scope.skip, "Slow/huge");
}

TEST(ApplyYaml, ReadsTheSchedule) {
  const Settings settings = measured(
      "  rounds: 20\n  benchtime: 1000x\n  order: balanced\n  isolate: package\n  deadline: 1h30m\n"
      "  method: classic\n");
  EXPECT_EQ(settings.schedule.rounds, 20U);
  EXPECT_EQ(settings.schedule.benchtime, schedule::Benchtime::of_iterations(1000));
  EXPECT_EQ(settings.schedule.order, schedule::Order::kBalanced);
  EXPECT_EQ(settings.schedule.isolate, schedule::Isolate::kPackage);
  EXPECT_EQ(settings.schedule.deadline_sec, 5400);
}

TEST(ApplyYaml, ReadsTheExecution) {
  const Settings settings = measured(
      "  cpu: 1, 4\n  timeout: 90s\n  env: {GOGC: off, EMPTY: '', LINES: \"a\\nb\"}\n"
      "  pass-env: [CI, DATABASE_URL]\n  network: host\n");
  EXPECT_EQ(settings.execution.cpu, "1,4");
  EXPECT_EQ(settings.execution.timeout_sec, 90);
  EXPECT_THAT(settings.execution.env,
              ElementsAre(Pair("EMPTY", ""), Pair("GOGC", "off"), Pair("LINES", "a\nb")));
  EXPECT_THAT(settings.execution.pass_env, ElementsAre("CI", "DATABASE_URL"));
  EXPECT_EQ(settings.execution.network, Execution::Network::kHost);
}

TEST(ApplyYaml, ReadsTheBuild) {
  const Settings settings = measured(
      "  toolchain: go1.26.1\n  prepare: [[go, generate, ./...], [sh, -c, 'a; b']]\n"
      "  copy: [web/dist, testdata/big.bin]\n"
      "  build: {tags: [integration, 'a,b'], ldflags: -X main.v=1 -s, gcflags: -N -l,\n"
      "          pgo: default.pgo, race: true, trimpath: no}\n");
  EXPECT_EQ(settings.build.toolchain, "go1.26.1");
  EXPECT_THAT(settings.build.prepare,
              ElementsAre(ElementsAre("go", "generate", "./..."), ElementsAre("sh", "-c", "a; b")));
  EXPECT_THAT(settings.build.copy, ElementsAre("web/dist", "testdata/big.bin"));
  EXPECT_THAT(settings.build.tags, ElementsAre("integration", "a", "b"));
  EXPECT_EQ(settings.build.ldflags, "-X main.v=1 -s");
  EXPECT_EQ(settings.build.gcflags, "-N -l");
  EXPECT_EQ(settings.build.pgo, "default.pgo");
  EXPECT_EQ(settings.build.race, Build::Race::kOn);
  EXPECT_EQ(settings.build.trimpath, Build::Trimpath::kOff);
}

TEST(ApplyYaml, ReadsThePolicy) {
  const Settings settings = judged(
      "  alpha: 0.01\n  min-delta: 3%\n  cv-threshold: 7.5\n  confirm: false\n  removed: fail\n");
  EXPECT_EQ(settings.policy.alpha, 0.01);
  EXPECT_EQ(settings.policy.min_delta, 0.03);
  EXPECT_EQ(settings.policy.cv_threshold, 0.075);
  EXPECT_EQ(settings.policy.confirm, gate::Confirm::kNo);
  EXPECT_EQ(settings.policy.removed, gate::Removed::kFail);
}

TEST(ApplyYaml, ReadsLimitsOfUnitsInPlaceOfTheDefaultList) {
  const Settings settings = judged(
      "  units:\n    B/op:\n    rows/op: {alpha: 0.02, min-delta: 1%, min-abs: 2, direction: "
      "higher}\n");
  EXPECT_THAT(
      settings.policy.units,
      ElementsAre(Pair("B/op", gate::UnitLimits{}),
                  Pair("rows/op", gate::UnitLimits{.alpha = 0.02,
                                                   .min_delta = 0.01,
                                                   .min_abs = 2,
                                                   .direction = unit::Direction::kHigher})));
}

TEST(ApplyYaml, ReadsLimitsOfBenchmarksWithTheirPlaces) {
  const Settings settings = judged(
      "  benchmarks:\n"
      "    - {match: \"codec/BenchmarkDecode/.*\", min-delta: 3%}\n"
      "    - match: BenchmarkX\n"
      "      unit: B/op\n"
      "      alpha: 0.001\n"
      "      min-abs: 16\n"
      "      cv-threshold: 20%\n");
  EXPECT_THAT(settings.policy.benchmarks,
              ElementsAre(gate::BenchmarkLimits{.match = "codec/BenchmarkDecode/.*",
                                                .unit = std::nullopt,
                                                .alpha = std::nullopt,
                                                .min_delta = 0.03,
                                                .min_abs = std::nullopt,
                                                .cv_threshold = std::nullopt,
                                                .origin = ".headgate.yml:4"},
                          gate::BenchmarkLimits{.match = "BenchmarkX",
                                                .unit = "B/op",
                                                .alpha = 0.001,
                                                .min_delta = std::nullopt,
                                                .min_abs = 16,
                                                .cv_threshold = 0.2,
                                                .origin = ".headgate.yml:5"}));
}

TEST(ApplyYaml, ReadsTheTopLevel) {
  const Settings settings = applied(
      "version: 1\nledger: ci/ledger.yml\naliases: {BenchmarkNew: BenchmarkOld}\nnightly: {}\n");
  EXPECT_EQ(settings.ledger, "ci/ledger.yml");
  EXPECT_THAT(settings.aliases, ElementsAre(Pair("BenchmarkNew", "BenchmarkOld")));
}

TEST(ApplyYaml, ReadsTheDocumentedFile) {
  // The reference of all settings, with every default spelt out.
  const Settings settings = applied(R"(version: 1
measure:
  modules: [.]              # folders with a go.mod, or `auto`
  packages: [./...]
  bench: .                  # Go regular expression, as for -bench
  skip: ""
  rounds: 10
  benchtime: 200ms          # or 1000x
  order: abab
  isolate: benchmark
  method: classic
  unchanged: skip
  cpu: ""
  timeout: 10m
  deadline: 0
  env: {}
  pass-env: []
  network: auto
  toolchain: auto
  prepare: []
  copy: []
  build: {tags: [], ldflags: "", gcflags: "", pgo: auto, race: false, trimpath: true}
policy:
  alpha: 0.05
  min-delta: 5%
  cv-threshold: 10%
  units:
    sec/op: {}
  benchmarks: []
  confirm: true
  removed: warn
ledger: .headgate-ledger.yml
aliases: {}
nightly: {}
)");
  EXPECT_THAT(differences(settings, {}), IsEmpty());
  // Every setting of the table that has a key was there.
  std::size_t keys = 0;
  for (const SettingSpec& spec : settings_table()) {
    keys += spec.key.empty() ? 0 : 1;
  }
  EXPECT_EQ(settings.origins.size(), keys);
}

// --- the small grammars

TEST(ApplyYaml, PercentagesMayHaveASignOrNot) {
  EXPECT_EQ(judged("  min-delta: 5\n").policy.min_delta, 0.05);
  EXPECT_EQ(judged("  min-delta: 5%\n").policy.min_delta, 0.05);
  EXPECT_EQ(judged("  min-delta: 0.5 %\n").policy.min_delta, 0.005);
  EXPECT_EQ(judged("  min-delta: '12.5%'\n").policy.min_delta, 0.125);
  EXPECT_EQ(judged("  min-delta: 0\n").policy.min_delta, 0);
}

TEST(ApplyYaml, SwitchesHaveFourWordsInAnyCase) {
  for (const std::string_view word : {"true", "yes", "True", "YES"}) {
    EXPECT_EQ(judged("  confirm: " + std::string(word) + "\n").policy.confirm, gate::Confirm::kYes);
  }
  for (const std::string_view word : {"false", "no", "False", "NO"}) {
    EXPECT_EQ(judged("  confirm: " + std::string(word) + "\n").policy.confirm, gate::Confirm::kNo);
  }
}

TEST(ApplyYaml, AListOfOneNeedsNoBrackets) {
  EXPECT_THAT(measured("  packages: ./sum\n").scope.packages, ElementsAre("./sum"));
  EXPECT_THAT(measured("  modules: auto\n").scope.modules, ElementsAre("auto"));
}

TEST(ApplyYaml, VariablesMayBeAListToo) {
  EXPECT_THAT(measured("  env: [A=1, B=x=y, C=]\n").execution.env,
              ElementsAre(Pair("A", "1"), Pair("B", "x=y"), Pair("C", "")));
}

TEST(ApplyYaml, CpusMayBeANumberATextOrAList) {
  EXPECT_EQ(measured("  cpu: 4\n").execution.cpu, "4");
  EXPECT_EQ(measured("  cpu: \"1, 2,4\"\n").execution.cpu, "1,2,4");
  EXPECT_EQ(measured("  cpu: [1, 2]\n").execution.cpu, "1,2");
}

TEST(ApplyYaml, OneCommandNeedsNoSecondList) {
  EXPECT_THAT(measured("  prepare: [go, generate, ./...]\n").build.prepare,
              ElementsAre(ElementsAre("go", "generate", "./...")));
}

TEST(ApplyYaml, ReleasesHaveTheNamesThatGoGivesThem) {
  for (const std::string_view name : {"auto", "same", "local", "go1.21", "go1.26.1", "go1.27rc1",
                                      "go1.22beta2", "go1.26.1-acme.3"}) {
    EXPECT_EQ(measured("  toolchain: " + std::string(name) + "\n").build.toolchain, name);
  }
}

TEST(ApplyYaml, BlocksMayEndWithALineFeed) {
  EXPECT_EQ(measured("  build:\n    ldflags: >\n      -X a=1\n      -s\n").build.ldflags,
            "-X a=1 -s");
}

// --- merging

TEST(ApplyYaml, KeepsWhatTheFileDoesNotSet) {
  Settings before;
  before.schedule.rounds = 30;
  before.policy.alpha = 0.01;
  before.origins = {{"rounds", "elsewhere"}};
  const Result<Settings> after =
      apply_yaml(before, "version: 1\npolicy: {alpha: 0.02}\n", "f.yml", Sections::kAll);
  ASSERT_TRUE(after);
  EXPECT_EQ(after->schedule.rounds, 30U);
  EXPECT_EQ(after->policy.alpha, 0.02);
  EXPECT_THAT(after->origins, ElementsAre(Pair("alpha", "f.yml:2"), Pair("rounds", "elsewhere")));
}

TEST(ApplyYaml, OriginsAreTheLinesOfTheKeys) {
  const Settings settings = measured("  packages:\n    - ./a\n  build:\n    tags: [x]\n");
  EXPECT_THAT(settings.origins, ElementsAre(Pair("build.tags", ".headgate.yml:6"),
                                            Pair("packages", ".headgate.yml:3")));
}

constexpr std::string_view kBothHalves =
    "version: 1\nmeasure: {rounds: 20}\npolicy: {alpha: 0.5, min-delta: 90%}\nledger: x.yml\n"
    "aliases: {BenchmarkA: BenchmarkB}\n";

TEST(ApplyYaml, MeasureOnlyLeavesThePolicyAlone) {
  const Result<Settings> settings =
      apply_yaml({}, kBothHalves, ".headgate.yml", Sections::kMeasureOnly);
  ASSERT_TRUE(settings);
  EXPECT_THAT(differences(*settings, {}), ElementsAre("rounds"));
  EXPECT_THAT(settings->origins, ElementsAre(Pair("rounds", ".headgate.yml:2")));
}

TEST(ApplyYaml, MeasureOnlyStillChecksThePolicy) {
  const Result<Settings> settings =
      apply_yaml({}, "version: 1\npolicy: {alpha: 2}\n", ".headgate.yml", Sections::kMeasureOnly);
  ASSERT_FALSE(settings);
  EXPECT_EQ(settings.error().message,
            ".headgate.yml:2: alpha must be a number above 0 and at most 0.5, not \"2\"");
}

}  // namespace
}  // namespace headgate::config
