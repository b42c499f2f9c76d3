// The second stage: what is flagged, what is asked for, and what fresh samples make of it.

#include <gmock/gmock.h>

#include "core/gate/gate.h"
#include "support/evidence.h"
#include "support/findings.h"
#include "support/samples.h"

namespace headgate::gate {
namespace {

using stats::Side;
using stats::Stage;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using testing_support::around;
using testing_support::EvidenceBuilder;
using testing_support::finding;
using testing_support::kinds;
using testing_support::noisy;
using testing_support::progression;
using testing_support::told;

EvidenceBuilder flagged() {
  EvidenceBuilder run;
  run.measured("Ints/n=1-4", around(100), around(200));
  return run;
}

TEST(ConfirmRequests, AskForTheFlaggedLeavesOnly) {
  EvidenceBuilder run = flagged();
  run.measured("Same-4", around(100), around(100));
  run.measured("Fast-4", around(200), around(100));
  EXPECT_THAT(confirm_requests(run.evidence(), Policy{}),
              ElementsAre(ConfirmRequest{.module = ".",
                                         .package = "example.com/m/sum",
                                         .function = "BenchmarkInts",
                                         .leaf = "Ints/n=1",
                                         .iterations = 1000}));
}

TEST(ConfirmRequests, OnlyTheExactCpuSuffixIsNoPartOfTheLeaf) {
  EvidenceBuilder run;
  run.measured("Fmt/x-8-4", around(100), around(200));
  EXPECT_EQ(confirm_requests(run.evidence(), Policy{})[0].leaf, "Fmt/x-8");
}

TEST(ConfirmRequests, AskOncePerLeafWithTheSmallerMedianOfIterations) {
  EvidenceBuilder run;
  for (std::size_t round = 0; round < 10; ++round) {
    const double base = 100 + static_cast<double>(round);
    for (const auto& [side, factor, iterations] :
         {std::tuple(Side::kBase, 1.0, 5001), std::tuple(Side::kHead, 2.0, 2500)}) {
      run.add(testing_support::process(
          side, round, "BenchmarkInts",
          {{.name = "Ints-4",
            .iterations = iterations,
            .readings = {{base * factor, "sec/op"}, {base * factor, "B/op"}}}}));
    }
  }
  run.benchmark("BenchmarkInts");
  const std::vector<ConfirmRequest> requests = confirm_requests(
      run.evidence(), {.units = {{"sec/op", UnitLimits{}}, {"B/op", UnitLimits{}}}});
  ASSERT_THAT(requests, SizeIs(1));
  EXPECT_EQ(requests[0].iterations, 2500);
}

TEST(ConfirmRequests, AskForNothingWhenConfirmIsOff) {
  EXPECT_THAT(confirm_requests(flagged().evidence(), {.confirm = Confirm::kNo}), IsEmpty());
}

TEST(ConfirmRequests, ShownUnitsAndControlsAreNotMeasuredAgain) {
  EvidenceBuilder shown;
  shown.measured("Ints-4", around(100), around(200), "B/op");
  EXPECT_THAT(confirm_requests(shown.evidence(), Policy{}), IsEmpty());
  EvidenceBuilder control = flagged();
  control.evidence().unchanged = Unchanged::kControl;
  control.evidence().benchmarks[0].identity = Identity::kIdentical;
  EXPECT_THAT(confirm_requests(control.evidence(), Policy{}), IsEmpty());
}

TEST(ConfirmRequests, KeepTheOrderOfTheKeys) {
  EvidenceBuilder run;
  run.measured("B-4", around(100), around(200));
  run.measured("A-4", around(100), around(300));
  const std::vector<ConfirmRequest> requests = confirm_requests(run.evidence(), Policy{});
  ASSERT_THAT(requests, SizeIs(2));
  EXPECT_EQ(requests[0].leaf, "B");
  EXPECT_EQ(requests[1].leaf, "A");
}

TEST(Confirm, FreshSamplesThatAgreeMakeARegression) {
  EvidenceBuilder run = flagged();
  run.confirmed("Ints/n=1-4", "Ints/n=1", around(100), around(180));
  const Verdict verdict = decide(run.evidence(), Policy{});
  EXPECT_EQ(verdict.decision, Decision::kRegression);
  const Finding& one = finding(verdict, "Ints/n=1-4");
  EXPECT_EQ(one.outcome, Outcome::kRegression);
  EXPECT_EQ(one.stage, Stage::kConfirm);
  EXPECT_NEAR(*one.comparison->delta, 0.8, 1e-9) << "the stage that decided";
  EXPECT_NEAR(*one.first->delta, 1.0, 1e-9) << "the other one beside it";
  EXPECT_EQ(one.comparison->sides.base.n, 10U) << "no sample serves both stages";
  EXPECT_THAT(kinds(one), IsEmpty());
}

TEST(Confirm, HalfTheFloorIsEnough) {
  EvidenceBuilder run = flagged();
  run.confirmed("Ints/n=1-4", "Ints/n=1", around(100), around(103));
  EXPECT_EQ(decide(run.evidence(), Policy{}).decision, Decision::kRegression);
}

TEST(Confirm, FreshSamplesThatDisagreeAreAWarningWithBothEstimates) {
  EvidenceBuilder run = flagged();
  run.confirmed("Ints/n=1-4", "Ints/n=1", around(100), around(100));
  const Verdict verdict = decide(run.evidence(), Policy{});
  EXPECT_EQ(verdict.decision, Decision::kPass);
  EXPECT_EQ(verdict.compared, 1U);
  const Finding& one = finding(verdict, "Ints/n=1-4");
  EXPECT_EQ(one.outcome, Outcome::kNotConfirmed);
  EXPECT_THAT(kinds(one), ElementsAre(WarningKind::kNotConfirmed));
  EXPECT_EQ(one.warnings[0].text,
            "the first pass said +100.0% (p<0.001, n=10+10), measured again it was +0.0% (p=1.000, "
            "n=10+10)");
  EXPECT_THAT(verdict.message, HasSubstr("1 not confirmed"));
}

// Head runs a hundredth of base's iterations in the first pass; the confirm stage pins them.
EvidenceBuilder flagged_with_few_iterations() {
  EvidenceBuilder run = flagged();
  for (dataset::Process& process : run.evidence().processes) {
    if (process.side == Side::kHead) {
      for (dataset::BenchmarkResult& result : process.results) {
        result.iterations = 10;
      }
    }
  }
  return run;
}

TEST(Confirm, IterationsOfTheFirstPassExplainWhatWasNotConfirmed) {
  EvidenceBuilder run = flagged_with_few_iterations();
  run.confirmed("Ints/n=1-4", "Ints/n=1", around(100), around(100));
  const Verdict verdict = decide(run.evidence(), Policy{});
  const Finding& one = finding(verdict, "Ints/n=1-4");
  EXPECT_EQ(one.outcome, Outcome::kNotConfirmed);
  EXPECT_THAT(
      one.warnings,
      testing::Contains(testing::Field(
          &Warning::text, testing::StartsWith("in the first pass base ran 1000 and head 10"))));
}

TEST(Confirm, IterationsOfTheFirstPassSayNothingAboutWhatWasConfirmed) {
  EvidenceBuilder run = flagged_with_few_iterations();
  run.confirmed("Ints/n=1-4", "Ints/n=1", around(100), around(180));
  const Verdict verdict = decide(run.evidence(), Policy{});
  const Finding& one = finding(verdict, "Ints/n=1-4");
  EXPECT_EQ(one.outcome, Outcome::kRegression);
  EXPECT_THAT(kinds(one), testing::Not(testing::Contains(WarningKind::kIterationsDiffer)));
}

TEST(Confirm, OppositeDirectionDoesNotConfirm) {
  EvidenceBuilder run = flagged();
  run.confirmed("Ints/n=1-4", "Ints/n=1", around(200), around(100));
  EXPECT_EQ(finding(decide(run.evidence(), Policy{}), "Ints/n=1-4").outcome,
            Outcome::kNotConfirmed);
}

TEST(Confirm, NotConfirmedAndNoisyInEitherStageIsUnstable) {
  EvidenceBuilder noisy_again = flagged();
  noisy_again.confirmed("Ints/n=1-4", "Ints/n=1", noisy(100), noisy(100));
  EvidenceBuilder noisy_first;
  noisy_first.measured("Ints/n=1-4", noisy(100), noisy(200));
  noisy_first.confirmed("Ints/n=1-4", "Ints/n=1", around(100), around(100));
  for (EvidenceBuilder* run : {&noisy_again, &noisy_first}) {
    const Verdict verdict = decide(run->evidence(), Policy{});
    EXPECT_EQ(verdict.decision, Decision::kUnstable);
    EXPECT_THAT(kinds(finding(verdict, "Ints/n=1-4")),
                testing::IsSupersetOf({WarningKind::kNotConfirmed, WarningKind::kUnstable}));
  }
}

TEST(Confirm, ConfirmedAndNoisyIsARegressionWithAWarning) {
  EvidenceBuilder run = flagged();
  run.confirmed("Ints/n=1-4", "Ints/n=1", noisy(100), noisy(200));
  const Verdict verdict = decide(run.evidence(), Policy{});
  EXPECT_EQ(verdict.decision, Decision::kRegression);
  EXPECT_THAT(kinds(finding(verdict, "Ints/n=1-4")), ElementsAre(WarningKind::kUnstable));
}

TEST(Confirm, WhereItCannotRunTheFirstPassDecidesAndSaysSo) {
  EvidenceBuilder run;
  run.measured("Ints-4", noisy(100), noisy(200));
  for (const Confirm confirm : {Confirm::kYes, Confirm::kNo}) {
    const Finding one = finding(decide(run.evidence(), {.confirm = confirm}), "Ints-4");
    EXPECT_EQ(one.outcome, Outcome::kRegression);
    EXPECT_EQ(one.stage, Stage::kFirst);
    EXPECT_THAT(kinds(one), ElementsAre(WarningKind::kNoConfirm, WarningKind::kUnstable,
                                        WarningKind::kTwoRegimes));
  }
}

TEST(Confirm, WhenPolicyTurnsItOffRecordedConfirmSamplesAreNotUsed) {
  EvidenceBuilder run = flagged();
  run.confirmed("Ints/n=1-4", "Ints/n=1", around(100), around(100));
  const Finding one = finding(decide(run.evidence(), {.confirm = Confirm::kNo}), "Ints/n=1-4");
  EXPECT_EQ(one.outcome, Outcome::kRegression);
  EXPECT_EQ(one.stage, Stage::kFirst);
}

TEST(Confirm, LeafThatWasNotAskedForIsDecidedByTheFirstPass) {
  // As in a replay under a stricter policy, which flags more than the run measured again.
  EvidenceBuilder run = flagged();
  run.measured("Ints/n=2-4", around(100), around(200));
  run.confirmed("Ints/n=1-4", "Ints/n=1", around(100), around(200));
  const Verdict verdict = decide(run.evidence(), Policy{});
  EXPECT_EQ(finding(verdict, "Ints/n=1-4").stage, Stage::kConfirm);
  EXPECT_THAT(kinds(finding(verdict, "Ints/n=2-4")), ElementsAre(WarningKind::kNoConfirm));
}

TEST(Confirm, ShownUnitsStayWithTheFirstPass) {
  EvidenceBuilder run = flagged();
  run.measured("Ints/n=1-4", around(100), around(200), "B/op");
  run.confirmed("Ints/n=1-4", "Ints/n=1", around(100), around(100));
  run.confirmed("Ints/n=1-4", "Ints/n=1", around(100), around(100), "B/op");
  const Finding bytes = finding(decide(run.evidence(), Policy{}), "Ints/n=1-4", "B/op");
  EXPECT_EQ(bytes.stage, Stage::kFirst);
  EXPECT_EQ(bytes.outcome, Outcome::kRegression);
  EXPECT_THAT(kinds(bytes), IsEmpty());
}

TEST(Confirm, NoSampleIsAnErrorNotANotConfirmed) {
  EvidenceBuilder run = flagged();
  run.confirmed("Ints/n=1-4", "Ints/n=1", around(100), {});
  dataset::Process silent = testing_support::process(Side::kHead, 0, "BenchmarkInts", {});
  silent.stage = Stage::kConfirm;
  silent.leaf = "Ints/n=1";
  run.add(silent);
  const Verdict verdict = decide(run.evidence(), Policy{});
  EXPECT_EQ(verdict.reason, Reason::kSeriesLost);
  const Finding& one = finding(verdict, "Ints/n=1-4");
  EXPECT_EQ(one.outcome, Outcome::kLost);
  EXPECT_EQ(one.stage, Stage::kConfirm);
  EXPECT_TRUE(one.first);
  EXPECT_THAT(one.detail, HasSubstr("no sample when measured again"));
}

TEST(Confirm, BenchmarkThatFailsWhenMeasuredAgainIsToldOnce) {
  EvidenceBuilder run = flagged();
  run.confirmed("Ints/n=1-4", "Ints/n=1", around(100), {});
  for (std::size_t round = 0; round < 10; ++round) {
    dataset::Process failed =
        testing_support::failed_process(Side::kHead, round, "BenchmarkInts", "panic: boom");
    failed.stage = Stage::kConfirm;
    failed.leaf = "Ints/n=1";
    run.add(failed);
  }
  const Verdict verdict = decide(run.evidence(), Policy{});
  EXPECT_THAT(told(verdict), ElementsAre("lost Ints/n=1-4 sec/op"));
  EXPECT_THAT(verdict.findings[0].detail,
              HasSubstr("head: failed in 10 of 20 processes: exit status 1\npanic: boom"));
}

TEST(Confirm, TooFewFreshSamplesAreAnError) {
  EvidenceBuilder run = flagged();
  run.confirmed("Ints/n=1-4", "Ints/n=1", around(100), {200, 201, 202});
  const Verdict verdict = decide(run.evidence(), Policy{});
  EXPECT_EQ(verdict.reason, Reason::kTooFewSamples);
  EXPECT_EQ(finding(verdict, "Ints/n=1-4").stage, Stage::kConfirm);
}

TEST(Confirm, FreshSamplesThatAreNotFiniteAreAnError) {
  EvidenceBuilder run = flagged();
  run.confirmed("Ints/n=1-4", "Ints/n=1", around(100), {1, 1, 1, 1, std::nan("")});
  EXPECT_EQ(decide(run.evidence(), Policy{}).reason, Reason::kSeriesInvalid);
}

TEST(Confirm, SamplesOfTheFirstPassAreNotLostForTheSecond) {
  EvidenceBuilder run = flagged();
  run.confirmed("Ints/n=1-4", "Ints/n=1", around(100), around(200));
  EXPECT_THAT(kinds(finding(decide(run.evidence(), Policy{}), "Ints/n=1-4")), IsEmpty());
}

}  // namespace
}  // namespace headgate::gate
