#include "app/effective_settings.h"

#include <optional>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/fake_program.h"

namespace headgate::app {
namespace {

using testing::Contains;
using testing::Field;
using testing::HasSubstr;
using testing::IsEmpty;
using testing_support::FakeProgram;
using testing_support::Tree;

using Text = std::optional<std::string>;

class EffectiveSettingsTest : public testing::Test {
 protected:
  static Tree with_settings(const Text& text, const std::string& name = ".headgate.yml") {
    return text ? Tree{{name, *text}} : Tree{};
  }

  // Of two commits.
  Result<EffectiveSettings> of_commits(const Text& base, const Text& head,
                                       const SettingsRequest& request = {}) {
    program.sides(with_settings(base), with_settings(head));
    return settings(github::Where(github::Revision{"head"}), request);
  }

  // Of the work tree against base.
  Result<EffectiveSettings> of_work_tree(const Text& base, const Text& head) {
    program.sides(with_settings(base), {});
    program.commit("", with_settings(head));
    return settings(WorkTree{}, {});
  }

  Result<EffectiveSettings> settings(std::variant<github::Where, WorkTree> head,
                                     const SettingsRequest& request) {
    const Result<Sources> sources =
        find_sources(std::make_unique<git::FakeRepository>(program.repository),
                     Question{.base = github::Revision{"base"},
                              .head = std::move(head),
                              .why = {},
                              .base_branch = {},
                              .notes = {}});
    return effective_settings(program.services(), *sources, request);
  }

  static SettingsRequest flag(const std::string& name, const std::string& value) {
    return {.file = {},
            .name = {},
            .overrides = {{.flag = name, .values = {value}, .origin = "flag --" + name}}};
  }

  FakeProgram program;
};

constexpr const char* kThree = "version: 1\npolicy: {min-delta: 3%}\n";
constexpr const char* kNine = "version: 1\nmeasure: {rounds: 9}\npolicy: {min-delta: 9%}\n";

TEST_F(EffectiveSettingsTest, WithoutAnyFileDefaultsHold) {
  const Result<EffectiveSettings> effective = of_commits({}, {});
  ASSERT_TRUE(effective);
  EXPECT_EQ(effective->settings.policy, gate::Policy());
  EXPECT_THAT(effective->caveats, IsEmpty());
}

TEST_F(EffectiveSettingsTest, BasesFileBeatsTheDefaultAndFlagsBeatBoth) {
  EXPECT_EQ(of_commits(kThree, kThree)->settings.policy.min_delta, 0.03);
  const Result<EffectiveSettings> effective = of_commits(kThree, kThree, flag("min-delta", "7%"));
  EXPECT_DOUBLE_EQ(effective->settings.policy.min_delta, 0.07);
  EXPECT_EQ(effective->settings.origins.at("min-delta"), "flag --min-delta");
}

TEST_F(EffectiveSettingsTest, HeadsEditOfTheFileIsToldAndDoesNotCount) {
  const Result<EffectiveSettings> effective = of_commits(kThree, kNine);
  ASSERT_TRUE(effective);
  EXPECT_EQ(effective->settings.policy.min_delta, 0.03);
  EXPECT_EQ(effective->settings.schedule.rounds, schedule::Options().rounds);
  ASSERT_EQ(effective->caveats.size(), 1U);
  EXPECT_EQ(effective->caveats.front().text,
            "head changes .headgate.yml (rounds, min-delta); base's counts");
}

TEST_F(EffectiveSettingsTest, ARemovedFileIsADifference) {
  EXPECT_THAT(of_commits(kThree, {})->caveats.front().text, HasSubstr("(min-delta)"));
}

TEST_F(EffectiveSettingsTest, OtherTextWithTheSameSettingsIsNone) {
  const Result<EffectiveSettings> effective =
      of_commits(kThree, "version: 1\n# as before\npolicy:\n  min-delta: 3%\n");
  EXPECT_THAT(effective->caveats, IsEmpty());
}

TEST_F(EffectiveSettingsTest, AnInvalidFileOfHeadIsToldAndDoesNotCount) {
  const Result<EffectiveSettings> effective = of_commits(kThree, "version: 1\nmin-delta: 1%\n");
  ASSERT_TRUE(effective);
  EXPECT_THAT(effective->caveats.front().text, HasSubstr("head's .headgate.yml is not valid"));
}

TEST_F(EffectiveSettingsTest, AnInvalidFileOfBaseIsAnErrorWithItsPlace) {
  const Result<EffectiveSettings> effective =
      of_commits("version: 1\npolicy:\n  min-dleta: 3%\n", {});
  ASSERT_FALSE(effective);
  EXPECT_EQ(effective.error().reason, Reason::kConfigInvalid);
  EXPECT_THAT(effective.error().message, HasSubstr(".headgate.yml of base:3"));
}

TEST_F(EffectiveSettingsTest, WithoutAFileOnBaseHeadsSaysHowToMeasureAndNothingElse) {
  const Result<EffectiveSettings> effective = of_commits({}, kNine);
  ASSERT_TRUE(effective);
  EXPECT_EQ(effective->settings.schedule.rounds, 9U);
  EXPECT_EQ(effective->settings.policy, gate::Policy());
  EXPECT_THAT(effective->caveats, Contains(Field(&gate::Caveat::code, "settings-from-head")));
}

TEST_F(EffectiveSettingsTest, TheWorkTreesOwnFileCountsAndIsNamedAsTheUserSeesIt) {
  const Result<EffectiveSettings> effective = of_work_tree(kThree, kNine);
  ASSERT_TRUE(effective);
  EXPECT_EQ(effective->settings.policy.min_delta, 0.09);
  EXPECT_EQ(effective->settings.origins.at("min-delta"), ".headgate.yml:3");
  EXPECT_EQ(effective->caveats.front().text,
            "head changes .headgate.yml (rounds, min-delta); the work tree's counts here");
}

TEST_F(EffectiveSettingsTest, AWorkTreeWithoutAFileTakesDefaults) {
  EXPECT_EQ(of_work_tree(kThree, {})->settings.policy, gate::Policy());
}

TEST_F(EffectiveSettingsTest, AFileOfThisMachineReplacesTheSides) {
  program.files.add_file("/workspace/mine.yml", kNine);
  const Result<EffectiveSettings> effective =
      of_commits(kThree, {}, {.file = "mine.yml", .name = {}, .overrides = {}});
  ASSERT_TRUE(effective);
  EXPECT_EQ(effective->settings.policy.min_delta, 0.09);
  EXPECT_EQ(effective->settings.origins.at("min-delta"), "mine.yml:3");
  EXPECT_THAT(effective->caveats, IsEmpty());
}

TEST_F(EffectiveSettingsTest, AFileOfThisMachineThatIsNotThereIsAnError) {
  const Result<EffectiveSettings> effective =
      of_commits({}, {}, {.file = "absent.yml", .name = {}, .overrides = {}});
  ASSERT_FALSE(effective);
  EXPECT_EQ(effective.error().reason, Reason::kConfigInvalid);
  EXPECT_THAT(effective.error().message, HasSubstr("absent.yml"));
}

TEST_F(EffectiveSettingsTest, AnotherNameOfTheFileFollowsTheSameRules) {
  program.sides(with_settings(kThree, "ci/gate.yml"), with_settings(kNine, "ci/gate.yml"));
  const SettingsRequest request{.file = {}, .name = "ci/gate.yml", .overrides = {}};
  const Result<EffectiveSettings> effective =
      settings(github::Where(github::Revision{"head"}), request);
  ASSERT_TRUE(effective);
  EXPECT_EQ(effective->settings.policy.min_delta, 0.03);
  EXPECT_THAT(effective->caveats.front().text, HasSubstr("head changes ci/gate.yml"));
}

TEST_F(EffectiveSettingsTest, ANameThatNeitherSideHasIsAnError) {
  const Result<EffectiveSettings> effective =
      of_commits(kThree, kThree, {.file = {}, .name = "ci/gate.yml", .overrides = {}});
  ASSERT_FALSE(effective);
  EXPECT_THAT(effective.error().message, HasSubstr("neither base nor head"));
}

TEST_F(EffectiveSettingsTest, WhatOnlyTheWholeCanShowIsChecked) {
  const Result<EffectiveSettings> effective = of_commits({}, {}, flag("rounds", "2"));
  ASSERT_FALSE(effective);
  EXPECT_EQ(effective.error().reason, Reason::kConfigInvalid);
}

TEST_F(EffectiveSettingsTest, CopiedPathsAreACaveat) {
  const Result<EffectiveSettings> effective =
      of_commits("version: 1\nmeasure: {copy: [web/dist, data]}\n",
                 "version: 1\nmeasure: {copy: [web/dist, data]}\n");
  ASSERT_TRUE(effective);
  EXPECT_EQ(effective->caveats.front().code, "copied");
  EXPECT_THAT(effective->caveats.front().text, HasSubstr("web/dist, data"));
}

TEST_F(EffectiveSettingsTest, NamesThatAreNeverPassedAreACaveat) {
  const Result<EffectiveSettings> effective = of_commits({}, {}, flag("pass-env", "GITHUB_ENV"));
  ASSERT_TRUE(effective);
  EXPECT_EQ(effective->caveats.front().code, "never-passed");
  EXPECT_THAT(effective->caveats.front().text, HasSubstr("GITHUB_ENV"));
}

TEST_F(EffectiveSettingsTest, HeadCannotRepairBasesFileAndIsToldWhatCan) {
  const Result<EffectiveSettings> effective = of_commits("rounds: [", "version: 1\n");
  ASSERT_FALSE(effective);
  EXPECT_EQ(effective.error().reason, Reason::kConfigInvalid);
  EXPECT_THAT(effective.error().remedy, HasSubstr("correct them on the base branch first"));
}

}  // namespace
}  // namespace headgate::app
