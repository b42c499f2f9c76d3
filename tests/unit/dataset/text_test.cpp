#include "core/dataset/text.h"

#include <set>

#include <gmock/gmock.h>

#include "support/data_file.h"

namespace headgate::dataset {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using testing_support::data_file;

using Mention = Text::Mention;

std::set<std::string> configurations(const Text& text) {
  std::set<std::string> found;
  for (const Text::Line& line : text.lines) {
    found.insert(line.configuration);
  }
  return found;
}

TEST(ReadText, LinesThatProgramsPrintAreNoConfiguration) {
  // Every process of this file prints another port, as `listening: ADDRESS`.
  const Text text = read_text(data_file("reports/config-line-port.base.txt"), "base.txt");
  EXPECT_THAT(text.lines, SizeIs(10));
  EXPECT_THAT(configurations(text),
              ElementsAre("goos=linux goarch=amd64 cpu=AMD EPYC 7763 64-Core Processor"));
  EXPECT_THAT(text.syntax_errors, IsEmpty());
}

TEST(ReadText, CoverageIsNoConfiguration) {
  EXPECT_THAT(configurations(read_text(data_file("reports/coverage-trailer.base.txt"), "b")),
              SizeIs(1));
}

TEST(ReadText, PackageAndConfigurationHoldUntilTheyChange) {
  const Text text = read_text(
      "BenchmarkNone 1 5 ns/op\n"
      "goos: linux\npkg: a\nBenchmarkA 1 5 ns/op\n"
      "pkg: b\ncpu: fast\nBenchmarkB 1 5 ns/op\n"
      "cpu: slow\nBenchmarkC 1 5 ns/op\n",
      "t");
  ASSERT_THAT(text.lines, SizeIs(4));
  EXPECT_EQ(text.lines[0].package, "");
  EXPECT_EQ(text.lines[0].configuration, "");
  EXPECT_EQ(text.lines[1].package, "a");
  EXPECT_EQ(text.lines[1].configuration, "goos=linux");
  EXPECT_EQ(text.lines[2].package, "b");
  EXPECT_EQ(text.lines[2].configuration, "goos=linux cpu=fast");
  EXPECT_EQ(text.lines[3].configuration, "goos=linux cpu=slow");
}

TEST(ReadText, MarksBelongToThePackageTheyStandIn) {
  const Text text = read_text(
      "pkg: a\n--- FAIL: BenchmarkX\n    x_test.go:1: boom\npkg: b\nBenchmarkX-4 1 5 ns/op\n"
      "BenchmarkY\n    y_test.go:2: no server\n--- SKIP: BenchmarkY\npkg: c\n",
      "t");
  EXPECT_THAT(text.failed,
              ElementsAre(Mention{.package = "a", .benchmark = "BenchmarkX", .text = ""}));
  EXPECT_THAT(text.skipped,
              ElementsAre(Mention{.package = "b", .benchmark = "BenchmarkY", .text = "no server"}));
}

TEST(ReadText, LostSampleNamesItsBenchmarkFileAndLine) {
  const Text text = read_text("pkg: a\nBenchmarkX-4   \ttalk\n   10\t 5 ns/op\n", "base.txt");
  EXPECT_THAT(text.lines, IsEmpty());
  EXPECT_THAT(text.syntax_errors,
              ElementsAre("base.txt:2: parsing iteration count: invalid syntax: "
                          "BenchmarkX-4   \ttalk"));
  EXPECT_THAT(text.broken,
              ElementsAre(Mention{
                  .package = "a", .benchmark = "BenchmarkX-4", .text = "BenchmarkX-4   \ttalk"}));
}

TEST(ReadText, LineThatIsNoOutputOfGoIsAnErrorButNoLostBenchmark) {
  const Text text = read_text("Benchmark data loaded\n", "base.txt");
  EXPECT_THAT(text.broken, IsEmpty());
  EXPECT_THAT(text.syntax_errors, ElementsAre("base.txt:1: parsing iteration count: invalid "
                                              "syntax: Benchmark data loaded"));
}

TEST(ReadText, FailureBehindANameIsNoSyntaxError) {
  const Text text = read_text(data_file("go-output/failed.txt"), "t");
  EXPECT_THAT(text.syntax_errors, IsEmpty());
  EXPECT_THAT(text.failed, SizeIs(2));
}

// A benchmark line comes in two events, those of another package in between.
TEST(ReadText, AJsonStreamIsPutTogetherPackageByPackage) {
  const Text text = read_text(
      "BenchmarkPlain 1 7 ns/op\n"
      "{\"Action\":\"start\",\"Package\":\"a\"}\n"
      "{\"Action\":\"output\",\"Package\":\"a\",\"Output\":\"pkg: a\\n\"}\n"
      "{\"Action\":\"output\",\"Package\":\"a\",\"Output\":\"BenchmarkX \"}\n"
      "{\"Action\":\"output\",\"Package\":\"b\",\"Output\":\"pkg: b\\nBenchmarkY 1 6 ns/op\\n\"}\n"
      "{\"Action\":\"output\",\"Package\":\"a\",\"Output\":\"1 5 ns/op\\n\"}\n",
      "base.json");
  EXPECT_THAT(text.syntax_errors, IsEmpty());
  ASSERT_THAT(text.lines, SizeIs(3));
  EXPECT_EQ(text.lines[0].result.name, "Plain");
  EXPECT_EQ(text.lines[1].package + " " + text.lines[1].result.name, "a X");
  EXPECT_EQ(text.lines[2].package + " " + text.lines[2].result.name, "b Y");
}

TEST(ReadText, ALineThatOnlyBeginsLikeAnEventIsTalk) {
  const Text text = read_text("{not json\nBenchmarkX 1 5 ns/op\n{}\n", "t");
  EXPECT_THAT(text.syntax_errors, IsEmpty());
  EXPECT_THAT(text.lines, SizeIs(1));
}

TEST(ReadText, EmptyTextHasNothing) {
  const Text text = read_text("", "t");
  EXPECT_THAT(text.lines, IsEmpty());
  EXPECT_THAT(text.syntax_errors, IsEmpty());
}

}  // namespace
}  // namespace headgate::dataset
