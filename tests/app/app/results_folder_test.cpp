#include "app/results_folder.h"

#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/evidence.h"
#include "support/fake_program.h"

namespace headgate::app {
namespace {

using stats::Side;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::UnorderedElementsAre;
using testing_support::FakeProgram;
using testing_support::process;
using testing_support::result;

constexpr const char* kFolder = "/workspace/out/results";

class ResultsFolderTest : public testing::Test {
 protected:
  Result<ResultsFolder> claim(const std::string& path = kFolder) {
    return ResultsFolder::claim(program.services(), path);
  }

  [[nodiscard]] std::vector<std::string> names(const std::string& path = kFolder) const {
    return program.files.list(path).value();
  }

  FakeProgram program;
};

TEST_F(ResultsFolderTest, AnAbsentFolderIsMadeWithItsParentsAndHidesItselfFromGit) {
  ASSERT_TRUE(claim());
  EXPECT_THAT(names(), UnorderedElementsAre(".gitignore", "samples.jsonl"));
  EXPECT_THAT(program.files.content_of(std::string(kFolder) + "/.gitignore").value(),
              HasSubstr("\n*\n"));
}

TEST_F(ResultsFolderTest, AnEmptyFolderIsTaken) {
  program.files.add_folder(kFolder);
  EXPECT_TRUE(claim());
}

TEST_F(ResultsFolderTest, AnOlderRunOfOursIsEmptied) {
  ASSERT_TRUE(claim());
  for (const char* name : {"verdict.json", "confirm.base.txt", "logs/00001.base.txt", "report.html",
                           ".headgate-123-0.tmp"}) {
    program.files.add_file(std::string(kFolder) + "/" + name, "old");
  }
  ASSERT_TRUE(claim());
  EXPECT_THAT(names(), UnorderedElementsAre(".gitignore", "samples.jsonl"));
}

TEST_F(ResultsFolderTest, ForeignFilesAreNamedAndKept) {
  program.files.add_file(std::string(kFolder) + "/thesis.tex", "years of work");
  const Result<ResultsFolder> refused = claim();
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().reason, Reason::kResultsFolderForeign);
  EXPECT_THAT(refused.error().message, HasSubstr("thesis.tex"));
  EXPECT_THAT(names(), ElementsAre("thesis.tex"));
}

TEST_F(ResultsFolderTest, AForeignFileBesideOursKeepsEverything) {
  ASSERT_TRUE(claim());
  program.files.add_file(std::string(kFolder) + "/verdict.json", "old");
  program.files.add_file(std::string(kFolder) + "/notes", "mine");
  EXPECT_EQ(claim().error().reason, Reason::kResultsFolderForeign);
  EXPECT_TRUE(program.files.content_of(std::string(kFolder) + "/verdict.json"));
}

TEST_F(ResultsFolderTest, OurNamesWithoutOurMarkerAreForeign) {
  program.files.add_file(std::string(kFolder) + "/base.txt", "somebody's benchmark");
  EXPECT_EQ(claim().error().reason, Reason::kResultsFolderForeign);
}

TEST_F(ResultsFolderTest, AnotherGitignoreIsForeign) {
  program.files.add_file(std::string(kFolder) + "/.gitignore", "*.o\n");
  EXPECT_EQ(claim().error().reason, Reason::kResultsFolderForeign);
  EXPECT_EQ(program.files.content_of(std::string(kFolder) + "/.gitignore"), "*.o\n");
}

TEST_F(ResultsFolderTest, ASymlinkIsNotFollowed) {
  program.files.add_folder("/elsewhere");
  program.files.add_folder("/workspace/out");
  program.files.add_symlink(kFolder, "/elsewhere");
  EXPECT_EQ(claim().error().reason, Reason::kResultsFolderForeign);
  EXPECT_TRUE(names("/elsewhere").empty());
}

TEST_F(ResultsFolderTest, ASlashAtTheEndChangesNothing) {
  const Result<ResultsFolder> folder = claim(std::string(kFolder) + "/");
  ASSERT_TRUE(folder);
  EXPECT_EQ(folder->path(), kFolder);
}

TEST_F(ResultsFolderTest, WhatCannotBeWrittenSaysThatItIsTheResultsFolder) {
  program.files.fail_writes_to(std::string(kFolder) + "/.gitignore",
                               {.reason = Reason::kDiskFull, .message = "no space left"});
  const Result<ResultsFolder> refused = claim();
  EXPECT_EQ(refused.error().reason, Reason::kDiskFull);
  EXPECT_THAT(refused.error().message, HasSubstr("the results folder: "));
}

TEST_F(ResultsFolderTest, ProcessesAreReadBackAsTheyWereWritten) {
  Result<ResultsFolder> folder = claim();
  ASSERT_TRUE(folder);
  const std::vector<dataset::Process> processes = {
      process(Side::kBase, 0, "BenchmarkX", {result("X-4", 1e-7)}),
      process(Side::kHead, 0, "BenchmarkX", {result("X-4", 3e-7)})};
  for (const dataset::Process& one : processes) {
    ASSERT_TRUE(folder->add(one));
  }
  results::Run run;
  run.event = "local";
  run.processes = 2;
  ASSERT_TRUE(folder->write_run(run));
  const Result<Recorded> recorded = read_results(program.services(), kFolder);
  ASSERT_TRUE(recorded) << recorded.error().message;
  EXPECT_EQ(recorded->processes, processes);
  EXPECT_EQ(recorded->run.event, "local");
}

TEST_F(ResultsFolderTest, MeasurementsOfAStageThatDidNotHappenMakeNoFile) {
  Result<ResultsFolder> folder = claim();
  const std::vector<dataset::Process> processes = {
      process(Side::kBase, 0, "BenchmarkX", {result("X-4", 1e-7)})};
  ASSERT_TRUE(folder->write_measurements(processes, {}));
  EXPECT_THAT(names(), UnorderedElementsAre(".gitignore", "samples.jsonl", "base.txt"));
}

TEST_F(ResultsFolderTest, LogsLieInAFolderOfTheirOwn) {
  Result<ResultsFolder> folder = claim();
  ASSERT_TRUE(folder->add_log("00007.head.txt", "panic: no"));
  EXPECT_EQ(program.files.content_of(std::string(kFolder) + "/logs/00007.head.txt"), "panic: no");
}

TEST_F(ResultsFolderTest, LinesThatAreMissingFromAFinishedRunAreNotedWhenItIsRead) {
  Result<ResultsFolder> folder = claim();
  for (const Side side : {Side::kBase, Side::kHead}) {
    ASSERT_TRUE(folder->add(process(side, 0, "BenchmarkX", {result("X-4", 1e-7)})));
  }
  results::Run run;
  run.processes = 2;
  ASSERT_TRUE(folder->write_run(run));
  const std::string samples = std::string(kFolder) + "/samples.jsonl";
  const std::string whole = program.files.content_of(samples).value();
  const std::size_t first_line = whole.find('\n') + 1;
  for (const std::size_t kept : {whole.size() - 1, first_line + 5, first_line, std::size_t{0}}) {
    program.files.add_file(samples, whole.substr(0, kept));
    const Result<Recorded> refused = read_results(program.services(), kFolder);
    ASSERT_FALSE(refused) << kept;
    EXPECT_EQ(refused.error().reason, Reason::kResultsInvalid);
    EXPECT_THAT(refused.error().message, HasSubstr("and the run had 2 processes"));
  }
}

TEST_F(ResultsFolderTest, ACutLineOfARunThatDidNotFinishIsLeftOut) {
  Result<ResultsFolder> folder = claim();
  ASSERT_TRUE(folder->add(process(Side::kBase, 0, "BenchmarkX", {result("X-4", 1e-7)})));
  ASSERT_TRUE(folder->write_run(results::unfinished({})));
  const std::string samples = std::string(kFolder) + "/samples.jsonl";
  const std::string whole = program.files.content_of(samples).value();
  program.files.add_file(samples, whole + whole.substr(0, 20));
  const Result<Recorded> recorded = read_results(program.services(), kFolder);
  ASSERT_TRUE(recorded) << recorded.error().message;
  EXPECT_EQ(recorded->processes.size(), 1U);
  EXPECT_EQ(recorded->run.error->reason, Reason::kInterrupted);
}

TEST_F(ResultsFolderTest, MoreResultsThanARunKeepsAreAnErrorThatNamesWhoPrintedThem) {
  const dataset::Process one = process(Side::kHead, 3, "BenchmarkX", {result("X-4", 1e-7)});
  Result<ResultsFolder> roomy = claim();
  ASSERT_TRUE(roomy->add(one));
  const std::string samples = std::string(kFolder) + "/samples.jsonl";
  const std::size_t line = program.files.content_of(samples)->size();
  // Room for two lines but for one byte.
  Result<ResultsFolder> folder =
      ResultsFolder::claim(program.services(), kFolder, {.samples = 2 * line - 1});
  ASSERT_TRUE(folder->add(one));
  const Status refused = folder->add(one);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().reason, Reason::kTooManyResults);
  EXPECT_EQ(refused.error().message,
            fmt::format("process 7 of example.com/m/sum, on head, prints more results than a run "
                        "keeps, which is {} bytes",
                        2 * line - 1));
  EXPECT_EQ(program.files.content_of(samples)->size(), line) << "the file stays whole";
}

TEST_F(ResultsFolderTest, LogsThatDoNotFitAreLeftOut) {
  Result<ResultsFolder> folder = ResultsFolder::claim(program.services(), kFolder, {.logs = 10});
  ASSERT_TRUE(folder->add_log("00001.base.txt", "12345678"));
  ASSERT_TRUE(folder->add_log("00002.base.txt", "123"));
  ASSERT_TRUE(folder->add_log("00003.base.txt", "12"));
  EXPECT_THAT(names(std::string(kFolder) + "/logs"),
              UnorderedElementsAre("00001.base.txt", "00003.base.txt"));
}

TEST_F(ResultsFolderTest, AFolderThatIsNoneIsRefusedByNameWhenItIsRead) {
  const Result<Recorded> refused = read_results(program.services(), "/workspace/nothing");
  EXPECT_EQ(refused.error().reason, Reason::kResultsInvalid);
  EXPECT_THAT(refused.error().message, HasSubstr("'/workspace/nothing' is not a results folder"));
}

TEST_F(ResultsFolderTest, ARunThatEndedBeforeItMeasuredCannotBeReplayed) {
  program.files.add_file(std::string(kFolder) + "/run.json", results::write_run({}));
  const Result<Recorded> refused = read_results(program.services(), kFolder);
  EXPECT_EQ(refused.error().reason, Reason::kResultsInvalid);
  EXPECT_THAT(refused.error().message, HasSubstr("samples.jsonl"));
}

}  // namespace
}  // namespace headgate::app
