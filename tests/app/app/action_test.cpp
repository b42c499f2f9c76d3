#include "app/action.h"

#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/fake_program.h"
#include "support/ledger_texts.h"

namespace headgate::app {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing_support::FakeProgram;
using testing_support::module_tree;

constexpr const char* kVerdict = "/workspace/headgate-results/verdict.json";

// A pull request whose merge commit is checked out, with the files of GitHub's runner.
class ActionTest : public testing::Test {
 protected:
  ActionTest() {
    program.sides(module_tree({"BenchmarkX"}, "base"), module_tree({"BenchmarkX"}, "head"));
    git::Commit merge = program.repository->commits["head"];
    merge.parents = {FakeProgram::id_of("base"), FakeProgram::id_of("feature")};
    program.repository->commits["HEAD"] = merge;
    program.repository->commits[merge.id] = merge;
    program.files.add_file("/event.json", event());
    program.files.add_file("/output", "");
    program.files.add_file("/summary", "");
    program.variables["GITHUB_WORKSPACE"] = "/workspace";
    program.variables["GITHUB_EVENT_NAME"] = "pull_request";
    program.variables["GITHUB_EVENT_PATH"] = "/event.json";
    program.variables["GITHUB_SHA"] = merge.id;
    program.variables["GITHUB_OUTPUT"] = "/output";
    program.variables["GITHUB_STEP_SUMMARY"] = "/summary";
    program.variables["INPUT_ROUNDS"] = "5";
  }

  static std::string event() {
    return fmt::format(
        R"({{"action":"synchronize","number":7,"pull_request":{{"number":7,)"
        R"("base":{{"ref":"main","sha":"{}"}},"head":{{"ref":"feature","sha":"{}"}}}}}})",
        FakeProgram::id_of("base"), FakeProgram::id_of("feature"));
  }

  // The same event with the label on the pull request, by this action and about this label.
  static std::string labeled(const std::string& what, const std::string& label) {
    return fmt::format(
        R"({{"action":"{}","number":7,"label":{{"name":"{}"}},"sender":{{"login":"ann"}},)"
        R"("pull_request":{{"number":7,"labels":[{{"name":"perf-accepted"}}],)"
        R"("base":{{"ref":"main","sha":"{}"}},"head":{{"ref":"feature","sha":"{}"}}}}}})",
        what, label, FakeProgram::id_of("base"), FakeProgram::id_of("feature"));
  }

  int action() {
    out.str("");
    return app::action(program.services(), out);
  }

  // name to value of GITHUB_OUTPUT.
  [[nodiscard]] std::map<std::string, std::string> outputs() const {
    std::map<std::string, std::string> values;
    std::istringstream lines(program.files.content_of("/output").value());
    std::string line;
    while (std::getline(lines, line)) {
      const std::size_t mark = line.find("<<");
      const std::string end = line.substr(mark + 2);
      std::string value;
      while (std::getline(lines, value) && value != end) {
        values[line.substr(0, mark)] = value;
      }
      values.try_emplace(line.substr(0, mark), "");
    }
    return values;
  }

  [[nodiscard]] std::string verdict() const {
    return program.files.content_of(kVerdict).value_or("");
  }

  FakeProgram program;
  std::ostringstream out;
};

TEST_F(ActionTest, ARegressionIsToldInOutputsAnnotationSummaryAndCode) {
  EXPECT_EQ(action(), 1) << out.str();
  auto told = outputs();
  EXPECT_EQ(told["verdict"], "regression");
  EXPECT_EQ(told["exit-code"], "1");
  EXPECT_EQ(told["reason"], "");
  EXPECT_EQ(told["compared"], "1");
  EXPECT_EQ(told["regressions"], "1");
  EXPECT_EQ(told["results-dir"], "headgate-results");
  EXPECT_EQ(told["summary"], "headgate-results/summary.md");
  EXPECT_THAT(out.str(), HasSubstr("::error "));
  EXPECT_THAT(program.files.content_of("/summary").value(), HasSubstr("BenchmarkX"));
  EXPECT_THAT(verdict(), HasSubstr(R"("exit_code": 1)"));
}

TEST_F(ActionTest, AShardLeavesAnnotationsToTheMerge) {
  program.variables["INPUT_SHARD"] = "1/1";
  EXPECT_EQ(action(), 1) << out.str();
  EXPECT_EQ(outputs()["regressions"], "1");
  EXPECT_THAT(out.str(), Not(HasSubstr("::error")));
  EXPECT_THAT(out.str(), HasSubstr("regression"));
  EXPECT_THAT(program.files.content_of("/summary").value(), HasSubstr("BenchmarkX"));
}

TEST_F(ActionTest, AShardWithoutAResultsFolderTellsItsErrorItself) {
  program.variables["INPUT_SHARD"] = "1/1";
  program.variables["GITHUB_EVENT_PATH"] = "/absent.json";
  EXPECT_EQ(action(), 2);
  EXPECT_THAT(out.str(), HasSubstr("::error "));
}

TEST_F(ActionTest, AMergeTellsWhatARunTells) {
  program.variables["INPUT_SHARD"] = "1/1";
  program.variables["INPUT_RESULTS-DIR"] = "shards/one";
  EXPECT_EQ(action(), 1);
  for (const char* name :
       {"INPUT_SHARD", "INPUT_RESULTS-DIR", "INPUT_ROUNDS", "GITHUB_EVENT_PATH"}) {
    program.variables.erase(name);
  }
  program.files.add_file("/output", "");
  program.files.add_file("/summary", "");
  program.variables["INPUT_MERGE"] = "shards";
  EXPECT_EQ(action(), 1) << out.str();
  auto told = outputs();
  EXPECT_EQ(told["verdict"], "regression");
  EXPECT_EQ(told["compared"], "1");
  EXPECT_EQ(told["results-dir"], "headgate-results");
  EXPECT_THAT(out.str(), HasSubstr("::error "));
  EXPECT_THAT(program.files.content_of("/summary").value(), HasSubstr("BenchmarkX"));
  EXPECT_THAT(verdict(), HasSubstr(R"("exit_code": 1)"));
}

class WaivedMergeTest : public ActionTest {
 protected:
  // One shard that is measured and a regression, then the job that merges it, under this event.
  int merge_under(const std::string& payload) {
    program.variables["INPUT_SHARD"] = "1/1";
    program.variables["INPUT_RESULTS-DIR"] = "shards/one";
    EXPECT_EQ(action(), 1) << out.str();
    for (const char* name : {"INPUT_SHARD", "INPUT_RESULTS-DIR", "INPUT_ROUNDS"}) {
      program.variables.erase(name);
    }
    program.files.add_file("/event.json", payload);
    program.variables["INPUT_MERGE"] = "shards";
    program.variables["INPUT_WAIVE-LABEL"] = "perf-accepted";
    return action();
  }
};

TEST_F(WaivedMergeTest, ALabelGivenAtTheHeadThatTheShardsMeasuredCounts) {
  EXPECT_EQ(merge_under(labeled("labeled", "perf-accepted")), 0) << out.str();
  EXPECT_THAT(verdict(), HasSubstr(R"("exit_code": 0)"));
  EXPECT_THAT(verdict(), HasSubstr(R"("label": "perf-accepted")"));
  EXPECT_THAT(out.str(), HasSubstr("::notice title=headgate%3A waived::"));
}

TEST_F(WaivedMergeTest, OneFromBeforeThePushDoesNot) {
  EXPECT_EQ(merge_under(labeled("synchronize", "")), 1) << out.str();
  EXPECT_THAT(out.str(), HasSubstr("::notice title=headgate%3A not-waived::"));
}

TEST_F(WaivedMergeTest, OneForAnotherMergeCommitDoesNot) {
  const std::string payload = labeled("labeled", "perf-accepted");
  EXPECT_EQ(merge_under(payload), 0);
  program.variables["GITHUB_SHA"] = FakeProgram::id_of("later");
  EXPECT_EQ(action(), 1) << out.str();
  EXPECT_THAT(out.str(), HasSubstr("what was measured is not its head"));
}

TEST_F(WaivedMergeTest, OneForAnotherPullRequestDoesNot) {
  std::string payload = labeled("labeled", "perf-accepted");
  for (std::size_t at = payload.find("\"number\":7"); at != std::string::npos;
       at = payload.find("\"number\":7")) {
    payload.replace(at, 10, "\"number\":8");
  }
  EXPECT_EQ(merge_under(payload), 1) << out.str();
  EXPECT_THAT(out.str(), HasSubstr("what was measured is not its head"));
}

TEST_F(WaivedMergeTest, WithoutAnEventNoneCountsAndTheMergeSaysWhy) {
  EXPECT_EQ(merge_under("{"), 1) << out.str();
  EXPECT_THAT(out.str(), HasSubstr("not-waived::no label can let anything pass"));
}

TEST_F(ActionTest, AMergeWithoutShardsIsOneError) {
  program.variables.erase("INPUT_ROUNDS");
  program.variables["INPUT_MERGE"] = "shards";
  EXPECT_EQ(action(), 2);
  EXPECT_EQ(outputs()["reason"], "shard-missing");
  const std::string log = out.str();
  EXPECT_NE(log.find("::error "), std::string::npos);
  EXPECT_EQ(log.find("::error "), log.rfind("::error "));
}

TEST_F(ActionTest, AMergeReachesNoFolderThroughASymlink) {
  program.variables.erase("INPUT_ROUNDS");
  program.files.add_folder("/elsewhere");
  program.files.add_symlink("/workspace/shards", "/elsewhere");
  program.variables["INPUT_MERGE"] = "shards";
  EXPECT_EQ(action(), 2);
  EXPECT_EQ(outputs()["reason"], "config-invalid");
  EXPECT_THAT(out.str(), HasSubstr("is a symlink"));
}

TEST_F(ActionTest, EveryGroupThatIsOpenedIsClosed) {
  for (const bool fails : {false, true}) {
    program.go.build_errors.clear();
    if (fails) {
      program.go.build_errors["/tmp/hg-00000/head"] =
          Error{.reason = Reason::kBuildFailed, .message = "exit 1", .detail = "m.go:1:1: no"};
    }
    action();
    int open = 0;
    std::istringstream lines(out.str());
    for (std::string line; std::getline(lines, line);) {
      open += line.starts_with("::group::") ? 1 : line == "::endgroup::" ? -1 : 0;
      ASSERT_TRUE(open == 0 || open == 1) << out.str();
    }
    EXPECT_EQ(open, 0) << out.str();
    EXPECT_THAT(out.str(), HasSubstr("::group::"));
  }
}

TEST_F(ActionTest, AGroupIsClosedAlsoWhenMeasuringIsInterrupted) {
  program.child = [&](const proc::Command& command) -> std::optional<proc::FakeChild> {
    if (command.argv.size() > 2) {
      if (command.argv[2].starts_with("-test.bench=")) {
        return proc::FakeChild::ending(proc::Interrupted{});
      }
    }
    return std::nullopt;
  };
  EXPECT_EQ(action(), 2);
  EXPECT_THAT(out.str(), HasSubstr("::endgroup::"));
  EXPECT_EQ(outputs()["reason"], "interrupted");
  EXPECT_THAT(verdict(), HasSubstr(R"("reason": "interrupted")"));
}

TEST_F(ActionTest, AGroupIsClosedBeforeTheErrorAlsoWhenMeasuringBreaks) {
  program.child = [](const proc::Command& command) -> std::optional<proc::FakeChild> {
    if (command.argv.size() > 2 && command.argv[2].starts_with("-test.bench=")) {
      throw std::logic_error("index is 3");
    }
    return std::nullopt;
  };
  EXPECT_EQ(action(), 2);
  EXPECT_EQ(outputs()["reason"], "internal");
  const std::size_t end = out.str().find("::endgroup::");
  ASSERT_NE(end, std::string::npos) << out.str();
  EXPECT_LT(end, out.str().find("::error ")) << out.str();
}

TEST_F(ActionTest, AnErrorMakesExactlyOneErrorAnnotation) {
  program.variables["GITHUB_EVENT_PATH"] = "/absent.json";
  EXPECT_EQ(action(), 2);
  const std::string log = out.str();
  EXPECT_NE(log.find("::error "), std::string::npos);
  EXPECT_EQ(log.find("::error "), log.rfind("::error "));
  EXPECT_EQ(outputs()["reason"], "event-invalid");
  EXPECT_EQ(outputs()["results-dir"], "");
}

TEST_F(ActionTest, FailOnMasksTheCodeEverywhereAndTheVerdictNowhere) {
  program.variables["INPUT_FAIL-ON"] = "error";
  EXPECT_EQ(action(), 0);
  EXPECT_EQ(outputs()["verdict"], "regression");
  EXPECT_EQ(outputs()["exit-code"], "0");
  EXPECT_THAT(verdict(), HasSubstr(R"("exit_code": 0)"));
}

TEST_F(ActionTest, ALabelGivenAtThisHeadLetsTheRegressionPassAndMasksNothingElse) {
  program.variables["INPUT_WAIVE-LABEL"] = "perf-accepted";
  program.files.add_file("/event.json", labeled("labeled", "perf-accepted"));
  EXPECT_EQ(action(), 0) << out.str();
  EXPECT_EQ(outputs()["verdict"], "regression");
  EXPECT_EQ(outputs()["exit-code"], "0");
  EXPECT_THAT(verdict(), HasSubstr(R"("exit_code": 0)"));
  EXPECT_THAT(verdict(), HasSubstr(R"("label": "perf-accepted")"));
  EXPECT_THAT(verdict(), HasSubstr(R"("decision": "regression")"));
  EXPECT_THAT(out.str(), HasSubstr("::notice title=headgate%3A waived::the label 'perf-accepted', "
                                   "given to pull request 7 by ann at"));
  EXPECT_THAT(program.files.content_of("/summary").value(), HasSubstr("Waived by the label"));
}

TEST_F(ActionTest, ALabelFromBeforeThePushIsToldAndLetsNothingPass) {
  program.variables["INPUT_WAIVE-LABEL"] = "perf-accepted";
  program.files.add_file("/event.json", labeled("synchronize", ""));
  EXPECT_EQ(action(), 1) << out.str();
  EXPECT_THAT(verdict(), HasSubstr(R"("waiver": null)"));
  EXPECT_THAT(out.str(), HasSubstr("::notice title=headgate%3A not-waived::"));
}

TEST_F(ActionTest, ALabelThatNoInputNamesLetsNothingPass) {
  program.files.add_file("/event.json", labeled("labeled", "perf-accepted"));
  EXPECT_EQ(action(), 1) << out.str();
  EXPECT_THAT(out.str(), Not(HasSubstr("waived")));
}

TEST_F(ActionTest, ALabelLetsNoErrorPass) {
  program.variables["INPUT_WAIVE-LABEL"] = "perf-accepted";
  program.files.add_file("/event.json", labeled("labeled", "perf-accepted"));
  program.go.build_errors["/tmp/hg-00000/head"] =
      Error{.reason = Reason::kBuildFailed, .message = "exit 1", .detail = ""};
  EXPECT_EQ(action(), 2) << out.str();
  EXPECT_THAT(out.str(), Not(HasSubstr("waived")));
}

TEST_F(ActionTest, AKnownAlarmIsANoticeAndPasses) {
  program.repository->files[{FakeProgram::id_of("base"), ".headgate-ledger.yml"}] =
      testing_support::ledger_text("BenchmarkX", "300%");
  EXPECT_EQ(action(), 0) << out.str();
  EXPECT_THAT(out.str(), Not(HasSubstr("::error ")));
  EXPECT_THAT(out.str(), HasSubstr("::notice "));
  EXPECT_THAT(out.str(), HasSubstr("title=headgate%3A known%3A"));
  EXPECT_EQ(outputs()["verdict"], "pass");
  EXPECT_EQ(outputs()["regressions"], "0");
  EXPECT_THAT(program.files.content_of("/summary").value(),
              HasSubstr("known: the ledger dismisses changes of up to 300.0%"));
  EXPECT_THAT(verdict(), HasSubstr(R"("outcome": "known")"));
  EXPECT_THAT(verdict(), HasSubstr(R"("cause": "the loop moved")"));
}

TEST_F(ActionTest, HeadCannotDismissItsOwnAlarm) {
  program.repository->files[{FakeProgram::id_of("head"), ".headgate-ledger.yml"}] =
      testing_support::ledger_text("BenchmarkX", "300%");
  EXPECT_EQ(action(), 1) << out.str();
  EXPECT_THAT(verdict(), HasSubstr("ledger-differs"));
}

TEST_F(ActionTest, ASummaryThatCannotBeAppendedIsAnErrorInTheVerdictFileAndTheOutputs) {
  program.files.fail_writes_to("/summary", {.reason = Reason::kDiskFull, .message = "no space"});
  EXPECT_EQ(action(), 2);
  EXPECT_THAT(verdict(), HasSubstr(R"("exit_code": 2)"));
  EXPECT_EQ(outputs()["verdict"], "error");
  EXPECT_EQ(outputs()["exit-code"], "2");
  EXPECT_THAT(out.str(), HasSubstr("GITHUB_STEP_SUMMARY"));
  EXPECT_THAT(program.files.content_of("/workspace/headgate-results/summary.md").value(),
              HasSubstr("disk-full"));
}

TEST_F(ActionTest, OutputsThatCannotBeAppendedAreAnErrorInTheVerdictFile) {
  program.files.fail_writes_to("/output", {.reason = Reason::kDiskFull, .message = "no space"});
  EXPECT_EQ(action(), 2);
  EXPECT_THAT(verdict(), HasSubstr(R"("exit_code": 2)"));
}

TEST_F(ActionTest, CommandFilesThatThisRunnerDoesNotHaveAreNoError) {
  program.variables.erase("GITHUB_OUTPUT");
  program.variables["GITHUB_STEP_SUMMARY"] = "/not/there";
  EXPECT_EQ(action(), 1);
}

TEST_F(ActionTest, AnInputThatDoesNotExistIsInTheVerdict) {
  program.variables["INPUT_MIN-DLETA"] = "3%";
  EXPECT_EQ(action(), 1);
  EXPECT_THAT(verdict(), HasSubstr("did you mean 'min-delta'?"));
}

TEST_F(ActionTest, TheSettingsFileThatAnInputNamesIsReadFromBase) {
  program.variables["INPUT_CONFIG"] = "ci/gate.yml";
  auto base = module_tree({"BenchmarkX"}, "base");
  auto head = module_tree({"BenchmarkX"}, "head");
  base["ci/gate.yml"] = "version: 1\npolicy: {min-delta: 3%}\n";
  head["ci/gate.yml"] = "version: 1\npolicy: {min-delta: 900%}\n";
  program.commit("base", base);
  program.commit("head", head);
  program.files.add_file("/workspace/ci/gate.yml", head["ci/gate.yml"]);
  EXPECT_EQ(action(), 1) << out.str();
  EXPECT_THAT(verdict(), HasSubstr("head changes ci/gate.yml (min-delta)"));
}

TEST_F(ActionTest, ASettingsFileThatNeitherSideHasIsAnError) {
  program.variables["INPUT_CONFIG"] = "ci/gate.yml";
  EXPECT_EQ(action(), 2);
  EXPECT_EQ(outputs()["reason"], "config-invalid");
  EXPECT_THAT(out.str(), HasSubstr("ci/gate.yml"));
}

TEST_F(ActionTest, AWorkspaceOfAnotherUserIsTrusted) {
  action();
  EXPECT_EQ(program.git.opened().front().ownership, git::Ownership::kTrust);
  EXPECT_EQ(program.git.opened().front().path, "/workspace");
  EXPECT_EQ(program.git.opened().front().discovery, git::Discovery::kExact);
}

TEST_F(ActionTest, AFolderThatACommitRedirectsIsNotWritten) {
  program.files.add_folder("/github/home");
  program.files.add_symlink("/workspace/out", "/github/home");
  program.variables["INPUT_RESULTS-DIR"] = "out/bench";
  EXPECT_EQ(action(), 2);
  EXPECT_EQ(outputs()["reason"], "results-folder-foreign");
  EXPECT_THAT(program.files.list("/github/home").value(), IsEmpty());
}

TEST_F(ActionTest, NoFolderIsReachedThroughASymlinkOfTheWorkspaceWhereverItLeads) {
  program.files.add_folder("/github/home");
  program.files.add_folder("/workspace/evil/headgate/go-build");
  program.files.add_symlink("/workspace/out", "/github/home");
  program.files.add_symlink("/workspace/.cache", "evil");
  program.files.add_symlink("/mnt", "/workspace");
  for (const auto& [input, path, reason] :
       {std::tuple{"INPUT_CACHE-DIR", ".cache/headgate", "config-invalid"},
        std::tuple{"INPUT_CACHE-DIR", "/workspace/.cache/headgate", "config-invalid"},
        std::tuple{"INPUT_CACHE-DIR", "/mnt/.cache/headgate", "config-invalid"},
        std::tuple{"INPUT_CACHE-DIR", "out", "config-invalid"},
        std::tuple{"INPUT_RESULTS-DIR", ".cache/results", "results-folder-foreign"},
        std::tuple{"INPUT_WORKING-DIRECTORY", ".cache", "config-invalid"}}) {
    program.variables[input] = path;
    program.files.add_file("/output", "");
    EXPECT_EQ(action(), 2) << path;
    EXPECT_EQ(outputs()["reason"], reason) << path;
    EXPECT_THAT(out.str(), HasSubstr("is a symlink")) << path;
    program.variables.erase(input);
  }
  EXPECT_THAT(program.measured(), IsEmpty());
}

TEST_F(ActionTest, CachesThatACommitBringsAreRefusedHoweverTheyAreNamed) {
  program.files.add_file("/workspace/brought/go-build/00/entry", "object");
  program.files.add_symlink("/mnt", "/workspace");
  program.repository->paths["brought"] = git::PathStatus::kTracked;
  for (const char* path : {"brought", "/workspace/brought", "/mnt/brought"}) {
    program.variables["INPUT_CACHE-DIR"] = path;
    EXPECT_EQ(action(), 2) << path;
    EXPECT_EQ(outputs()["reason"], "config-invalid");
    EXPECT_THAT(out.str(), HasSubstr("the commit itself has files in 'brought'"));
  }
  program.variables["INPUT_CACHE-DIR"] = "brought";
  program.variables["GITHUB_WORKSPACE"] = "/mnt";
  EXPECT_EQ(action(), 2);
  program.repository->paths["brought"] = git::PathStatus::kIgnored;
  EXPECT_EQ(action(), 1) << out.str();
}

TEST_F(ActionTest, ResultsThatACommitBringsAreNeitherEmptiedNorWritten) {
  const std::string marker = "# Written by headgate: results are not for the repository.\n*\n";
  program.files.add_file("/workspace/headgate-results/.gitignore", marker);
  program.files.add_file("/workspace/headgate-results/logs/kept.txt", "the user's");
  program.repository->paths["headgate-results"] = git::PathStatus::kTracked;
  EXPECT_EQ(action(), 2);
  EXPECT_EQ(outputs()["reason"], "results-folder-foreign");
  EXPECT_EQ(program.files.content_of("/workspace/headgate-results/logs/kept.txt"), "the user's");
  EXPECT_EQ(verdict(), "");
}

TEST_F(ActionTest, AsRootWhatTheRunMadeIsHandedBackFromTheTop) {
  program.user = {.uid = 0, .gid = 0};
  ASSERT_TRUE(program.files.chown_tree("/workspace", {.uid = 1001, .gid = 1001}));
  program.variables["INPUT_RESULTS-DIR"] = "out/bench";
  program.variables["INPUT_CACHE-DIR"] = "cache";
  EXPECT_EQ(action(), 1) << out.str();
  for (const char* path : {"/workspace/out", "/workspace/out/bench",
                           "/workspace/out/bench/verdict.json", "/workspace/cache/go-build"}) {
    EXPECT_EQ(program.files.owner(path)->uid, 1001U) << path;
  }
}

TEST_F(ActionTest, WhatCannotBeHandedBackIsACaveatInEveryFile) {
  program.user = {.uid = 0, .gid = 0};
  program.files.fail_chown_of("/workspace/headgate-results",
                              {.reason = Reason::kIoFailed, .message = "cannot hand over"});
  EXPECT_EQ(action(), 1) << out.str();
  EXPECT_THAT(verdict(), HasSubstr("cannot hand over"));
  EXPECT_THAT(program.files.content_of("/summary").value(), HasSubstr("cannot hand over"));
  EXPECT_THAT(out.str(), HasSubstr("cannot hand over"));
}

TEST_F(ActionTest, ABugEndsInAnErrorAnnotationAndOutputsToo) {
  program.speed = [](const testing_support::Execution&) -> double {
    throw std::logic_error("index is 3");
  };
  EXPECT_EQ(action(), 2);
  EXPECT_EQ(outputs()["reason"], "internal");
  EXPECT_THAT(out.str(), HasSubstr("::error "));
  EXPECT_THAT(out.str(), HasSubstr("index is 3"));
  EXPECT_THAT(verdict(), HasSubstr(R"("reason": "internal")"));
}

TEST_F(ActionTest, ABugBeforeThereIsARunIsToldToo) {
  program.repository->on_head = [] { throw std::logic_error("index is 3"); };
  EXPECT_EQ(action(), 2);
  EXPECT_EQ(outputs()["reason"], "internal");
  EXPECT_THAT(out.str(), HasSubstr("::error "));
}

TEST_F(ActionTest, AFolderThatWasThereBeforeKeepsItsOwner) {
  program.user = {.uid = 0, .gid = 0};
  program.files.add_folder("/workspace/out");
  ASSERT_TRUE(program.files.chown_tree("/workspace", {.uid = 1001, .gid = 1001}));
  ASSERT_TRUE(program.files.chown_tree("/workspace/out", {.uid = 7, .gid = 7}));
  program.variables["INPUT_RESULTS-DIR"] = "out/bench";
  EXPECT_EQ(action(), 1) << out.str();
  EXPECT_EQ(program.files.owner("/workspace/out")->uid, 7U);
  EXPECT_EQ(program.files.owner("/workspace/out/bench")->uid, 1001U);
}

TEST_F(ActionTest, NoVariableOfTheRunnerReachesAChild) {
  program.variables["ACTIONS_RUNTIME_TOKEN"] = "canary-token";
  program.variables["GITHUB_TOKEN"] = "canary-token";
  program.variables["INPUT_PASS-ENV"] = "GITHUB_ENV";
  program.variables["GITHUB_ENV"] = "/github/env";
  action();
  for (const proc::Command& command : program.launcher.commands()) {
    if (command.argv.size() > 1 && command.argv[1] == "env") {
      continue;  // the user's own go command asks for the user's own settings
    }
    for (const std::string& variable : command.environment) {
      EXPECT_THAT(variable, Not(HasSubstr("canary")));
      EXPECT_THAT(variable, Not(HasSubstr("GITHUB_")));
      EXPECT_THAT(variable, Not(HasSubstr("INPUT_")));
    }
  }
  EXPECT_THAT(verdict(), HasSubstr("never-passed"));
}

}  // namespace
}  // namespace headgate::app
