// Sub-benchmarks that lose their results: on one side or both, with and without a word about it.

#include <functional>
#include <utility>

#include <gmock/gmock.h>

#include "core/gate/gate.h"
#include "support/evidence.h"
#include "support/findings.h"
#include "support/samples.h"

namespace headgate::gate {
namespace {

using dataset::ProcessEnd;
using stats::Side;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using testing_support::EvidenceBuilder;
using testing_support::finding;
using testing_support::kinds;
using testing_support::process;
using testing_support::progression;
using testing_support::result;
using testing_support::told;

// Ten rounds in each of which both sides printed Serve/a-4; `change` does the rest to each process.
EvidenceBuilder serving(const std::function<void(dataset::Process&)>& change) {
  const std::vector<double> values = progression(10, 1, 0.001);
  EvidenceBuilder run;
  run.measured("Serve/a-4", values, values);
  for (dataset::Process& one : run.evidence().processes) {
    change(one);
  }
  return run;
}

void print(dataset::Process& one, const std::string& name) {
  one.results.push_back(result(name, 1 + static_cast<double>(one.round) * 0.001));
}

void spoil(dataset::Process& one, const std::string& benchmark) {
  one.broken_lines.push_back(benchmark + " \ttalk (invalid syntax)");
}

// One of a package's processes: its complete lines stand though it fails. Serve is the last.
void run_behind_first(dataset::Process& one) {
  one.functions = {"BenchmarkFirst", "BenchmarkServe"};
  print(one, "First-4");
}

void fail(dataset::Process& one, std::vector<std::string> marked, std::string failure) {
  one.end = ProcessEnd::kFailed;
  one.code = 1;
  one.failed = std::move(marked);
  one.failure = std::move(failure);
}

// How a process may die without naming the benchmark that it died in.
const std::vector<std::pair<ProcessEnd, int>> kSilentDeaths = {
    {ProcessEnd::kFailed, 2},    // a panic
    {ProcessEnd::kFailed, 0},    // os.Exit(0)
    {ProcessEnd::kSignaled, 9},  // out of memory
    {ProcessEnd::kTimedOut, 0}};

void die(dataset::Process& one, const std::pair<ProcessEnd, int>& death) {
  one.end = death.first;
  one.code = death.second;
}

TEST(Vanished, SpoiltOnBothSidesIsLostOnceHoweverManyProcessesNameIt) {
  EvidenceBuilder run = serving([](dataset::Process& one) { spoil(one, "BenchmarkServe/b-4"); });
  const Verdict verdict = decide(run.evidence(), Policy{});
  EXPECT_EQ(verdict.reason, Reason::kSeriesLost);
  EXPECT_THAT(told(verdict), ElementsAre("lost Serve/b-4 sec/op", "unchanged Serve/a-4 sec/op"));
  EXPECT_EQ(finding(verdict, "Serve/b-4").detail,
            "base: something was printed between the name and the numbers: BenchmarkServe/b-4 "
            "\ttalk (invalid syntax)\n"
            "head: something was printed between the name and the numbers: BenchmarkServe/b-4 "
            "\ttalk (invalid syntax)");
}

TEST(Vanished, SpoiltInSomeProcessesOnlyIsCompared) {
  EvidenceBuilder run = serving([](dataset::Process& one) {
    if (one.round < 2) {
      spoil(one, "BenchmarkServe/b-4");
    } else {
      print(one, "Serve/b-4");
    }
  });
  const Verdict verdict = decide(run.evidence(), Policy{});
  EXPECT_EQ(verdict.decision, Decision::kPass);
  EXPECT_THAT(told(verdict),
              ElementsAre("unchanged Serve/a-4 sec/op", "unchanged Serve/b-4 sec/op"));
}

TEST(Vanished, SpoiltAtOneCpuNumberIsNotExcusedByAnother) {
  EvidenceBuilder run = serving([](dataset::Process& one) { spoil(one, "BenchmarkServe/a"); });
  run.evidence().cpus = {1, 4};
  EXPECT_EQ(finding(decide(run.evidence(), Policy{}), "Serve/a").outcome, Outcome::kLost);
}

TEST(Vanished, SpoiltOnHeadAloneIsLostAndOnBaseAloneRemoved) {
  for (const Side side : {Side::kBase, Side::kHead}) {
    EvidenceBuilder run = serving([&](dataset::Process& one) {
      if (one.side == side) {
        spoil(one, "BenchmarkServe/b-4");
      }
    });
    EXPECT_EQ(finding(decide(run.evidence(), Policy{}), "Serve/b-4").outcome,
              side == Side::kBase ? Outcome::kRemoved : Outcome::kLost);
  }
}

TEST(Vanished, SpoiltOnBaseAndUnreachedOnAFailingHeadIsNoRemoval) {
  EvidenceBuilder run = serving([](dataset::Process& one) {
    run_behind_first(one);
    if (one.side == Side::kBase) {
      spoil(one, "BenchmarkServe/b-4");
    } else {
      die(one, {ProcessEnd::kFailed, 2});
    }
  });
  EXPECT_EQ(finding(decide(run.evidence(), Policy{}), "Serve/b-4").outcome, Outcome::kLost);
}

TEST(Vanished, FailedOnBothSidesIsLostItselfAndNotWhatItStandsBelow) {
  EvidenceBuilder run = serving([](dataset::Process& one) {
    run_behind_first(one);
    fail(one, {"BenchmarkServe/b", "BenchmarkServe"}, "--- FAIL: BenchmarkServe/b");
  });
  const Verdict verdict = decide(run.evidence(), Policy{});
  EXPECT_EQ(verdict.reason, Reason::kSeriesLost);
  EXPECT_THAT(told(verdict), ElementsAre("lost Serve/b sec/op", "unchanged Serve/a-4 sec/op",
                                         "unchanged First-4 sec/op"));
  EXPECT_EQ(finding(verdict, "Serve/b").detail,
            "base: failed: --- FAIL: BenchmarkServe/b\nhead: failed: --- FAIL: BenchmarkServe/b");
}

TEST(Vanished, FunctionThatFailsBehindItsLastResultOnBothSidesIsLost) {
  EvidenceBuilder run = serving([](dataset::Process& one) {
    run_behind_first(one);
    fail(one, {"BenchmarkServe"}, "--- FAIL: BenchmarkServe");
  });
  EXPECT_EQ(finding(decide(run.evidence(), Policy{}), "BenchmarkServe").detail,
            "base: failed in 10 of 10 processes: exit status 1\n--- FAIL: BenchmarkServe\n"
            "head: failed in 10 of 10 processes: exit status 1\n--- FAIL: BenchmarkServe");
}

TEST(Vanished, CrashOfHeadIsNoRemovalThoughBaseFailedOnceToo) {
  for (const auto& death : kSilentDeaths) {
    EvidenceBuilder run = serving([&](dataset::Process& one) {
      run_behind_first(one);
      if (one.side == Side::kHead || one.round == 3) {
        die(one, death);
      } else {
        print(one, "Serve/b-4");
      }
    });
    const Verdict verdict = decide(run.evidence(), Policy{});
    EXPECT_EQ(verdict.reason, Reason::kSeriesLost);
    EXPECT_THAT(told(verdict), Contains("lost BenchmarkServe sec/op"));
    EXPECT_THAT(told(verdict), Not(Contains("removed Serve/b-4 sec/op")));
  }
}

TEST(Vanished, MissingOnASideThatSometimesFailsIsNoRemoval) {
  // Head fails in five rounds and passes without Serve/b in the others; base failed once.
  EvidenceBuilder run = serving([](dataset::Process& one) {
    run_behind_first(one);
    if (one.side == Side::kHead ? one.round < 5 : one.round == 3) {
      die(one, {ProcessEnd::kFailed, 2});
    } else if (one.side == Side::kBase) {
      print(one, "Serve/b-4");
    }
  });
  const Verdict verdict = decide(run.evidence(), Policy{});
  EXPECT_EQ(finding(verdict, "Serve/b-4").outcome, Outcome::kLost);
  EXPECT_EQ(finding(verdict, "Serve/b-4").detail,
            "head: failed in 5 of 10 processes: exit status 2");
}

TEST(Vanished, CrashOfBothSidesBehindTheLastResultIsLostThoughConfirmPasses) {
  for (const auto& death : kSilentDeaths) {
    EvidenceBuilder run = serving([&](dataset::Process& one) {
      run_behind_first(one);
      die(one, death);
    });
    const std::vector<double> again = progression(10, 1, 0.001);
    run.confirmed("Serve/a-4", "Serve/a", again, again);
    const Verdict verdict = decide(run.evidence(), Policy{});
    EXPECT_EQ(verdict.reason, Reason::kSeriesLost);
    EXPECT_THAT(told(verdict), Contains("lost BenchmarkServe sec/op"));
  }
}

TEST(Vanished, NameWithoutNumbersWhereBothSidesDiedIsLostForWhatKilledIt) {
  EvidenceBuilder run = serving([](dataset::Process& one) {
    run_behind_first(one);
    die(one, {ProcessEnd::kSignaled, 9});
    one.broken_lines = {"BenchmarkServe/b-4 \t (missing iteration count)"};
  });
  const Verdict verdict = decide(run.evidence(), Policy{});
  EXPECT_THAT(told(verdict), ElementsAre("lost Serve/b-4 sec/op", "unchanged Serve/a-4 sec/op",
                                         "unchanged First-4 sec/op"));
  EXPECT_EQ(finding(verdict, "Serve/b-4").detail,
            "base: failed: killed by signal 9 (out of memory?)\n"
            "head: failed: killed by signal 9 (out of memory?)");
}

TEST(Vanished, FailureInOneProcessOfEachSideIsAWarningBesideTheNumbers) {
  EvidenceBuilder run = serving([](dataset::Process& one) {
    run_behind_first(one);
    if (one.round == 3) {
      one.results.pop_back();  // First's is the last
      one.results.pop_back();
      print(one, "First-4");
      die(one, {ProcessEnd::kFailed, 2});
    }
  });
  const Verdict verdict = decide(run.evidence(), Policy{});
  EXPECT_EQ(verdict.decision, Decision::kPass);
  EXPECT_THAT(kinds(finding(verdict, "Serve/a-4")), ElementsAre(WarningKind::kSamplesLost));
}

TEST(Vanished, SkippedSubBenchmarkHidesNoSpoiltOne) {
  const std::vector<double> values = progression(10, 1, 0.001);
  EvidenceBuilder run;
  run.measured("Ints-4", values, values);
  run.benchmark("BenchmarkQuery");
  for (const Side side : {Side::kBase, Side::kHead}) {
    dataset::Process one = process(side, 0, "BenchmarkQuery", {});
    spoil(one, "BenchmarkQuery/cpu-4");
    run.add(one);
    dataset::Process explained = process(side, 0, "BenchmarkQuery", {});
    explained.purpose = dataset::Purpose::kExplain;
    explained.skips = {{.function = "BenchmarkQuery/gpu", .reason = "no GPU"}};
    run.add(explained);
  }
  const Verdict verdict = decide(run.evidence(), Policy{});
  EXPECT_EQ(verdict.reason, Reason::kSeriesLost);
  EXPECT_EQ(finding(verdict, "BenchmarkQuery").outcome, Outcome::kLost);
  EXPECT_THAT(finding(verdict, "BenchmarkQuery").detail, HasSubstr("BenchmarkQuery/cpu-4"));
}

}  // namespace
}  // namespace headgate::gate
