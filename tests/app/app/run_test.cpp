#include "app/run.h"

#include <algorithm>
#include <sstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "recording_narrator.h"
#include "support/captured_console.h"
#include "support/fake_program.h"

namespace headgate::app {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing_support::FakeProgram;
using testing_support::module_tree;

class RunTest : public testing::Test, protected testing_support::CapturedConsole {
 protected:
  RunTest() {
    program.sides(module_tree({"BenchmarkX"}, "base"), module_tree({"BenchmarkX"}, "head"));
    program.commit("", module_tree({"BenchmarkX"}, "work tree"));
    options.overrides = {{.flag = "rounds", .values = {"5"}, .origin = "flag --rounds"}};
  }

  int run() {
    clear_console();
    return app::run(program.services(), options, narrator, console);
  }

  FakeProgram program;
  RecordingNarrator narrator;
  RunOptions options;
};

TEST_F(RunTest, TheWorkTreeIsComparedWithTheMergeBaseByDefault) {
  EXPECT_EQ(run(), 1) << err.str();
  EXPECT_EQ(program.repository->exports.front().first, FakeProgram::id_of("base"));
  EXPECT_EQ(program.repository->exports.back().first, "");
  EXPECT_THAT(out.str(), HasSubstr("head: work tree at"));
}

TEST_F(RunTest, TwoRevisionsAreComparedWhereBothAreNamed) {
  options.base = "base";
  options.head = "head";
  EXPECT_EQ(run(), 1) << err.str();
  EXPECT_EQ(program.repository->exports.back().first, FakeProgram::id_of("head"));
}

TEST_F(RunTest, ARepositoryOfSomebodyElseIsNotTrusted) {
  run();
  EXPECT_EQ(program.git.opened().front().ownership, git::Ownership::kCheck);
  EXPECT_EQ(program.git.opened().front().discovery, git::Discovery::kUpwards);
}

TEST_F(RunTest, OutsideOfARepositoryNobodyIsSentToTheirWorkflow) {
  program.git = git::FakeGit(Error{.reason = Reason::kNoRepository,
                                   .message = "'/workspace' has no .git",
                                   .remedy = "actions/checkout downloads an archive"});
  EXPECT_EQ(run(), 2);
  EXPECT_THAT(err.str(), HasSubstr("name one with --repo"));
  EXPECT_THAT(err.str(), Not(HasSubstr("actions/checkout")));
}

TEST_F(RunTest, WithoutADefaultBranchTheBaseMustBeNamed) {
  program.repository->default_branch = std::nullopt;
  EXPECT_EQ(run(), 2);
  EXPECT_THAT(err.str(), HasSubstr("(base-unknown)"));
  EXPECT_THAT(err.str(), HasSubstr("--base"));
}

TEST_F(RunTest, OutIsRelativeToTheCurrentFolder) {
  options.out = "tmp/results";
  EXPECT_EQ(run(), 1);
  EXPECT_TRUE(program.files.content_of("/workspace/tmp/results/verdict.json"));
  EXPECT_THAT(out.str(), HasSubstr("results: tmp/results\n"));
}

TEST_F(RunTest, AnAbsoluteOutStaysAsItIs) {
  options.out = "/elsewhere/results";
  EXPECT_EQ(run(), 1);
  EXPECT_TRUE(program.files.content_of("/elsewhere/results/verdict.json"));
}

TEST_F(RunTest, TheVerdictFileAndTheProcessTellTheSameCode) {
  EXPECT_EQ(run(), 1);
  EXPECT_THAT(program.files.content_of("/workspace/headgate-results/verdict.json").value(),
              HasSubstr(R"("exit_code": 1)"));
}

TEST_F(RunTest, AnErrorGoesToErrAndNamesNoFolderThatIsNotThere) {
  options.base = "nowhere";
  EXPECT_EQ(run(), 2);
  EXPECT_THAT(out.str(), IsEmpty());
  EXPECT_THAT(err.str(), HasSubstr("(revision-unknown)"));
  EXPECT_THAT(err.str(), Not(HasSubstr("results:")));
}

TEST_F(RunTest, AnEarlyErrorReplacesAnOlderVerdictAndKeepsWhatWasMeasured) {
  EXPECT_EQ(run(), 1);
  const std::string samples =
      program.files.content_of("/workspace/headgate-results/samples.jsonl").value();
  options.base = "nowhere";
  EXPECT_EQ(run(), 2);
  EXPECT_THAT(program.files.content_of("/workspace/headgate-results/verdict.json").value(),
              HasSubstr(R"("reason": "revision-unknown")"));
  EXPECT_THAT(program.files.content_of("/workspace/headgate-results/summary.md").value(),
              HasSubstr("nowhere"));
  EXPECT_EQ(program.files.content_of("/workspace/headgate-results/samples.jsonl"), samples);
}

TEST_F(RunTest, AnEarlyErrorLeavesAFolderOfOthersAlone) {
  program.files.add_file("/workspace/headgate-results/verdict.json", "theirs");
  options.base = "nowhere";
  EXPECT_EQ(run(), 2);
  EXPECT_EQ(program.files.content_of("/workspace/headgate-results/verdict.json"), "theirs");
  EXPECT_EQ(program.files.content_of("/workspace/headgate-results/summary.md"), std::nullopt);
}

TEST_F(RunTest, ResultsNeverGoIntoADotGit) {
  for (const char* out_dir : {".git/res", "/elsewhere/.git/res"}) {
    options.out = out_dir;
    EXPECT_EQ(run(), 2) << out_dir;
    EXPECT_THAT(err.str(), HasSubstr("lies in a .git folder")) << out_dir;
  }
}

TEST_F(RunTest, BeforeTheFirstCommitThatIsTheError) {
  program.repository->default_branch = std::nullopt;
  program.repository->commits.erase("HEAD");
  EXPECT_EQ(run(), 2);
  EXPECT_THAT(err.str(), HasSubstr("(revision-unknown)"));
}

TEST_F(RunTest, JsonIsTheVerdictFileByteForByte) {
  options.format = Format::kJson;
  EXPECT_EQ(run(), 1);
  EXPECT_EQ(out.str(),
            program.files.content_of("/workspace/headgate-results/verdict.json").value());
}

TEST_F(RunTest, JsonOfAnEarlyErrorIsAVerdictToo) {
  options.format = Format::kJson;
  options.base = "nowhere";
  EXPECT_EQ(run(), 2);
  EXPECT_THAT(out.str(), HasSubstr(R"("reason": "revision-unknown")"));
  EXPECT_THAT(err.str(), HasSubstr("(revision-unknown)"));
}

TEST_F(RunTest, AVerdictThatCannotBeWrittenIsAnErrorOfTheProcess) {
  program.files.fail_writes_to("/workspace/headgate-results/verdict.json",
                               {.reason = Reason::kDiskFull, .message = "no space left"});
  EXPECT_EQ(run(), 2);
  EXPECT_THAT(err.str(), HasSubstr("(disk-full)"));
}

TEST_F(RunTest, ADryRunPrintsAPlanAndLeavesNothing) {
  options.dry_run = RunOptions::DryRun::kYes;
  EXPECT_EQ(run(), 0) << err.str();
  EXPECT_THAT(out.str(), HasSubstr("example.com/m.BenchmarkX"));
  EXPECT_THAT(out.str(), HasSubstr("10 processes"));  // 5 rounds of two sides
  EXPECT_EQ(program.files.kind("/workspace/headgate-results").value(), os::FileKind::kNone);
}

TEST_F(RunTest, APlanInJsonHasTheFormOfRunJson) {
  options.dry_run = RunOptions::DryRun::kYes;
  options.format = Format::kJson;
  EXPECT_EQ(run(), 0) << err.str();
  const Result<results::Run> plan = results::read_run(out.str(), "plan");
  ASSERT_TRUE(plan) << plan.error().message;
  ASSERT_EQ(plan->benchmarks.size(), 1U);
  EXPECT_EQ(plan->benchmarks.front().function, "BenchmarkX");
  EXPECT_EQ(plan->settings.schedule.rounds, 5U);
}

TEST_F(RunTest, ADryRunThatFailsIsAnError) {
  options.dry_run = RunOptions::DryRun::kYes;
  options.base = "nowhere";
  EXPECT_EQ(run(), 2);
  EXPECT_THAT(out.str(), IsEmpty());
  EXPECT_THAT(err.str(), HasSubstr("(revision-unknown)"));
}

TEST_F(RunTest, TheModuleIsTheOneThatTheUserStandsIn) {
  testing_support::Tree base;
  testing_support::Tree head;
  for (const auto& [path, content] : module_tree({"BenchmarkX"}, "base")) {
    base["svc/api/" + path] = content;
    head["svc/api/" + path] = content + "\n// head\n";
  }
  program.sides(base, head);
  program.commit("", head);
  program.files.add_folder("/workspace/svc/api/internal/x");
  options.repository = "svc/api/internal/x";
  EXPECT_EQ(run(), 1) << err.str();
  EXPECT_THAT(program.measured(), Contains("head BenchmarkX"));
}

TEST_F(RunTest, CachesOfOneOwnAreUsedUnlessOthersAreNamed) {
  run();
  EXPECT_THAT(program.go.contexts.front().environment, Contains("GOCACHE=/home/u/.cache/go-build"));
  program.go.contexts.clear();
  options.cache_dir = "cache";
  run();
  EXPECT_THAT(program.go.contexts.front().environment,
              Contains("GOCACHE=/workspace/cache/go-build"));
}

// What the benchmark processes of a run could reach.
std::vector<proc::Network> networks_of(const FakeProgram& program) {
  std::vector<proc::Network> networks;
  for (const proc::Command& command : program.launcher.commands()) {
    if (std::ranges::any_of(command.argv, [](const std::string& argument) {
          return argument.starts_with("-test.bench=");
        })) {
      networks.push_back(command.network);
    }
  }
  return networks;
}

TEST_F(RunTest, TheNetworkIsCutForRootAndWhereItIsAskedFor) {
  const auto after = [&](uid_t user, const std::string& network) {
    program.user = {.uid = user, .gid = user};
    options.overrides = {{.flag = "rounds", .values = {"5"}, .origin = "flag --rounds"},
                         {.flag = "network", .values = {network}, .origin = "flag --network"}};
    const std::size_t before = networks_of(program).size();
    EXPECT_EQ(run(), 1) << err.str();
    const std::vector<proc::Network> all = networks_of(program);
    return std::vector<proc::Network>(all.begin() + static_cast<std::ptrdiff_t>(before), all.end());
  };
  using testing::Each;
  EXPECT_THAT(after(0, "auto"), AllOf(Not(IsEmpty()), Each(proc::Network::kNone)));
  EXPECT_THAT(after(0, "host"), AllOf(Not(IsEmpty()), Each(proc::Network::kHost)));
  EXPECT_THAT(after(1000, "auto"), AllOf(Not(IsEmpty()), Each(proc::Network::kHost)));
  EXPECT_THAT(after(1000, "none"), AllOf(Not(IsEmpty()), Each(proc::Network::kNone)));
}

TEST_F(RunTest, ANetworkThatCannotBeCutIsACaveatOnlyWhereThatWasAskedFor) {
  program.launcher.set_network(Error{.reason = Reason::kIoFailed, .message = "not permitted here"});
  program.user = {.uid = 0, .gid = 0};
  EXPECT_EQ(run(), 1) << err.str();
  EXPECT_THAT(out.str(), Not(HasSubstr("network-open")));
  EXPECT_THAT(networks_of(program), testing::Each(proc::Network::kHost));
  options.overrides.push_back({.flag = "network", .values = {"none"}, .origin = "flag --network"});
  EXPECT_EQ(run(), 1) << err.str();
  EXPECT_THAT(out.str(), HasSubstr("network-open"));
  EXPECT_THAT(out.str(), HasSubstr("not permitted here"));
}

}  // namespace
}  // namespace headgate::app
