// What is not compared, and why: nothing may disappear.

#include <gmock/gmock.h>

#include "core/gate/gate.h"
#include "support/evidence.h"
#include "support/findings.h"
#include "support/samples.h"

namespace headgate::gate {
namespace {

using stats::Side;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing_support::codes;
using testing_support::EvidenceBuilder;
using testing_support::failed_process;
using testing_support::finding;
using testing_support::kinds;
using testing_support::process;
using testing_support::progression;
using testing_support::result;
using testing_support::told;

std::vector<double> covered_around(double middle) {
  return progression(10, middle * 0.9955, middle * 0.001);
}

// A benchmark that was compared, so that the run has something to be green about.
EvidenceBuilder with_one_compared() {
  EvidenceBuilder run;
  run.measured("Ints-4", covered_around(100), covered_around(100));
  return run;
}

// Ten processes on a side that passed and printed no result.
void add_silent(EvidenceBuilder& run, Side side, const std::string& function) {
  for (std::size_t round = 0; round < 10; ++round) {
    run.add(process(side, round, function, {}));
  }
}

void add_skip(EvidenceBuilder& run, Side side, const std::string& benchmark,
              const std::string& reason) {
  dataset::Process explained = process(side, 0, benchmark.substr(0, benchmark.find('/')), {});
  explained.purpose = dataset::Purpose::kExplain;
  explained.skips = {{.function = benchmark, .reason = reason}};
  run.add(explained);
}

TEST(Coverage, FunctionOfHeadAloneIsAdded) {
  EvidenceBuilder run = with_one_compared();
  run.benchmark("BenchmarkNew").presence.base = Presence::kAbsent;
  const Verdict verdict = decide(run.evidence(), Policy{});
  EXPECT_EQ(verdict.decision, Decision::kPass);
  const Finding& added = finding(verdict, "BenchmarkNew");
  EXPECT_EQ(added.outcome, Outcome::kAdded);
  EXPECT_EQ(added.key.name, "");
  EXPECT_EQ(added.key.unit, "sec/op");
  EXPECT_FALSE(added.comparison);
}

TEST(Coverage, FunctionOfBaseAloneIsRemovedAndACaveatSaysSo) {
  EvidenceBuilder run = with_one_compared();
  run.benchmark("BenchmarkOld").presence.head = Presence::kAbsent;
  const Verdict verdict = decide(run.evidence(), Policy{});
  EXPECT_EQ(verdict.decision, Decision::kPass);
  EXPECT_EQ(finding(verdict, "BenchmarkOld").outcome, Outcome::kRemoved);
  ASSERT_THAT(codes(verdict), ElementsAre("removed"));
  EXPECT_EQ(verdict.caveats[0].text,
            "base has benchmarks that head has not (1 benchmark): example.com/m/sum/BenchmarkOld");
}

TEST(Coverage, RemovalIsRedWhenPolicySaysFailAndTheMessageSaysWhy) {
  EvidenceBuilder run = with_one_compared();
  run.benchmark("BenchmarkOld").presence.head = Presence::kAbsent;
  const Verdict verdict = decide(run.evidence(), {.removed = Removed::kFail});
  EXPECT_EQ(verdict.decision, Decision::kRegression);
  EXPECT_EQ(verdict.regressions, 0U);
  EXPECT_EQ(verdict.message,
            "head has no longer example.com/m/sum/BenchmarkOld, and policy.removed is fail");
}

TEST(Coverage, RemovalIsListedOnlyWhenPolicySaysIgnore) {
  EvidenceBuilder run = with_one_compared();
  run.benchmark("BenchmarkOld").presence.head = Presence::kAbsent;
  const Verdict verdict = decide(run.evidence(), {.removed = Removed::kIgnore});
  EXPECT_EQ(verdict.decision, Decision::kPass);
  EXPECT_EQ(finding(verdict, "BenchmarkOld").outcome, Outcome::kRemoved);
  EXPECT_THAT(verdict.caveats, IsEmpty());
}

TEST(Coverage, SubBenchmarkOfOneSideIsAddedOrRemovedOncePerName) {
  EvidenceBuilder run = with_one_compared();
  run.measured("Fmt/same-4", covered_around(1), covered_around(1));
  run.measured("Fmt/old-4", covered_around(1), {});
  run.measured("Fmt/old-4", covered_around(1), {}, "B/op");
  run.measured("Fmt/new-4", {}, covered_around(1));
  EXPECT_THAT(told(decide(run.evidence(), Policy{})),
              ElementsAre("unchanged Ints-4 sec/op", "unchanged Fmt/same-4 sec/op",
                          "removed Fmt/old-4 sec/op", "added Fmt/new-4 sec/op"));
}

TEST(Coverage, UnitOfOneSideIsAddedOrRemovedForItself) {
  EvidenceBuilder run = with_one_compared();
  run.measured("Ints-4", covered_around(8), {}, "B/op");
  const Verdict verdict = decide(run.evidence(), {.removed = Removed::kFail});
  EXPECT_EQ(verdict.decision, Decision::kPass) << "the unit is not gated";
  EXPECT_EQ(finding(verdict, "Ints-4", "B/op").outcome, Outcome::kRemoved);
  EXPECT_THAT(decide(run.evidence(), Policy{}).caveats, IsEmpty()) << "the benchmark is there";
}

TEST(Coverage, SkippedOnBothSidesIsSkippedWithItsReasonAndAHint) {
  EvidenceBuilder run = with_one_compared();
  run.benchmark("BenchmarkQuery");
  for (const Side side : {Side::kBase, Side::kHead}) {
    add_silent(run, side, "BenchmarkQuery");
    add_skip(run, side, "BenchmarkQuery", "no DATABASE_URL");
  }
  const Verdict verdict = decide(run.evidence(), Policy{});
  EXPECT_EQ(verdict.decision, Decision::kPass);
  EXPECT_EQ(finding(verdict, "BenchmarkQuery").outcome, Outcome::kSkipped);
  EXPECT_EQ(finding(verdict, "BenchmarkQuery").detail, "no DATABASE_URL");
  ASSERT_THAT(codes(verdict), ElementsAre("skipped"));
  EXPECT_THAT(verdict.caveats[0].text, HasSubstr("measure.pass-env"));
}

TEST(Coverage, EverythingSkippedIsNothingCompared) {
  EvidenceBuilder run;
  run.benchmark("BenchmarkQuery");
  for (const Side side : {Side::kBase, Side::kHead}) {
    add_silent(run, side, "BenchmarkQuery");
    add_skip(run, side, "BenchmarkQuery", "");
  }
  const Verdict verdict = decide(run.evidence(), Policy{});
  EXPECT_EQ(verdict.reason, Reason::kNothingCompared);
  EXPECT_EQ(verdict.message, "nothing was compared: 1 skipped");
}

TEST(Coverage, SubBenchmarksThatAllSkipMakeTheFunctionSkipped) {
  EvidenceBuilder run = with_one_compared();
  run.benchmark("BenchmarkQuery");
  for (const Side side : {Side::kBase, Side::kHead}) {
    add_silent(run, side, "BenchmarkQuery");
    add_skip(run, side, "BenchmarkQuery/large", "too little memory");
  }
  EXPECT_EQ(finding(decide(run.evidence(), Policy{}), "BenchmarkQuery").outcome, Outcome::kSkipped);
}

TEST(Coverage, SkippedOnOneSideOnlyIsLost) {
  EvidenceBuilder run = with_one_compared();
  run.measured("Query-4", covered_around(1), {});
  add_silent(run, Side::kHead, "BenchmarkQuery");
  add_skip(run, Side::kHead, "BenchmarkQuery", "no DATABASE_URL");
  const Verdict verdict = decide(run.evidence(), Policy{});
  EXPECT_EQ(verdict.reason, Reason::kSeriesLost);
  EXPECT_EQ(finding(verdict, "BenchmarkQuery").outcome, Outcome::kLost);
  EXPECT_EQ(finding(verdict, "BenchmarkQuery").detail, "head: skipped: no DATABASE_URL");
}

TEST(Coverage, SkippedOnOneSideAndSilentOnTheOtherIsLost) {
  EvidenceBuilder run = with_one_compared();
  run.benchmark("BenchmarkQuery");
  add_silent(run, Side::kBase, "BenchmarkQuery");
  add_silent(run, Side::kHead, "BenchmarkQuery");
  add_skip(run, Side::kHead, "BenchmarkQuery", "no DATABASE_URL");
  EXPECT_EQ(finding(decide(run.evidence(), Policy{}), "BenchmarkQuery").detail,
            "base: no result was printed\nhead: skipped: no DATABASE_URL");
}

TEST(Coverage, SkippedOnBothSidesAndFailedOnOneIsLost) {
  EvidenceBuilder run = with_one_compared();
  run.benchmark("BenchmarkQuery");
  for (const Side side : {Side::kBase, Side::kHead}) {
    add_silent(run, side, "BenchmarkQuery");
    add_skip(run, side, "BenchmarkQuery", "no DATABASE_URL");
  }
  run.add(failed_process(Side::kHead, 10, "BenchmarkQuery", "panic: boom"));
  EXPECT_EQ(finding(decide(run.evidence(), Policy{}), "BenchmarkQuery").outcome, Outcome::kLost);
}

TEST(Coverage, SubBenchmarkSkippedOnOneSideOnlyIsLost) {
  EvidenceBuilder run;
  run.measured("Query/a-4", covered_around(1), covered_around(1));
  run.measured("Query/b-4", covered_around(1), {});
  add_skip(run, Side::kHead, "BenchmarkQuery/b", "not today");
  const Verdict verdict = decide(run.evidence(), Policy{});
  EXPECT_EQ(finding(verdict, "Query/b-4").outcome, Outcome::kLost);
  EXPECT_EQ(finding(verdict, "Query/b-4").detail, "head: skipped: not today");
}

TEST(Coverage, ListedAndSilentIsLostAlsoWhenBothSidesLoseIt) {
  EvidenceBuilder both = with_one_compared();
  both.benchmark("BenchmarkQuiet");
  add_silent(both, Side::kBase, "BenchmarkQuiet");
  add_silent(both, Side::kHead, "BenchmarkQuiet");
  EvidenceBuilder one = with_one_compared();
  one.measured("Quiet-4", covered_around(1), {});
  add_silent(one, Side::kHead, "BenchmarkQuiet");
  for (EvidenceBuilder* run : {&both, &one}) {
    const Verdict verdict = decide(run->evidence(), Policy{});
    EXPECT_EQ(verdict.reason, Reason::kSeriesLost);
    EXPECT_EQ(finding(verdict, "BenchmarkQuiet").outcome, Outcome::kLost);
    EXPECT_THAT(finding(verdict, "BenchmarkQuiet").detail,
                HasSubstr("head: no result was printed"));
  }
}

TEST(Coverage, ListedAndNeverRunIsLost) {
  EvidenceBuilder run = with_one_compared();
  run.benchmark("BenchmarkForgotten");
  EXPECT_EQ(finding(decide(run.evidence(), Policy{}), "BenchmarkForgotten").outcome,
            Outcome::kLost);
}

TEST(Coverage, FailureOnHeadOfABenchmarkThatRanOnBaseIsLostNotRemoved) {
  EvidenceBuilder run = with_one_compared();
  run.measured("Decode/a-4", covered_around(1), {});
  run.measured("Decode/b-4", covered_around(1), {});
  for (std::size_t round = 0; round < 10; ++round) {
    run.add(failed_process(Side::kHead, round, "BenchmarkDecode", "--- FAIL: BenchmarkDecode"));
  }
  const Verdict verdict = decide(run.evidence(), Policy{});
  EXPECT_EQ(verdict.reason, Reason::kSeriesLost);
  EXPECT_THAT(told(verdict), ElementsAre("lost BenchmarkDecode sec/op", "unchanged Ints-4 sec/op"));
  EXPECT_EQ(finding(verdict, "BenchmarkDecode").detail,
            "head: failed in 10 of 10 processes: exit status 1\n--- FAIL: BenchmarkDecode");
}

TEST(Coverage, FailureInSomeProcessOfOneSideOnlyIsLostBesideTheNumbers) {
  EvidenceBuilder run;
  run.measured("Decode-4", covered_around(1), covered_around(1));
  run.add(failed_process(Side::kHead, 10, "BenchmarkDecode", "panic: boom"));
  const Verdict verdict = decide(run.evidence(), Policy{});
  EXPECT_EQ(verdict.reason, Reason::kSeriesLost);
  EXPECT_THAT(told(verdict),
              ElementsAre("lost BenchmarkDecode sec/op", "unchanged Decode-4 sec/op"));
  EXPECT_EQ(finding(verdict, "BenchmarkDecode").detail,
            "head: failed in 1 of 11 processes: exit status 1\npanic: boom");
}

TEST(Coverage, SubBenchmarkMissingWhereItsFunctionFailsIsNotRemoved) {
  EvidenceBuilder run;
  run.measured("Decode/a-4", covered_around(1), covered_around(1));
  run.measured("Decode/b-4", covered_around(1), {});
  run.add(failed_process(Side::kHead, 10, "BenchmarkDecode", "panic: boom"));
  EXPECT_THAT(told(decide(run.evidence(), Policy{})),
              ElementsAre("lost BenchmarkDecode sec/op", "unchanged Decode/a-4 sec/op"));
}

TEST(Coverage, EndsOfProcessesAreSaidInWords) {
  using End = dataset::ProcessEnd;
  const std::vector<std::tuple<End, int, std::string>> ends = {
      {End::kFailed, 2, "exit status 2"},
      {End::kFailed, 0, "exit status 0 without PASS (os.Exit?)"},
      {End::kSignaled, 11, "killed by signal 11"},
      {End::kSignaled, 9, "killed by signal 9 (out of memory?)"},
      {End::kTimedOut, 0, "stopped at the time limit of one process"}};
  for (const auto& [end, code, words] : ends) {
    EvidenceBuilder run;
    run.measured("Decode-4", covered_around(1), covered_around(1));
    dataset::Process failed = process(Side::kHead, 10, "BenchmarkDecode", {});
    failed.end = end;
    failed.code = code;
    run.add(failed);
    EXPECT_EQ(finding(decide(run.evidence(), Policy{}), "BenchmarkDecode").detail,
              "head: failed in 1 of 11 processes: " + words);
  }
}

TEST(Coverage, ProcessThatWeStoppedIsNotTheBenchmarksFault) {
  for (const dataset::ProcessEnd end :
       {dataset::ProcessEnd::kInterrupted, dataset::ProcessEnd::kNotStarted}) {
    EvidenceBuilder run;
    run.measured("Decode-4", covered_around(1), covered_around(1));
    dataset::Process stopped = process(Side::kHead, 10, "BenchmarkDecode", {});
    stopped.end = end;
    run.add(stopped);
    const Verdict verdict = decide(run.evidence(), Policy{});
    EXPECT_EQ(verdict.decision, Decision::kPass);
    EXPECT_THAT(kinds(finding(verdict, "Decode-4")), ElementsAre(WarningKind::kSamplesLost));
  }
}

// Ten good rounds of A, B and C, and on head one process of all three, in which only A printed a
// result.
EvidenceBuilder with_failed_package(int code, std::vector<std::string> marked,
                                    std::string failure = {}) {
  EvidenceBuilder run;
  for (const char* name : {"A-4", "B-4", "C-4"}) {
    run.measured(name, covered_around(1), covered_around(1));
  }
  dataset::Process failed = process(Side::kHead, 10, "BenchmarkA", {result("A-4", 1)});
  failed.functions = {"BenchmarkA", "BenchmarkB", "BenchmarkC"};
  failed.end = dataset::ProcessEnd::kFailed;
  failed.code = code;
  failed.failed = std::move(marked);
  failed.failure = std::move(failure);
  run.add(failed);
  return run;
}

std::vector<std::string> lost_of(EvidenceBuilder run) {
  std::vector<std::string> lost;
  for (const Finding& one : decide(run.evidence(), Policy{}).findings) {
    if (one.outcome == Outcome::kLost) {
      lost.push_back(one.function);
    }
  }
  return lost;
}

TEST(Coverage, WithSeveralFunctionsInAProcessTheMarkedOneIsBlamed) {
  EXPECT_THAT(lost_of(with_failed_package(1, {"BenchmarkB/x-4"})), ElementsAre("BenchmarkB"));
}

TEST(Coverage, WithoutAMarkTheFirstFunctionWithoutAResultIsBlamed) {
  EXPECT_THAT(lost_of(with_failed_package(2, {})), ElementsAre("BenchmarkB"));
  EXPECT_THAT(lost_of(with_failed_package(1, {})), ElementsAre("BenchmarkB"));
}

TEST(Coverage, CrashBehindAMarkBlamesTheNextFunctionToo) {
  EXPECT_THAT(lost_of(with_failed_package(2, {"BenchmarkB"})),
              ElementsAre("BenchmarkB", "BenchmarkC"));
}

TEST(Coverage, StackOfACrashSaysWhoIsToBlame) {
  EXPECT_THAT(
      lost_of(with_failed_package(2, {}, "panic: x\n\nexample.com/m/sum.BenchmarkC(0xc0)\n")),
      ElementsAre("BenchmarkC"));
  EXPECT_THAT(lost_of(with_failed_package(2, {"BenchmarkB/x"},
                                          "panic: x\n\nexample.com/m/sum.BenchmarkB.func2()\n")),
              ElementsAre("BenchmarkB"));
}

TEST(Coverage, FunctionsThatAFailedProcessDidNotReachLoseASampleOnly) {
  EvidenceBuilder run = with_failed_package(2, {});
  const Verdict verdict = decide(run.evidence(), Policy{});
  EXPECT_THAT(kinds(finding(verdict, "C-4")), ElementsAre(WarningKind::kSamplesLost));
  EXPECT_THAT(kinds(finding(verdict, "A-4")), IsEmpty());
}

TEST(Coverage, SubBenchmarkThatFailsOnBothSidesAndIsMissingOnOneIsLost) {
  EvidenceBuilder run;
  run.measured("Decode/a-4", covered_around(1), covered_around(1));
  run.measured("Decode/b-4", covered_around(1), {});
  for (const Side side : {Side::kBase, Side::kHead}) {
    dataset::Process failed = failed_process(side, 10, "BenchmarkDecode", "boom");
    failed.failed = {side == Side::kHead ? "BenchmarkDecode/b-4" : "BenchmarkDecode/a-4"};
    run.add(failed);
  }
  const Verdict verdict = decide(run.evidence(), Policy{});
  EXPECT_EQ(finding(verdict, "Decode/b-4").outcome, Outcome::kLost);
  EXPECT_EQ(finding(verdict, "Decode/b-4").detail, "head: failed: boom");
}

TEST(Coverage, TextInEveryLineOfOneSideLosesTheBenchmarkAndSaysWhy) {
  EvidenceBuilder run = with_one_compared();
  run.measured("Serve-4", covered_around(1), {});
  for (std::size_t round = 0; round < 10; ++round) {
    dataset::Process spoilt = process(Side::kHead, round, "BenchmarkServe", {});
    spoilt.broken_lines = {"BenchmarkServe-4 \tlistening (invalid syntax)"};
    run.add(spoilt);
  }
  EXPECT_EQ(finding(decide(run.evidence(), Policy{}), "BenchmarkServe").detail,
            "head: something was printed between the name and the numbers: BenchmarkServe-4 "
            "\tlistening (invalid syntax)");
}

TEST(Coverage, TextInTheLinesOfOneSubBenchmarkLosesItAndIsNoRemoval) {
  EvidenceBuilder run;
  run.measured("Serve/a-4", covered_around(1), covered_around(1));
  run.measured("Serve/b-4", covered_around(1), {});
  for (dataset::Process& one : run.evidence().processes) {
    if (one.side == Side::kHead) {
      one.broken_lines = {"BenchmarkServe/b-4 \ttalk (invalid syntax)"};
    }
  }
  EXPECT_EQ(finding(decide(run.evidence(), Policy{}), "Serve/b-4").outcome, Outcome::kLost);
}

TEST(Coverage, IdenticalBinariesAreNotRunAndCountOncePerFunction) {
  EvidenceBuilder run;
  run.benchmark("BenchmarkA").identity = Identity::kIdentical;
  run.benchmark("BenchmarkB").identity = Identity::kIdentical;
  const Verdict verdict = decide(run.evidence(), Policy{});
  EXPECT_EQ(verdict.decision, Decision::kPass);
  EXPECT_EQ(verdict.compared, 2U);
  EXPECT_THAT(told(verdict),
              ElementsAre("identical BenchmarkA sec/op", "identical BenchmarkB sec/op"));
  EXPECT_EQ(verdict.findings[0].gating, Gating::kGated);
}

TEST(Coverage, IdenticalBinariesMeasuredAsControlsAreNeverRed) {
  EvidenceBuilder run;
  run.measured("A-4", covered_around(100), covered_around(300));
  run.evidence().benchmarks[0].identity = Identity::kIdentical;
  run.evidence().unchanged = Unchanged::kControl;
  const Verdict verdict = decide(run.evidence(), Policy{});
  EXPECT_EQ(verdict.decision, Decision::kPass);
  EXPECT_EQ(verdict.compared, 1U);
  const Finding& control = finding(verdict, "A-4");
  EXPECT_EQ(control.outcome, Outcome::kIdentical);
  ASSERT_TRUE(control.comparison) << "the numbers are shown";
  EXPECT_NEAR(*control.comparison->delta, 2, 1e-9);
}

TEST(Coverage, ControlThatDiffersSaysThatTheMachineCannotBeTrusted) {
  EvidenceBuilder run;
  run.measured("A-4", covered_around(100), covered_around(150))
      .measured("B-4", covered_around(100), covered_around(101));
  run.evidence().benchmarks[0].identity = Identity::kIdentical;
  run.evidence().benchmarks[1].identity = Identity::kIdentical;
  run.evidence().unchanged = Unchanged::kControl;
  const Verdict verdict = decide(run.evidence(), Policy{});
  EXPECT_THAT(kinds(finding(verdict, "A-4")), ElementsAre(WarningKind::kControlDiffers));
  EXPECT_THAT(kinds(finding(verdict, "B-4")), IsEmpty()) << "below the floor";
  ASSERT_THAT(codes(verdict), ElementsAre("control-differs", "identical"));
  // All samples of head are above all of base: p = 2 / C(20, 10) = 1.1e-5.
  EXPECT_EQ(verdict.caveats[0].text,
            "identical code differs by +50.0% (p<0.001, n=10+10): this machine cannot be trusted "
            "now (1 benchmark): example.com/m/sum/BenchmarkA-4");
}

TEST(Coverage, GatedUnitThatHeadReportsNoMoreIsLost) {
  EvidenceBuilder run;
  run.measured("A-4", covered_around(100), covered_around(100))
      .measured("A-4", covered_around(64), {}, "B/op");
  Policy policy;
  EXPECT_EQ(finding(decide(run.evidence(), policy), "A-4", "B/op").outcome, Outcome::kRemoved)
      << "nobody gates it";
  policy.units["B/op"] = {};
  const Verdict verdict = decide(run.evidence(), policy);
  EXPECT_EQ(verdict.reason, Reason::kSeriesLost);
  EXPECT_EQ(finding(verdict, "A-4", "B/op").detail, "head: it printed results without B/op");
}

TEST(Coverage, TimeThatHeadReportsNoMoreIsLost) {
  // b.ReportMetric(0, "ns/op") takes it off the line.
  EvidenceBuilder run;
  run.measured("A-4", covered_around(100), {})
      .measured("A-4", covered_around(64), covered_around(64), "B/op");
  const Verdict verdict = decide(run.evidence(), {.units = {{"sec/op", {}}, {"B/op", {}}}});
  EXPECT_EQ(verdict.decision, Decision::kError);
  EXPECT_EQ(finding(verdict, "A-4").outcome, Outcome::kLost);
}

TEST(Coverage, GatedUnitThatOnlyHeadReportsIsAdded) {
  EvidenceBuilder run;
  run.measured("A-4", covered_around(100), covered_around(100))
      .measured("A-4", {}, covered_around(64), "B/op");
  const Verdict verdict = decide(run.evidence(), {.units = {{"sec/op", {}}, {"B/op", {}}}});
  EXPECT_EQ(verdict.decision, Decision::kPass);
  EXPECT_EQ(finding(verdict, "A-4", "B/op").outcome, Outcome::kAdded);
}

TEST(Coverage, ProcessesThatGaveNoSampleAreACaveat) {
  EvidenceBuilder run;
  run.measured("A-4", covered_around(100), covered_around(100));
  for (std::size_t round = 10; round < 14; ++round) {
    run.add(process(Side::kHead, round, "BenchmarkA", {}));
  }
  const Verdict verdict = decide(run.evidence(), Policy{});
  ASSERT_THAT(codes(verdict), ElementsAre("samples-lost"));
  EXPECT_EQ(verdict.caveats[0].text,
            "some processes gave no sample (1 benchmark): example.com/m/sum/BenchmarkA-4");
}

TEST(Coverage, BenchmarksWhoseOwnTextDiffersAreACaveatWhenTheyAreCompared) {
  EvidenceBuilder run;
  run.measured("A-4", covered_around(100), covered_around(100));
  run.evidence().benchmarks[0].own_text = OwnText::kChanged;
  run.benchmark("BenchmarkOld").presence.base = Presence::kAbsent;
  run.evidence().benchmarks[1].own_text = OwnText::kChanged;
  const Verdict verdict = decide(run.evidence(), Policy{});
  EXPECT_EQ(verdict.decision, Decision::kPass);
  ASSERT_THAT(codes(verdict), ElementsAre("benchmark-changed"));
  EXPECT_EQ(verdict.caveats[0].text,
            "the text of the benchmark itself differs, so base and head may not measure the same "
            "(1 benchmark): example.com/m/sum/BenchmarkA-4");
}

TEST(Coverage, ControlThatGaveNoSampleIsIdenticalWithAWarning) {
  EvidenceBuilder run;
  run.measured("A-4", covered_around(100), {});
  run.add(failed_process(Side::kHead, 0, "BenchmarkA", "boom"));
  run.evidence().benchmarks[0].identity = Identity::kIdentical;
  run.evidence().unchanged = Unchanged::kControl;
  const Verdict verdict = decide(run.evidence(), Policy{});
  EXPECT_EQ(verdict.decision, Decision::kPass);
  EXPECT_THAT(kinds(finding(verdict, "BenchmarkA")), ElementsAre(WarningKind::kSamplesLost));
}

TEST(Coverage, IdenticalBinariesAreJudgedLikeOthersWhenTheRunSaysMeasure) {
  EvidenceBuilder run;
  run.measured("A-4", covered_around(100), covered_around(300));
  run.evidence().benchmarks[0].identity = Identity::kIdentical;
  run.evidence().unchanged = Unchanged::kMeasure;
  EXPECT_EQ(decide(run.evidence(), Policy{}).decision, Decision::kRegression);
}

TEST(Coverage, NamesThatDifferInEveryProcessAreOneFinding) {
  EvidenceBuilder run = with_one_compared();
  run.benchmark("BenchmarkTmp");
  for (std::size_t round = 0; round < 10; ++round) {
    for (const Side side : {Side::kBase, Side::kHead}) {
      const std::size_t folder = 2 * round + (side == Side::kHead ? 1 : 0);
      run.add(process(side, round, "BenchmarkTmp",
                      {result("Tmp/fixed-4", 1),
                       result("Tmp//tmp/BenchmarkTmp" + std::to_string(folder) + "/001-4", 1)}));
    }
  }
  const Verdict verdict = decide(run.evidence(), Policy{});
  EXPECT_EQ(verdict.decision, Decision::kPass);
  EXPECT_THAT(told(verdict), ElementsAre("unchanged Ints-4 sec/op", "unchanged Tmp/fixed-4 sec/op",
                                         "invalid BenchmarkTmp sec/op"));
  const Finding& names = finding(verdict, "BenchmarkTmp");
  EXPECT_EQ(names.gating, Gating::kShown);
  EXPECT_EQ(names.detail,
            "names differ in every process, such as BenchmarkTmp//tmp/BenchmarkTmp0/001-4");
  EXPECT_THAT(codes(verdict), ElementsAre("names-differ"));
}

TEST(Coverage, NamesThatDifferOnOneSideOnlyAreAddedOrRemoved) {
  // Of ten processes one on base and two on head printed another name once.
  EvidenceBuilder run = with_one_compared();
  for (dataset::Process& one : run.evidence().processes) {
    if (one.side == Side::kBase && one.round == 0) {
      one.results.push_back(result("Ints/once-4", 1));
    }
    if (one.side == Side::kHead && one.round < 2) {
      one.results.push_back(result("Ints/round" + std::to_string(one.round) + "-4", 1));
    }
  }
  EXPECT_THAT(told(decide(run.evidence(), Policy{})),
              ElementsAre("unchanged Ints-4 sec/op", "removed Ints/once-4 sec/op",
                          "added Ints/round0-4 sec/op", "added Ints/round1-4 sec/op"));
}

TEST(Coverage, OneRenamedSubBenchmarkIsNoDifferingName) {
  EvidenceBuilder run;
  run.measured("Fmt/old-4", covered_around(1), {});
  run.measured("Fmt/new-4", {}, covered_around(1));
  run.measured("Fmt/same-4", covered_around(1), covered_around(1));
  EXPECT_THAT(told(decide(run.evidence(), Policy{})),
              ElementsAre("unchanged Fmt/same-4 sec/op", "removed Fmt/old-4 sec/op",
                          "added Fmt/new-4 sec/op"));
}

TEST(Coverage, FunctionsOfProcessesThatNobodyListedAreNotForgotten) {
  EvidenceBuilder run;
  run.measured("A-4", covered_around(1), covered_around(1));
  run.measured("B-4", covered_around(1), {});
  run.evidence().benchmarks.clear();
  EXPECT_THAT(told(decide(run.evidence(), Policy{})),
              ElementsAre("unchanged A-4 sec/op", "removed BenchmarkB sec/op"));
}

TEST(Coverage, SameFunctionInTwoPackagesIsTwoBenchmarks) {
  EvidenceBuilder run;
  run.measured("A-4", covered_around(1), covered_around(1));
  const std::vector<dataset::Process> processes = run.evidence().processes;
  for (dataset::Process one : processes) {
    one.package = "example.com/m/other";
    for (dataset::Reading& reading : one.results[0].readings) {
      reading.value *= one.side == Side::kHead ? 2 : 1;
    }
    run.add(one);
  }
  run.benchmark("BenchmarkA").package = "example.com/m/other";
  const Verdict verdict = decide(run.evidence(), Policy{});
  ASSERT_EQ(verdict.findings.size(), 2U);
  EXPECT_EQ(verdict.findings[0].outcome, Outcome::kRegression);
  EXPECT_EQ(verdict.findings[0].key.package, "example.com/m/other");
  EXPECT_EQ(verdict.findings[1].outcome, Outcome::kUnchanged);
}

TEST(Coverage, HintsFollowFromWhatTheFailureSays) {
  EvidenceBuilder run;
  for (const auto& [function, said] :
       {std::pair<std::string, std::string>{
            "BenchmarkGit", "fatal: not a git repository (or any of the parent directories): .git"},
        {"BenchmarkFile", "open example.com/m/sum/testdata/a.txt: no such file or directory"},
        {"BenchmarkNet", "dial tcp 192.0.2.1:80: connect: network is unreachable"}}) {
    run.benchmark(function);
    for (const Side side : {Side::kBase, Side::kHead}) {
      run.add(failed_process(side, 0, function, said));
    }
  }
  const Verdict verdict = decide(run.evidence(), Policy{});
  EXPECT_EQ(verdict.reason, Reason::kSeriesLost);
  ASSERT_THAT(codes(verdict), ElementsAre("trimmed-path", "no-git-repository", "no-network"));
  EXPECT_THAT(verdict.caveats[0].text, HasSubstr("build.trimpath: false"));
  EXPECT_THAT(verdict.caveats[0].text, HasSubstr("BenchmarkFile"));
  EXPECT_THAT(verdict.caveats[1].text, HasSubstr("the exported trees are no repositories"));
  EXPECT_THAT(verdict.caveats[1].text, HasSubstr("BenchmarkGit"));
}

}  // namespace
}  // namespace headgate::gate
