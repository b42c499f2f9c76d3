#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/config/settings.h"

namespace headgate::config {
namespace {

using testing::IsEmpty;

// A file that sets one setting.
std::string file_with(const SettingSpec& spec, const std::string& value) {
  std::string line = fmt::format("{}: {}", spec.key, value);
  if (const std::size_t dot = spec.key.find('.'); dot != std::string_view::npos) {
    line = fmt::format("{}: {{{}: {}}}", spec.key.substr(0, dot), spec.key.substr(dot + 1), value);
  }
  return spec.section.empty() ? fmt::format("version: 1\n{}\n", line)
                              : fmt::format("version: 1\n{}:\n  {}\n", spec.section, line);
}

// Settings that differ from the default in every one of the table.
Settings all_different() {
  Settings settings;
  settings.scope = {.modules = {"x"}, .packages = {"x"}, .bench = "x", .skip = "x"};
  settings.schedule.rounds = 99;
  settings.schedule.benchtime = schedule::Benchtime::of_iterations(1);
  settings.schedule.order = schedule::Order::kBalanced;
  settings.schedule.isolate = schedule::Isolate::kPackage;
  settings.schedule.seed = 99;
  settings.schedule.deadline_sec = 99;
  settings.build = {.tags = {"x"},
                    .ldflags = "x",
                    .gcflags = "x",
                    .pgo = "x",
                    .race = Build::Race::kOn,
                    .trimpath = Build::Trimpath::kOff,
                    .toolchain = "same",
                    .prepare = {{"x"}},
                    .copy = {"x"}};
  settings.execution = {.cpu = "9",
                        .timeout_sec = 99,
                        .env = {{"X", "x"}},
                        .pass_env = {"X"},
                        .network = Execution::Network::kHost};
  settings.unchanged = gate::Unchanged::kMeasure;
  settings.policy = {.alpha = 0.4,
                     .min_delta = 0.4,
                     .cv_threshold = 0.4,
                     .units = {{"B/op", {}}},
                     .benchmarks = {gate::BenchmarkLimits{.match = "x"}},
                     .confirm = gate::Confirm::kNo,
                     .removed = gate::Removed::kFail};
  settings.ledger = "x";
  settings.aliases = {{"x", "y"}};
  return settings;
}

// Neither changes anything in this version.
bool has_field(const SettingSpec& spec) { return spec.key != "method" && spec.key != "nightly"; }

TEST(SettingsTable, FlagsSetTheDefaultByTheTextThatHelpShows) {
  for (const SettingSpec& spec : settings_table()) {
    if (spec.flag.empty()) {
      continue;
    }
    const bool no_values = spec.arity == SettingSpec::Arity::kMany && spec.default_text.empty();
    const Override given{.flag = std::string(spec.flag),
                         .values = no_values ? std::vector<std::string>{}
                                             : std::vector{std::string(spec.default_text)},
                         .origin = "flag"};
    const Result<Settings> settings = apply_overrides(all_different(), {&given, 1});
    ASSERT_TRUE(settings) << setting_name(spec) << ": " << settings.error().message;
    const std::vector<std::string> left = differences(*settings, {});
    EXPECT_THAT(left, testing::Not(testing::Contains(std::string(setting_name(spec)))));
    EXPECT_EQ(left.size(), differences(all_different(), {}).size() - (has_field(spec) ? 1 : 0))
        << setting_name(spec) << " changes another setting";
  }
}

TEST(SettingsTable, FilesSetTheDefaultByTheTextThatTheDocumentationShows) {
  for (const SettingSpec& spec : settings_table()) {
    if (spec.key.empty()) {
      continue;
    }
    std::string value(spec.default_text);
    if (value.empty()) {
      value = spec.arity == SettingSpec::Arity::kMany ? "[]" : "\"\"";
    }
    const Result<Settings> settings =
        apply_yaml(all_different(), file_with(spec, value), "f", Sections::kAll);
    ASSERT_TRUE(settings) << setting_name(spec) << ": " << settings.error().message;
    const std::vector<std::string> left = differences(*settings, {});
    EXPECT_THAT(left, testing::Not(testing::Contains(std::string(setting_name(spec)))));
    EXPECT_EQ(left.size(), differences(all_different(), {}).size() - (has_field(spec) ? 1 : 0))
        << setting_name(spec) << " changes another setting";
  }
}

TEST(SettingsTable, EverySettingIsComparedByDifferences) {
  std::vector<std::string> expected;
  for (const SettingSpec& spec : settings_table()) {
    if (has_field(spec)) {
      expected.emplace_back(setting_name(spec));
    }
  }
  EXPECT_EQ(differences(all_different(), {}), expected);
  EXPECT_EQ(differences({}, all_different()), expected);
}

TEST(SettingsTable, EverySettingCanBeSetSomewhere) {
  for (const SettingSpec& spec : settings_table()) {
    EXPECT_FALSE(spec.key.empty() && spec.flag.empty());
    EXPECT_FALSE(spec.type.empty()) << setting_name(spec);
    EXPECT_FALSE(spec.help.empty()) << setting_name(spec);
  }
}

TEST(SettingsTable, NamesAreUnique) {
  std::set<std::string_view> names;
  std::set<std::string_view> flags;
  for (const SettingSpec& spec : settings_table()) {
    EXPECT_TRUE(names.insert(setting_name(spec)).second) << setting_name(spec);
    EXPECT_TRUE(spec.flag.empty() || flags.insert(spec.flag).second) << spec.flag;
  }
}

TEST(SettingsTable, InputsAreCalledLikeTheLastPartOfTheKey) {
  for (const SettingSpec& spec : settings_table()) {
    if (spec.key.empty() || spec.flag.empty() || spec.key == "modules") {
      continue;
    }
    EXPECT_EQ(spec.flag, spec.key.substr(spec.key.rfind('.') + 1));
  }
}

TEST(Differences, AreNoneBetweenEqualSettings) {
  EXPECT_THAT(differences(all_different(), all_different()), IsEmpty());
}

TEST(Differences, IgnoreWhereAValueWasSet) {
  constexpr std::string_view kFile =
      "version: 1\npolicy:\n  benchmarks: [{match: a}]\nmeasure: {rounds: 9}\n";
  const Result<Settings> left = apply_yaml({}, kFile, "base.yml", Sections::kAll);
  const Result<Settings> right =
      apply_yaml({}, "# moved\n\n" + std::string(kFile), "head.yml", Sections::kAll);
  EXPECT_THAT(differences(*left, *right), IsEmpty());
}

}  // namespace
}  // namespace headgate::config
