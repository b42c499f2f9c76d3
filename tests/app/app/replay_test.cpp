#include "app/replay.h"

#include <csignal>
#include <memory>
#include <sstream>
#include <string>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/run.h"
#include "recording_narrator.h"
#include "support/captured_console.h"
#include "support/fake_program.h"
#include "support/ledger_texts.h"

namespace headgate::app {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing_support::FakeProgram;
using testing_support::module_tree;

// Ten samples around 100 ns, and around 130 ns.
std::string text(double center) {
  std::string lines = "goos: linux\ngoarch: amd64\npkg: example.com/m\ncpu: Test CPU\n";
  for (int i = 0; i < 10; ++i) {
    lines += fmt::format("BenchmarkX-4 1000 {} ns/op\n", center + i);
  }
  return lines;
}

class ReplayTest : public testing::Test, protected testing_support::CapturedConsole {
 protected:
  ReplayTest() {
    program.files.add_file("/workspace/base.txt", text(100));
    program.files.add_file("/workspace/head.txt", text(130));
    texts.base = "/workspace/base.txt";
    texts.head = "/workspace/head.txt";
  }

  int replay(const ReplayOptions& options) {
    clear_console();
    return app::replay(program.services(), options, narrator, console);
  }

  // Whether a signal during this step makes the replay an error of its own.
  bool is_interrupted_at(const std::string& step) {
    narrator.on_step = [&](std::string_view text) {
      if (text == step) {
        program.interrupts.interrupt(SIGINT);
      }
    };
    return replay(texts) == 2 && err.str().find("(interrupted)") != std::string::npos;
  }

  // A recorded run whose head is three times as slow.
  void record() {
    program.sides(module_tree({"BenchmarkX", "BenchmarkY"}, "base"),
                  module_tree({"BenchmarkX", "BenchmarkY"}, "head"));
    RunOptions options;
    options.base = "base";
    options.head = "head";
    options.overrides = {{.flag = "bench", .values = {"X"}, .origin = "flag --bench"},
                         {.flag = "rounds", .values = {"5"}, .origin = "flag --rounds"}};
    ASSERT_EQ(run(program.services(), options, narrator, console), 1) << err.str();
  }

  [[nodiscard]] std::string written(const std::string& name) const {
    return program.files.content_of(name).value_or("");
  }

  FakeProgram program;
  RecordingNarrator narrator;
  ReplayOptions texts;
  const std::string results = "/workspace/headgate-results";
};

TEST_F(ReplayTest, ASignalWhileFilesAreReadIsAnErrorWithItsReason) {
  EXPECT_TRUE(is_interrupted_at("reading /workspace/head.txt")) << err.str();
}

TEST_F(ReplayTest, ASignalWhileItDecidesIsAnErrorWithItsReason) {
  EXPECT_TRUE(is_interrupted_at("deciding")) << err.str();
  EXPECT_THAT(out.str(), IsEmpty());
}

TEST_F(ReplayTest, AnErrorReplacesAnOlderVerdict) {
  texts.out = "again";
  EXPECT_EQ(replay(texts), 1);
  texts.head = "/workspace/absent.txt";
  EXPECT_EQ(replay(texts), 2);
  EXPECT_THAT(written("/workspace/again/verdict.json"),
              HasSubstr(R"("reason": "results-invalid")"));
}

TEST_F(ReplayTest, WhatTakesLongIsTold) {
  texts.out = "again";
  replay(texts);
  EXPECT_THAT(narrator.told,
              ElementsAre("reading /workspace/base.txt", "reading /workspace/head.txt", "deciding",
                          "writing again", "run ends"));
}

TEST_F(ReplayTest, TwoTextsAreDecidedAndNothingIsWritten) {
  EXPECT_EQ(replay(texts), 1);
  EXPECT_THAT(out.str(), HasSubstr("headgate: regression"));
  EXPECT_THAT(err.str(), IsEmpty());
  EXPECT_THAT(program.files.list("/workspace").value(),
              testing::UnorderedElementsAre("base.txt", "head.txt"));
}

TEST_F(ReplayTest, FlagsDecideUnderAnotherPolicy) {
  texts.overrides = {{.flag = "min-delta", .values = {"50%"}, .origin = "flag --min-delta"}};
  EXPECT_EQ(replay(texts), 0);
}

TEST_F(ReplayTest, FlagsBeatTheSettingsFileAndThatBeatsTheDefault) {
  program.files.add_file("/workspace/policy.yml", "version: 1\npolicy: {min-delta: 50%}\n");
  texts.config_file = "/workspace/policy.yml";
  EXPECT_EQ(replay(texts), 0);
  texts.overrides = {{.flag = "min-delta", .values = {"2%"}, .origin = "flag --min-delta"}};
  EXPECT_EQ(replay(texts), 1);
}

TEST_F(ReplayTest, LimitsThatNameNoBenchmarkOfTheTextsAreAnError) {
  program.files.add_file("/workspace/policy.yml",
                         "version: 1\npolicy:\n  benchmarks:\n    - {match: BenchmarkElsewhere, "
                         "min-delta: 1%}\n");
  texts.config_file = "/workspace/policy.yml";
  EXPECT_EQ(replay(texts), 2);
  EXPECT_THAT(err.str(), HasSubstr("/workspace/policy.yml:4: match \"BenchmarkElsewhere\" names no "
                                   "benchmark of base or head"));
}

TEST_F(ReplayTest, AMissingTextIsNamedWithItsSide) {
  texts.head = "/workspace/absent.txt";
  EXPECT_EQ(replay(texts), 2);
  EXPECT_THAT(out.str(), IsEmpty());
  EXPECT_THAT(err.str(), HasSubstr("results-invalid"));
  EXPECT_THAT(err.str(), HasSubstr("head: "));
  EXPECT_THAT(err.str(), HasSubstr("absent.txt"));
}

TEST_F(ReplayTest, AnErrorIsJsonOnOutAndWordsOnErr) {
  texts.head = "/workspace/absent.txt";
  texts.format = Format::kJson;
  EXPECT_EQ(replay(texts), 2);
  EXPECT_THAT(out.str(), HasSubstr(R"("reason": "results-invalid")"));
  EXPECT_THAT(out.str(), HasSubstr(R"("exit_code": 2)"));
  EXPECT_THAT(err.str(), HasSubstr("results-invalid"));
}

TEST_F(ReplayTest, JsonOfAVerdictLeavesErrAlone) {
  texts.format = Format::kJson;
  EXPECT_EQ(replay(texts), 1);
  EXPECT_THAT(out.str(), HasSubstr(R"("decision": "regression")"));
  EXPECT_THAT(err.str(), IsEmpty());
}

TEST_F(ReplayTest, ARecordedRunIsDecidedAsItWas) {
  record();
  ReplayOptions options;
  options.results = results;
  options.format = Format::kJson;
  EXPECT_EQ(replay(options), 1);
  EXPECT_EQ(out.str(), written(results + "/verdict.json"));
}

TEST_F(ReplayTest, ALooserPolicyOfARecordedRunPasses) {
  record();
  ReplayOptions options;
  options.results = results;
  options.overrides = {{.flag = "min-delta", .values = {"500%"}, .origin = "flag --min-delta"}};
  EXPECT_EQ(replay(options), 0);
}

TEST_F(ReplayTest, TheRecordedLedgerHoldsOnTheDayOfTheRun) {
  program.sides(module_tree({"BenchmarkX"}, "base"), module_tree({"BenchmarkX"}, "head"));
  program.repository->files[{FakeProgram::id_of("base"), ".headgate-ledger.yml"}] =
      testing_support::ledger_text("BenchmarkX", "300%", "2026-01-01");
  RunOptions options;
  options.base = "base";
  options.head = "head";
  options.overrides = {{.flag = "rounds", .values = {"5"}, .origin = "flag --rounds"}};
  ASSERT_EQ(run(program.services(), options, narrator, console), 0) << out.str() << err.str();
  program.clock.set_wall(1'800'000'000);  // 2027: the entry is long over
  ReplayOptions again;
  again.results = results;
  EXPECT_EQ(replay(again), 0) << out.str() << err.str();
  EXPECT_THAT(out.str(), HasSubstr("1 known"));
}

TEST_F(ReplayTest, ALedgerFileBeatsTheRecordedOneAndHoldsToday) {
  record();
  program.files.add_file("/workspace/ledger.yml",
                         testing_support::ledger_text("BenchmarkX", "300%", "2026-01-01"));
  ReplayOptions again;
  again.results = results;
  again.ledger_file = "ledger.yml";
  again.out = "again";
  EXPECT_EQ(replay(again), 0) << out.str() << err.str();
  EXPECT_THAT(written("/workspace/again/run.json"), HasSubstr(R"("file": "ledger.yml")"));
  program.clock.set_wall(1'767'312'000);  // 2026-01-02T00:00:00Z
  EXPECT_EQ(replay(again), 1) << out.str();
  EXPECT_THAT(out.str(), HasSubstr("caveat (ledger-expired)"));
}

TEST_F(ReplayTest, ALedgerFileServesTwoTextsAndTheirRecord) {
  program.files.add_file("/workspace/ledger.yml",
                         testing_support::ledger_text("BenchmarkX", "300%"));
  texts.ledger_file = "ledger.yml";
  texts.out = "again";
  EXPECT_EQ(replay(texts), 0) << out.str() << err.str();
  ReplayOptions again;
  again.results = "/workspace/again";
  EXPECT_EQ(replay(again), 0) << out.str() << err.str();
}

TEST_F(ReplayTest, AnEntryForNoBenchmarkOfTheTextsIsACaveat) {
  program.files.add_file("/workspace/ledger.yml", testing_support::ledger_text("BenchmarkZ", "1%"));
  texts.ledger_file = "ledger.yml";
  EXPECT_EQ(replay(texts), 1);
  EXPECT_THAT(out.str(), HasSubstr("caveat (ledger-unmatched): an entry of the ledger matched no "
                                   "benchmark of base or head: BenchmarkZ sec/op (ledger.yml:3)"));
}

TEST_F(ReplayTest, ALedgerFileThatIsNoneIsAnError) {
  texts.ledger_file = "absent.yml";
  EXPECT_EQ(replay(texts), 2);
  EXPECT_THAT(err.str(), HasSubstr("(config-invalid)"));
  program.files.add_file("/workspace/ledger.yml", "version: 1\nentrys: []\n");
  texts.ledger_file = "ledger.yml";
  EXPECT_EQ(replay(texts), 2);
  EXPECT_THAT(err.str(), HasSubstr("ledger.yml:2: unknown key"));
}

TEST_F(ReplayTest, OutOfARecordedRunCanBeReplayedItself) {
  record();
  ReplayOptions options;
  options.results = results;
  options.out = "/workspace/again";
  EXPECT_EQ(replay(options), 1);
  EXPECT_EQ(written("/workspace/again/samples.jsonl"), written(results + "/samples.jsonl"));
  EXPECT_EQ(written("/workspace/again/verdict.json"), written(results + "/verdict.json"));
  EXPECT_EQ(written("/workspace/again/confirm.head.txt"), written(results + "/confirm.head.txt"));
  options.results = "/workspace/again";
  options.out = "";
  EXPECT_EQ(replay(options), 1);
}

TEST_F(ReplayTest, OutOfTwoTextsCanBeReplayedItself) {
  texts.out = "out";
  EXPECT_EQ(replay(texts), 1);
  EXPECT_EQ(written("/workspace/out/base.txt"), text(100));
  EXPECT_THAT(out.str(), HasSubstr("results: out\n"));
  ReplayOptions options;
  options.results = "/workspace/out";
  options.format = Format::kJson;
  EXPECT_EQ(replay(options), 1);
  EXPECT_EQ(out.str(), written("/workspace/out/verdict.json"));
}

TEST_F(ReplayTest, TheFolderThatIsReplayedIsNeverWritten) {
  record();
  const std::string samples = written(results + "/samples.jsonl");
  program.files.add_symlink("/workspace/link", "headgate-results");
  for (const std::string& out_path : {results, std::string("/workspace/link"), results + "/"}) {
    ReplayOptions options;
    options.results = results;
    options.out = out_path;
    EXPECT_EQ(replay(options), 2) << out_path;
    EXPECT_THAT(err.str(), HasSubstr("would be lost"));
    EXPECT_EQ(written(results + "/samples.jsonl"), samples);
  }
}

TEST_F(ReplayTest, TheFolderOfAReplayedTextIsNeverWritten) {
  record();
  ReplayOptions options;
  options.base = results + "/base.txt";
  options.head = results + "/head.txt";
  options.out = results;
  EXPECT_EQ(replay(options), 2);
  EXPECT_THAT(err.str(), HasSubstr("(usage)"));
  EXPECT_THAT(written(results + "/samples.jsonl"), Not(IsEmpty()));
}

TEST_F(ReplayTest, AForeignOutIsAnErrorAndKept) {
  program.files.add_file("/workspace/mine/letter.txt", "dear");
  texts.out = "/workspace/mine";
  EXPECT_EQ(replay(texts), 2);
  EXPECT_THAT(err.str(), HasSubstr("results-folder-foreign"));
  EXPECT_THAT(err.str(), Not(HasSubstr("results: ")));
  EXPECT_EQ(written("/workspace/mine/letter.txt"), "dear");
}

TEST_F(ReplayTest, AFullDiskIsInTheWrittenVerdictToo) {
  program.files.fail_writes_to("/workspace/out/head.txt",
                               {.reason = Reason::kDiskFull, .message = "no space left"});
  texts.out = "/workspace/out";
  EXPECT_EQ(replay(texts), 2);
  EXPECT_THAT(written("/workspace/out/verdict.json"), HasSubstr(R"("reason": "disk-full")"));
}

TEST_F(ReplayTest, ARunThatEndedInAnErrorIsReplayedAsOne) {
  program.speed = [&](const testing_support::Execution&) {
    program.interrupts.interrupt(15);
    return 100.0;
  };
  program.sides(module_tree({"BenchmarkX"}, "base"), module_tree({"BenchmarkX"}, "head"));
  RunOptions run_options;
  run_options.base = "base";
  run_options.head = "head";
  // The fake launcher goes on after a signal: the stage ends, the next step does not begin.
  ASSERT_EQ(run(program.services(), run_options, narrator, console), 2);
  ReplayOptions options;
  options.results = results;
  EXPECT_EQ(replay(options), 2);
  EXPECT_THAT(err.str(), HasSubstr("(interrupted)"));
}

}  // namespace
}  // namespace headgate::app
