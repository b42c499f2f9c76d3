// One line each. The rules are those of golang.org/x/perf, package benchfmt, revision 712aea8b4705,
// but for iteration counts below 1.

#include "core/benchfmt/line_parser.h"

#include <cmath>

#include <gmock/gmock.h>

#include "support/benchfmt_records.h"

namespace headgate::benchfmt {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(BenchmarkLine, HoldsNameIterationsAndValues) {
  EXPECT_THAT(
      records_of("BenchmarkCopy/size=4k-16   \t     100\t     12.5 ns/op\t 8 B/op\t 1 allocs/op"),
      ElementsAre("1: Copy/size=4k-16 x100 12.5 ns/op, 8 B/op, 1 allocs/op"));
}

TEST(BenchmarkLine, MayHaveAnyUnitAnyNumberOfTimes) {
  EXPECT_THAT(records_of("BenchmarkA 1 5 x 6 x 7 µs/op 8 ="),
              ElementsAre("1: A x1 5 x, 6 x, 7 µs/op, 8 ="));
}

TEST(BenchmarkLine, MayHaveAnEmptyOrLowerCaseName) {
  EXPECT_THAT(records_of("Benchmark 1 5 ns/op"), ElementsAre("1:  x1 5 ns/op"));
  EXPECT_THAT(records_of("Benchmarking 1 5 ns/op"), ElementsAre("1: ing x1 5 ns/op"));
}

TEST(BenchmarkLine, ANameEndsAtTheFirstWhitespaceOfAnyKind) {
  EXPECT_THAT(records_of("BenchmarkA\u00A01\u30005\u2003ns/op"), ElementsAre("1: A x1 5 ns/op"));
  EXPECT_THAT(records_of("BenchmarkA\r1 5 ns/op"), ElementsAre("1: A x1 5 ns/op"));
}

TEST(BenchmarkLine, AcceptsASignedIterationCount) {
  EXPECT_THAT(records_of("BenchmarkA +1 5 ns/op"), ElementsAre("1: A x1 5 ns/op"));
}

TEST(BenchmarkLine, NonFiniteValuesAreValues) {
  EXPECT_THAT(records_of("BenchmarkA 1 +Inf x -inf y NaN z"),
              ElementsAre("1: A x1 inf x, -inf y, nan z"));
}

TEST(BenchmarkLine, ANameAloneIsNoResult) {
  EXPECT_THAT(records_of("Benchmark\nBenchmarkA\nBenchmarkA/b=1-8\r\n"), IsEmpty());
}

struct BadLine {
  std::string_view line;
  std::string_view error;
};

TEST(BenchmarkLine, WhatIsWrongIsSaidAndTheWholeLineIsDropped) {
  for (const BadLine& bad : {
           BadLine{"BenchmarkA ", "missing iteration count"},
           BadLine{"BenchmarkA-8   \t", "missing iteration count"},
           BadLine{"Benchmarking is fun", "parsing iteration count: invalid syntax"},
           BadLine{"BenchmarkA 1_0 5 ns/op", "parsing iteration count: invalid syntax"},
           BadLine{"BenchmarkA 1e6 5 ns/op", "parsing iteration count: invalid syntax"},
           BadLine{"BenchmarkA 9223372036854775808 5 ns/op",
                   "parsing iteration count: value out of range"},
           BadLine{"BenchmarkA 0 5 ns/op", "iteration count must be positive"},
           BadLine{"BenchmarkA -10 5 ns/op", "iteration count must be positive"},
           BadLine{"BenchmarkA 1", "missing measurements"},
           BadLine{"BenchmarkA 1 ", "missing measurements"},
           BadLine{"BenchmarkA 1 x ns/op", "parsing measurement: invalid syntax"},
           BadLine{"BenchmarkA 1 1,000 ns/op", "parsing measurement: invalid syntax"},
           BadLine{"BenchmarkA 1 5 ns/op 1e400 B/op", "parsing measurement: value out of range"},
           BadLine{"BenchmarkA 1 5", "missing units"},
           BadLine{"BenchmarkA 1 5 ns/op 6", "missing units"},
       }) {
    EXPECT_THAT(records_of(bad.line), ElementsAre("1: error " + std::string(bad.error)))
        << bad.line;
  }
}

TEST(BenchmarkLine, MustBeginInTheFirstColumn) {
  EXPECT_THAT(records_of(" BenchmarkA 1 5 ns/op\nbenchmarkA 1 5 ns/op\nxBenchmarkA 1 5 ns/op"),
              IsEmpty());
}

TEST(ConfigLine, HoldsKeyAndValue) {
  EXPECT_THAT(records_of("goos: linux\npkg: \t example.com/m\ncpu: AMD EPYC   \n"),
              ElementsAre("1: goos = linux", "2: pkg = example.com/m", "3: cpu = AMD EPYC   "));
}

TEST(ConfigLine, WithoutAValueDeletesItsKey) {
  EXPECT_THAT(records_of("goos:\npkg: \t \n"), ElementsAre("1: goos = ", "2: pkg = "));
}

TEST(ConfigLine, TheKeyEndsAtTheFirstColon) {
  EXPECT_THAT(records_of("a: b: c"), ElementsAre("1: a = b: c"));
  EXPECT_THAT(records_of("a:b: c\nhttp://x y: z\nd:: e\nkey:value\na:\vb"), IsEmpty());
}

TEST(ConfigLine, AKeyIsLowerCaseInAnyScript) {
  EXPECT_THAT(records_of("é.1-_ñ日: x"), ElementsAre("1: é.1-_ñ日 = x"));
  EXPECT_THAT(records_of("É: x\naÉ: x\naB: x\n1: x\n-a: x\n_: x\n日: x\n\xFF: x\n: x"), IsEmpty());
}

TEST(ConfigLine, AKeyHoldsNoWhitespace) {
  EXPECT_THAT(records_of("a b: x\na\u00A0b: x\na : x\n a: x"), IsEmpty());
}

TEST(ConfigLine, OtherProgramsPrintSomeToo) {
  EXPECT_THAT(records_of("panic: oh no\ncoverage: 95% of statements\nwarning: x"),
              ElementsAre("1: panic = oh no", "2: coverage = 95% of statements", "3: warning = x"));
}

TEST(UnitLine, HoldsPairsOfKeyAndValue) {
  EXPECT_THAT(records_of("Unit ns/op better=lower  assume=exact\nUnit\u2003x a=b=c d="),
              ElementsAre("1: unit ns/op better = lower", "1: unit ns/op assume = exact",
                          "2: unit x a = b=c", "2: unit x d = "));
}

TEST(UnitLine, GoodPairsBesideABadOneAreKept) {
  EXPECT_THAT(records_of("Unit ns/op c=3 error d=4 =5"),
              ElementsAre("1: unit ns/op c = 3", "1: error expected key=value",
                          "1: unit ns/op d = 4", "1: error expected key=value"));
}

TEST(UnitLine, NeedsAUnit) {
  EXPECT_THAT(records_of("Unit\nUnit \t"),
              ElementsAre("1: error missing unit", "2: error missing unit"));
  EXPECT_THAT(records_of("Unit ns/op"), IsEmpty());
}

TEST(UnitLine, BeginsWithExactlyThatWord) {
  EXPECT_THAT(records_of("Units x a=b\nUni x a=b\nU\nUnited: x\n Unit x a=b\nunit x a=b"),
              IsEmpty());
}

TEST(OtherLine, IsIgnored) {
  EXPECT_THAT(
      records_of(
          "PASS\nFAIL\nok  \texample.com/m\t1.5s\n--- BENCH: BenchmarkA-8\n    a_test.go:12: log\n"
          "# comment\nexit status 1\nbench_test.go:12: msg\n\n   100\t 12 ns/op\n"),
      IsEmpty());
}

TEST(LineParser, TellsMeasurementsFromTheRest) {
  LineParser parser;
  RecordTexts sink;
  const Position position{.file = "f", .line = 1};
  EXPECT_EQ(parser.parse("BenchmarkA 1 5 ns/op", position, sink), LineKind::kMeasurement);
  for (const std::string_view line :
       {"BenchmarkA", "BenchmarkA 1", "a: b", "Unit x a=b", "PASS", ""}) {
    EXPECT_EQ(parser.parse(line, position, sink), LineKind::kOther) << line;
  }
}

TEST(LineParser, KeepsNoValuesOfTheLineBefore) {
  EXPECT_THAT(records_of("BenchmarkA 1 5 x 6 y\nBenchmarkB 1 7 x\nBenchmarkC 1\n"),
              ElementsAre("1: A x1 5 x, 6 y", "2: B x1 7 x", "3: error missing measurements"));
}

}  // namespace
}  // namespace headgate::benchfmt
