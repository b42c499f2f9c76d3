// The rule for one pair, and what the whole run makes of it.

#include <limits>

#include <gmock/gmock.h>

#include "core/gate/gate.h"
#include "support/evidence.h"
#include "support/findings.h"
#include "support/samples.h"

namespace headgate::gate {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using testing_support::around;
using testing_support::codes;
using testing_support::EvidenceBuilder;
using testing_support::finding;
using testing_support::kinds;
using testing_support::noisy;
using testing_support::progression;
using testing_support::repeated;
using testing_support::told;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

Policy without_confirm() { return {.confirm = Confirm::kNo}; }

struct Case {
  std::string_view what;
  std::vector<double> base;
  std::vector<double> head;
  Outcome outcome;
  Decision decision;
};

TEST(Decide, OutcomesAndDecisionsFollowTheTable) {
  const std::vector<Case> cases = {
      {"slower", around(100), around(200), Outcome::kRegression, Decision::kRegression},
      {"faster", around(200), around(100), Outcome::kImprovement, Decision::kPass},
      {"the same", around(100), around(100), Outcome::kUnchanged, Decision::kPass},
      {"slower below the floor", around(100), around(104), Outcome::kUnchanged, Decision::kPass},
      {"noisy", noisy(100), noisy(101), Outcome::kUnstable, Decision::kUnstable},
      {"noisy on one side", around(100), noisy(100), Outcome::kUnstable, Decision::kUnstable},
      {"noisy and slower", noisy(100), noisy(200), Outcome::kRegression, Decision::kRegression},
      {"noisy and faster", noisy(200), noisy(100), Outcome::kUnstable, Decision::kUnstable},
      {"from nothing", repeated(10, 0), around(1), Outcome::kRegression, Decision::kRegression},
      {"to nothing", around(1), repeated(10, 0), Outcome::kImprovement, Decision::kPass},
      {"nothing", repeated(10, 0), repeated(10, 0), Outcome::kUnchanged, Decision::kPass},
      {"NaN", around(100), {1, 1, 1, std::nan("")}, Outcome::kInvalid, Decision::kError},
      {"infinite", {1, 1, 1, kInfinity}, around(100), Outcome::kInvalid, Decision::kError},
      {"three samples", {1, 2, 3}, around(100), Outcome::kInvalid, Decision::kError},
      {"one sample", {1}, {1}, Outcome::kInvalid, Decision::kError},
  };
  for (const Case& one : cases) {
    SCOPED_TRACE(one.what);
    EvidenceBuilder run;
    run.measured("Ints-4", one.base, one.head);
    const Verdict verdict = decide(run.evidence(), without_confirm());
    EXPECT_EQ(finding(verdict, "Ints-4").outcome, one.outcome);
    EXPECT_EQ(verdict.decision, one.decision);
  }
}

TEST(Decide, SwappingTheSidesTurnsARegressionIntoAnImprovement) {
  for (const std::string& unit : {std::string("sec/op"), std::string("B/s")}) {
    const Policy policy{.units = {{unit, UnitLimits{}}}, .confirm = Confirm::kNo};
    EvidenceBuilder forward;
    forward.measured("Ints-4", around(100), around(130), unit);
    EvidenceBuilder backward;
    backward.measured("Ints-4", around(130), around(100), unit);
    const Outcome there = finding(decide(forward.evidence(), policy), "Ints-4", unit).outcome;
    const Outcome back = finding(decide(backward.evidence(), policy), "Ints-4", unit).outcome;
    EXPECT_EQ(there, unit == "B/s" ? Outcome::kImprovement : Outcome::kRegression);
    EXPECT_EQ(back, unit == "B/s" ? Outcome::kRegression : Outcome::kImprovement);
  }
}

TEST(Decide, FindingHoldsEveryNumberUsed) {
  EvidenceBuilder run;
  run.measured("Ints/n=1-4", around(100), around(200));
  run.evidence().benchmarks[0].location = Location{.file = "sum/sum_test.go", .line = 12};
  const Verdict verdict = decide(run.evidence(), without_confirm());
  const Finding& one = finding(verdict, "Ints/n=1-4");
  EXPECT_EQ(one.function, "BenchmarkInts");
  EXPECT_EQ(one.key.module, ".");
  EXPECT_EQ(one.key.package, "example.com/m/sum");
  EXPECT_EQ(one.gating, Gating::kGated);
  EXPECT_EQ(one.stage, stats::Stage::kFirst);
  EXPECT_EQ(one.location, (Location{.file = "sum/sum_test.go", .line = 12}));
  ASSERT_TRUE(one.comparison);
  EXPECT_NEAR(*one.comparison->delta, 1, 1e-9);
  // Separated 10 against 10: 2 / C(20, 10).
  EXPECT_DOUBLE_EQ(one.comparison->p, 2.0 / 184756);
  EXPECT_EQ(one.comparison->alpha, 0.05);
  EXPECT_EQ(one.comparison->floor, 0.05);
}

TEST(Decide, CountsAreOfGatedSeriesOnly) {
  EvidenceBuilder run;
  run.measured("Slow-4", around(100), around(200));
  run.measured("Fast-4", around(200), around(100));
  run.measured("Same-4", around(100), around(100));
  run.measured("Noisy-4", noisy(100), noisy(100));
  run.measured("Bytes-4", around(100), around(200), "B/op");
  run.measured("Bytes-4", around(100), around(100));
  const Verdict verdict = decide(run.evidence(), without_confirm());
  EXPECT_EQ(verdict.compared, 5U);
  EXPECT_EQ(verdict.regressions, 1U);
  EXPECT_EQ(verdict.improvements, 1U);
  EXPECT_EQ(verdict.unstable, 1U);
  EXPECT_EQ(verdict.decision, Decision::kRegression) << "a regression outranks unstable";
}

TEST(Decide, UnitThatIsNotListedIsShownAndNeverRed) {
  EvidenceBuilder run;
  run.measured("Ints-4", around(100), around(100));
  run.measured("Ints-4", around(100), around(900), "B/op");
  const Verdict verdict = decide(run.evidence(), without_confirm());
  EXPECT_EQ(verdict.decision, Decision::kPass);
  const Finding& bytes = finding(verdict, "Ints-4", "B/op");
  EXPECT_EQ(bytes.outcome, Outcome::kRegression);
  EXPECT_EQ(bytes.gating, Gating::kShown);
}

TEST(Decide, NotFiniteReadingsOfAShownUnitAreInvalidButNoError) {
  EvidenceBuilder run;
  run.measured("Ints-4", around(100), around(100));
  run.measured("Ints-4", repeated(10, kInfinity), repeated(10, kInfinity), "rows/op");
  const Verdict verdict = decide(run.evidence(), without_confirm());
  EXPECT_EQ(verdict.decision, Decision::kPass);
  const Finding& rows = finding(verdict, "Ints-4", "rows/op");
  EXPECT_EQ(rows.outcome, Outcome::kInvalid);
  EXPECT_THAT(kinds(rows), ElementsAre(WarningKind::kNotFinite));
  EXPECT_EQ(rows.error, std::nullopt);
}

TEST(Decide, NotFiniteReadingsOfAGatedUnitAreSeriesInvalid) {
  EvidenceBuilder run;
  run.measured("Ints-4", around(100), {1, 1, 1, 1, std::nan("")});
  const Verdict verdict = decide(run.evidence(), without_confirm());
  EXPECT_EQ(verdict.reason, Reason::kSeriesInvalid);
  EXPECT_EQ(verdict.message,
            "example.com/m/sum/BenchmarkInts-4 reports sec/op that is NaN or infinite");
}

TEST(Decide, TooFewSamplesOfAGatedUnitAreAnErrorNotAPass) {
  EvidenceBuilder run;
  run.measured("Ints-4", around(100), {100, 101, 102});
  const Verdict verdict = decide(run.evidence(), without_confirm());
  EXPECT_EQ(verdict.reason, Reason::kTooFewSamples);
  EXPECT_EQ(verdict.compared, 0U);
  EXPECT_EQ(finding(verdict, "Ints-4").detail,
            "10 samples of base and 3 of head are too few to be compared at alpha 0.05");
}

TEST(Decide, TooFewSamplesSayWhatTheLostProcessesDiedOf) {
  EvidenceBuilder run;
  run.measured("A-4", {1, 2}, {1, 2});
  for (const stats::Side side : {stats::Side::kBase, stats::Side::kHead}) {
    run.add(testing_support::failed_process(side, 2, "BenchmarkA", "worn out"));
  }
  const Verdict verdict = decide(run.evidence(), Policy{});
  EXPECT_EQ(verdict.reason, Reason::kTooFewSamples);
  EXPECT_EQ(finding(verdict, "A-4").detail,
            "2 samples of base and 2 of head are too few to be compared at alpha 0.05\n"
            "base: failed in 1 of 3 processes: exit status 1\nworn out\n"
            "head: failed in 1 of 3 processes: exit status 1\nworn out");
}

TEST(Decide, TooFewSamplesOfAShownUnitAreNoError) {
  EvidenceBuilder run;
  run.measured("Ints-4", around(100), around(100));
  run.measured("Ints-4", {1, 2}, {1, 2}, "B/op");
  const Verdict verdict = decide(run.evidence(), without_confirm());
  EXPECT_EQ(verdict.decision, Decision::kPass);
  EXPECT_EQ(finding(verdict, "Ints-4", "B/op").outcome, Outcome::kInvalid);
}

TEST(Decide, FourOrFiveSamplesAreComparedWithAWarningAndACaveat) {
  EvidenceBuilder run;
  run.measured("Ints-4", {100, 101, 102, 103}, {100, 101, 102, 103, 104});
  const Verdict verdict = decide(run.evidence(), without_confirm());
  EXPECT_EQ(verdict.decision, Decision::kPass);
  EXPECT_THAT(kinds(finding(verdict, "Ints-4")), ElementsAre(WarningKind::kFewLevels));
  EXPECT_THAT(codes(verdict), ElementsAre("few-levels"));
}

TEST(Decide, EmptyLoopIsInvalidWithACaveatThatNamesTheSide) {
  // 0.2 ns per operation at a billion iterations against a real benchmark of 3 ns.
  EvidenceBuilder run;
  for (std::size_t round = 0; round < 10; ++round) {
    run.add(testing_support::process(stats::Side::kBase, round, "BenchmarkEqual",
                                     {testing_support::result("Equal-4", 2e-10, 1'000'000'000)}));
    run.add(testing_support::process(stats::Side::kHead, round, "BenchmarkEqual",
                                     {testing_support::result("Equal-4", 3e-9, 400'000'000)}));
  }
  run.measured("Ints-4", around(100), around(100));
  run.benchmark("BenchmarkEqual");
  const Verdict verdict = decide(run.evidence(), without_confirm());
  EXPECT_EQ(verdict.decision, Decision::kPass);
  EXPECT_EQ(verdict.compared, 1U);
  const Finding& empty = finding(verdict, "Equal-4");
  EXPECT_EQ(empty.outcome, Outcome::kInvalid);
  EXPECT_EQ(empty.error, std::nullopt);
  EXPECT_THAT(empty.warnings[0].text, HasSubstr("base measures nothing"));
  ASSERT_THAT(codes(verdict), ElementsAre("measures-nothing"));
  EXPECT_THAT(verdict.caveats[0].text, HasSubstr("BenchmarkEqual-4: base measures nothing"));
}

TEST(Decide, EmptyLoopMakesEveryUnitOfTheBenchmarkInvalid) {
  EvidenceBuilder run;
  for (std::size_t round = 0; round < 10; ++round) {
    for (const stats::Side side : {stats::Side::kBase, stats::Side::kHead}) {
      run.add(testing_support::process(
          side, round, "BenchmarkEqual",
          {{.name = "Equal-4",
            .iterations = 1'000'000'000,
            .readings = {{2e-10, "sec/op"}, {side == stats::Side::kBase ? 0.0 : 8.0, "B/op"}}}}));
    }
  }
  run.benchmark("BenchmarkEqual");
  const Verdict verdict = decide(run.evidence(), {.units = {{"B/op", UnitLimits{}}}});
  EXPECT_EQ(finding(verdict, "Equal-4", "B/op").outcome, Outcome::kInvalid);
  EXPECT_THAT(finding(verdict, "Equal-4").warnings[0].text,
              HasSubstr("base and head measure nothing"));
  EXPECT_EQ(verdict.reason, Reason::kNothingCompared);
}

TEST(Decide, OneNanosecondAtABillionIterationsIsMeasured) {
  EvidenceBuilder run;
  for (std::size_t round = 0; round < 10; ++round) {
    for (const stats::Side side : {stats::Side::kBase, stats::Side::kHead}) {
      run.add(testing_support::process(side, round, "BenchmarkAdd",
                                       {testing_support::result("Add-4", 1e-9, 1'000'000'000)}));
    }
  }
  run.benchmark("BenchmarkAdd");
  EXPECT_EQ(decide(run.evidence(), Policy{}).decision, Decision::kPass);
}

TEST(Decide, UnknownDirectionIsShownWithAWarningWhenItChanged) {
  EvidenceBuilder run;
  run.measured("Ints-4", around(100), around(100));
  run.measured("Ints-4", around(100), around(150), "rows/op");
  run.measured("Ints-4", around(100), around(100), "cols/op");
  const Verdict verdict = decide(run.evidence(), Policy{});
  EXPECT_EQ(verdict.decision, Decision::kPass);
  EXPECT_THAT(kinds(finding(verdict, "Ints-4", "rows/op")),
              ElementsAre(WarningKind::kUnknownDirection));
  EXPECT_THAT(finding(verdict, "Ints-4", "rows/op").warnings[0].text,
              HasSubstr("changed by +50.0% (p<0.001, n=10+10)"));
  EXPECT_THAT(kinds(finding(verdict, "Ints-4", "cols/op")), IsEmpty());
}

TEST(Decide, BenchmarkThatWasEditedSaysSoFirst) {
  EvidenceBuilder run;
  run.measured("Ints-4", noisy(100), noisy(200));
  run.evidence().benchmarks[0].own_text = OwnText::kChanged;
  const Finding one = finding(decide(run.evidence(), without_confirm()), "Ints-4");
  EXPECT_EQ(one.outcome, Outcome::kRegression);
  EXPECT_THAT(kinds(one), ElementsAre(WarningKind::kBenchmarkChanged, WarningKind::kNoConfirm,
                                      WarningKind::kUnstable, WarningKind::kTwoRegimes));
}

TEST(Decide, IterationsThatDifferMoreThanTwofoldAreSaid) {
  EvidenceBuilder run;
  for (std::size_t round = 0; round < 10; ++round) {
    const double value = 100 + static_cast<double>(round) * 0.1;
    run.add(testing_support::process(stats::Side::kBase, round, "BenchmarkA",
                                     {testing_support::result("A-4", value, 1000)}));
    run.add(testing_support::process(stats::Side::kHead, round, "BenchmarkA",
                                     {testing_support::result("A-4", value, 2100)}));
  }
  run.benchmark("BenchmarkA");
  EXPECT_THAT(kinds(finding(decide(run.evidence(), Policy{}), "A-4")),
              ElementsAre(WarningKind::kIterationsDiffer));
}

TEST(Decide, ValueThatGrowsWithTheIterationsIsSaidWhereSomethingIsClaimed) {
  // The more iterations, the larger the value, on both sides; head is 1 or 2 times base.
  for (const double factor : {1.0, 2.0}) {
    EvidenceBuilder run;
    for (std::size_t round = 0; round < 10; ++round) {
      const double value = 100 + static_cast<double>(round) * 0.1;
      const auto iterations = static_cast<std::int64_t>(1000 + round);
      run.add(testing_support::process(stats::Side::kBase, round, "BenchmarkA",
                                       {testing_support::result("A-4", value, iterations)}));
      run.add(
          testing_support::process(stats::Side::kHead, round, "BenchmarkA",
                                   {testing_support::result("A-4", value * factor, iterations)}));
    }
    run.benchmark("BenchmarkA");
    const Finding one = finding(decide(run.evidence(), without_confirm()), "A-4");
    if (factor == 1) {
      EXPECT_THAT(kinds(one), IsEmpty());
    } else {
      EXPECT_THAT(kinds(one),
                  ElementsAre(WarningKind::kNoConfirm, WarningKind::kGrowsWithIterations));
    }
  }
}

TEST(Decide, SamplesLostOnBothSidesAreAWarningWhileEnoughAreLeft) {
  EvidenceBuilder run;
  run.measured("Ints-4", around(100), around(100));
  run.add(testing_support::failed_process(stats::Side::kBase, 10, "BenchmarkInts", "boom"));
  run.add(testing_support::failed_process(stats::Side::kHead, 10, "BenchmarkInts", "boom"));
  run.add(testing_support::failed_process(stats::Side::kHead, 11, "BenchmarkInts", "boom"));
  const Verdict verdict = decide(run.evidence(), Policy{});
  EXPECT_EQ(verdict.decision, Decision::kPass);
  const Finding& one = finding(verdict, "Ints-4");
  EXPECT_THAT(kinds(one), ElementsAre(WarningKind::kSamplesLost));
  EXPECT_EQ(one.warnings[0].text, "1 of 11 processes of base and 2 of 12 of head gave no sample");
}

TEST(Decide, TextWedgedIntoSomeLinesIsAWarning) {
  EvidenceBuilder run;
  run.measured("Ints-4", around(100), around(100));
  dataset::Process spoilt = testing_support::process(stats::Side::kHead, 10, "BenchmarkInts", {});
  spoilt.broken_lines = {"BenchmarkInts-4 \ttalk (missing iteration count)"};
  run.add(spoilt);
  EXPECT_THAT(kinds(finding(decide(run.evidence(), Policy{}), "Ints-4")),
              ElementsAre(WarningKind::kSamplesLost));
}

TEST(Decide, NamesThatOccurTwiceInAProcessAreAnErrorAndNeverPooled) {
  EvidenceBuilder run;
  run.measured("Ints/ok-4", around(100), around(100));
  dataset::Process twice = testing_support::process(
      stats::Side::kHead, 0, "BenchmarkInts",
      {testing_support::result("Ints/x-4", 1), testing_support::result("Ints/x-4", 2)});
  twice.ambiguous_names = {"Ints/x-4"};
  run.add(twice);
  run.add(twice);
  const Verdict verdict = decide(run.evidence(), Policy{});
  EXPECT_EQ(verdict.reason, Reason::kAmbiguousName);
  const Finding& one = finding(verdict, "Ints/x-4");
  EXPECT_EQ(one.outcome, Outcome::kInvalid);
  EXPECT_EQ(one.error, Reason::kAmbiguousName);
  EXPECT_EQ(one.detail, "one process of head printed two results of this name");
  EXPECT_EQ(verdict.message,
            "example.com/m/sum/BenchmarkInts/x-4 occurs twice in the output of one process");
}

TEST(Decide, PatternThatDoesNotCompileLeavesTheRunUndecided) {
  EvidenceBuilder run;
  run.measured("Ints-4", around(100), around(100));
  run.evidence().caveats = {{.code = "stale-merge", .text = "base moved on"}};
  const Verdict verdict =
      decide(run.evidence(), {.benchmarks = {{.match = "(", .origin = "flag --x"}}});
  EXPECT_EQ(verdict.decision, Decision::kError);
  EXPECT_EQ(verdict.reason, Reason::kConfigInvalid);
  EXPECT_THAT(codes(verdict), ElementsAre("stale-merge"));
  EXPECT_THAT(confirm_requests(run.evidence(), {.benchmarks = {{.match = "("}}}), IsEmpty());
}

TEST(Decide, LimitsOfABenchmarkDecide) {
  EvidenceBuilder run;
  run.measured("Decode/small-4", around(100), around(104));
  run.measured("Decode/large-4", around(100), around(104));
  const Policy policy{.benchmarks = {{.match = "sum/BenchmarkDecode/small", .min_delta = 0.03}},
                      .confirm = Confirm::kNo};
  const Verdict verdict = decide(run.evidence(), policy);
  EXPECT_EQ(finding(verdict, "Decode/small-4").outcome, Outcome::kRegression);
  EXPECT_EQ(finding(verdict, "Decode/large-4").outcome, Outcome::kUnchanged);
}

TEST(Decide, EvidenceCaveatsComeFirst) {
  EvidenceBuilder run;
  run.measured("Ints-4", {1, 2, 3, 4}, {1, 2, 3, 4});
  run.evidence().caveats = {{.code = "toolchains", .text = "go1.25 and go1.26"}};
  run.evidence().unchanged = Unchanged::kMeasure;
  EXPECT_THAT(codes(decide(run.evidence(), {.cv_threshold = 1})),
              ElementsAre("toolchains", "few-levels"));
}

}  // namespace
}  // namespace headgate::gate
