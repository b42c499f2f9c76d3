#include "app/action_inputs.h"

#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace headgate::app {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Result<ActionInputs> inputs(os::Environment::Variables variables) {
  return read_inputs(os::Environment(std::move(variables)));
}

TEST(ActionInputs, WithoutInputsEverythingIsAtItsDefault) {
  const Result<ActionInputs> read = inputs({{"GITHUB_SHA", "x"}, {"INPUT_ROUNDS", ""}});
  ASSERT_TRUE(read);
  EXPECT_EQ(read->results_dir, "headgate-results");
  EXPECT_EQ(read->config, "");
  EXPECT_THAT(read->overrides, IsEmpty());
  EXPECT_THAT(read->caveats, IsEmpty());
  EXPECT_EQ(read->fail_on.regression, gate::FailOn::Class::kFails);
}

TEST(ActionInputs, HyphensStayInTheNamesAndWhiteSpaceIsTrimmed) {
  const Result<ActionInputs> read = inputs({{"INPUT_MIN-DELTA", " 3% \n"}});
  ASSERT_TRUE(read);
  ASSERT_EQ(read->overrides.size(), 1U);
  EXPECT_EQ(read->overrides.front().flag, "min-delta");
  EXPECT_THAT(read->overrides.front().values, ElementsAre("3%"));
  EXPECT_EQ(read->overrides.front().origin, "input min-delta");
}

TEST(ActionInputs, AListIsOneALine) {
  const Result<ActionInputs> read = inputs({{"INPUT_PACKAGES", "./a/...\n\n  ./b\r\n"}});
  ASSERT_TRUE(read);
  EXPECT_THAT(read->overrides.front().values, ElementsAre("./a/...", "./b"));
}

TEST(ActionInputs, ModulesAndBuildSettingsHaveTheNamesOfTheirKeys) {
  const Result<ActionInputs> read =
      inputs({{"INPUT_MODULES", "svc"}, {"INPUT_TAGS", "integration"}});
  ASSERT_TRUE(read);
  ASSERT_EQ(read->overrides.size(), 2U);
  EXPECT_EQ(read->overrides[0].flag, "module");
  EXPECT_EQ(read->overrides[1].flag, "tags");
  EXPECT_EQ(read->overrides[1].origin, "input tags");
}

TEST(ActionInputs, EverySettingWithAFlagIsAnInput) {
  os::Environment::Variables variables;
  std::size_t count = 0;
  for (const config::SettingSpec& spec : config::settings_table()) {
    if (spec.flag.empty()) {
      continue;
    }
    std::string name(config::setting_name(spec));
    name = name.substr(name.rfind('.') + 1);
    std::string variable = "INPUT_";
    for (const char c : name) {
      variable += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    }
    variables[variable] = "x";
    ++count;
  }
  const Result<ActionInputs> read = inputs(variables);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->overrides.size(), count);
  EXPECT_THAT(read->caveats, IsEmpty());
}

TEST(ActionInputs, AnInputThatDoesNotExistIsToldWithTheNearest) {
  const Result<ActionInputs> read = inputs({{"INPUT_ROUND", "5"}, {"INPUT_ZZZZZZZZ", "1"}});
  ASSERT_TRUE(read);
  ASSERT_EQ(read->caveats.size(), 2U);
  EXPECT_EQ(read->caveats[0].code, "unknown-input");
  EXPECT_EQ(read->caveats[0].text, "there is no input 'round'; did you mean 'rounds'?");
  EXPECT_THAT(read->caveats[1].text, HasSubstr("check the workflow's spelling"));
}

TEST(ActionInputs, WhatThisVersionDoesNotHaveIsRefusedInsteadOfIgnored) {
  for (const char* name : {"PROFILE"}) {
    const Result<ActionInputs> read = inputs({{std::string("INPUT_") + name, "true"}});
    ASSERT_FALSE(read) << name;
    EXPECT_EQ(read.error().reason, Reason::kConfigInvalid);
    EXPECT_THAT(read.error().message, HasSubstr("not available in this version"));
  }
}

TEST(ActionInputs, AShardIsAPartAndItsCosts) {
  const Result<ActionInputs> read = inputs({{"INPUT_SHARD", "2/4"}, {"INPUT_COSTS", "earlier"}});
  ASSERT_TRUE(read);
  EXPECT_EQ(read->shard, (schedule::Shard{.index = 2, .count = 4}));
  EXPECT_EQ(read->costs, "earlier");
}

TEST(ActionInputs, AWrongValueOfAShardOrAMergeIsRefusedAndNamed) {
  const struct {
    os::Environment::Variables variables;
    std::string says;
  } cases[] = {
      {{{"INPUT_SHARD", "5/4"}}, "input shard: '5/4' is no shard"},
      {{{"INPUT_COSTS", "earlier"}}, "input costs: 'earlier'"},
      {{{"INPUT_SHARD", "1/4"}, {"INPUT_COSTS", "../x"}}, "input costs: '../x'"},
      {{{"INPUT_CHANGED-ONLY", "maybe"}}, "input changed-only: 'maybe'"},
      {{{"INPUT_MERGE", "/shards"}}, "input merge: '/shards'"},
      {{{"INPUT_MERGE", "shards"}, {"INPUT_MERGE-ALLOW", "all"}}, "input merge-allow: 'all'"},
      {{{"INPUT_MERGE-ALLOW", "host"}}, "input merge-allow: 'host'"},
      {{{"INPUT_MERGE", "shards"}, {"INPUT_SHARD", "1/4"}}, "input shard: has no effect"},
      {{{"INPUT_MERGE", "shards"}, {"INPUT_BASE", "x"}}, "input base: has no effect"},
      {{{"INPUT_MERGE", "shards"}, {"INPUT_ROUNDS", "5"}}, "input rounds: has no effect"},
  };

  for (const auto& [variables, says] : cases) {
    const Result<ActionInputs> read = inputs(variables);
    ASSERT_FALSE(read) << says;
    EXPECT_EQ(read.error().reason, Reason::kConfigInvalid) << says;
    EXPECT_THAT(read.error().message, HasSubstr(says));
  }
}

TEST(ActionInputs, ChangedOnlyIsTrueOrFalse) {
  for (const auto& [text, expected] : {std::pair{"true", GateRunOptions::ChangedOnly::kYes},
                                       std::pair{"false", GateRunOptions::ChangedOnly::kNo},
                                       std::pair{"", GateRunOptions::ChangedOnly::kNo}}) {
    const Result<ActionInputs> read = inputs({{"INPUT_CHANGED-ONLY", text}});
    ASSERT_TRUE(read) << text;
    EXPECT_EQ(read->changed_only, expected) << text;
  }
}

TEST(ActionInputs, AMergeTakesWhatHasAnEffectOnIt) {
  const Result<ActionInputs> read = inputs({{"INPUT_MERGE", "shards/"},
                                            {"INPUT_MERGE-ALLOW", "host"},
                                            {"INPUT_RESULTS-DIR", "out"},
                                            {"INPUT_WAIVE-LABEL", "accepted"},
                                            {"INPUT_FAIL-ON", "error"}});
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->waive_label, "accepted");
  EXPECT_EQ(read->merge, "shards");
  EXPECT_EQ(read->hosts, results::Hosts::kAny);
  EXPECT_THAT(read->caveats, IsEmpty());
}

TEST(ActionInputs, ALabelMayHaveAnyName) {
  EXPECT_EQ(inputs({{"INPUT_WAIVE-LABEL", " perf: accepted "}})->waive_label, "perf: accepted");
  EXPECT_EQ(inputs({})->waive_label, "");
}

TEST(ActionInputs, PathsStayBelowTheirFolder) {
  for (const char* name : {"RESULTS-DIR", "WORKING-DIRECTORY", "CONFIG"}) {
    for (const char* path : {"/etc", "..", "../x", "a/..", "a/../../b"}) {
      const Result<ActionInputs> read = inputs({{std::string("INPUT_") + name, path}});
      ASSERT_FALSE(read) << name << " " << path;
      EXPECT_EQ(read.error().reason, Reason::kConfigInvalid);
      EXPECT_THAT(read.error().message, HasSubstr(path));
    }
    EXPECT_TRUE(inputs({{std::string("INPUT_") + name, "a/..b/c"}})) << name;
  }
}

TEST(ActionInputs, FailOnMayNotLeaveErrorsOut) {
  const Result<ActionInputs> read = inputs({{"INPUT_FAIL-ON", "regression"}});
  ASSERT_FALSE(read);
  EXPECT_THAT(read.error().message, HasSubstr("input fail-on: "));
  EXPECT_EQ(inputs({{"INPUT_FAIL-ON", "error"}})->fail_on.regression, gate::FailOn::Class::kPasses);
}

TEST(ActionInputs, RevisionsAndFoldersAreTakenAsTheyAre) {
  const Result<ActionInputs> read = inputs({{"INPUT_BASE", "v1.2"},
                                            {"INPUT_HEAD", "HEAD~1"},
                                            {"INPUT_WORKING-DIRECTORY", "src/"},
                                            {"INPUT_CONFIG", "ci/gate.yml"},
                                            {"INPUT_CACHE-DIR", "/cache"}});
  ASSERT_TRUE(read);
  EXPECT_EQ(read->base, "v1.2");
  EXPECT_EQ(read->head, "HEAD~1");
  EXPECT_EQ(read->working_directory, "src");
  EXPECT_EQ(read->config, "ci/gate.yml");
  EXPECT_EQ(read->cache_dir, "/cache");
}

}  // namespace
}  // namespace headgate::app
