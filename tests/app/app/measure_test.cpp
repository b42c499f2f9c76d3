#include "app/measure.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "go_trees.h"
#include "recording_narrator.h"

namespace headgate::app {
namespace {

using dataset::ProcessEnd;
using proc::FakeChild;
using stats::Side;
using stats::Stage;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr const char* kWrittenResults = "/workspace/headgate-results";

// One benchmark of one package, on fake children that a test scripts by their number.
class MeasureTest : public testing::Test {
 protected:
  using Child = std::function<FakeChild(std::size_t nth, const proc::Command&)>;

  MeasureTest() {
    trees.sandbox();
    trees.settings.schedule.rounds = 2;
    binaries.packages = {
        {.module = "example.com/m",
         .package = "example.com/m/sum",
         .sides = {.base = {.path = "/b.test", .directory = "/base/sum", .sha256 = {}},
                   .head = {.path = "/h.test", .directory = "/head/sum", .sha256 = {}}}}};
    environment.variables = {.base = {"SIDE=base"}, .head = {"SIDE=head"}};
    item = {.module = "example.com/m",
            .package = "example.com/m/sum",
            .functions = {"BenchmarkX"},
            .pattern = "^BenchmarkX$",
            .benchtime = "1x"};
  }

  static std::string line(double ns) {
    return fmt::format("BenchmarkX-4 \t 1000\t {} ns/op\n", ns);
  }

  static FakeChild passing(double ns) { return FakeChild::printing(line(ns) + "PASS\n"); }

  Measured run(Child child, Stage stage = Stage::kFirst) {
    trees.program.child = [this, child = std::move(child)](const proc::Command& command) {
      trees.program.clock.advance(1);
      FakeChild made = child(count++, command);
      made.completion.wall_sec = 1;
      return std::optional(std::move(made));
    };
    folder.emplace(ResultsFolder::claim(trees.program.services(), kWrittenResults).value());
    Deadline deadline(trees.program.clock);
    deadline.set(trees.settings.schedule.deadline_sec);
    const MeasureContext context{.services = trees.program.services(),
                                 .sandbox = trees.sandbox(),
                                 .binaries = binaries,
                                 .settings = trees.settings,
                                 .environment = environment,
                                 .arguments = {.cpu = "4", .skip = ""},
                                 .deadline = deadline};
    schedule::Plan plan({item}, trees.settings.schedule, 0);
    return measure(context, plan, stage, *folder, narrator);
  }

  [[nodiscard]] std::string file(const std::string& name) const {
    return trees.program.files.content_of(std::string(kWrittenResults) + "/" + name).value_or("");
  }

  GoTrees trees;
  Binaries binaries;
  MeasureEnvironment environment;
  schedule::Item item;
  RecordingNarrator narrator;
  std::optional<ResultsFolder> folder;
  std::size_t count = 0;
};

TEST_F(MeasureTest, EachProcessRunsItsOwnSidesBinaryInItsFolderAndEnvironment) {
  const Measured measured = run([](std::size_t, const proc::Command&) { return passing(100); });
  EXPECT_FALSE(measured.error);
  EXPECT_EQ(measured.processes.size(), 4U);
  EXPECT_EQ(measured.benchmark_sec, 4);
  const proc::Command& second = trees.program.launcher.commands()[1];
  EXPECT_EQ(second.argv.front(), "/h.test");
  EXPECT_EQ(second.directory, "/head/sum");
  EXPECT_THAT(second.environment, ElementsAre("SIDE=head"));
  EXPECT_EQ(second.timeout, std::chrono::minutes(10));
}

TEST_F(MeasureTest, ArgumentVectorsAreKeptInTheFileOnly) {
  const Measured measured = run([](std::size_t, const proc::Command&) { return passing(100); });
  EXPECT_THAT(measured.processes.front().argv, IsEmpty());
  EXPECT_THAT(file("samples.jsonl"), HasSubstr("-test.paniconexit0=true"));
}

TEST_F(MeasureTest, EndsOfProcessesAreRecordedForWhatTheyAre) {
  trees.settings.schedule.rounds = 4;
  std::vector<ProcessEnd> ends;
  const auto end_of = [&](FakeChild child) {
    count = 0;
    const Measured measured = run([&](std::size_t, const proc::Command&) { return child; });
    return measured.processes.front();
  };
  EXPECT_EQ(end_of(passing(1)).end, ProcessEnd::kPassed);
  EXPECT_EQ(end_of(FakeChild::printing(line(1))).end, ProcessEnd::kFailed);  // no PASS
  EXPECT_EQ(end_of(FakeChild::exiting(2, "panic: no")).end, ProcessEnd::kFailed);
  EXPECT_EQ(end_of(FakeChild::exiting(2, "panic: no")).code, 2);
  EXPECT_EQ(end_of(FakeChild::ending(proc::Signaled{9})).end, ProcessEnd::kSignaled);
  EXPECT_EQ(end_of(FakeChild::ending(proc::Signaled{9})).code, 9);
  EXPECT_EQ(end_of(FakeChild::ending(proc::TimedOut{})).end, ProcessEnd::kTimedOut);
  EXPECT_EQ(end_of(FakeChild::ending(proc::LaunchFailed{proc::LaunchStep::kExecute, "no", 13})).end,
            ProcessEnd::kNotStarted);
}

TEST_F(MeasureTest, WhatAFailedProcessPrintedIsKeptInLogsAndOfNoOther) {
  run([](std::size_t nth, const proc::Command&) {
    return nth == 1 ? FakeChild::exiting(1, "panic: out of range\n") : passing(100);
  });
  EXPECT_THAT(file("logs/00001.head.txt"), HasSubstr("panic: out of range"));
  EXPECT_EQ(trees.program.files.list(std::string(kWrittenResults) + "/logs")->size(), 1U);
}

TEST_F(MeasureTest, LogsOfARunAreCapped) {
  trees.settings.schedule.rounds = 40;
  const std::string megabyte(1 << 20, 'x');
  run([&](std::size_t nth, const proc::Command& command) {
    // Head fails every other time, so that it is not given up.
    const bool fails = command.argv.front() == "/h.test" && nth % 4 == 1;
    return fails || nth == 3 ? passing(1) : FakeChild::printing(line(1) + megabyte);
  });
  std::uint64_t bytes = 0;
  const auto names = trees.program.files.list(std::string(kWrittenResults) + "/logs");
  for (const std::string& name : *names) {
    bytes += file("logs/" + name).size();
  }
  EXPECT_GT(names->size(), 0U);
  EXPECT_LE(bytes, std::uint64_t{16} << 20);
}

TEST_F(MeasureTest, AnInterruptEndsTheStageWithWhatIsThere) {
  const Measured measured = run([](std::size_t nth, const proc::Command&) {
    return nth == 2 ? FakeChild::ending(proc::Interrupted{}, line(1)) : passing(100);
  });
  ASSERT_TRUE(measured.error);
  EXPECT_EQ(measured.error->reason, Reason::kInterrupted);
  EXPECT_EQ(measured.error->message, "interrupted after 2 of 4 processes");
  EXPECT_EQ(measured.processes.size(), 2U);
  EXPECT_EQ(narrator.told.back(), "end");
}

TEST_F(MeasureTest, TheDeadlineIsNoLongerAwayThanTheTimeout) {
  trees.settings.schedule.deadline_sec = 3.5;  // a process takes a second
  trees.settings.execution.timeout_sec = 2;
  const Measured measured = run([](std::size_t, const proc::Command&) { return passing(100); });
  EXPECT_FALSE(measured.error) << measured.error->message;
  std::vector<std::int64_t> timeouts_ms;
  for (const proc::Command& command : trees.program.launcher.commands()) {
    timeouts_ms.push_back(command.timeout.count());
  }
  EXPECT_THAT(timeouts_ms, ElementsAre(2000, 2000, 1500, 500));
}

TEST_F(MeasureTest, AProcessThatTheDeadlineEndedIsNoTimeoutOfTheBenchmark) {
  trees.settings.schedule.deadline_sec = 1;
  const Measured measured =
      run([](std::size_t, const proc::Command&) { return FakeChild::ending(proc::TimedOut{}); });
  ASSERT_TRUE(measured.error);
  EXPECT_EQ(measured.error->reason, Reason::kDeadline);
  EXPECT_THAT(measured.processes, IsEmpty());
  EXPECT_THAT(file("samples.jsonl"), IsEmpty());
}

TEST_F(MeasureTest, ATimeoutBeforeTheDeadlineIsTheBenchmarks) {
  trees.settings.schedule.deadline_sec = 100;
  const Measured measured =
      run([](std::size_t, const proc::Command&) { return FakeChild::ending(proc::TimedOut{}); });
  EXPECT_FALSE(measured.error);
  EXPECT_EQ(measured.processes.front().end, ProcessEnd::kTimedOut);
}

TEST_F(MeasureTest, SamplesThatCannotBeWrittenEndTheStage) {
  const Measured measured = run([&](std::size_t nth, const proc::Command&) {
    if (nth == 1) {
      trees.program.files.fail_writes_to(std::string(kWrittenResults) + "/samples.jsonl",
                                         {.reason = Reason::kDiskFull, .message = "full"});
    }
    return passing(100);
  });
  EXPECT_EQ(measured.error->reason, Reason::kDiskFull);
  EXPECT_EQ(measured.processes.size(), 2U);
}

TEST_F(MeasureTest, TheRatioIsOfTheMediansSoFar) {
  run([](std::size_t, const proc::Command& command) {
    return passing(command.argv.front() == "/h.test" ? 150 : 100);
  });
  ASSERT_EQ(narrator.trials.size(), 4U);
  EXPECT_FALSE(narrator.trials[0].ratio);
  EXPECT_DOUBLE_EQ(narrator.trials[1].ratio.value(), 1.5);
  EXPECT_EQ(narrator.trials[3].round, 1U);
  EXPECT_EQ(narrator.trials[3].rounds, 2U);
  EXPECT_EQ(narrator.trials[3].name, "BenchmarkX");
  EXPECT_EQ(narrator.trials[3].lost, 0U);
}

TEST_F(MeasureTest, TheRatioIsOfOneBenchmarkAndUnit) {
  // Head prints its sub-benchmarks in another order and starts with a unit that base lacks.
  run([](std::size_t, const proc::Command& command) {
    return FakeChild::printing(
        command.argv.front() == "/b.test"
            ? "BenchmarkX/a-4 1 1000000 ns/op\nBenchmarkX/b-4 1 100 ns/op\nPASS\n"
            : "BenchmarkX/b-4 1 7 rows/op 300 ns/op\nBenchmarkX/c-4 1 5 ns/op\nPASS\n");
  });
  EXPECT_DOUBLE_EQ(narrator.trials.back().ratio.value(), 3);
}

TEST_F(MeasureTest, NothingInCommonGivesNoRatio) {
  run([](std::size_t, const proc::Command& command) {
    return FakeChild::printing(command.argv.front() == "/b.test"
                                   ? "BenchmarkX-4 1 100 ns/op\nPASS\n"
                                   : "BenchmarkX-4 1 100 rows/op\nPASS\n");
  });
  EXPECT_FALSE(narrator.trials.back().ratio);
}

TEST_F(MeasureTest, ASubBenchmarkThatOneSideDoesNotPrintIsExplainedOnce) {
  const Measured measured = run([](std::size_t, const proc::Command& command) {
    if (command.argv.back() == "-test.v=true") {
      return FakeChild::printing(
          "BenchmarkX\nBenchmarkX/y\n    x_test.go:9: no server\n--- SKIP: BenchmarkX/y\n"
          "BenchmarkX/x\nBenchmarkX/x-4 1 100 ns/op\nPASS\n");
    }
    return FakeChild::printing(
        command.argv.front() == "/b.test"
            ? "BenchmarkX/x-4 1 100 ns/op\nBenchmarkX/y-4 1 100 ns/op\nPASS\n"
            : "BenchmarkX/x-4 1 100 ns/op\nPASS\n");
  });
  ASSERT_EQ(measured.processes.size(), 5U);
  const dataset::Process& explained = measured.processes[2];
  EXPECT_EQ(explained.side, Side::kHead);
  EXPECT_EQ(explained.purpose, dataset::Purpose::kExplain);
  EXPECT_THAT(explained.skips,
              ElementsAre(dataset::Skip{.function = "BenchmarkX/y", .reason = "no server"}));
}

TEST_F(MeasureTest, AnExplanationIsNoSampleOfTheRatioNorALostOne) {
  // Silence makes the plan ask for an explanation; its result must count for nothing.
  run([](std::size_t, const proc::Command& command) {
    const bool explains = command.argv.back() == "-test.v=true";
    return explains ? passing(1) : FakeChild::printing("PASS\n");
  });
  ASSERT_THAT(narrator.trials, Not(IsEmpty()));
  std::size_t measuring = 0;
  for (const proc::Command& command : trees.program.launcher.commands()) {
    measuring += command.argv.back() == "-test.v=true" ? 0 : 1;
  }
  EXPECT_EQ(narrator.trials.back().lost, measuring);
  EXPECT_FALSE(narrator.trials.back().ratio);
}

TEST_F(MeasureTest, ALeafIsToldAndRecordedByItsName) {
  item.leaf = "X/n=1";
  run([](std::size_t, const proc::Command&) { return passing(1); }, Stage::kConfirm);
  EXPECT_EQ(narrator.trials.front().name, "BenchmarkX/n=1");
  EXPECT_THAT(file("samples.jsonl"), HasSubstr(R"("leaf":"X/n=1")"));
}

TEST_F(MeasureTest, SurvivorsAreCounted) {
  const Measured measured = run([](std::size_t, const proc::Command&) {
    FakeChild child = passing(1);
    child.completion.survivors = proc::Survivors::kSome;
    return child;
  });
  EXPECT_EQ(measured.with_survivors, 4U);
}

TEST_F(MeasureTest, WhoStillHoldsAPipeOfADeadProcessSurvived) {
  const Measured measured = run([](std::size_t, const proc::Command&) {
    FakeChild child = passing(1);
    child.completion.output = proc::OutputEnd::kCut;
    return child;
  });
  EXPECT_EQ(measured.with_survivors, 4U);
}

TEST_F(MeasureTest, OnlyAStartThatFailedNeedsMoreWordsThanItsCode) {
  const Measured measured = run([](std::size_t nth, const proc::Command&) {
    return nth == 0 ? FakeChild::exiting(1)
                    : FakeChild::ending(proc::LaunchFailed{.step = proc::LaunchStep::kExecute,
                                                           .message = "no such file",
                                                           .error_number = 2});
  });
  ASSERT_GE(measured.processes.size(), 2U);
  EXPECT_EQ(measured.processes[0].failure, "");
  EXPECT_EQ(measured.processes[0].code, 1);
  EXPECT_EQ(measured.processes[1].failure, "no such file");
}

TEST_F(MeasureTest, TheCpuModelIsWhatTheBinariesPrint) {
  const Measured measured = run([](std::size_t, const proc::Command&) {
    return FakeChild::printing("cpu: AMD EPYC\n" + line(1) + "PASS\n");
  });
  EXPECT_EQ(measured.cpu_model, "AMD EPYC");
}

}  // namespace
}  // namespace headgate::app
