#include <sstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/bar_narrator.h"
#include "app/log_narrator.h"

namespace headgate::app {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

BenchmarkProgress trial(const std::string& name, std::size_t round) {
  return {.package = "example.com/m",
          .name = name,
          .stage = stats::Stage::kFirst,
          .round = round,
          .rounds = 2,
          .ratio = 1.5,
          .lost = 0};
}

constexpr schedule::Progress kProgress{.done = 2, .total = 4, .remaining_sec = 3};

// Everything that a run can tell, once.
void tell(Narrator& narrator) {
  narrator.step("building example.com/m on base");
  narrator.measuring_begins(stats::Stage::kFirst, 4, 6);
  narrator.trial_ended(trial("BenchmarkB", 0), kProgress);
  narrator.trial_ended(trial("BenchmarkA", 0), kProgress);
  narrator.trial_ended(trial("BenchmarkB", 1), kProgress);
  narrator.trial_ended(trial("BenchmarkA", 1), kProgress);
  narrator.measuring_ends();
  narrator.foreign_output("build-failed", "m.go:1:1: ::error::no\n##[command]x\n");
  narrator.run_ends();
}

TEST(LogNarrator, OnGithubMeasuringAndForeignOutputAreFolded) {
  std::ostringstream out;
  LogNarrator narrator(out, LogStyle::kGithub);
  tell(narrator);
  EXPECT_THAT(out.str(), StartsWith("building example.com/m on base\n"
                                    "::group::measuring: 4 processes, about 6s\n"
                                    "round 2 of 2: 2 of 4 processes done, 3s left\n"
                                    "example.com/m.BenchmarkA: head/base 1.500 after 2 rounds\n"
                                    "example.com/m.BenchmarkB: head/base 1.500 after 2 rounds\n"
                                    "::endgroup::\n"
                                    "::group::output: build-failed\n"));
  EXPECT_TRUE(out.str().ends_with("::endgroup::\n"));
}

TEST(LogNarrator, AGroupThatNobodyEndsIsClosedBeforeWhatFollows) {
  std::ostringstream out;
  LogNarrator narrator(out, LogStyle::kGithub);
  narrator.measuring_begins(stats::Stage::kFirst, 4, 6);
  narrator.foreign_output("internal", "index is 3\n");
  EXPECT_THAT(out.str(), HasSubstr("about 6s\n::endgroup::\n::group::output: internal\n"));
  out.str("");
  narrator.measuring_begins(stats::Stage::kFirst, 4, 6);
  narrator.run_ends();
  narrator.run_ends();
  EXPECT_EQ(out.str(), "::group::measuring: 4 processes, about 6s\n::endgroup::\n");
}

TEST(LogNarrator, AGroupEndsWithTheNarrator) {
  std::ostringstream out;
  LogNarrator(out, LogStyle::kGithub).measuring_begins(stats::Stage::kFirst, 4, 6);
  EXPECT_TRUE(out.str().ends_with("\n::endgroup::\n"));
}

TEST(LogNarrator, ElsewhereThereAreNoCommandsOfARunner) {
  std::ostringstream out;
  LogNarrator narrator(out, LogStyle::kPlain);
  tell(narrator);
  EXPECT_THAT(out.str(), HasSubstr("\nmeasuring: 4 processes, about 6s\n"));
  EXPECT_THAT(out.str(), Not(HasSubstr("::group")));
  EXPECT_THAT(out.str(), Not(HasSubstr("::endgroup")));
}

TEST(LogNarrator, ForeignOutputCannotStartACommand) {
  std::ostringstream out;
  LogNarrator narrator(out, LogStyle::kGithub);
  narrator.foreign_output("list-failed", "::error::fake\n  ::endgroup::\n##[error]fake\n");
  std::istringstream lines(out.str());
  for (std::string line; std::getline(lines, line);) {
    const bool is_ours = line.starts_with("::group::output") || line == "::endgroup::";
    EXPECT_TRUE(is_ours || line.starts_with("| ")) << line;
  }
  EXPECT_THAT(out.str(), Not(HasSubstr("##[")));
}

TEST(LogNarrator, TheSecondStageTellsItsOwnBenchmarksOnly) {
  std::ostringstream out;
  LogNarrator narrator(out, LogStyle::kPlain);
  tell(narrator);
  out.str("");
  narrator.measuring_begins(stats::Stage::kConfirm, 2, 3);
  narrator.trial_ended(trial("BenchmarkA", 1), kProgress);
  narrator.measuring_ends();
  EXPECT_THAT(out.str(), HasSubstr("BenchmarkA"));
  EXPECT_THAT(out.str(), Not(HasSubstr("BenchmarkB")));
}

TEST(BarNarrator, EachLineReplacesTheLastAndTheEndIsClean) {
  std::ostringstream out;
  BarNarrator narrator(out, 60);
  narrator.step("listing packages");
  narrator.trial_ended(trial("BenchmarkA", 0), kProgress);
  narrator.run_ends();
  EXPECT_EQ(out.str(),
            "\r\x1b[Klisting packages"
            "\r\x1b[K[##########----------]  50%  3s left  m.BenchmarkA 1/2  head"
            "\r\x1b[K");
}

TEST(BarNarrator, WhatAFailedChildPrintedStays) {
  std::ostringstream out;
  BarNarrator narrator(out, 60);
  narrator.step("building example.com/m on head");
  narrator.foreign_output("build-failed", "undefined: x\n");
  narrator.run_ends();
  EXPECT_THAT(out.str(), HasSubstr("\r\x1b[Kbuild-failed\n| undefined: x\n"));
}

TEST(BarNarrator, ItDrawsNoEscapeCodesOfOthers) {
  std::ostringstream out;
  BarNarrator narrator(out, 60);
  narrator.step("building \x1b[31mred\x1b[0m");
  EXPECT_THAT(out.str(), Not(HasSubstr("\x1b[31m")));
}

}  // namespace
}  // namespace headgate::app
