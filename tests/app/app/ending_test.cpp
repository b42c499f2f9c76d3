#include "app/ending.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/fake_program.h"

namespace headgate::app {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing_support::FakeProgram;

constexpr const char* kWrittenVerdict = "/results/verdict.json";
constexpr const char* kSummary = "/results/summary.md";
const Error kFull{.reason = Reason::kDiskFull, .message = "no space left", .remedy = "make room"};

gate::Verdict decided(gate::Decision decision) {
  return {.decision = decision, .reason = std::nullopt, .message = "as measured"};
}

class EndingTest : public testing::Test {
 protected:
  EndingTest() { program.files.add_folder("/results"); }

  void write(Ending& ending) {
    ending.write(program.services(), "/results", {.run = &run, .results_dir = "results"});
  }

  [[nodiscard]] std::string written() const {
    return program.files.content_of(kWrittenVerdict).value_or("");
  }

  [[nodiscard]] std::string summary() const {
    return program.files.content_of(kSummary).value_or("");
  }

  FakeProgram program;
  results::Run run;
};

TEST_F(EndingTest, TheCodeIsThatOfTheDecision) {
  EXPECT_EQ(Ending(decided(gate::Decision::kPass)).code(), 0);
  EXPECT_EQ(Ending(decided(gate::Decision::kRegression)).code(), 1);
  EXPECT_EQ(Ending(decided(gate::Decision::kError)).code(), 2);
  EXPECT_EQ(Ending(decided(gate::Decision::kUnstable)).code(), 3);
}

TEST_F(EndingTest, FailOnMasksTheCodeInTheFileTooAndNeverTheDecision) {
  Ending ending(decided(gate::Decision::kRegression), {.regression = gate::FailOn::Class::kPasses});
  write(ending);
  EXPECT_EQ(ending.code(), 0);
  EXPECT_THAT(written(), HasSubstr(R"("exit_code": 0)"));
  EXPECT_THAT(written(), HasSubstr(R"("decision": "regression")"));
}

TEST_F(EndingTest, WhatFailsLaterIsInTheFileAsWell) {
  Ending ending(decided(gate::Decision::kPass));
  write(ending);
  EXPECT_THAT(written(), HasSubstr(R"("exit_code": 0)"));
  ending.overrule(kFull);
  write(ending);
  EXPECT_EQ(ending.code(), 2);
  EXPECT_THAT(written(), HasSubstr(R"("exit_code": 2)"));
  EXPECT_THAT(written(), HasSubstr(R"("reason": "disk-full")"));
  EXPECT_THAT(summary(), HasSubstr("disk-full"));
}

TEST_F(EndingTest, AFileThatCannotBeReplacedIsRemovedBecauseItSaysSomethingElse) {
  Ending ending(decided(gate::Decision::kPass));
  write(ending);
  program.files.fail_writes_to(kWrittenVerdict, kFull);
  ending.add({.code = "left-behind", .text = "a folder"});
  write(ending);
  EXPECT_EQ(ending.code(), 2);
  EXPECT_FALSE(program.files.content_of(kWrittenVerdict));
  EXPECT_THAT(summary(), HasSubstr("disk-full"));
}

TEST_F(EndingTest, WhatCouldNotBeWrittenIsTriedAgain) {
  program.files.fail_writes_to(kWrittenVerdict, kFull);
  Ending ending(decided(gate::Decision::kPass));
  write(ending);
  program.files.heal(kWrittenVerdict);
  write(ending);
  EXPECT_THAT(written(), HasSubstr(R"("exit_code": 2)"));
}

TEST_F(EndingTest, ASummaryThatCannotBeWrittenIsAnErrorOfTheVerdictAndRemoved) {
  Ending ending(decided(gate::Decision::kPass));
  write(ending);
  program.files.fail_writes_to(kSummary, kFull);
  ending.add({.code = "left-behind", .text = "a folder"});
  write(ending);
  EXPECT_EQ(ending.code(), 2);
  EXPECT_THAT(written(), HasSubstr(R"("exit_code": 2)"));
  EXPECT_FALSE(program.files.content_of(kSummary));
}

TEST_F(EndingTest, AFileThatSaysItAllIsNotWrittenAgain) {
  Ending ending(decided(gate::Decision::kPass));
  write(ending);
  program.files.add_file(kWrittenVerdict, "somebody else's");
  write(ending);
  EXPECT_EQ(written(), "somebody else's");
  ending.add({.code = "left-behind", .text = "a folder"});
  write(ending);
  EXPECT_THAT(written(), HasSubstr("left-behind"));
}

TEST_F(EndingTest, AVerdictThatCannotBeWrittenIsAnError) {
  program.files.fail_writes_to(kWrittenVerdict, kFull);
  Ending ending(decided(gate::Decision::kPass));
  write(ending);
  EXPECT_EQ(ending.code(), 2);
  EXPECT_EQ(ending.verdict().reason, Reason::kDiskFull);
  EXPECT_EQ(ending.verdict().remedy, "make room");
}

TEST_F(EndingTest, AnErrorFailsWhateverFailOnSays) {
  Ending ending(decided(gate::Decision::kPass), {.regression = gate::FailOn::Class::kPasses,
                                                 .unstable = gate::FailOn::Class::kPasses});
  ending.overrule(kFull);
  EXPECT_EQ(ending.code(), 2);
}

}  // namespace
}  // namespace headgate::app
