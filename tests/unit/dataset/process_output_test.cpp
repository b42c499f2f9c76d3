// The recorded outputs are those of real test binaries: tests/data/go-output/README.md.

#include "core/dataset/process_output.h"

#include <algorithm>

#include <fmt/core.h>
#include <gmock/gmock.h>

#include "support/data_file.h"

namespace headgate::dataset {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using ::testing::StartsWith;
using testing_support::data_file;
using Closing = Printed::Closing;

constexpr std::string_view kHeader =
    "goos: linux\ngoarch: amd64\npkg: example.com/m\ncpu: AMD EPYC   \n";

Printed printed(std::string_view standard_output, std::string_view standard_error = "") {
  ProcessOutput output;
  output.feed_stdout(standard_output);
  output.feed_stderr(standard_error);
  return output.finish();
}

std::vector<std::string> names_of(const Printed& printed) {
  std::vector<std::string> names;
  for (const BenchmarkResult& result : printed.results) {
    names.push_back(result.name);
  }
  return names;
}

TEST(ProcessOutput, KeepsResultsInBaseUnits) {
  const Printed result =
      printed("BenchmarkServe-4 \t 94559\t 10375 ns/op\t 1184 B/op\t 14 allocs/op\nPASS\n");
  EXPECT_THAT(result.results,
              ElementsAre(BenchmarkResult{.name = "Serve-4",
                                          .iterations = 94559,
                                          .readings = {{.value = 10375 * 1e-9, .unit = "sec/op"},
                                                       {.value = 1184, .unit = "B/op"},
                                                       {.value = 14, .unit = "allocs/op"}}}));
  EXPECT_EQ(result.closing, Closing::kPass);
  EXPECT_EQ(result.failure, "");
}

TEST(ProcessOutput, OfAUnitThatRepeatsTheFirstReadingCounts) {
  const Printed result = printed("BenchmarkA 1 5 ns/op 7 sec/op 9 ns/op\n");
  EXPECT_THAT(result.results[0].readings,
              ElementsAre(Reading{.value = 5 * 1e-9, .unit = "sec/op"}));
}

TEST(ProcessOutput, HearsOnlyFourKeys) {
  const Printed result = printed(std::string(kHeader) + "listening: 127.0.0.1:57696\nPASS\n");
  EXPECT_EQ(result.goos, "linux");
  EXPECT_EQ(result.goarch, "amd64");
  EXPECT_EQ(result.package, "example.com/m");
  EXPECT_EQ(result.cpu, "AMD EPYC") << "blanks at the end are padding of the processor";
}

TEST(ProcessOutput, WhereThePiecesAreCutChangesNothing) {
  const std::string text = data_file("go-output/skipped.verbose.txt");
  const std::string crash = data_file("go-output/panic.stderr.txt");
  const auto all_of = [](const Printed& one) {
    return std::tuple(one.results, one.ambiguous_names, one.broken_lines, one.skips, one.failed,
                      one.package, one.closing, one.failure);
  };
  const auto whole = all_of(printed(text, crash));
  ProcessOutput output;
  for (std::size_t i = 0; i < std::max(text.size(), crash.size()); ++i) {
    output.feed_stdout(std::string_view(text).substr(std::min(i, text.size()), 1));
    output.feed_stderr(std::string_view(crash).substr(std::min(i, crash.size()), 1));
  }
  EXPECT_EQ(all_of(output.finish()), whole);
}

TEST(ProcessOutput, TestMainMayTidyUpBehindPass) {
  const Printed result = printed(data_file("go-output/passed.txt"));
  EXPECT_EQ(result.closing, Closing::kPass);
  EXPECT_THAT(names_of(result), ElementsAre("Good-4", "Sub/runs-4", "Log-4"));
}

TEST(ProcessOutput, CoverageMayFollowPass) {
  EXPECT_EQ(printed(data_file("go-output/covered.txt")).closing, Closing::kPass);
  EXPECT_EQ(printed("BenchmarkA 1 5 ns/op\nPASS\ncoverage: 71.4% of statements\n").closing,
            Closing::kPass);
}

TEST(ProcessOutput, PassThatAProgramPrintsBeforeTheLastResultIsNoClosing) {
  EXPECT_EQ(printed("PASS\nBenchmarkA 1 5 ns/op\n").closing, Closing::kOther);
  EXPECT_EQ(printed("BenchmarkA 1 5 ns/op\nPASS\nBenchmarkB-4   \t").closing, Closing::kOther);
  EXPECT_EQ(printed("BenchmarkA 1 5 ns/op\nPASS\nBenchmarkB-4 \tPASS\n").closing, Closing::kOther);
  EXPECT_EQ(printed("BenchmarkA 1 5 ns/op\nPASS\nBenchmarkB\n").closing, Closing::kOther)
      << "with -test.v";
}

TEST(ProcessOutput, ExitWithoutPassIsNoClosing) {
  EXPECT_EQ(printed("BenchmarkA 1 5 ns/op\n").closing, Closing::kOther);
  EXPECT_EQ(printed("").closing, Closing::kOther);
  EXPECT_EQ(printed("BenchmarkA 1 5 ns/op\nPASS\nFAIL\n").closing, Closing::kOther);
  EXPECT_EQ(printed("BenchmarkA 1 5 ns/op\nNOT PASS\n").closing, Closing::kOther);
}

TEST(ProcessOutput, SkipsSayWhy) {
  const Printed result = printed(data_file("go-output/skipped.verbose.txt"));
  EXPECT_THAT(result.skips,
              ElementsAre(Skip{.function = "BenchmarkSkip", .reason = "no DATABASE_URL"},
                          Skip{.function = "BenchmarkSkipNow", .reason = ""},
                          Skip{.function = "BenchmarkSkipLong", .reason = "no server"},
                          Skip{.function = "BenchmarkSub/skips", .reason = "not today"}));
  EXPECT_THAT(names_of(result), ElementsAre("Sub/runs-4", "Log-4"));
  EXPECT_THAT(result.broken_lines, IsEmpty()) << "-test.v announces a benchmark by its name alone";
  EXPECT_EQ(result.closing, Closing::kPass);
}

TEST(ProcessOutput, FailuresAreNamedAndShown) {
  for (const char* file : {"go-output/failed.txt", "go-output/failed.verbose.txt"}) {
    SCOPED_TRACE(file);
    const Printed result = printed(data_file(file));
    EXPECT_THAT(result.failed, ElementsAre("BenchmarkFail", "BenchmarkFailLater-4"));
    EXPECT_THAT(names_of(result), ElementsAre("Good-4"));
    EXPECT_EQ(result.closing, Closing::kOther);
    EXPECT_EQ(result.failure,
              "--- FAIL: BenchmarkFail\n    bench_test.go:26: boom\n"
              "--- FAIL: BenchmarkFailLater-4\n    bench_test.go:29: boom at last");
    EXPECT_THAT(result.broken_lines, IsEmpty());
  }
}

TEST(ProcessOutput, PanicIsShownFromItsFirstLine) {
  const Printed result =
      printed(data_file("go-output/panic.stdout.txt"),
              "2024/01/01 connecting\n" + data_file("go-output/panic.stderr.txt"));
  EXPECT_THAT(names_of(result), ElementsAre("Good-4"));
  EXPECT_EQ(result.closing, Closing::kOther);
  EXPECT_THAT(result.failure, StartsWith("panic: boom\n\ngoroutine 24 [running]:\n"));
}

TEST(ProcessOutput, WithoutAPanicTheLastLinesOfStandardErrorSayWhy) {
  std::string log;
  for (int i = 1; i <= 30; ++i) {
    log += fmt::format("line {}\n", i);
  }
  const Printed result = printed("", log + "cannot connect");
  // 20 lines: 12 to 30, and the one without a line end.
  EXPECT_THAT(result.failure, StartsWith("line 12\n"));
  EXPECT_TRUE(result.failure.ends_with("line 30\ncannot connect"));
}

TEST(ProcessOutput, StandardErrorOfAPassedProcessIsNoFailure) {
  EXPECT_EQ(printed("BenchmarkA 1 5 ns/op\nPASS\n", "deprecated flag\n").failure, "");
}

TEST(ProcessOutput, PrintingBetweenNameAndNumbersLosesTheSampleAndSaysSo) {
  const Printed result = printed(data_file("go-output/wedged.txt"));
  EXPECT_THAT(names_of(result), ElementsAre("Good-4"));
  ASSERT_THAT(result.broken_lines, SizeIs(3));
  EXPECT_THAT(result.broken_lines[0], StartsWith("BenchmarkPrintLine-4    \ttalk"));
  EXPECT_THAT(result.broken_lines[1], StartsWith("BenchmarkPrintWord-4    \ttalk "));
  EXPECT_EQ(result.broken_lines[2], "BenchmarkPrintBlank-4   \t (missing iteration count)");
  EXPECT_EQ(result.closing, Closing::kPass);
}

TEST(ProcessOutput, WordsThatBeginWithBenchmarkAreNoLostSample) {
  const Printed result =
      printed("Benchmark data loaded\nBenchmarking 3 5 ns/op\nBenchmarkDB needs DATABASE_URL\n");
  EXPECT_THAT(result.results, IsEmpty());
  EXPECT_THAT(result.broken_lines, IsEmpty());
}

TEST(ProcessOutput, NumbersOfTheProgramAreNotTakenForResults) {
  const Printed result = printed("      10\t      5437 ns/op\nPASS\n");
  EXPECT_THAT(result.results, IsEmpty());
  EXPECT_THAT(result.broken_lines, IsEmpty()) << "no name was printed before";
}

TEST(ProcessOutput, NameThatOccursTwiceIsAmbiguous) {
  const Printed result = printed(
      "BenchmarkA 1 5 ns/op\nBenchmarkB 1 5 ns/op\nBenchmarkA 1 6 ns/op\nBenchmarkA 1 7 ns/op\n");
  EXPECT_THAT(result.ambiguous_names, ElementsAre("A"));
}

TEST(ProcessOutput, NotFiniteReadingsAreKept) {
  const Printed result = printed("BenchmarkA 1 5 ns/op +Inf rows/op NaN hit-ratio\n");
  ASSERT_THAT(result.results[0].readings, SizeIs(3));
  EXPECT_TRUE(std::isinf(result.results[0].readings[1].value));
  EXPECT_TRUE(std::isnan(result.results[0].readings[2].value));
}

TEST(ProcessOutput, MemoryIsBoundedWhateverIsPrinted) {
  ProcessOutput output;
  const std::string padding(1000, 'x');
  // A result takes more than its name, so 16 MiB are reached before 17,000 names of 1000 bytes.
  for (int i = 0; i < 17'000; ++i) {
    output.feed_stdout(fmt::format("Benchmark{}{} 1 5 ns/op\n", i, padding));
  }
  output.feed_stdout("PASS\n");
  const Printed result = output.finish();
  EXPECT_LT(result.results.size() * 1000, kMostKeptBytes);
  EXPECT_EQ(result.closing, Closing::kOther) << "what was left out must not pass unseen";
  EXPECT_THAT(result.failure, StartsWith("more than 16 MiB of results"));
}

TEST(ProcessOutput, ResultWithAThousandUnitsTooManyIsALostSample) {
  std::string line = "BenchmarkA 1";
  for (int i = 0; i <= 1000; ++i) {
    line += fmt::format(" 5 unit{}", i);
  }
  const Printed result = printed(line + "\nPASS\n");
  EXPECT_THAT(result.results, IsEmpty());
  EXPECT_THAT(result.broken_lines, ElementsAre("BenchmarkA (too many units)"));
}

TEST(ProcessOutput, OneNameOverAndOverTakesNoMemory) {
  ProcessOutput output;
  for (int i = 0; i < 1000; ++i) {
    output.feed_stdout("BenchmarkA 1 5 ns/op\n");
  }
  EXPECT_THAT(output.finish().results, SizeIs(2));
}

}  // namespace
}  // namespace headgate::dataset
