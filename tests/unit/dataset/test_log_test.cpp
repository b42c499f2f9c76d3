#include "core/dataset/test_log.h"

#include <initializer_list>

#include <gmock/gmock.h>

namespace headgate::dataset {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

TestLog log_of(std::initializer_list<std::string_view> lines) {
  TestLog log;
  for (const std::string_view line : lines) {
    log.on_line(line);
  }
  return log;
}

TEST(TestLog, ReasonOfASkipStandsBeforeTheMarkWithDashV) {
  const TestLog log = log_of(
      {"BenchmarkQuery", "    query_test.go:12: no DATABASE_URL", "--- SKIP: BenchmarkQuery"});
  ASSERT_THAT(log.marks(), SizeIs(1));
  EXPECT_EQ(log.marks()[0].kind, TestLog::Kind::kSkip);
  EXPECT_EQ(log.marks()[0].benchmark, "BenchmarkQuery");
  EXPECT_EQ(log.marks()[0].reason, "no DATABASE_URL");
}

TEST(TestLog, ReasonOfASkipMayStandBehindTheMark) {
  const TestLog log =
      log_of({"--- SKIP: BenchmarkA", "    a_test.go:1: not here", "--- SKIP: BenchmarkB"});
  ASSERT_THAT(log.marks(), SizeIs(2));
  EXPECT_EQ(log.marks()[0].reason, "not here");
  EXPECT_EQ(log.marks()[1].reason, "") << "the reason of A is not that of B";
}

TEST(TestLog, ReasonIsTheFirstLineOfTheLastMessage) {
  const TestLog log = log_of({"    a_test.go:1: connecting", "    a_test.go:2: no server",
                              "        at localhost", "--- SKIP: BenchmarkA"});
  EXPECT_EQ(log.marks()[0].reason, "no server");
}

TEST(TestLog, ReasonWithoutAPositionIsKeptWhole) {
  EXPECT_EQ(log_of({"    no: position", "--- SKIP: BenchmarkA"}).marks()[0].reason, "no: position");
  EXPECT_EQ(log_of({"    a.go:x: y", "--- SKIP: BenchmarkA"}).marks()[0].reason, "a.go:x: y");
}

TEST(TestLog, LogOfABenchmarkThatRanBelongsToNoMark) {
  const TestLog log =
      log_of({"--- BENCH: BenchmarkA-4", "    a_test.go:1: hello", "--- SKIP: BenchmarkB"});
  EXPECT_EQ(log.marks()[0].reason, "");
}

TEST(TestLog, LinesBeforeAResultBelongToNoMark) {
  TestLog log = log_of({"    a_test.go:1: hello"});
  log.on_result();
  log.on_line("--- FAIL: BenchmarkB");
  EXPECT_THAT(log.failure_lines(), ElementsAre("--- FAIL: BenchmarkB"));
}

TEST(TestLog, FailureKeepsItsMarkAndTheLinesOnEitherSide) {
  EXPECT_THAT(log_of({"--- FAIL: BenchmarkA", "    a_test.go:1: boom", "        twice", "FAIL"})
                  .failure_lines(),
              ElementsAre("--- FAIL: BenchmarkA", "    a_test.go:1: boom", "        twice"));
  EXPECT_THAT(log_of({"BenchmarkA", "    a_test.go:1: boom", "--- FAIL: BenchmarkA", "FAIL"})
                  .failure_lines(),
              ElementsAre("--- FAIL: BenchmarkA", "    a_test.go:1: boom"));
}

TEST(TestLog, FailureMayStandBehindThePrintedName) {
  const TestLog log = log_of({"BenchmarkA-4   \t--- FAIL: BenchmarkA-4"});
  ASSERT_THAT(log.marks(), SizeIs(1));
  EXPECT_EQ(log.marks()[0].kind, TestLog::Kind::kFail);
  EXPECT_EQ(log.marks()[0].benchmark, "BenchmarkA-4");
  EXPECT_FALSE(TestLog::is_failure("it printed --- FAIL: BenchmarkA"));
}

TEST(TestLog, MarksOfTestsAreNotOfBenchmarks) {
  EXPECT_THAT(log_of({"--- FAIL: TestA", "--- SKIP: ExampleB"}).marks(), IsEmpty());
}

TEST(TestLog, SameMarkIsToldOnce) {
  EXPECT_THAT(
      log_of({"--- FAIL: BenchmarkA", "--- FAIL: BenchmarkA", "--- SKIP: BenchmarkA"}).marks(),
      SizeIs(2));
}

TEST(TestLog, SameBenchmarkOfAnotherPackageIsAnotherMark) {
  TestLog log;
  log.enter_package("a");
  log.on_line("--- FAIL: BenchmarkX");
  log.enter_package("b");
  log.on_line("--- FAIL: BenchmarkX");
  ASSERT_THAT(log.marks(), SizeIs(2));
  EXPECT_EQ(log.marks()[0].package, "a");
  EXPECT_EQ(log.marks()[1].package, "b");
}

TEST(TestLog, MemoryIsBounded) {
  TestLog log;
  for (int i = 0; i < 3000; ++i) {
    log.on_line("    " + std::string(10'000, 'x'));
    log.on_line("--- FAIL: Benchmark" + std::to_string(i));
  }
  // A mark is counted with 500 bytes of reason, and 1 MiB / 500 is 2097.
  EXPECT_LT(log.marks().size(), 2097U);
  EXPECT_THAT(log.failure_lines(), SizeIs(kMostFailureLines));
  EXPECT_THAT(log.failure_lines()[1], SizeIs(kMostLineBytes));
  EXPECT_TRUE(log.failure_lines()[1].ends_with("x..."));
}

}  // namespace
}  // namespace headgate::dataset
