#include "app/gate_run.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/results_folder.h"
#include "recording_narrator.h"
#include "support/fake_program.h"

namespace headgate::app {
namespace {

using stats::Side;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::IsSupersetOf;
using testing::Not;
using testing_support::Execution;
using testing_support::FakeProgram;
using testing_support::module_tree;

constexpr const char* kResults = "/workspace/headgate-results";

config::Override setting(const std::string& flag, const std::string& value) {
  return {.flag = flag, .values = {value}, .origin = "flag --" + flag};
}

// A run of `base` against `head` whose head is slower, five rounds.
class GateRunTest : public testing::Test {
 protected:
  GateRunTest() {
    program.sides(module_tree({"BenchmarkX"}, "base"), module_tree({"BenchmarkX"}, "head"));
    options.results_dir = kResults;
    options.settings.overrides = {setting("rounds", "5")};
  }

  Result<Sources> sources() {
    return find_sources(std::make_unique<git::FakeRepository>(program.repository),
                        Question{.base = github::Revision{"base"},
                                 .head = github::Where(github::Revision{"head"}),
                                 .why = "as asked for",
                                 .base_branch = {},
                                 .notes = {}});
  }

  GateRun run() { return run_gate(program.services(), sources(), options, narrator); }

  Result<report::Plan> plan() {
    return plan_gate(program.services(), sources(), options, narrator);
  }

  [[nodiscard]] bool exists(const std::string& path) const {
    return program.files.kind(path).value() != os::FileKind::kNone;
  }

  // The first `count` children run as usual; then a signal comes.
  void interrupt_after(std::size_t count) {
    program.child = [this, count, seen = std::size_t{0}](
                        const proc::Command&) mutable -> std::optional<proc::FakeChild> {
      if (seen++ < count) {
        return std::nullopt;
      }
      program.interrupts.interrupt(SIGTERM);
      return proc::FakeChild::ending(proc::Interrupted{});
    };
  }

  FakeProgram program;
  RecordingNarrator narrator;
  GateRunOptions options;
};

TEST_F(GateRunTest, ASlowerHeadIsARegressionThatWasMeasuredAgain) {
  const GateRun result = run();
  EXPECT_EQ(result.ending.verdict().decision, gate::Decision::kRegression)
      << result.ending.verdict().message;
  ASSERT_EQ(result.ending.verdict().findings.size(), 1U);
  EXPECT_EQ(result.ending.verdict().findings.front().stage, stats::Stage::kConfirm);
  // Two stages of five rounds, base before head in each.
  std::vector<std::string> expected;
  for (int round = 0; round < 10; ++round) {
    expected.insert(expected.end(), {"base BenchmarkX", "head BenchmarkX"});
  }
  EXPECT_EQ(program.measured(), expected);
}

TEST_F(GateRunTest, TheConfirmStageRecordsWhichLeafItMeasured) {
  const GateRun result = run();
  const Result<Recorded> recorded = read_results(program.services(), kResults);
  ASSERT_TRUE(recorded);
  ASSERT_EQ(recorded->processes.size(), 20U);
  EXPECT_EQ(recorded->processes[9].leaf, "");
  EXPECT_EQ(recorded->processes[10].leaf, "X");
  EXPECT_THAT(recorded->processes[10].argv, Contains("-test.bench=^BenchmarkX$"));
  EXPECT_THAT(recorded->processes[10].argv, Contains("-test.benchtime=1000x"));
}

TEST_F(GateRunTest, WithoutConfirmTheFirstPassDecides) {
  options.settings.overrides.push_back(setting("confirm", "no"));
  EXPECT_EQ(run().ending.verdict().decision, gate::Decision::kRegression);
  EXPECT_EQ(program.measured().size(), 10U);
}

TEST_F(GateRunTest, IdenticalBinariesAreComparedWithoutBeingRun) {
  program.sides(module_tree({"BenchmarkX"}), module_tree({"BenchmarkX"}));
  const GateRun result = run();
  EXPECT_EQ(result.ending.verdict().decision, gate::Decision::kPass);
  EXPECT_EQ(result.ending.verdict().compared, 1U);
  EXPECT_THAT(program.measured(), IsEmpty());
}

TEST_F(GateRunTest, IdenticalBinariesWithOtherTestdataAreMeasured) {
  auto base = module_tree({"BenchmarkX"});
  auto head = base;
  base["testdata/in.txt"] = "short";
  head["testdata/in.txt"] = "much longer";
  program.sides(base, head);
  run();
  EXPECT_THAT(program.measured(), Contains("head BenchmarkX"));
}

TEST_F(GateRunTest, EverythingIsInTheResultsFolder) {
  run();
  for (const char* name : {"run.json", "samples.jsonl", "base.txt", "head.txt", "confirm.base.txt",
                           "confirm.head.txt", "summary.md", ".gitignore", "verdict.json"}) {
    EXPECT_TRUE(exists(std::string(kResults) + "/" + name)) << name;
  }
}

TEST_F(GateRunTest, ThePrivateFolderIsGoneAfterwards) {
  run();
  EXPECT_FALSE(exists("/tmp/hg-00000"));
}

TEST_F(GateRunTest, TheVerdictIsWrittenBeforeTreesAreRemoved) {
  std::vector<std::string> there;
  program.private_folders.on_removal = [&] {
    there = program.files.list(kResults).value();
    return ok();
  };
  run();
  EXPECT_THAT(there, IsSupersetOf({"verdict.json", "run.json", "summary.md", "base.txt"}));
}

TEST_F(GateRunTest, WhatIsLeftBehindIsACaveatInEveryFile) {
  program.private_folders.on_removal = [] {
    return Error{.reason = Reason::kIoFailed, .message = "cannot remove /tmp/hg-00000/base"};
  };
  const GateRun result = run();
  EXPECT_EQ(result.ending.code(), 1);
  for (const char* name : {"verdict.json", "run.json", "summary.md"}) {
    EXPECT_THAT(program.files.content_of(std::string(kResults) + "/" + name).value(),
                HasSubstr("cannot remove /tmp/hg-00000/base"))
        << name;
  }
}

TEST_F(GateRunTest, AFolderWithTrackedFilesIsNotTakenForResults) {
  program.repository->paths["headgate-results"] = git::PathStatus::kTracked;
  program.files.add_file(std::string(kResults) + "/.gitignore",
                         "# Written by headgate: results are not for the repository.\n*\n");
  program.files.add_file(std::string(kResults) + "/logs/kept.txt", "mine");
  const GateRun result = run();
  EXPECT_EQ(result.ending.verdict().reason, Reason::kResultsFolderForeign);
  EXPECT_EQ(result.results_dir, "");
  EXPECT_TRUE(exists(std::string(kResults) + "/logs/kept.txt"));
}

TEST_F(GateRunTest, ChildrenSeeTheirOwnSidesFoldersOnly) {
  run();
  for (const proc::Command& command : program.launcher.commands()) {
    if (command.argv.front().find("/bin/base/") != std::string::npos) {
      EXPECT_EQ(command.directory, "/tmp/hg-00000/base");
      EXPECT_THAT(command.environment,
                  IsSupersetOf({"HOME=/tmp/hg-00000/hb", "TMPDIR=/tmp/hg-00000/b"}));
    } else if (command.argv.front().find("/bin/head/") != std::string::npos) {
      EXPECT_EQ(command.directory, "/tmp/hg-00000/head");
      EXPECT_THAT(command.environment,
                  IsSupersetOf({"HOME=/tmp/hg-00000/hh", "TMPDIR=/tmp/hg-00000/h"}));
    }
  }
}

TEST_F(GateRunTest, EachSideGetsTheGorootOfItsOwnToolchain) {
  program.go.toolchain_versions["/tmp/hg-00000/base"] = "go1.25.1";
  program.go.goroots["/tmp/hg-00000/base"] = "/go/1.25.1";
  const GateRun result = run();
  EXPECT_EQ(result.record.sides.base.toolchain, "go1.25.1");
  EXPECT_EQ(result.record.sides.head.toolchain, "go1.26.8");
  for (const proc::Command& command : program.launcher.commands()) {
    if (command.argv.front().find("/bin/base/") != std::string::npos) {
      EXPECT_THAT(command.environment, Contains("GOROOT=/go/1.25.1"));
    } else if (command.argv.front().find("/bin/head/") != std::string::npos) {
      EXPECT_THAT(command.environment, Contains("GOROOT=/usr/local/go"));
    }
  }
}

TEST_F(GateRunTest, TheCpuOptionIsWhatTheProcessWouldGetByItself) {
  run();
  EXPECT_THAT(program.launcher.commands().back().argv, Contains("-test.cpu=4"));
}

TEST_F(GateRunTest, GomaxprocsOfTheEnvironmentIsHeard) {
  program.variables["GOMAXPROCS"] = "2";
  run();
  EXPECT_THAT(program.launcher.commands().back().argv, Contains("-test.cpu=2"));
}

TEST_F(GateRunTest, MoreProcsThanCpusIsACaveat) {
  options.settings.overrides.push_back(setting("cpu", "8"));
  const GateRun result = run();
  EXPECT_THAT(result.ending.verdict().caveats,
              Contains(testing::Field(&gate::Caveat::code, "more-procs-than-cpus")));
}

TEST_F(GateRunTest, AFlagThatCannotBeRightIsToldBeforeAMissingRepository) {
  options.settings.overrides = {setting("rounds", "many")};
  const GateRun result =
      run_gate(program.services(), Error{.reason = Reason::kNoRepository, .message = "none"},
               options, narrator);
  EXPECT_EQ(result.ending.verdict().reason, Reason::kConfigInvalid);
}

TEST_F(GateRunTest, AnErrorBeforeTheFolderIsClaimedWritesNone) {
  options.settings.overrides = {setting("rounds", "2")};  // can never be below alpha
  const GateRun result = run();
  EXPECT_EQ(result.ending.verdict().decision, gate::Decision::kError);
  EXPECT_EQ(result.results_dir, "");
  EXPECT_FALSE(exists(kResults));
}

TEST_F(GateRunTest, WhatTheCallerKnewBeforeIsACaveatOfEveryVerdict) {
  options.caveats = {{.code = "unknown-input", .text = "there is no input 'x'"}};
  EXPECT_THAT(run().ending.verdict().caveats, Contains(options.caveats.front()));
  program.repository->commits.clear();
  EXPECT_THAT(run().ending.verdict().caveats, Contains(options.caveats.front()));
}

TEST_F(GateRunTest, ABuildThatFailsOnHeadIsAnErrorWithTheCompilersText) {
  program.go.build_errors["/tmp/hg-00000/head"] = Error{.reason = Reason::kBuildFailed,
                                                        .message = "exit status 1",
                                                        .detail = "m.go:3:1: undefined: y"};
  const GateRun result = run();
  EXPECT_EQ(result.ending.verdict().reason, Reason::kBuildFailed);
  EXPECT_THAT(narrator.told, Contains("output build-failed: m.go:3:1: undefined: y"));
  EXPECT_EQ(result.results_dir, kResults);
  EXPECT_FALSE(exists("/tmp/hg-00000"));
}

TEST_F(GateRunTest, ABuildThatFailsOnBaseAloneTakesItsBenchmarksForAdded) {
  auto base = module_tree({"BenchmarkX"}, "base");
  auto head = module_tree({"BenchmarkX"}, "head");
  for (auto* tree : {&base, &head}) {
    (*tree)["sub/sub_test.go"] = "package sub\n\nfunc BenchmarkSub(b *testing.B) {}\n";
  }
  program.sides(base, head);
  program.go.build_errors["/tmp/hg-00000/base/sub"] =
      Error{.reason = Reason::kBuildFailed, .message = "exit status 1", .detail = "sub.go:1:1: no"};
  const GateRun result = run();
  EXPECT_EQ(result.ending.verdict().decision, gate::Decision::kRegression)
      << result.ending.verdict().message;
  EXPECT_THAT(result.ending.verdict().caveats,
              Contains(testing::Field(&gate::Caveat::code, "base-broken")));
  EXPECT_THAT(narrator.told,
              Contains("output example.com/m/sub is broken on base: sub.go:1:1: no"));
}

TEST_F(GateRunTest, ABinaryThatChangedWhileItWasMeasuredSpoilsTheRun) {
  program.speed = [&](const Execution& one) {
    program.files.add_file("/tmp/hg-00000/bin/base/p0.test", "something else", 0555);
    return one.side == Side::kHead ? 100.0 : 100.1;
  };
  const GateRun result = run();
  EXPECT_EQ(result.ending.verdict().reason, Reason::kBinaryChanged);
  EXPECT_EQ(result.ending.verdict().findings.size(), 1U);  // what was measured is still told
}

TEST_F(GateRunTest, PastTheDeadlineWhatWasMeasuredIsKept) {
  options.settings.overrides.push_back(setting("deadline", "3s"));  // a process takes 0.5 s
  const GateRun result = run();
  EXPECT_EQ(result.ending.verdict().reason, Reason::kDeadline);
  EXPECT_THAT(result.ending.verdict().message, HasSubstr("after 6 of 10 processes"));
  EXPECT_EQ(read_results(program.services(), kResults)->processes.size(), 6U);
}

TEST_F(GateRunTest, GoCommandsMayTakeWhatIsLeftOfTheRun) {
  options.settings.overrides.push_back(setting("deadline", "60s"));
  std::vector<std::chrono::milliseconds> allowed;
  program.go.on_call = [&](const std::string& call) {
    if (call.starts_with("build ")) {
      program.clock.advance(10);
      allowed.push_back(program.go.contexts.front().timeout());
    }
  };
  run();
  EXPECT_THAT(allowed, ElementsAre(std::chrono::seconds(50), std::chrono::seconds(40)));
}

TEST_F(GateRunTest, ListingBenchmarksMayTakeWhatIsLeftOfTheRun) {
  options.settings.overrides.push_back(setting("deadline", "60s"));
  program.child = [&](const proc::Command& command) -> std::optional<proc::FakeChild> {
    if (command.argv.back() != "-test.list=^Benchmark") {
      return std::nullopt;
    }
    EXPECT_EQ(command.timeout, std::chrono::seconds(60));
    program.clock.advance(60);
    return proc::FakeChild::ending(proc::TimedOut{});
  };
  const GateRun result = run();
  EXPECT_EQ(result.ending.verdict().reason, Reason::kDeadline);
  EXPECT_THAT(result.ending.verdict().message, HasSubstr("while benchmarks were listed"));
}

// A run whose every part is in time by itself: 20 processes of half a second, and what a call
// takes.
class TooLate : public GateRunTest, public testing::WithParamInterface<std::string> {};

TEST_P(TooLate, IsAnErrorWhateverTookTheTime) {
  options.settings.overrides.push_back(setting("deadline", "60s"));
  program.go.on_call = [&](const std::string& call) {
    program.clock.advance(call.starts_with(GetParam()) ? 60 : 0);
  };
  const GateRun result = run();
  EXPECT_EQ(result.ending.verdict().reason, Reason::kDeadline);
  EXPECT_EQ(result.ending.code(), 2);
  EXPECT_FALSE(exists("/tmp/hg-00000"));
  EXPECT_TRUE(exists(std::string(kResults) + "/verdict.json"));
  EXPECT_THAT(program.measured(), IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(Calls, TooLate,
                         testing::Values("toolchain", "module-file", "download", "packages",
                                         "build /tmp/hg-00000/base", "build /tmp/hg-00000/head"));

TEST_F(GateRunTest, ALastProcessPastTheDeadlineIsTooLateToo) {
  options.settings.overrides.push_back(setting("deadline", "9.9s"));  // 20 times 0.5 s
  const GateRun result = run();
  EXPECT_EQ(result.ending.verdict().reason, Reason::kDeadline);
  EXPECT_EQ(result.ending.verdict().findings.size(), 1U);
}

TEST_F(GateRunTest, ABugInAStepIsAVerdictToo) {
  program.repository->write_export = [](const std::string&, const std::string&) {
    throw std::logic_error("index is 3");
  };
  const GateRun result = run();
  EXPECT_EQ(result.ending.verdict().reason, Reason::kInternal);
  EXPECT_TRUE(exists(std::string(kResults) + "/verdict.json"));
  EXPECT_FALSE(exists("/tmp/hg-00000"));
}

class LimitsTest : public GateRunTest {
 protected:
  LimitsTest() {
    testing_support::Tree base = module_tree({"BenchmarkX"}, "base");
    testing_support::Tree head = module_tree({"BenchmarkX"}, "head");
    for (testing_support::Tree* tree : {&base, &head}) {
      (*tree)["p2/p_test.go"] = "package p2\n\nfunc BenchmarkP(b *testing.B) {}\n";
      (*tree)[".headgate.yml"] =
          "version: 1\npolicy: {benchmarks: [{match: p2/BenchmarkP, min-delta: 9%}]}\n";
    }
    program.sides(base, head);
  }
};

TEST_F(LimitsTest, ALimitForAPackageThatTheRunLeavesOutIsACaveat) {
  options.settings.overrides.push_back(setting("packages", "."));
  const GateRun result = run();
  EXPECT_EQ(result.ending.code(), 1) << result.ending.verdict().message;
  EXPECT_THAT(result.ending.verdict().caveats,
              Contains(testing::Field(&gate::Caveat::code, "limit-without-benchmark")));
}

TEST_F(LimitsTest, ALimitForNoPackageAtAllIsAnError) {
  for (testing_support::Tree* tree :
       {&program.trees[FakeProgram::id_of("base")], &program.trees[FakeProgram::id_of("head")]}) {
    tree->erase("p2/p_test.go");
  }
  EXPECT_EQ(run().ending.verdict().reason, Reason::kConfigInvalid);
}

TEST_F(LimitsTest, ALimitThatIsNoPatternIsAnErrorHoweverFewPackagesThereAre) {
  options.settings.overrides.push_back(setting("packages", "."));
  program.repository->files[{FakeProgram::id_of("base"), ".headgate.yml"}] =
      "version: 1\npolicy: {benchmarks: [{match: \"(\", min-delta: 9%}]}\n";
  EXPECT_EQ(run().ending.verdict().reason, Reason::kConfigInvalid);
}

TEST_F(GateRunTest, ASubmoduleMattersOnlyWhereSomethingIsMeasured) {
  testing_support::Tree base = module_tree({"BenchmarkX"}, "base");
  testing_support::Tree head = module_tree({"BenchmarkX"}, "head");
  for (testing_support::Tree* tree : {&base, &head}) {
    (*tree)["p2/p_test.go"] = "package p2\n\nfunc BenchmarkP(b *testing.B) {}\n";
  }
  program.sides(base, head);
  program.repository->problems[FakeProgram::id_of("head")].submodules = {"p2/testdata/corpus"};
  EXPECT_EQ(run().ending.verdict().reason, Reason::kSubmoduleInPackage);
  options.settings.overrides.push_back(setting("bench", "X"));
  const GateRun result = run();
  EXPECT_EQ(result.ending.code(), 1) << result.ending.verdict().message;
  EXPECT_THAT(result.ending.verdict().caveats,
              Contains(testing::Field(&gate::Caveat::code, "submodules")));
}

TEST_F(GateRunTest, AFullDiskWhileMeasuringIsAnErrorThatKeepsTheFindings) {
  program.speed = [&](const Execution& one) {
    if (one.nth == 4) {
      program.files.fail_writes_to(std::string(kResults) + "/samples.jsonl",
                                   {.reason = Reason::kDiskFull, .message = "no space left"});
    }
    return 100.0;
  };
  const GateRun result = run();
  EXPECT_EQ(result.ending.verdict().reason, Reason::kDiskFull);
  EXPECT_EQ(result.results_dir, kResults);
}

TEST_F(GateRunTest, ASummaryThatCannotBeWrittenIsAnError) {
  program.files.fail_writes_to(std::string(kResults) + "/summary.md",
                               {.reason = Reason::kDiskFull, .message = "no space left"});
  EXPECT_EQ(run().ending.verdict().reason, Reason::kDiskFull);
}

TEST_F(GateRunTest, MeasurementsThatCannotBeWrittenAreAnErrorOfTheRecordedRunToo) {
  program.files.fail_writes_to(std::string(kResults) + "/base.txt",
                               {.reason = Reason::kDiskFull, .message = "no space left"});
  EXPECT_EQ(run().ending.verdict().reason, Reason::kDiskFull);
  EXPECT_EQ(read_results(program.services(), kResults)->run.error->reason, Reason::kDiskFull);
}

TEST_F(GateRunTest, WhatARunLeavesWhenItIsKilledSaysThatItDidNotFinish) {
  std::size_t seen = 0;
  program.speed = [&](const Execution&) {
    // What a replay would find if the run went no further than this process.
    const Result<Recorded> left = read_results(program.services(), kResults);
    EXPECT_EQ(left->run.error->reason, Reason::kInterrupted);
    EXPECT_THAT(left->run.error->message, HasSubstr("did not finish"));
    ++seen;
    return 100.0;
  };
  run();
  EXPECT_GE(seen, 10U);
  const Result<Recorded> finished = read_results(program.services(), kResults);
  EXPECT_FALSE(finished->run.error);
  EXPECT_EQ(finished->run.processes, finished->processes.size());
}

TEST_F(GateRunTest, ARunWhoseLastRecordCannotBeWrittenIsNeverTakenForFinished) {
  program.speed = [&](const Execution&) {
    program.files.fail_writes_to(std::string(kResults) + "/run.json",
                                 {.reason = Reason::kDiskFull, .message = "no space left"});
    return 100.0;
  };
  EXPECT_EQ(run().ending.verdict().reason, Reason::kDiskFull);
  EXPECT_EQ(read_results(program.services(), kResults)->run.error->reason, Reason::kInterrupted);
}

TEST_F(GateRunTest, EveryStageThatBeginsEndsAndTheRunEndsLast) {
  run();
  EXPECT_THAT(narrator.told,
              testing::IsSupersetOf({"begin first 10", "begin confirm 10", "listing packages"}));
  EXPECT_EQ(std::count(narrator.told.begin(), narrator.told.end(), "end"), 2);
  EXPECT_EQ(narrator.told.back(), "run ends");
}

// Children of this run: `go env`, two listings, twenty processes.
class InterruptedAfter : public GateRunTest, public testing::WithParamInterface<std::size_t> {};

TEST_P(InterruptedAfter, TheRunEndsWithWhatItHasAndLeavesNothingElse) {
  interrupt_after(GetParam());
  const GateRun result = run();
  EXPECT_EQ(result.ending.verdict().decision, gate::Decision::kError);
  EXPECT_EQ(result.ending.verdict().reason, Reason::kInterrupted);
  EXPECT_EQ(program.launcher.commands().size(), GetParam() + 1);
  EXPECT_EQ(result.results_dir, kResults);
  EXPECT_TRUE(exists(std::string(kResults) + "/run.json"));
  EXPECT_FALSE(exists("/tmp/hg-00000"));
  EXPECT_EQ(narrator.told.back(), "run ends");
  EXPECT_EQ(std::count(narrator.told.begin(), narrator.told.end(), "end"),
            std::count(narrator.told.begin(), narrator.told.end(), "begin first 10") +
                std::count(narrator.told.begin(), narrator.told.end(), "begin confirm 10"));
}

INSTANTIATE_TEST_SUITE_P(Children, InterruptedAfter, testing::Values(0, 1, 2, 3, 9, 13, 22));

TEST_F(GateRunTest, ASignalBeforeTheFirstStepWritesNothing) {
  program.interrupts.interrupt(SIGINT);
  const GateRun result = run();
  EXPECT_EQ(result.ending.verdict().reason, Reason::kInterrupted);
  EXPECT_FALSE(exists(kResults));
  EXPECT_THAT(program.private_folders.claimed_keys, IsEmpty());
}

TEST_F(GateRunTest, ASignalWhileTreesAreExportedStopsBeforeAnyChild) {
  program.repository->write_export = [&](const std::string&, const std::string&) {
    program.interrupts.interrupt(SIGINT);
  };
  EXPECT_EQ(run().ending.verdict().reason, Reason::kInterrupted);
  EXPECT_THAT(program.launcher.commands(), IsEmpty());
  EXPECT_FALSE(exists("/tmp/hg-00000"));
}

TEST_F(GateRunTest, AsRootEachTreeBelongsToWhoUsesIt) {
  program.user = {.uid = 0, .gid = 0};
  std::vector<std::string> owners;
  program.child = [&](const proc::Command& command) -> std::optional<proc::FakeChild> {
    const std::string& last = command.argv.back();
    if (last == "-test.list=^Benchmark") {
      owners.push_back(fmt::format("{} {}", program.files.owner("/tmp/hg-00000/base")->uid,
                                   program.files.owner("/tmp/hg-00000/head")->uid));
      EXPECT_EQ(program.files.owner(command.argv.front())->uid, 0U);
      EXPECT_EQ(program.files.mode_of(command.argv.front()), 0555U);
    }
    return std::nullopt;
  };
  run();
  EXPECT_THAT(owners, ElementsAre("65112 65113", "65112 65113"));
  for (const proc::Command& command : program.launcher.commands()) {
    const bool is_base = command.argv.front().find("/bin/base/") != std::string::npos;
    const bool is_head = command.argv.front().find("/bin/head/") != std::string::npos;
    if (is_base || is_head) {
      ASSERT_TRUE(command.identity);
      EXPECT_EQ(command.identity->uid, is_base ? 65112U : 65113U);
    }
  }
}

TEST_F(GateRunTest, ADryRunListsBenchmarksAndCommandsAndRunsNoBinary) {
  program.sides(module_tree({"BenchmarkX", "BenchmarkOld"}),
                module_tree({"BenchmarkX", "BenchmarkNew"}));
  const Result<report::Plan> plan = this->plan();
  ASSERT_TRUE(plan) << plan.error().message;
  std::vector<std::string> names;
  for (const gate::Benchmark& one : plan->run.benchmarks) {
    names.push_back(one.function);
  }
  EXPECT_THAT(names, ElementsAre("BenchmarkX", "BenchmarkNew", "BenchmarkOld"));
  ASSERT_EQ(plan->items.size(), 1U);
  EXPECT_EQ(plan->items.front().functions, std::vector<std::string>{"BenchmarkX"});
  EXPECT_EQ(plan->builds.size(), 1U);
  EXPECT_THAT(program.measured(), IsEmpty());
  EXPECT_THAT(program.go.builds, IsEmpty());
  EXPECT_FALSE(exists(kResults));
  EXPECT_FALSE(exists("/tmp/hg-00000"));
}

TEST_F(GateRunTest, ADryRunTakesTheSameSelectionAsARun) {
  options.settings.overrides.push_back(setting("bench", "Nothing"));
  EXPECT_EQ(plan().error().reason, Reason::kNoBenchmark);
  EXPECT_EQ(run().ending.verdict().reason, Reason::kNoBenchmark);
}

TEST_F(GateRunTest, ADryRunThatFailsShowsWhy) {
  program.go.listing_errors["/tmp/hg-00000/head"] = Error{.reason = Reason::kBuildFailed,
                                                          .message = "go list failed",
                                                          .detail = "missing go.sum entry"};
  EXPECT_EQ(plan().error().reason, Reason::kBuildFailed);
  EXPECT_THAT(narrator.told, Contains("output build-failed: missing go.sum entry"));
  EXPECT_EQ(narrator.told.back(), "run ends");
}

}  // namespace
}  // namespace headgate::app
