#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/gate/gate.h"
#include "core/report/report.h"
#include "support/hostile_text.h"
#include "support/runner_parser.h"
#include "support/verdicts.h"

namespace headgate::report {
namespace {

using gate::Decision;
using gate::Outcome;
using github::Annotation;
using github::Level;
using testing::ElementsAre;
using testing::IsEmpty;
using testing_support::bare_finding;
using testing_support::compared_finding;
using testing_support::recorded_verdict;
using testing_support::verdict_of;

gate::Finding regression(std::string name = "Ints-4") {
  gate::Finding finding = compared_finding(std::move(name), Outcome::kRegression, 2.5e-6, 7.5e-6);
  finding.location = gate::Location{.file = "sum/sum_test.go", .line = 12};
  return finding;
}

gate::Finding failing(Outcome outcome, Reason reason, std::string detail) {
  gate::Finding finding = bare_finding("Ints-4", outcome);
  finding.error = reason;
  finding.detail = std::move(detail);
  return finding;
}

gate::Verdict error_verdict(Reason reason, std::vector<gate::Finding> findings) {
  gate::Verdict verdict = verdict_of(Decision::kError, std::move(findings));
  verdict.reason = reason;
  verdict.message = "what went wrong";
  verdict.remedy = "what to do";
  return verdict;
}

std::vector<std::string> titles(const gate::Verdict& verdict) {
  std::vector<std::string> result;
  for (const Annotation& annotation : annotations(verdict)) {
    result.push_back(annotation.title);
  }
  return result;
}

TEST(Annotations, OfAPassAreNone) {
  EXPECT_THAT(
      annotations(verdict_of(Decision::kPass, {compared_finding("A", Outcome::kUnchanged, 1, 1),
                                               compared_finding("B", Outcome::kImprovement, 2, 1),
                                               bare_finding("C", Outcome::kIdentical),
                                               bare_finding("D", Outcome::kAdded),
                                               bare_finding("E", Outcome::kSkipped)})),
      IsEmpty());
}

TEST(Annotations, OfARegressionAreOneErrorAtItsBenchmark) {
  EXPECT_THAT(
      annotations(verdict_of(Decision::kRegression, {regression()})),
      ElementsAre(Annotation{.level = Level::kError,
                             .title = "headgate: regression: sum.Ints-4",
                             .message = "slower: 2.5 µs to 7.5 µs, +200.0% (p<0.001, n=10+10)\n"
                                        "a change of 5.0% or more fails",
                             .file = "sum/sum_test.go",
                             .line = 12}));
}

TEST(Annotations, NameTheUnitWhereItIsNotTime) {
  gate::Finding bytes = regression();
  bytes.key.unit = "B/op";
  const std::vector<Annotation> told = annotations(verdict_of(Decision::kRegression, {bytes}));
  ASSERT_EQ(told.size(), 1U);
  EXPECT_EQ(told[0].title, "headgate: regression: sum.Ints-4 B/op");
  EXPECT_TRUE(told[0].message.starts_with("worse: ")) << told[0].message;
}

TEST(Annotations, TellBothStagesAndTheLimitOfTheFirst) {
  // At the confirm stage half of the floor is enough; what the user set is the first pass's.
  gate::Finding confirmed = regression();
  confirmed.stage = stats::Stage::kConfirm;
  confirmed.first = confirmed.comparison;
  confirmed.first->delta = 2.5;
  confirmed.comparison->floor = 0.025;
  const std::vector<Annotation> told = annotations(verdict_of(Decision::kRegression, {confirmed}));
  ASSERT_EQ(told.size(), 1U);
  EXPECT_EQ(told[0].message,
            "slower: 2.5 µs to 7.5 µs, +200.0% (p<0.001, n=10+10)\n"
            "a change of 5.0% or more fails; the first pass said +250.0% (p<0.001, n=10+10), these "
            "numbers are from measuring it again");
}

TEST(Annotations, SayFirstThatTheBenchmarkItselfChanged) {
  gate::Finding edited = regression();
  edited.warnings = {
      {.kind = gate::WarningKind::kIterationsDiffer, .text = "iterations differ"},
      {.kind = gate::WarningKind::kBenchmarkChanged, .text = "the benchmark itself was edited"}};
  const std::string message = annotations(verdict_of(Decision::kRegression, {edited}))[0].message;
  EXPECT_TRUE(message.starts_with("the benchmark itself was edited\nslower: ")) << message;
  EXPECT_TRUE(message.ends_with("\niterations differ")) << message;
  EXPECT_EQ(message.find("edited"), message.rfind("edited")) << "told once";
}

TEST(Annotations, OfUnitsThatAreOnlyShownAreNone) {
  gate::Finding shown = regression();
  shown.gating = gate::Gating::kShown;
  EXPECT_THAT(annotations(verdict_of(Decision::kPass, {shown})), IsEmpty());
}

TEST(Annotations, WarnOfWhatIsUnstableOrNotConfirmed) {
  gate::Finding noisy = compared_finding("A-4", Outcome::kUnstable, 1e-6, 1e-6);
  noisy.warnings = {{.kind = gate::WarningKind::kUnstable, .text = "samples scatter by 30.0%"}};
  gate::Finding refuted = compared_finding("B-4", Outcome::kNotConfirmed, 1e-6, 1e-6);
  gate::Verdict verdict = verdict_of(Decision::kUnstable, {noisy, refuted});
  verdict.remedy = "measure longer";
  const std::vector<Annotation> told = annotations(verdict);
  ASSERT_EQ(told.size(), 2U);
  EXPECT_EQ(told[0].level, Level::kWarning);
  EXPECT_EQ(told[0].title, "headgate: unstable: sum.A-4");
  EXPECT_EQ(told[0].message,
            "too noisy to trust: 1 µs to 1 µs, +0.0% (p<0.001, n=10+10)\n"
            "samples scatter by 30.0%\nmeasure longer");
  EXPECT_EQ(told[1].level, Level::kWarning);
  EXPECT_EQ(told[1].title, "headgate: not-confirmed: sum.B-4");
  EXPECT_EQ(told[1].message.find("measure longer"), std::string::npos);
}

gate::Finding known() {
  gate::Finding finding = compared_finding("Ints-4", Outcome::kKnown, 2.5e-6, 2.75e-6);
  finding.warnings = {
      {.kind = gate::WarningKind::kKnown, .text = "the ledger dismisses changes of up to 12.5%"}};
  finding.location = gate::Location{.file = "sum/sum_test.go", .line = 12};
  return finding;
}

TEST(Annotations, OfWhatTheLedgerKnowsAreNotices) {
  EXPECT_THAT(
      annotations(verdict_of(Decision::kPass, {known()})),
      ElementsAre(Annotation{
          .level = Level::kNotice,
          .title = "headgate: known: sum.Ints-4",
          .message = "slower, as the ledger knows: 2.5 µs to 2.75 µs, +10.0% (p<0.001, n=10+10)\n"
                     "the ledger dismisses changes of up to 12.5%",
          .file = "sum/sum_test.go",
          .line = 12}));
}

TEST(Annotations, OfAWaiverAreANoticeBesideTheErrors) {
  gate::Verdict verdict = verdict_of(Decision::kRegression, {regression()});
  for (const std::string code : {"waived", "not-waived"}) {
    verdict.caveats = {{.code = code, .text = "what the label does"}};
    const std::vector<Annotation> told = annotations(verdict);
    ASSERT_EQ(told.size(), 2U);
    EXPECT_EQ(told[0].level, Level::kError);
    EXPECT_EQ(told[1].level, Level::kNotice);
    EXPECT_EQ(told[1].title, "headgate: " + code);
    EXPECT_EQ(told[1].message, "what the label does");
  }
}

TEST(Annotations, TellARegressionAndAnUnstableBenchmark) {
  EXPECT_THAT(
      titles(verdict_of(Decision::kRegression,
                        {regression(), compared_finding("B-4", Outcome::kUnstable, 1e-6, 1e-6)})),
      ElementsAre("headgate: regression: sum.Ints-4", "headgate: unstable: sum.B-4"));
}

TEST(Annotations, ForbiddenRemovalIsAnError) {
  const std::vector<Annotation> told =
      annotations(verdict_of(Decision::kRegression, {bare_finding("A-4", Outcome::kRemoved)}));
  ASSERT_EQ(told.size(), 1U);
  EXPECT_EQ(told[0].level, Level::kError);
  EXPECT_EQ(told[0].title, "headgate: removed: sum.A-4");
  EXPECT_EQ(told[0].message, "head no longer has this benchmark, and policy.removed is fail");
}

TEST(Annotations, WarnOfRemovalsOnce) {
  gate::Finding removed = bare_finding("A-4", Outcome::kRemoved);
  removed.gating = gate::Gating::kShown;
  gate::Verdict verdict = verdict_of(Decision::kPass, {removed, removed});
  EXPECT_THAT(annotations(verdict), IsEmpty()) << "policy.removed is ignore";
  verdict.caveats = {{.code = "stale-base", .text = "main moved on"},
                     {.code = "removed", .text = "base has benchmarks that head has not: A, B"}};
  EXPECT_THAT(annotations(verdict),
              ElementsAre(Annotation{.level = Level::kWarning,
                                     .title = "headgate: removed",
                                     .message = "base has benchmarks that head has not: A, B"}));
}

TEST(Annotations, OfACauseWithoutABenchmarkAreOneError) {
  for (const Reason reason : {Reason::kBuildFailed, Reason::kNothingCompared,
                              Reason::kShallowCheckout, Reason::kEnvironmentMismatch}) {
    EXPECT_THAT(annotations(error_verdict(reason, {})),
                ElementsAre(Annotation{.level = Level::kError,
                                       .title = "headgate: " + std::string(code(reason)),
                                       .message = "what went wrong\nwhat to do"}));
  }
}

TEST(Annotations, OfACauseThatABenchmarkHasAreAtTheBenchmark) {
  gate::Finding lost =
      failing(Outcome::kLost, Reason::kSeriesLost, "head: failed in 1 of 10 processes: boom");
  lost.location = gate::Location{.file = "sum/sum_test.go", .line = 7};
  EXPECT_THAT(annotations(error_verdict(Reason::kSeriesLost, {lost})),
              ElementsAre(Annotation{
                  .level = Level::kError,
                  .title = "headgate: series-lost: sum.Ints-4",
                  .message = "no samples to compare, though the benchmark is there on both sides\n"
                             "head: failed in 1 of 10 processes: boom\nwhat to do",
                  .file = "sum/sum_test.go",
                  .line = 7}));
}

TEST(Annotations, OfDifferentCausesAreAllThere) {
  const gate::Verdict verdict =
      error_verdict(Reason::kSeriesLost,
                    {failing(Outcome::kLost, Reason::kSeriesLost, "lost"),
                     failing(Outcome::kInvalid, Reason::kSeriesInvalid, "NaN"), regression("B-4")});
  EXPECT_THAT(titles(verdict),
              ElementsAre("headgate: series-lost: sum.Ints-4",
                          "headgate: series-invalid: sum.Ints-4", "headgate: regression: sum.B-4"));
  EXPECT_EQ(annotations(verdict)[1].message.find("what to do"), std::string::npos)
      << "the remedy is that of another cause";
}

TEST(Annotations, OfARunThatEndedEarlyLeaveOutWhatIsMissing) {
  const gate::Verdict verdict = error_verdict(
      Reason::kInterrupted,
      {regression("A-4"), failing(Outcome::kInvalid, Reason::kTooFewSamples, "3 samples"),
       failing(Outcome::kLost, Reason::kSeriesLost, "no result")});
  EXPECT_THAT(titles(verdict),
              ElementsAre("headgate: interrupted", "headgate: regression: sum.A-4"));
}

TEST(Annotations, TellADetailThatIsAWarningOnce) {
  gate::Finding invalid = failing(Outcome::kInvalid, Reason::kSeriesInvalid, "1 value is NaN");
  invalid.warnings = {{.kind = gate::WarningKind::kNotFinite, .text = "1 value is NaN"}};
  EXPECT_EQ(annotations(error_verdict(Reason::kSeriesInvalid, {invalid}))[0].message,
            "cannot be compared\n1 value is NaN\nwhat to do");
}

TEST(Annotations, KeepWithinTheRunnersLimits) {
  std::vector<gate::Finding> findings;
  for (int i = 0; i < 30; ++i) {
    findings.push_back(regression("A" + std::to_string(i)));
  }
  const std::vector<Annotation> told =
      annotations(verdict_of(Decision::kRegression, std::move(findings)));
  ASSERT_EQ(told.size(), 10U);
  EXPECT_EQ(told[0].title, "headgate: regression: sum.A0");
  EXPECT_EQ(told[9].title, "headgate: and 21 more");
}

TEST(Annotations, OfARecordedVerdictAreCommandsOfTheRunner) {
  std::vector<std::string> files;
  for (const Annotation& annotation : annotations(recorded_verdict())) {
    const auto command = testing_support::command_of(github::command(annotation));
    ASSERT_TRUE(command);
    EXPECT_EQ(command->name, "error");
    files.push_back(command->properties.contains("file")
                        ? command->properties.at("file") + ":" + command->properties.at("line")
                        : "none");
  }
  EXPECT_THAT(files, ElementsAre("sum/sum_test.go:12", "none"));
}

TEST(Annotations, AGreenRunStillTellsOfEditedBenchmarksAndControlsThatDiffer) {
  gate::Verdict verdict = verdict_of(Decision::kPass, {});
  verdict.caveats = {{.code = "benchmark-changed", .text = "the text differs"},
                     {.code = "control-differs", .text = "identical code differs"},
                     {.code = "few-levels", .text = "only in the summary"}};
  const std::vector<github::Annotation> told = annotations(verdict);
  ASSERT_EQ(told.size(), 2U);
  EXPECT_EQ(told[0].level, github::Level::kWarning) << "what is worse stands first";
  EXPECT_EQ(told[0].title, "headgate: control-differs");
  EXPECT_EQ(told[0].message, "identical code differs");
  EXPECT_EQ(told[1].level, github::Level::kNotice);
  EXPECT_EQ(told[1].title, "headgate: benchmark-changed");
}

gate::Finding edited(gate::Finding finding) {
  finding.warnings = {
      {.kind = gate::WarningKind::kBenchmarkChanged, .text = "the benchmark itself was edited"}};
  return finding;
}

std::size_t told_with_the_caveat(std::vector<gate::Finding> findings) {
  gate::Verdict verdict = verdict_of(Decision::kRegression, std::move(findings));
  verdict.caveats = {{.code = "benchmark-changed", .text = "the text differs (1 benchmark): X"}};
  return annotations(verdict).size();
}

TEST(Annotations, AnEditThatAFindingTellsIsNotToldAgain) {
  gate::Finding bytes = edited(compared_finding("X", Outcome::kUnchanged, 2.5e-6, 2.5e-6));
  bytes.key.unit = "B/op";
  EXPECT_EQ(told_with_the_caveat({edited(regression("X"))}), 1U);
  EXPECT_EQ(told_with_the_caveat({edited(regression("X")), bytes}), 1U)
      << "a quiet unit of the same benchmark";
}

TEST(Annotations, AnEditThatNoFindingTellsIsToldBesideThoseThatAre) {
  EXPECT_EQ(
      told_with_the_caveat({edited(regression("X")),
                            edited(compared_finding("Y", Outcome::kUnchanged, 2.5e-6, 2.5e-6))}),
      2U);
}

}  // namespace
}  // namespace headgate::report
