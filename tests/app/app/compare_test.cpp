#include "app/compare.h"

#include <csignal>
#include <sstream>
#include <string>

#include <gmock/gmock.h>

#include "recording_narrator.h"
#include "support/captured_console.h"
#include "support/fake_program.h"

namespace headgate::app {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing_support::FakeProgram;

std::string text(double center, const std::string& unit = "ns/op") {
  std::string lines = "pkg: example.com/m\n";
  for (int i = 0; i < 10; ++i) {
    lines += fmt::format("BenchmarkX-4 1000 {} {}\n", center + i, unit);
  }
  return lines;
}

class CompareTest : public testing::Test, protected testing_support::CapturedConsole {
 protected:
  CompareTest() {
    program.files.add_file("/workspace/base.txt", text(100));
    program.files.add_file("/workspace/head.txt", text(130));
    options.files = {"/workspace/base.txt", "/workspace/head.txt"};
  }

  int compare() {
    clear_console();
    return compare_files(program.services(), options, narrator, console);
  }

  FakeProgram program;
  RecordingNarrator narrator;
  CompareOptions options;
};

TEST_F(CompareTest, PrintsTablesAndExitsWithZeroWhateverIsInThem) {
  EXPECT_EQ(compare(), 0);
  EXPECT_THAT(out.str(), HasSubstr("+28.71% (p=0.000 n=10)"));
  EXPECT_THAT(err.str(), IsEmpty());
}

TEST_F(CompareTest, LabelsNameColumnsAndRepeatedPathsAreNumbered) {
  options.files = {"old=/workspace/base.txt", "/workspace/head.txt", "/workspace/head.txt"};
  EXPECT_EQ(compare(), 0);
  for (const char* column : {" old ", "/workspace/head.txt#0", "/workspace/head.txt#1"}) {
    EXPECT_THAT(out.str(), HasSubstr(column));
  }
}

TEST_F(CompareTest, AMissingFileIsAnErrorWithoutTables) {
  options.files.emplace_back("/workspace/none.txt");
  EXPECT_EQ(compare(), 2);
  EXPECT_THAT(out.str(), IsEmpty());
  EXPECT_THAT(err.str(), HasSubstr("headgate: error (io-failed): "));
}

TEST_F(CompareTest, AFileWithoutResultsIsAnError) {
  program.files.add_file("/workspace/head.txt", "PASS\n");
  EXPECT_EQ(compare(), 2);
  EXPECT_THAT(err.str(),
              HasSubstr("(nothing-compared): /workspace/head.txt: no benchmark results"));
}

TEST_F(CompareTest, AFileOfBadLinesSaysWhatIsWrongWithTheFirst) {
  program.files.add_file("/workspace/head.txt", "pkg: p\nBenchmarkX 0 10 ns/op\n");
  EXPECT_EQ(compare(), 2);
  EXPECT_THAT(err.str(), HasSubstr("no benchmark results in it; line 2: iteration count must be "
                                   "positive"));
}

TEST_F(CompareTest, NamesAreNoCommandsInALogOfGithubs) {
  std::string lines;
  for (int i = 0; i < 6; ++i) {
    lines += "Benchmark::error::x 1 1 ns/op\nBenchmarkA##[error]x 1 1 ns/op\n";
  }
  program.files.add_file("/workspace/base.txt", lines);
  options.files = {"/workspace/base.txt"};
  ASSERT_EQ(compare(), 0);
  EXPECT_THAT(out.str(), HasSubstr("\n::error::x ")) << "as benchstat, where nobody obeys";
  EXPECT_THAT(out.str(), HasSubstr("\nA##[error]x "));
  console.log = Log::kActions;
  for (const TableFormat format :
       {TableFormat::kText, TableFormat::kCsv, TableFormat::kMarkdown, TableFormat::kJson}) {
    options.format = format;
    ASSERT_EQ(compare(), 0);
    EXPECT_THAT(out.str(), testing::Not(HasSubstr("\n::error")));
    EXPECT_THAT(out.str(), testing::Not(HasSubstr("##[")));
    EXPECT_THAT(out.str(), testing::AnyOf(HasSubstr("##\\[error]x"), HasSubstr("##\\u005b")));
  }
}

TEST_F(CompareTest, ASignalEndsIt) {
  program.interrupts.interrupt(SIGINT);
  EXPECT_EQ(compare(), 2);
  EXPECT_THAT(err.str(), HasSubstr("(interrupted)"));
}

TEST_F(CompareTest, TheGateDecidesUnderItsPolicy) {
  options.gate = GateQuestion{};
  EXPECT_EQ(compare(), 1);
  EXPECT_THAT(out.str(), HasSubstr("headgate: regression"));
  // p is between 0.01 and 0.05; the alpha of the policy is that of the tables too.
  program.files.add_file("/workspace/head.txt", text(104));
  EXPECT_EQ(compare(), 0);
  EXPECT_THAT(out.str(), HasSubstr("+3.83% (p=0.0"));
  program.files.add_file("/workspace/gate.yml",
                         "version: 1\npolicy:\n  units: {sec/op: {alpha: 0.01}}\n");
  options.gate->config_file = "/workspace/gate.yml";
  EXPECT_EQ(compare(), 0);
  EXPECT_THAT(out.str(), HasSubstr("~ (p=0.0"));
}

TEST_F(CompareTest, ABrokenSettingsFileIsAnErrorBeforeAnyTable) {
  program.files.add_file("/workspace/gate.yml", "version: 1\npolicy: {alpa: 1}\n");
  options.gate = GateQuestion{.config_file = "/workspace/gate.yml"};
  EXPECT_EQ(compare(), 2);
  EXPECT_THAT(out.str(), IsEmpty());
  EXPECT_THAT(err.str(), HasSubstr("(config-invalid)"));
}

TEST_F(CompareTest, JsonIsOneDocumentWhateverIsWrongWithSingleLines) {
  program.files.add_file("/workspace/head.txt", text(130) + "BenchmarkY 1 1\n");
  options.format = TableFormat::kJson;
  EXPECT_EQ(compare(), 0);
  EXPECT_TRUE(out.str().starts_with("{\"schema\":\"headgate.compare/1\","));
  EXPECT_THAT(out.str(), HasSubstr("\"messages\":[\"/workspace/head.txt:12: missing units\"]"));
}

}  // namespace
}  // namespace headgate::app
