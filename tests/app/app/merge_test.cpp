// A run divided among shards, and their results put together again.

#include "app/merge.h"

#include <algorithm>
#include <memory>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/results_folder.h"
#include "app/run.h"
#include "recording_narrator.h"
#include "support/captured_console.h"
#include "support/fake_program.h"

namespace headgate::app {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;
using testing_support::Execution;
using testing_support::FakeProgram;
using testing_support::Tree;

std::string tests_of(const std::string& package, const std::vector<std::string>& functions) {
  std::string text = "package " + package + "\n\nimport \"testing\"\n";
  for (const std::string& function : functions) {
    text += "\nfunc " + function + "(b *testing.B) {}\n";
  }
  return text;
}

// Packages a and b with three benchmarks each, and c with one.
Tree tree(const std::string& body) {
  return {{"go.mod", "module example.com/m\n\ngo 1.24\n"},
          {"a/a.go", "package a\n\n// " + body + "\n"},
          {"a/a_test.go", tests_of("a", {"BenchmarkA1", "BenchmarkA2", "BenchmarkA3"})},
          {"b/b.go", "package b\n\n// " + body + "\n"},
          {"b/b_test.go", tests_of("b", {"BenchmarkB1", "BenchmarkB2", "BenchmarkB3"})},
          {"c/c.go", "package c\n\n// " + body + "\n"},
          {"c/c_test.go", tests_of("c", {"BenchmarkC1"})}};
}

class MergeTest : public testing::Test, protected testing_support::CapturedConsole {
 protected:
  MergeTest() {
    program.sides(tree("base"), tree("head"));
    program.speed = [](const Execution& one) {
      const bool is_slow = one.function == "BenchmarkB2" && one.side == stats::Side::kHead;
      return (is_slow ? 300.0 : 100.0) + static_cast<double>(one.nth % 5);
    };
  }

  // Exit code of `headgate run --shard index/count --out s<index>`; 0 of 0 is a whole run.
  int measure(std::size_t index, std::size_t count, const std::string& rounds = "5") {
    clear_console();
    RunOptions options;
    options.base = "base";
    options.head = "head";
    options.overrides = {{.flag = "rounds", .values = {rounds}, .origin = "flag --rounds"},
                         {.flag = "isolate", .values = {isolate}, .origin = "flag --isolate"}};
    options.out = count == 0 ? "whole" : fmt::format("s{}", index);
    options.costs = costs;
    if (count > 0) {
      options.shard = schedule::Shard{.index = index, .count = count};
    }
    return run(program.services(), options, narrator, console);
  }

  void measure_all(std::size_t count) {
    for (std::size_t index = 1; index <= count; ++index) {
      measure(index, count);
    }
  }

  int merge(std::vector<std::string> folders, const std::string& to = "merged") {
    clear_console();
    return app::merge(program.services(),
                      {.folders = std::move(folders), .out = to, .hosts = hosts}, narrator,
                      console);
  }

  Recorded recorded(const std::string& folder) {
    Result<Recorded> read = read_results(program.services(), "/workspace/" + folder);
    EXPECT_TRUE(read) << (read ? "" : read.error().message);
    return read ? *std::move(read) : Recorded{};
  }

  [[nodiscard]] std::string file(const std::string& path) const {
    return program.files.content_of("/workspace/" + path).value_or("");
  }

  // The part of verdict.json that does not name times and machines.
  [[nodiscard]] std::string findings(const std::string& folder) const {
    const std::string text = file(folder + "/verdict.json");
    const std::size_t begin = text.find("\"findings\"");
    return text.substr(begin, text.find("\"caveats\"") - begin);
  }

  FakeProgram program;
  RecordingNarrator narrator;
  std::string isolate = "benchmark";
  std::string costs;
  results::Hosts hosts = results::Hosts::kAlike;
};

TEST_F(MergeTest, ShardsMeasureEveryBenchmarkOnceAndGiveTheFindingsOfOneRun) {
  EXPECT_EQ(measure(0, 0), 1) << err.str();
  for (const std::size_t count : {2U, 3U}) {
    measure_all(count);
    std::vector<std::string> folders;
    std::size_t processes = 0;
    for (std::size_t index = 1; index <= count; ++index) {
      folders.push_back(fmt::format("s{}", index));
      processes += recorded(folders.back()).processes.size();
    }
    EXPECT_EQ(merge(folders), 1) << err.str();
    EXPECT_EQ(recorded("merged").processes.size(), recorded("whole").processes.size());
    EXPECT_EQ(processes, recorded("whole").processes.size());
    EXPECT_EQ(findings("merged"), findings("whole"));
    EXPECT_THAT(file("merged/verdict.json"), HasSubstr("\"compared\": 7"));
  }
}

TEST_F(MergeTest, AShardSaysThatItIsOneAndRecordsThePlanOfAll) {
  measure_all(2);
  for (const std::string folder : {"s1", "s2"}) {
    const results::Run record = recorded(folder).run;
    ASSERT_TRUE(record.shard);
    EXPECT_THAT(record.shard->plan, SizeIs(7));
    EXPECT_EQ(record.caveats.back().code, "shard");
    EXPECT_THAT(file(folder + "/verdict.json"), HasSubstr("only the merge of all shards decides"));
  }
  EXPECT_EQ(recorded("s1").run.shard->plan, recorded("s2").run.shard->plan);
  merge({"s1", "s2"});
  EXPECT_THAT(file("merged/verdict.json"), Not(HasSubstr("merge of all shards")));
}

TEST_F(MergeTest, AShardBuildsOnlyThePackagesThatItNeeds) {
  isolate = "package";
  measure_all(3);
  // 3, 3 and 1 benchmarks: a package each, built once for each side.
  std::vector<std::string> built;
  for (const go::FakeBuild& build : program.go.builds) {
    built.push_back(build.import_path);
  }
  EXPECT_THAT(built, ElementsAre("example.com/m/a", "example.com/m/a", "example.com/m/b",
                                 "example.com/m/b", "example.com/m/c", "example.com/m/c"));
}

TEST_F(MergeTest, AShardWithNothingInItIsAnErrorAloneAndNoneInTheMerge) {
  isolate = "package";
  EXPECT_EQ(measure(4, 4), 2);
  EXPECT_THAT(err.str() + out.str(), HasSubstr("shard-empty"));
  EXPECT_THAT(recorded("s4").processes, IsEmpty());
  measure(1, 4);
  measure(2, 4);
  measure(3, 4);
  EXPECT_EQ(merge({"s1", "s2", "s3", "s4"}), 1) << err.str();
  EXPECT_THAT(file("merged/verdict.json"), Not(HasSubstr("shard-empty")));
}

TEST_F(MergeTest, APackageThatBaseCannotBuildIsNoErrorOfTheShardThatHasIt) {
  isolate = "package";
  program.go.build_errors["/tmp/hg-00000/base/c"] =
      Error{.reason = Reason::kBuildFailed, .message = "exit 1", .detail = "c.go:1:1: no"};
  EXPECT_EQ(measure(0, 0), 1) << err.str();  // a caveat: c's benchmark counts as added
  measure_all(3);
  EXPECT_EQ(merge({"s1", "s2", "s3"}), 1) << err.str() << out.str();
  EXPECT_EQ(findings("merged"), findings("whole"));
  EXPECT_THAT(file("merged/verdict.json"), HasSubstr("base-broken"));
}

TEST_F(MergeTest, TheErrorOfAShardIsTheVerdicts) {
  isolate = "package";
  measure(1, 3);
  measure(2, 3);
  program.go.build_errors["/tmp/hg-00000/head/c"] =
      Error{.reason = Reason::kBuildFailed, .message = "exit 1", .detail = "c.go:1:1: no"};
  EXPECT_EQ(measure(3, 3), 2);
  EXPECT_EQ(merge({"s1", "s2", "s3"}), 2);
  EXPECT_THAT(err.str() + out.str(), HasSubstr("build-failed"));
  EXPECT_THAT(file("merged/verdict.json"), HasSubstr("shard 3 of 3: building the test binary"));
  EXPECT_THAT(file("merged/verdict.json"), HasSubstr("\"regressions\": 1"));
}

TEST_F(MergeTest, CostsOfAnEarlierRunEvenTheShardsOut) {
  program.child = [this](const proc::Command& command) -> std::optional<proc::FakeChild> {
    const auto is_long = [](const std::string& argument) {
      return argument.find("-test.bench=") == 0 && argument.find("A1") != std::string::npos;
    };
    program.process_sec = std::any_of(command.argv.begin(), command.argv.end(), is_long) ? 6 : 1;
    return std::nullopt;
  };
  measure(0, 0);
  costs = "/workspace/whole";
  measure_all(2);
  // A1 alone takes as long as all the others together.
  EXPECT_THAT(recorded("s1").run.benchmarks, SizeIs(1));
  EXPECT_THAT(recorded("s2").run.benchmarks, SizeIs(6));
  EXPECT_EQ(merge({"s1", "s2"}), 1) << err.str();
}

TEST_F(MergeTest, CostsThatAreNotThereAreACaveatAndDamagedOnesAnError) {
  costs = "/workspace/absent";
  measure(1, 2);
  EXPECT_THAT(file("s1/verdict.json"), HasSubstr("costs-missing"));
  program.files.add_file("/workspace/absent/run.json", "{");
  EXPECT_EQ(measure(1, 2), 2);
  EXPECT_THAT(file("s1/verdict.json"), HasSubstr("results-invalid"));
}

TEST_F(MergeTest, TheMergedFolderCanBeReplayedAndReadByOthers) {
  measure_all(2);
  merge({"s1", "s2"});
  for (const char* name : {"base.txt", "head.txt", "confirm.base.txt", "confirm.head.txt",
                           "samples.jsonl", "run.json", "summary.md"}) {
    EXPECT_THAT(file(std::string("merged/") + name), Not(IsEmpty())) << name;
  }
}

TEST_F(MergeTest, AMissingShardIsRefusedAndReplacesAnOlderVerdict) {
  measure_all(2);
  EXPECT_EQ(merge({"s1", "s2"}), 1);
  EXPECT_EQ(merge({"s2"}), 2);
  EXPECT_THAT(err.str() + out.str(), HasSubstr("shard 1 of 2 is missing"));
  EXPECT_THAT(file("merged/verdict.json"), HasSubstr("shard-missing"));
}

TEST_F(MergeTest, RunsOfOtherSettingsAreRefused) {
  measure(1, 2);
  measure(2, 2, "6");
  EXPECT_EQ(merge({"s1", "s2"}), 2);
  EXPECT_THAT(err.str() + out.str(), HasSubstr("settings differ in rounds"));
  EXPECT_THAT(file("merged/verdict.json"), IsEmpty());
}

TEST_F(MergeTest, OtherMachinesAreRefusedUnlessAllowed) {
  measure(1, 2);
  program.host.known_facts.cpus_online += 4;
  measure(2, 2);
  EXPECT_EQ(merge({"s1", "s2"}), 2);
  EXPECT_THAT(err.str() + out.str(), HasSubstr("--allow host"));
  hosts = results::Hosts::kAny;
  EXPECT_EQ(merge({"s1", "s2"}), 1);
  EXPECT_THAT(file("merged/verdict.json"), HasSubstr("hosts-differ"));
}

TEST_F(MergeTest, AFolderThatIsNoResultsFolderIsNamed) {
  measure(1, 2);
  program.files.add_file("/workspace/other/x", "x");
  EXPECT_EQ(merge({"s1", "other"}), 2);
  EXPECT_THAT(err.str() + out.str(), HasSubstr("'/workspace/other' is not a results folder"));
}

TEST_F(MergeTest, TheFolderOfAShardIsNeverEmptiedForTheMerge) {
  measure_all(2);
  const std::string before = file("s1/samples.jsonl");
  EXPECT_EQ(merge({"s1", "s2"}, "s1"), 2);
  EXPECT_THAT(err.str() + out.str(), HasSubstr("would be lost"));
  EXPECT_EQ(file("s1/samples.jsonl"), before);
}

TEST_F(MergeTest, ADryRunPlansTheShardOnly) {
  RunOptions options;
  options.base = "base";
  options.head = "head";
  options.dry_run = RunOptions::DryRun::kYes;
  options.shard = schedule::Shard{.index = 1, .count = 7};
  EXPECT_EQ(run(program.services(), options, narrator, console), 0);
  EXPECT_THAT(out.str(), HasSubstr("BenchmarkA1"));
  EXPECT_THAT(out.str(), Not(HasSubstr("BenchmarkA2")));
}

TEST_F(MergeTest, ShardFoldersAreTheFoldersBelowOrTheFolderItself) {
  measure_all(2);
  program.files.add_file("/workspace/shards/readme.txt", "x");
  program.files.add_file("/workspace/shards/b/run.json", "{}");
  program.files.add_file("/workspace/shards/a/run.json", "{}");
  const auto names = [&](const std::string& path) {
    std::vector<std::string> found;
    const Result<std::vector<ShardFolder>> folders =
        shard_folders_in(program.services(), "/workspace/" + path, path);
    for (const ShardFolder& one : folders ? *folders : std::vector<ShardFolder>{}) {
      found.push_back(one.name);
    }
    return found;
  };
  EXPECT_THAT(names("shards"), ElementsAre("shards/a", "shards/b"));
  EXPECT_THAT(names("s1"), ElementsAre("s1"));
  EXPECT_THAT(names("absent"), IsEmpty());
  EXPECT_EQ(shard_folders_in(program.services(), "/workspace/absent", "absent").error().reason,
            Reason::kShardMissing);
}

}  // namespace
}  // namespace headgate::app
