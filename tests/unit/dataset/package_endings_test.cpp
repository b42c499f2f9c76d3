// Output as go 1.26 writes it, shortened to the lines that matter.

#include "core/dataset/package_endings.h"

#include <gmock/gmock.h>

#include "core/dataset/text.h"

namespace headgate::dataset {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using CutPackage = Text::CutPackage;

std::vector<CutPackage> cut(std::string_view text) { return read_text(text, "head.txt").cut; }

TEST(PackageEndings, PanicNamesTheBenchmarkThatRan) {
  EXPECT_THAT(cut("pkg: example.com/m\n"
                  "BenchmarkA-2   \t       1\t       381.0 ns/op\n"
                  "BenchmarkB-2   \tpanic: boom\n"
                  "\n"
                  "goroutine 12 [running]:\n"
                  "exit status 2\n"
                  "FAIL\texample.com/m\t0.025s\n"),
              ElementsAre(CutPackage{
                  .package = "example.com/m", .running = "BenchmarkB-2", .text = "panic: boom"}));
}

TEST(PackageEndings, ExitDeadlockAndSignalCutAPackageShort) {
  struct Case {
    std::string_view lines;
    std::string text;
  };

  for (const auto& [lines, text] :
       {Case{"exit status 3\n", "exit status 3"},
        Case{"fatal error: all goroutines are asleep - deadlock!\n\ngoroutine 1 [chan receive]:\n"
             "exit status 2\n",
             "fatal error: all goroutines are asleep - deadlock!"},
        Case{"panic: test timed out after 3s\nrunning tests:\n\tTestX (3s)\n\nexit status 2\n",
             "panic: test timed out after 3s"},
        Case{"signal: killed\n", "signal: killed"}}) {
    SCOPED_TRACE(text);
    EXPECT_THAT(
        cut("pkg: a\nBenchmarkA-2   \t 1\t 381.0 ns/op\n" + std::string(lines) + "FAIL\ta\t1s\n"),
        ElementsAre(CutPackage{.package = "a", .running = "", .text = text}));
  }
}

TEST(PackageEndings, PackageThatDidNotBuildIsNamedByItsLastLineAlone) {
  EXPECT_THAT(
      cut("# b [b.test]\n./b_test.go:3:1: syntax error\nFAIL\tb [build failed]\n"
          "goos: linux\npkg: a\nBenchmarkA-2   \t 1\t 5 ns/op\nPASS\nok  \ta\t1s\nFAIL\n"),
      ElementsAre(CutPackage{.package = "b", .running = "", .text = "FAIL\tb [build failed]"}));
}

TEST(PackageEndings, FailingTestLeavesBenchmarksUnrun) {
  EXPECT_THAT(cut("pkg: a\n--- FAIL: TestX (0.00s)\n    a_test.go:6: x\nFAIL\nexit status 1\n"
                  "FAIL\ta\t1s\nFAIL\n"),
              ElementsAre(CutPackage{.package = "a", .running = "", .text = "exit status 1"}))
      << "the last FAIL sums up all packages and is about none of them";
}

TEST(PackageEndings, FailingBenchmarkLetsTheOthersRun) {
  EXPECT_THAT(cut("pkg: a\n--- FAIL: BenchmarkB\n    a_test.go:6: x\n"
                  "BenchmarkC-2   \t 1\t 5 ns/op\nFAIL\nexit status 1\nFAIL\ta\t1s\n"),
              IsEmpty());
}

TEST(PackageEndings, FailingBenchmarkDoesNotExplainACrashBehindIt) {
  EXPECT_THAT(cut("pkg: a\n--- FAIL: BenchmarkB\n    a_test.go:6: x\nexit status 3\nFAIL\ta\t1s\n"),
              SizeIs(1));
}

TEST(PackageEndings, ClosingWordTakesBackWhatTheProgramPrinted) {
  EXPECT_THAT(
      cut("pkg: a\npanic: is only a word\nFAIL\nexit status 3\nBenchmarkA-2 \t 1\t 5 ns/op\n"
          "PASS\nok  \ta\t1s\n"),
      IsEmpty());
  EXPECT_THAT(cut("BenchmarkA-2 \t 1\t 5 ns/op\n"), IsEmpty()) << "picked lines say nothing";
}

TEST(PackageEndings, TextWithoutPackagesIsTheOutputOfOne) {
  EXPECT_THAT(cut("BenchmarkA-2 \t 1\t 5 ns/op\nexit status 2\nFAIL\texample.com/m\t1s\n"),
              ElementsAre(CutPackage{.package = "", .running = "", .text = "exit status 2"}));
}

TEST(PackageEndings, OutputOfABinaryAloneMayEndInACrash) {
  EXPECT_THAT(
      cut("pkg: a\nBenchmarkA-2 \t 1\t 5 ns/op\nfatal error: out of memory\n"
          "pkg: b\nBenchmarkB-2 \t 1\t 5 ns/op\nPASS\n"),
      ElementsAre(CutPackage{.package = "a", .running = "", .text = "fatal error: out of memory"}));
}

TEST(PackageEndings, NameThatEndsTheTextWasCutOff) {
  const std::vector<CutPackage> found = cut("pkg: a\nBenchmarkA-2 \t 1\t 5 ns/op\nBenchmarkB-2 \t");
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_EQ(found[0].running, "BenchmarkB-2");
  EXPECT_THAT(found[0].text, HasSubstr("BenchmarkB-2"));
  EXPECT_THAT(cut("pkg: a\nBenchmarkB-2 \t\nBenchmarkB-2 \t 1\t 5 ns/op\n"), IsEmpty());
}

}  // namespace
}  // namespace headgate::dataset
