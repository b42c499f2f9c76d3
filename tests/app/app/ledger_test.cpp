#include "app/ledger.h"

#include <sstream>
#include <string>
#include <tuple>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/run.h"
#include "edge/os/digest.h"
#include "recording_narrator.h"
#include "support/captured_console.h"
#include "support/fake_program.h"
#include "support/ledger_texts.h"

namespace headgate::app {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing_support::FakeProgram;
using testing_support::ledger_text;
using testing_support::module_tree;

constexpr const char* kLedger = "/workspace/.headgate-ledger.yml";

class LedgerTest : public testing::Test, protected testing_support::CapturedConsole {
 protected:
  // Records a run in which X is 10 % slower and Y is not.
  void record() {
    program.sides(module_tree({"BenchmarkX", "BenchmarkY"}, "base"),
                  module_tree({"BenchmarkX", "BenchmarkY"}, "head"));
    program.commit("", module_tree({"BenchmarkX", "BenchmarkY"}, "head"));
    program.speed = [](const testing_support::Execution& one) {
      const bool is_slow = one.side == stats::Side::kHead && one.function == "BenchmarkX";
      return (is_slow ? 110.0 : 100.0) + 0.001 * static_cast<double>(one.nth);
    };
    ASSERT_EQ(measure(), 1) << out.str() << err.str();
  }

  int measure() {
    clear_console();
    RunOptions run_options;
    run_options.base = "base";
    run_options.overrides = {{.flag = "rounds", .values = {"5"}, .origin = "flag --rounds"}};
    return run(program.services(), run_options, narrator, console);
  }

  int add(const std::string& series = "X") {
    clear_console();
    options.results = "headgate-results";
    options.series = series;
    options.cause = "the loop moved";
    options.check = "perf stat";
    if (options.author.empty()) {
      options.author = "Ann";
    }
    return ledger_add(program.services(), options, console);
  }

  [[nodiscard]] std::string ledger() const {
    return program.files.content_of(kLedger).value_or("");
  }

  FakeProgram program;
  RecordingNarrator narrator;
  LedgerAddOptions options;
  LedgerReadOptions read;
};

TEST_F(LedgerTest, AddedEntriesSilenceTheAlarmTheyWereWrittenFrom) {
  record();
  EXPECT_EQ(add(), 0) << err.str();
  EXPECT_EQ(measure(), 0) << out.str() << err.str();
  EXPECT_THAT(out.str(), AllOf(HasSubstr("known: the ledger dismisses changes of up to 10.0%"),
                               HasSubstr("1 known")));
}

TEST_F(LedgerTest, ALargerChangeIsAnAlarmAgain) {
  record();
  ASSERT_EQ(add(), 0) << err.str();
  program.speed = [](const testing_support::Execution& one) {
    return (one.side == stats::Side::kHead ? 120.0 : 100.0) + 0.001 * static_cast<double>(one.nth);
  };
  EXPECT_EQ(measure(), 1);
  EXPECT_THAT(out.str(), HasSubstr("the ledger covers only changes of up to 10.0%"));
}

TEST_F(LedgerTest, TheEntryStopsAfterItsLastDay) {
  record();
  options.expires = "2026-01-31";
  ASSERT_EQ(add(), 0) << err.str();
  program.clock.set_wall(1'769'903'999);  // 2026-01-31T23:59:59Z
  EXPECT_EQ(measure(), 0) << out.str();
  program.clock.set_wall(1'769'904'000);
  EXPECT_EQ(measure(), 1) << out.str();
  EXPECT_THAT(out.str(), HasSubstr("counted until 2026-01-31"));
}

TEST_F(LedgerTest, AnAddedEntrySaysWhatItWasWrittenFrom) {
  record();
  ASSERT_EQ(add(), 0) << err.str();
  std::string listing;
  for (const std::string name : {"base.txt", "confirm.base.txt", "confirm.head.txt", "head.txt",
                                 "run.json", "samples.jsonl"}) {
    listing += os::sha256(*program.files.content_of("/workspace/headgate-results/" + name)) + "  " +
               name + "\n";
  }
  EXPECT_THAT(ledger(), HasSubstr("evidence: sha256:" + os::sha256(listing)));
  EXPECT_THAT(ledger(), HasSubstr("  - match: 'example\\.com/m/BenchmarkX'\n"));
  EXPECT_THAT(ledger(), HasSubstr("created: 2026-01-01\n    expires: 2026-04-01\n"))
      << "90 days later";
}

TEST_F(LedgerTest, WhatStandsInTheFileStays) {
  record();
  const std::string before = "# ours\n" + ledger_text("BenchmarkY", "5%") + "# the end\n";
  program.files.add_file(kLedger, before);
  EXPECT_EQ(add(), 0) << err.str();
  EXPECT_TRUE(ledger().starts_with(before)) << ledger();
}

TEST_F(LedgerTest, ASecondEntryForTheSameIsRefused) {
  record();
  ASSERT_EQ(add(), 0) << err.str();
  const std::string before = ledger();
  EXPECT_EQ(add(), 2);
  EXPECT_THAT(err.str(), HasSubstr("covers it already"));
  EXPECT_EQ(ledger(), before);
}

TEST_F(LedgerTest, WhatCannotBeAddedLeavesTheFileAlone) {
  record();
  const std::string before = ledger_text("BenchmarkY", "5%");
  program.files.add_file(kLedger, before);
  EXPECT_EQ(add("Y"), 2);
  EXPECT_THAT(err.str(), HasSubstr("BenchmarkY-4 sec/op is unchanged, which is no alarm"));
  EXPECT_EQ(add("Z"), 2);
  EXPECT_THAT(err.str(), HasSubstr("the run has no benchmark 'Z'"));
  options.expires = "2025-12-31";
  EXPECT_EQ(add(), 2);
  EXPECT_THAT(err.str(), HasSubstr("flag --expires: 2025-12-31 is over, today is 2026-01-01"));
  options.expires = "tomorrow";
  EXPECT_EQ(add(), 2);
  options.expires = "";
  options.max_delta = "1%";
  EXPECT_EQ(add(), 2);
  EXPECT_THAT(err.str(), HasSubstr("does not cover"));
  options.max_delta = "";
  options.file = "broken.yml";
  program.files.add_file("/workspace/broken.yml", "version: 1\nentrys: []\n");
  EXPECT_EQ(add(), 2);
  EXPECT_THAT(err.str(), HasSubstr("broken.yml:2: unknown key"));
  EXPECT_EQ(ledger(), before);
  EXPECT_THAT(out.str(), IsEmpty());
}

TEST_F(LedgerTest, AFolderWithoutResultsIsNamed) {
  EXPECT_EQ(add(), 2);
  EXPECT_THAT(err.str(), HasSubstr("error (results-invalid): '/workspace/headgate-results' is not "
                                   "a results folder"));
}

TEST_F(LedgerTest, TheEnvironmentSaysWhoItIs) {
  record();
  options.author = "";
  program.variables["USER"] = "root";
  program.variables["GITHUB_ACTOR"] = "ann";
  LedgerAddOptions unnamed = options;
  unnamed.results = "headgate-results";
  unnamed.series = "X";
  unnamed.cause = "c";
  unnamed.check = "d";
  EXPECT_EQ(ledger_add(program.services(), unnamed, console), 0) << err.str();
  EXPECT_THAT(ledger(), HasSubstr("author: 'ann'"));
  program.variables.erase("USER");
  program.variables.erase("GITHUB_ACTOR");
  clear_console();
  EXPECT_EQ(ledger_add(program.services(), unnamed, console), 2);
  EXPECT_THAT(err.str(), HasSubstr("nobody says who"));
}

TEST_F(LedgerTest, AListShowsEveryEntryInFull) {
  program.files.add_file(kLedger, ledger_text("BenchmarkX", "10%"));
  EXPECT_EQ(ledger_list(program.services(), read, console), 0) << err.str();
  EXPECT_EQ(out.str(),
            ".headgate-ledger.yml:3: BenchmarkX  sec/op up\n"
            "    live, 2025-11-01 to 2026-12-31, by Ann\n"
            "    covers changes of up to 10.0%\n"
            "    cause: the loop moved\n"
            "    check: perf stat\n"
            "    evidence: sha256:" +
                std::string(64, 'e') +
                "\n\n"
                ".headgate-ledger.yml: 1 entry\n");
}

TEST_F(LedgerTest, AListForScriptsSaysTheState) {
  program.files.add_file(kLedger, ledger_text("BenchmarkX", "10%", "2025-12-31"));
  read.format = Format::kJson;
  EXPECT_EQ(ledger_list(program.services(), read, console), 0) << err.str();
  EXPECT_THAT(out.str(),
              AllOf(HasSubstr(R"("schema": "headgate.ledger/1")"), HasSubstr(R"("max_delta": 0.1)"),
                    HasSubstr(R"("state": "expired")")));
}

TEST_F(LedgerTest, ACheckFindsWhatHasExpiredOrSoonWill) {
  for (const auto& [expires, code, text] :
       {std::tuple{"2025-12-31", 1, "expired, counted until 2025-12-31"},
        std::tuple{"2026-01-14", 1, "counts only until 2026-01-14"},
        std::tuple{"2026-01-15", 0, ".headgate-ledger.yml: 1 entry"}}) {
    clear_console();
    program.files.add_file(kLedger, ledger_text("BenchmarkX", "10%", expires));
    EXPECT_EQ(ledger_check(program.services(), read, console), code) << expires;
    EXPECT_THAT(out.str(), HasSubstr(text));
  }
}

TEST_F(LedgerTest, ACheckOfNoLedgerIsAnError) {
  EXPECT_EQ(ledger_check(program.services(), read, console), 2);
  EXPECT_THAT(err.str(), HasSubstr("error (config-invalid): the ledger: "));
  program.files.add_file(kLedger, "version: 1\nentrys: []\n");
  clear_console();
  EXPECT_EQ(ledger_check(program.services(), read, console), 2);
  EXPECT_THAT(err.str(), HasSubstr(".headgate-ledger.yml:2: unknown key"));
  EXPECT_THAT(out.str(), Not(HasSubstr("entry")));
}

}  // namespace
}  // namespace headgate::app
