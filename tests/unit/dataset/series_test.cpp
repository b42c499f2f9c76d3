#include "core/dataset/series.h"

#include <cmath>
#include <limits>

#include <gmock/gmock.h>

#include "support/data_file.h"

namespace headgate::dataset {
namespace {

using stats::Side;
using stats::Stage;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using testing_support::data_file;

BenchmarkResult one_result(std::string name, double value, std::string unit = "sec/op") {
  return {.name = std::move(name), .iterations = 100, .readings = {{value, std::move(unit)}}};
}

Process one_process(Side side, std::size_t round, std::vector<BenchmarkResult> results) {
  return {.sequence = 0,
          .round = round,
          .stage = Stage::kFirst,
          .side = side,
          .module = ".",
          .package = "example.com/m",
          .functions = {"BenchmarkA"},
          .argv = {},
          .end = ProcessEnd::kPassed,
          .results = std::move(results),
          .ambiguous_names = {},
          .broken_lines = {},
          .skips = {},
          .failed = {},
          .failure = {}};
}

std::vector<double> values(const Series& series) {
  std::vector<double> found;
  for (const Observation& observation : series.observations) {
    found.push_back(observation.sample.value());
  }
  return found;
}

std::vector<std::string> keys(const Dataset& dataset) {
  std::vector<std::string> found;
  for (const PairedSeries& series : dataset.series) {
    found.push_back(series.key.package + " " + series.key.name + " " + series.key.unit);
  }
  return found;
}

TEST(FromProcesses, PairsTheSidesInRoundOrder) {
  const std::vector<Process> processes = {one_process(Side::kHead, 1, {one_result("A-4", 4)}),
                                          one_process(Side::kBase, 1, {one_result("A-4", 2)}),
                                          one_process(Side::kBase, 0, {one_result("A-4", 1)}),
                                          one_process(Side::kHead, 0, {one_result("A-4", 3)})};
  const Dataset dataset = from_processes(processes, Stage::kFirst);
  ASSERT_THAT(dataset.series, SizeIs(1));
  EXPECT_EQ(dataset.series[0].key, (SeriesKey{.module = ".",
                                              .package = "example.com/m",
                                              .name = "A-4",
                                              .configuration = "",
                                              .unit = "sec/op"}));
  EXPECT_THAT(values(dataset.series[0].sides.base), ElementsAre(1, 2));
  EXPECT_THAT(values(dataset.series[0].sides.head), ElementsAre(3, 4));
  EXPECT_EQ(dataset.series[0].sides.head.observations[1].round, 1U);
  EXPECT_EQ(dataset.series[0].sides.head.observations[1].iterations, 100);
}

TEST(FromProcesses, StagesAreNotMixed) {
  std::vector<Process> processes = {one_process(Side::kBase, 0, {one_result("A", 1)}),
                                    one_process(Side::kBase, 0, {one_result("A", 2)})};
  processes[1].stage = Stage::kConfirm;
  EXPECT_THAT(values(from_processes(processes, Stage::kFirst).series[0].sides.base),
              ElementsAre(1));
  EXPECT_THAT(values(from_processes(processes, Stage::kConfirm).series[0].sides.base),
              ElementsAre(2));
}

TEST(FromProcesses, ProcessThatDidNotPassGivesNoSample) {
  for (const ProcessEnd end : {ProcessEnd::kFailed, ProcessEnd::kSignaled, ProcessEnd::kTimedOut,
                               ProcessEnd::kNotStarted, ProcessEnd::kInterrupted}) {
    std::vector<Process> processes = {one_process(Side::kHead, 0, {one_result("A", 1)})};
    processes[0].end = end;
    EXPECT_THAT(from_processes(processes, Stage::kFirst).series, IsEmpty());
  }
}

TEST(FromProcesses, WithSeveralFunctionsTheCompleteLinesOfAFailureStand) {
  std::vector<Process> processes = {one_process(Side::kHead, 0, {one_result("A", 1)})};
  processes[0].end = ProcessEnd::kFailed;
  processes[0].functions = {"BenchmarkA", "BenchmarkB"};
  EXPECT_THAT(from_processes(processes, Stage::kFirst).series, SizeIs(1));
}

TEST(FromProcesses, RunsThatOnlyExplainAreNoSamples) {
  std::vector<Process> processes = {one_process(Side::kHead, 0, {one_result("A", 1)})};
  processes[0].purpose = Purpose::kExplain;
  EXPECT_THAT(from_processes(processes, Stage::kFirst).series, IsEmpty());
}

TEST(FromProcesses, AmbiguousNamesAreNeverPooled) {
  std::vector<Process> processes = {one_process(
      Side::kHead, 0, {one_result("A/x", 1), one_result("A/y", 2), one_result("A/x", 3)})};
  processes[0].ambiguous_names = {"A/x"};
  EXPECT_THAT(keys(from_processes(processes, Stage::kFirst)),
              ElementsAre("example.com/m A/y sec/op"));
}

TEST(FromProcesses, ResultOfAFunctionThatWasNotAskedForIsTheProgramTalking) {
  const std::vector<Process> processes = {
      one_process(Side::kHead, 0, {one_result("A", 1), one_result("Other", 0.001)})};
  EXPECT_THAT(keys(from_processes(processes, Stage::kFirst)),
              ElementsAre("example.com/m A sec/op"));
}

TEST(FromProcesses, ReadingsThatAreNotFiniteAreCountedNotKept) {
  const std::vector<Process> processes = {
      one_process(Side::kHead, 0, {one_result("A", std::nan(""), "x")}),
      one_process(Side::kHead, 1, {one_result("A", std::numeric_limits<double>::infinity(), "x")}),
      one_process(Side::kHead, 2, {one_result("A", 1, "x")})};
  const Dataset dataset = from_processes(processes, Stage::kFirst);
  EXPECT_EQ(dataset.series[0].sides.head.not_finite, 2U);
  EXPECT_THAT(values(dataset.series[0].sides.head), ElementsAre(1));
}

TEST(FromProcesses, OrderIsPackageThenFirstPrintedOnBase) {
  std::vector<Process> processes = {
      one_process(Side::kHead, 0,
                  {one_result("A/new", 1), one_result("A/2", 1), one_result("A/1", 1)}),
      one_process(Side::kBase, 0,
                  {one_result("A/1", 1), one_result("A/2", 1, "B/op"), one_result("A/2", 1)}),
      one_process(Side::kBase, 0, {one_result("A/z", 1)})};
  processes[2].package = "example.com/a";
  EXPECT_THAT(
      keys(from_processes(processes, Stage::kFirst)),
      ElementsAre("example.com/a A/z sec/op", "example.com/m A/1 sec/op", "example.com/m A/2 B/op",
                  "example.com/m A/2 sec/op", "example.com/m A/new sec/op"));
}

TEST(FromTexts, LinesOfANameAreNumberedAsRounds) {
  const Dataset dataset =
      from_texts({.base = read_text("pkg: p\nBenchmarkA 10 1 ns/op\nBenchmarkB 10 9 ns/op\n"
                                    "BenchmarkA 20 2 ns/op\n",
                                    "base.txt"),
                  .head = read_text("pkg: p\nBenchmarkA 30 3 ns/op\n", "head.txt")});
  ASSERT_THAT(keys(dataset), ElementsAre("p A sec/op", "p B sec/op"));
  const Series& base = dataset.series[0].sides.base;
  ASSERT_THAT(base.observations, SizeIs(2));
  EXPECT_EQ(base.observations[1].round, 1U);
  EXPECT_EQ(base.observations[1].iterations, 20);
  EXPECT_THAT(dataset.series[1].sides.head.observations, IsEmpty());
}

TEST(FromTexts, SamePackageAndNameUnderAnotherConfigurationIsAnotherSeries) {
  const Dataset dataset = from_texts({.base = read_text("cpu: a\nBenchmarkA 1 1 ns/op\n", "b"),
                                      .head = read_text("cpu: b\nBenchmarkA 1 1 ns/op\n", "h")});
  EXPECT_THAT(dataset.series, SizeIs(2));
}

TEST(FromTexts, OddNamesGoThroughByteForByte) {
  const std::string text = data_file("reports/odd-names.txt");
  const Dataset dataset = from_texts({.base = read_text(text, "b"), .head = read_text(text, "h")});
  // As they stand in the file, "Benchmark" taken off: all distinct, each paired with itself.
  const std::vector<std::string> names = {"Walk/[5]-*/*/*/*/target-4",
                                          "Walk/[6]-**-!*/*/**-4",
                                          "Load/*sync.Map-4",
                                          "_Ctx/run-[]string{\"json\",_\"xml\"}-4",
                                          "Fmt/size=1,024_β_é_\\x00-4",
                                          "Fmt/#00-4",
                                          "Fmt/x-8-4",
                                          "Fmt/x-8#01-4",
                                          "Fmt/100%-4",
                                          "Fmt/::error_title=x::y-4",
                                          "Fmt/a|b`c<d>-4",
                                          "Tmp//tmp/BenchmarkTmp1972253285/001-4",
                                          "Tmp/1796037156199696371-4",
                                          "-4"};
  std::vector<std::string> found;
  for (const PairedSeries& series : dataset.series) {
    found.push_back(series.key.name);
    EXPECT_THAT(series.sides.base.observations, SizeIs(1));
    EXPECT_THAT(series.sides.head.observations, SizeIs(1));
  }
  EXPECT_EQ(found, names);
}

}  // namespace
}  // namespace headgate::dataset
