// Shards put together: what is refused, and that the whole decides as one run would have.

#include "core/results/merge.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <fmt/core.h>
#include <gmock/gmock.h>

#include "core/gate/gate.h"
#include "core/results/evidence.h"
#include "support/evidence.h"

namespace headgate::results {
namespace {

using stats::Side;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr std::size_t kRounds = 6;
const std::vector<std::string> kFunctions = {"BenchmarkA", "BenchmarkB", "BenchmarkC",
                                             "BenchmarkD"};

gate::Benchmark benchmark(const std::string& function) {
  return {.module = ".",
          .package = std::string(testing_support::kPackage),
          .function = function,
          .presence = {.base = gate::Presence::kPresent, .head = gate::Presence::kPresent}};
}

// The functions in turn belong to shards 1, 2, 1, 2, ...
ShardRecord shard_record(std::size_t index, std::size_t count) {
  ShardRecord record{.shard = {.index = index, .count = count}};
  for (std::size_t i = 0; i < kFunctions.size(); ++i) {
    record.plan.push_back({.module = ".",
                           .package = std::string(testing_support::kPackage),
                           .function = kFunctions[i],
                           .shard = i % count + 1});
  }
  return record;
}

// One run of all functions; B is slower on head by half.
Part whole_run() {
  Part whole{.name = "whole", .run = {}, .processes = {}};
  whole.run.headgate_version = "0.1.0";
  whole.run.started_sec = 1000;
  whole.run.sides.base = {
      .commit = "b0", .tree = "b1", .describe = "b0 base", .toolchain = "go1.26.8"};
  whole.run.sides.head = {
      .commit = "a0", .tree = "a1", .describe = "a0 head", .toolchain = "go1.26.8"};
  whole.run.host = {.goos = "linux",
                    .goarch = "amd64",
                    .cpu_model = "CPU 1",
                    .kernel = "6.1",
                    .cpus_online = 4,
                    .cpus_allowed = 4,
                    .network = "none"};
  whole.run.cpus = {4};
  whole.run.settings.policy.confirm = gate::Confirm::kNo;
  for (const std::string& function : kFunctions) {
    whole.run.benchmarks.push_back(benchmark(function));
  }
  for (std::size_t round = 0; round < kRounds; ++round) {
    for (std::size_t i = 0; i < kFunctions.size(); ++i) {
      for (const Side side : {Side::kBase, Side::kHead}) {
        const bool is_slow = i == 1 && side == Side::kHead;
        const double sec = (100.0 + static_cast<double>(round)) * (is_slow ? 1.5 : 1) * 1e-9;
        dataset::Process one = testing_support::process(
            side, round, kFunctions[i],
            {testing_support::result(kFunctions[i].substr(9) + "-4", sec)});
        one.sequence = whole.processes.size();
        whole.processes.push_back(std::move(one));
      }
    }
  }
  whole.run.processes = whole.processes.size();
  return whole;
}

// The same, measured as `count` shards.
std::vector<Part> shards(std::size_t count) {
  const Part whole = whole_run();
  std::vector<Part> parts;
  for (std::size_t index = 1; index <= count; ++index) {
    Part part{.name = fmt::format("s{}", index), .run = whole.run, .processes = {}};
    part.run.shard = shard_record(index, count);
    part.run.caveats.push_back({.code = "shard", .text = fmt::format("this is shard {}", index)});
    const Division division(*part.run.shard);
    const auto owns = [&](const std::string& function) {
      return division.owns(".", std::string(testing_support::kPackage), function);
    };
    std::erase_if(part.run.benchmarks,
                  [&](const gate::Benchmark& one) { return !owns(one.function); });
    for (const dataset::Process& one : whole.processes) {
      if (owns(one.functions.front())) {
        part.processes.push_back(one);
        part.processes.back().sequence = part.processes.size() - 1;
      }
    }
    part.run.processes = part.processes.size();
    parts.push_back(std::move(part));
  }
  return parts;
}

Error refusal(std::vector<Part> parts, Hosts hosts = Hosts::kAlike) {
  const Result<Merged> merged = merge(std::move(parts), hosts);
  return merged ? Error{.reason = Reason::kInternal, .message = "it was merged"} : merged.error();
}

gate::Verdict verdict_of(Run run, std::vector<dataset::Process> processes) {
  return gate::decide(evidence_of(run, std::move(processes)), run.settings.policy);
}

std::vector<std::string> lines_of(const gate::Verdict& verdict) {
  std::vector<std::string> lines = {verdict.message};
  for (const gate::Finding& one : verdict.findings) {
    lines.push_back(fmt::format("{} {} {} {}", one.key.name, one.key.unit, gate::name(one.outcome),
                                one.comparison ? one.comparison->p : -1));
  }
  return lines;
}

TEST(Merge, GivesTheProcessesOfOneRunInItsOrder) {
  const Part whole = whole_run();
  for (const std::size_t count : {1U, 2U, 3U, 4U}) {
    std::vector<Part> parts = shards(count);
    std::reverse(parts.begin(), parts.end());
    const Result<Merged> merged = merge(std::move(parts), Hosts::kAlike);
    ASSERT_TRUE(merged) << merged.error().message;
    EXPECT_EQ(merged->processes, whole.processes);
    EXPECT_EQ(merged->run.processes, whole.processes.size());
    EXPECT_EQ(merged->run.shard, std::nullopt);
    EXPECT_THAT(merged->run.caveats, IsEmpty());
    std::vector<std::string> functions;
    for (const gate::Benchmark& one : merged->run.benchmarks) {
      functions.push_back(one.function);
    }
    EXPECT_EQ(functions, kFunctions);
  }
}

TEST(Merge, DecidesAsOneRunDoes) {
  const Part whole = whole_run();
  const Result<Merged> merged = merge(shards(3), Hosts::kAlike);
  ASSERT_TRUE(merged);
  const gate::Verdict verdict = verdict_of(merged->run, merged->processes);
  EXPECT_EQ(verdict.decision, gate::Decision::kRegression);
  EXPECT_EQ(verdict.compared, 4U);
  EXPECT_EQ(lines_of(verdict), lines_of(verdict_of(whole.run, whole.processes)));
}

TEST(Merge, TakesShardsThatHaveNothing) {
  const Result<Merged> merged = merge(shards(6), Hosts::kAlike);
  ASSERT_TRUE(merged) << merged.error().message;
  EXPECT_EQ(merged->processes, whole_run().processes);
}

TEST(Merge, AddsTimesAndTakesTheEarliestStart) {
  std::vector<Part> parts = shards(2);
  parts[0].run.started_sec = 1010;
  parts[0].run.timing = {
      .total_sec = 10, .trees_sec = 1, .build_sec = 2, .listing_sec = 3, .benchmark_sec = 4};
  parts[1].run.timing = {
      .total_sec = 20, .trees_sec = 2, .build_sec = 4, .listing_sec = 6, .benchmark_sec = 8};
  const Result<Merged> merged = merge(std::move(parts), Hosts::kAlike);
  ASSERT_TRUE(merged);
  EXPECT_EQ(merged->run.started_sec, 1000);
  EXPECT_EQ(
      merged->run.timing,
      (Timing{
          .total_sec = 30, .trees_sec = 3, .build_sec = 6, .listing_sec = 9, .benchmark_sec = 12}));
}

TEST(Merge, TellsACaveatOfAllShardsOnce) {
  std::vector<Part> parts = shards(2);
  for (Part& part : parts) {
    part.run.caveats.push_back({.code = "goflags", .text = "same"});
  }
  parts[1].run.caveats.push_back({.code = "goflags", .text = "other"});
  const Result<Merged> merged = merge(std::move(parts), Hosts::kAlike);
  ASSERT_TRUE(merged);
  EXPECT_THAT(merged->run.caveats, ElementsAre(gate::Caveat{.code = "goflags", .text = "same"},
                                               gate::Caveat{.code = "goflags", .text = "other"}));
}

TEST(Merge, KeepsEachBinaryOnceAndSaysWhereTheyDiffer) {
  std::vector<Part> parts = shards(3);
  parts[0].run.sides.base.binaries = {{.module = ".", .package = "p", .sha256 = "aa"}};
  parts[1].run.sides.base.binaries = {{.module = ".", .package = "p", .sha256 = "aa"},
                                      {.module = ".", .package = "q", .sha256 = "cc"}};
  parts[2].run.sides.base.binaries = {{.module = ".", .package = "p", .sha256 = "bb"}};
  const Result<Merged> merged = merge(std::move(parts), Hosts::kAlike);
  ASSERT_TRUE(merged);
  EXPECT_THAT(merged->run.sides.base.binaries, SizeIs(2));
  ASSERT_THAT(merged->run.caveats, SizeIs(1));
  EXPECT_EQ(merged->run.caveats[0].code, "binaries-differ");
  EXPECT_THAT(merged->run.caveats[0].text, HasSubstr("p on base"));
}

TEST(Merge, RefusesNoShardsAtAll) { EXPECT_EQ(refusal({}).reason, Reason::kShardMissing); }

TEST(Merge, NamesTheShardsThatAreMissing) {
  std::vector<Part> parts = shards(4);
  parts.erase(parts.begin() + 1);
  EXPECT_EQ(refusal(parts).reason, Reason::kShardMissing);
  EXPECT_EQ(refusal(parts).message, "shard 2 of 4 is missing");
  parts.pop_back();
  EXPECT_EQ(refusal(parts).message, "shards 2, 4 of 4 are missing");
}

TEST(Merge, NamesTheFoldersOfOneShard) {
  std::vector<Part> parts = shards(2);
  parts.push_back(parts[1]);
  parts.back().name = "again";
  EXPECT_EQ(refusal(parts).reason, Reason::kShardDuplicate);
  EXPECT_EQ(refusal(parts).message, "'s2' and 'again' are both shard 2/2");
}

TEST(Merge, RefusesAWholeRun) {
  std::vector<Part> parts = shards(2);
  parts.push_back(whole_run());
  EXPECT_EQ(refusal(parts).reason, Reason::kResultsInvalid);
  EXPECT_EQ(refusal(parts).message, "'whole' is a whole run, not a shard of one");
}

TEST(Merge, RefusesAShardThatWasKilled) {
  std::vector<Part> parts = shards(2);
  parts[1].run = unfinished(parts[1].run);
  EXPECT_EQ(refusal(parts).reason, Reason::kShardUnfinished);
  EXPECT_EQ(refusal(parts).message, "'s2', shard 2 of 2, did not finish");
}

struct Difference {
  std::string name;
  void (*make)(Run& run);
  std::string says;
};

TEST(Merge, RefusesShardsOfAnotherRunAndSaysHowTheyDiffer) {
  const std::vector<Difference> differences = {
      {"count", [](results::Run& run) { run.shard->shard.count = 3; },
       "a shard of 2, the other of 3"},
      {"version", [](results::Run& run) { run.headgate_version = "0.2.0"; }, "headgate 0.2.0"},
      {"base",
       [](results::Run& run) {
         run.sides.base = {.commit = "c0", .tree = "c1", .describe = "c0 other", .toolchain = {}};
       },
       "base is b0 base in one and c0 other in the other"},
      {"head", [](results::Run& run) { run.sides.head.tree = "c1"; }, "head is a0 head"},
      {"toolchain", [](results::Run& run) { run.sides.head.toolchain = "go1.25.0"; },
       "head was built with go1.26.8 and with go1.25.0"},
      {"policy", [](results::Run& run) { run.settings.policy.alpha = 0.01; },
       "their settings differ in alpha"},
      {"measure", [](results::Run& run) { run.settings.schedule.rounds = 3; },
       "their settings differ in rounds"},
      {"plan", [](results::Run& run) { run.shard->plan[2].shard = 2; },
       "first at example.com/m/sum BenchmarkC"},
      {"size of plan", [](results::Run& run) { run.shard->plan.pop_back(); }, "4 and 3 benchmarks"},
  };
  for (const Difference& one : differences) {
    std::vector<Part> parts = shards(2);
    one.make(parts[1].run);
    const Error refused = refusal(parts, Hosts::kAny);
    EXPECT_EQ(refused.reason, Reason::kShardsDiffer) << one.name;
    EXPECT_THAT(refused.message,
                AllOf(HasSubstr("'s1' and 's2' are not of one run"), HasSubstr(one.says)))
        << one.name;
    EXPECT_THAT(refused.remedy, HasSubstr("shards of one run")) << one.name;
  }
}

TEST(Merge, RefusesShardsWhoseLedgersDismissOtherAlarms) {
  using std::chrono::day;
  using std::chrono::month;
  using std::chrono::year;
  std::vector<Part> parts = shards(2);
  const gate::Ledger ledger{.file = "l.yml",
                            .today = year(2026) / month(11) / day(30),
                            .entries = {{.match = "X",
                                         .unit = "sec/op",
                                         .max_delta = 0.1,
                                         .cause = "c",
                                         .check = "k",
                                         .evidence = "e",
                                         .author = "a",
                                         .created = year(2026) / month(11) / day(1),
                                         .expires = year(2027) / month(1) / day(1)}}};
  parts[0].run.ledger = ledger;
  parts[1].run.ledger = ledger;
  parts[1].run.ledger->today = year(2026) / month(12) / day(1);
  EXPECT_TRUE(merge(parts, Hosts::kAny)) << "midnight came between them";
  parts[1].run.ledger->entries.clear();
  EXPECT_THAT(refusal(parts, Hosts::kAny).message, HasSubstr("their ledgers dismiss other alarms"));
}

TEST(Merge, RefusesShardsThatLeftOutOtherPackages) {
  std::vector<Part> parts = shards(2);
  parts[0].run.changed_only = ChangedOnly{.touches = gate::Touches::kPackages, .left_out = {}};
  parts[1].run.changed_only =
      ChangedOnly{.touches = gate::Touches::kPackages,
                  .left_out = {{.module = ".", .package = "example.com/m/codec"}}};
  EXPECT_THAT(refusal(parts).message, HasSubstr("changed-only left out other packages"));
}

TEST(Merge, RefusesShardsOfAWorkTreeWhichMayHaveChangedInBetween) {
  std::vector<Part> parts = shards(2);
  for (Part& part : parts) {
    part.run.sides.head.tree.clear();
  }
  EXPECT_EQ(refusal(parts).reason, Reason::kShardsDiffer);
  EXPECT_THAT(refusal(parts).message, HasSubstr("a work tree as head"));
  EXPECT_THAT(refusal(parts).remedy, HasSubstr("commit"));
}

TEST(Merge, RefusesAShardWithNothingOfWhatItPlanned) {
  std::vector<Part> parts = shards(2);
  parts[1].run.benchmarks.clear();
  parts[1].processes.clear();
  EXPECT_EQ(refusal(parts).reason, Reason::kResultsInvalid);
  EXPECT_THAT(refusal(parts).message, HasSubstr("none of the benchmarks that it planned"));
}

TEST(Merge, RefusesAPlanThatOnlySomeShardsHave) {
  std::vector<Part> parts = shards(2);
  parts[1].run.shard->plan.clear();
  EXPECT_EQ(refusal(parts).reason, Reason::kShardsDiffer);
}

TEST(Merge, RefusesABenchmarkThatTwoShardsClaim) {
  std::vector<Part> parts = shards(2);
  parts[1].run.benchmarks.push_back(benchmark("BenchmarkA"));
  EXPECT_EQ(refusal(parts).reason, Reason::kShardsDiffer);
  EXPECT_THAT(refusal(parts).message, HasSubstr("two shards claim BenchmarkA"));
}

TEST(Merge, RefusesOtherKindsOfMachinesUnlessTheyAreAllowed) {
  const std::vector<Difference> differences = {
      {"os", [](results::Run& run) { run.host.goos = "freebsd"; }, "freebsd/amd64"},
      {"arch", [](results::Run& run) { run.host.goarch = "arm64"; }, "linux/arm64"},
      {"model", [](results::Run& run) { run.host.cpu_model = "CPU 2"; }, "CPU 2"},
      {"online", [](results::Run& run) { run.host.cpus_online = 8; }, "4 of 8 CPUs"},
      {"allowed", [](results::Run& run) { run.host.cpus_allowed = 2; }, "2 of 4 CPUs"},
      {"limit", [](results::Run& run) { run.host.cpu_limit = 1.5; }, "limited to 1.5"},
      {"procs", [](results::Run& run) { run.cpus = {2}; }, "-test.cpu 2"},
      {"network", [](results::Run& run) { run.host.network = "host"; }, "network host"},
  };
  for (const Difference& one : differences) {
    std::vector<Part> parts = shards(2);
    one.make(parts[1].run);
    const Error refused = refusal(parts);
    EXPECT_EQ(refused.reason, Reason::kShardsDiffer) << one.name;
    EXPECT_THAT(refused.message, AllOf(HasSubstr("different machines"), HasSubstr(one.says)));
    EXPECT_THAT(refused.remedy, HasSubstr("--allow host"));

    const Result<Merged> merged = merge(std::move(parts), Hosts::kAny);
    ASSERT_TRUE(merged) << one.name;
    ASSERT_THAT(merged->run.caveats, SizeIs(1));
    EXPECT_EQ(merged->run.caveats[0].code, "hosts-differ");
    EXPECT_THAT(merged->run.caveats[0].text, HasSubstr(one.says));
  }
}

TEST(Merge, TakesOffTheCpuSuffixesOfAllMachines) {
  std::vector<Part> parts = shards(2);
  parts[1].run.cpus = {2};
  const Result<Merged> merged = merge(std::move(parts), Hosts::kAny);
  ASSERT_TRUE(merged);
  EXPECT_THAT(merged->run.cpus, ElementsAre(4, 2));
}

TEST(Merge, DoesNotAskAShardThatMeasuredNothingForItsCpu) {
  std::vector<Part> parts = shards(5);
  ASSERT_EQ(parts[4].run.processes, 0U);
  parts[4].run.host.cpu_model = "cpu 1 (TM)";
  EXPECT_TRUE(merge(std::move(parts), Hosts::kAlike));
}

TEST(Merge, LetsTheErrorOfAShardStandOverTheRest) {
  std::vector<Part> parts = shards(3);
  parts[1].run.error = Error{.reason = Reason::kBuildFailed,
                             .message = "it does not build",
                             .remedy = "fix it",
                             .detail = "x.go:1"};
  parts[2].run.error = Error{.reason = Reason::kDeadline, .message = "too late"};
  const Result<Merged> merged = merge(std::move(parts), Hosts::kAlike);
  ASSERT_TRUE(merged);
  EXPECT_EQ(merged->run.error, (Error{.reason = Reason::kBuildFailed,
                                      .message = "shard 2 of 3: it does not build",
                                      .remedy = "fix it",
                                      .detail = "x.go:1"}));
  ASSERT_THAT(merged->run.caveats, SizeIs(1));
  EXPECT_EQ(merged->run.caveats[0].code, "shard-failed");
  EXPECT_EQ(merged->run.caveats[0].text, "shard 3 of 3: too late (deadline)");
}

TEST(Merge, TakesAShardThatFailedBeforeItKnewItsPlan) {
  std::vector<Part> parts = shards(2);
  parts[0].run.error = Error{.reason = Reason::kToolchainMissing, .message = "no go"};
  parts[0].run.shard->plan.clear();
  parts[0].run.benchmarks.clear();
  parts[0].run.sides.base.toolchain.clear();
  parts[0].run.sides.head.toolchain.clear();
  parts[0].run.host.goos.clear();
  parts[0].run.host.goarch.clear();
  parts[0].run.processes = 0;
  parts[0].processes.clear();
  const Result<Merged> merged = merge(std::move(parts), Hosts::kAlike);
  ASSERT_TRUE(merged) << merged.error().message;
  EXPECT_EQ(merged->run.error->message, "shard 1 of 2: no go");
  EXPECT_THAT(merged->run.benchmarks, SizeIs(2));
  EXPECT_EQ(merged->run.host.goos, "linux");
}

TEST(Division, GivesAFunctionThatNoSourceDeclaresToTheFirstOneOfItsPackage) {
  const std::string package(testing_support::kPackage);
  const Division first(shard_record(1, 2));
  const Division second(shard_record(2, 2));
  EXPECT_TRUE(first.owns(".", package, "BenchmarkA"));
  EXPECT_FALSE(second.owns(".", package, "BenchmarkA"));
  EXPECT_TRUE(second.owns(".", package, "BenchmarkB"));
  EXPECT_TRUE(first.owns(".", package, "BenchmarkListed"));
  EXPECT_FALSE(second.owns(".", package, "BenchmarkListed"));
  EXPECT_FALSE(first.owns(".", "other", "BenchmarkA"));
  EXPECT_TRUE(second.needs(".", package));
  EXPECT_FALSE(Division(shard_record(5, 5)).needs(".", package));
}

}  // namespace
}  // namespace headgate::results
