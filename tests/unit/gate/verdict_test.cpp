// Precedence, order of findings, the one line for people, and verdicts that come from errors.

#include "core/gate/verdict.h"

#include <set>

#include <gmock/gmock.h>

#include "core/gate/gate.h"
#include "support/findings.h"

namespace headgate::gate {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing_support::told;

stats::Summary summary(double median, double cv) {
  return {.n = 10,
          .median = median,
          .lo = median,
          .hi = median,
          .confidence = 0.95,
          .mean = median,
          .cv = cv,
          .warnings = {}};
}

Finding made(std::string name, Outcome outcome, double head = 1, double base = 1) {
  Finding finding{.key = {.module = ".",
                          .package = "p",
                          .name = std::move(name),
                          .configuration = "",
                          .unit = "sec/op"},
                  .function = "BenchmarkX",
                  .outcome = outcome,
                  .gating = Gating::kGated};
  finding.comparison =
      Comparison{.sides = {.base = summary(base, 0.142), .head = summary(head, 0.12)},
                 .delta = base == 0 ? std::nullopt : std::optional<double>(head / base - 1),
                 .p = 0.0021,
                 .alpha = 0.05,
                 .floor = 0.05,
                 .iterations = {.base = 1, .head = 1}};
  return finding;
}

Finding lost(std::string name) {
  Finding finding = made(std::move(name), Outcome::kLost);
  finding.comparison = std::nullopt;
  finding.error = Reason::kSeriesLost;
  return finding;
}

Verdict concluded(std::vector<Finding> findings, std::vector<std::string> mismatches = {}) {
  return conclude({.findings = std::move(findings),
                   .caveats = {},
                   .mismatches = std::move(mismatches),
                   .emptiness = {.message = "there is no benchmark", .remedy = {}}});
}

// A conclusion without anything that was compared.
Verdict concluded_of_nothing(std::vector<Finding> findings, Extent extent,
                             Touches touches = Touches::kUnknown) {
  return conclude({.findings = std::move(findings),
                   .caveats = {},
                   .mismatches = {},
                   .emptiness = {.message = "there is no benchmark", .remedy = {}},
                   .extent = extent,
                   .touches = touches});
}

TEST(NothingCompared, InAShardIsForTheMergeToDecide) {
  const Verdict empty = concluded_of_nothing({}, Extent::kShard);
  EXPECT_EQ(empty.decision, Decision::kError);
  EXPECT_EQ(empty.reason, Reason::kShardEmpty);
  EXPECT_EQ(empty.message,
            "no verdict from this shard alone: nothing was compared: there is no benchmark");
  EXPECT_THAT(empty.remedy, HasSubstr("headgate merge"));
  Finding added = made("X", Outcome::kAdded);
  added.comparison = std::nullopt;
  EXPECT_EQ(concluded_of_nothing({added}, Extent::kShard).reason, Reason::kShardEmpty);
  EXPECT_EQ(concluded_of_nothing({added}, Extent::kWholeRun).reason, Reason::kNothingCompared);
}

TEST(NothingCompared, PassesOnlyWhereTheChangeTouchesNoGoPackage) {
  for (const Extent extent : {Extent::kWholeRun, Extent::kShard}) {
    const Verdict verdict = concluded_of_nothing({}, extent, Touches::kNoPackage);
    EXPECT_EQ(verdict.decision, Decision::kPass);
    EXPECT_EQ(verdict.compared, 0U);
    EXPECT_EQ(verdict.message, "nothing to compare: the change touches no Go package");
    EXPECT_EQ(concluded_of_nothing({}, extent, Touches::kPackages).decision, Decision::kError);
    // Somebody was looked at after all.
    EXPECT_EQ(
        concluded_of_nothing({made("X", Outcome::kSkipped)}, extent, Touches::kNoPackage).decision,
        Decision::kError);
  }
}

TEST(NothingCompared, DoesNotHideALostBenchmarkOfAShard) {
  EXPECT_EQ(concluded_of_nothing({lost("X")}, Extent::kShard).reason, Reason::kSeriesLost);
}

TEST(ExitCode, IsOneForEachDecision) {
  EXPECT_EQ(exit_code(Decision::kPass), 0);
  EXPECT_EQ(exit_code(Decision::kRegression), 1);
  EXPECT_EQ(exit_code(Decision::kError), 2);
  EXPECT_EQ(exit_code(Decision::kUnstable), 3);
}

TEST(Names, AreThoseOfTheVerdictFile) {
  EXPECT_EQ(name(Decision::kPass), "pass");
  EXPECT_EQ(name(Decision::kRegression), "regression");
  EXPECT_EQ(name(Decision::kError), "error");
  EXPECT_EQ(name(Decision::kUnstable), "unstable");
  std::vector<std::string_view> outcomes;
  for (int outcome = 0; outcome <= static_cast<int>(Outcome::kKnown); ++outcome) {
    outcomes.push_back(name(static_cast<Outcome>(outcome)));
  }
  EXPECT_THAT(outcomes,
              ElementsAre("regression", "improvement", "unchanged", "unstable", "not-confirmed",
                          "added", "removed", "skipped", "lost", "invalid", "identical", "known"));
}

TEST(Names, OfWarningsAreDistinctKebabCase) {
  std::set<std::string_view> names;
  for (int kind = 0; kind <= static_cast<int>(WarningKind::kUnknownDirection); ++kind) {
    const std::string_view text = name(static_cast<WarningKind>(kind));
    EXPECT_EQ(text.find_first_not_of("abcdefghijklmnopqrstuvwxyz-"), std::string_view::npos);
    names.insert(text);
  }
  EXPECT_EQ(names.size(), static_cast<std::size_t>(WarningKind::kUnknownDirection) + 1);
  EXPECT_EQ(name(WarningKind::kBenchmarkChanged), "benchmark-changed");
}

TEST(Verdict, ErrorOutranksRegressionOutranksUnstableOutranksPass) {
  const Finding slower = made("Slow-4", Outcome::kRegression, 2);
  const Finding noisy = made("Noisy-4", Outcome::kUnstable);
  const Finding same = made("Same-4", Outcome::kUnchanged);
  EXPECT_EQ(concluded({same, noisy, slower, lost("Gone-4")}).decision, Decision::kError);
  EXPECT_EQ(concluded({same, noisy, slower}).decision, Decision::kRegression);
  EXPECT_EQ(concluded({same, noisy}).decision, Decision::kUnstable);
  EXPECT_EQ(concluded({same}).decision, Decision::kPass);
}

TEST(Verdict, FindingsComeWorstFirst) {
  Finding shown = made("Shown-4", Outcome::kRegression, 50);
  shown.gating = Gating::kShown;
  Finding other_package = made("Other-4", Outcome::kUnchanged);
  other_package.key.package = "a";
  EXPECT_THAT(
      told(concluded(
          {made("Same-4", Outcome::kUnchanged), shown, other_package,
           made("Refuted-4", Outcome::kNotConfirmed), made("Noisy-4", Outcome::kUnstable),
           lost("Gone-4"), made("Removed-4", Outcome::kRemoved),
           made("Twice-4", Outcome::kRegression, 2), made("FromZero-4", Outcome::kRegression, 1, 0),
           made("Thrice-4", Outcome::kRegression, 3)})),
      ElementsAre("regression FromZero-4 sec/op", "regression Thrice-4 sec/op",
                  "regression Twice-4 sec/op", "removed Removed-4 sec/op", "lost Gone-4 sec/op",
                  "unstable Noisy-4 sec/op", "not-confirmed Refuted-4 sec/op",
                  "unchanged Other-4 sec/op", "unchanged Same-4 sec/op",
                  "regression Shown-4 sec/op"));
}

TEST(Verdict, SizeOfARegressionIsARatioInEitherDirection) {
  // B/s from 90 to 30 is three times slower, worse than from 1 to 2 sec/op.
  EXPECT_THAT(told(concluded({made("Twice-4", Outcome::kRegression, 2),
                              made("Third-4", Outcome::kRegression, 30, 90)})),
              ElementsAre("regression Third-4 sec/op", "regression Twice-4 sec/op"));
}

TEST(Verdict, MessageOfAPassCountsWhatWasCompared) {
  EXPECT_EQ(concluded({made("A-4", Outcome::kUnchanged), made("B-4", Outcome::kImprovement),
                       made("C-4", Outcome::kNotConfirmed)})
                .message,
            "no regression in 3 compared series, 1 improved, 1 not confirmed");
}

TEST(Verdict, MessageOfARegressionHasTheWorstOneAndTheCounts) {
  EXPECT_EQ(concluded({made("A-4", Outcome::kRegression, 2), made("B/x-4", Outcome::kRegression, 3),
                       made("C-4", Outcome::kUnstable)})
                .message,
            "2 regressions in 3 compared series: p/BenchmarkB/x-4 sec/op +200.0% (p=0.002, "
            "n=10+10), 1 unstable");
}

TEST(Verdict, MessageOfARegressionFromNothingHasBothValues) {
  EXPECT_EQ(concluded({made("A-4", Outcome::kRegression, 3, 0)}).message,
            "1 regression in 1 compared series: p/BenchmarkA-4 sec/op from 0 to 3 (p=0.002, "
            "n=10+10)");
}

TEST(Verdict, MessageTellsARegressionAndAForbiddenRemoval) {
  EXPECT_THAT(concluded({made("A-4", Outcome::kRegression, 2), made("B-4", Outcome::kRemoved),
                         made("C-4", Outcome::kRemoved)})
                  .message,
              HasSubstr("; removed against policy.removed: p/BenchmarkB-4 and 1 more"));
}

TEST(Verdict, MessageOfUnstableHasTheScatter) {
  const Verdict verdict =
      concluded({made("A-4", Outcome::kUnstable), made("B-4", Outcome::kUnchanged)});
  EXPECT_EQ(verdict.message,
            "no regression, but 1 of 2 compared series too noisy to trust: p/BenchmarkA-4 sec/op "
            "scatters by 14.2% on base and 12.0% on head");
  EXPECT_THAT(verdict.remedy, HasSubstr("cv-threshold"));
}

TEST(Verdict, MessageOfAnErrorAlsoTellsRegressionsAndUnstable) {
  const Verdict verdict = concluded({lost("A-4"), lost("B-4"), made("C-4", Outcome::kRegression, 2),
                                     made("D-4", Outcome::kUnstable)});
  EXPECT_EQ(verdict.reason, Reason::kSeriesLost);
  EXPECT_EQ(verdict.message,
            "p/BenchmarkA-4 has no usable sample on a side and 1 more; also 1 regression; also 1 "
            "unstable");
  EXPECT_THAT(verdict.remedy, HasSubstr("measure.skip"));
  EXPECT_EQ(verdict.regressions, 1U);
}

TEST(Verdict, NothingComparedIsAnErrorThatSaysWhatThereWas) {
  Finding bytes = made("A-4", Outcome::kUnchanged);
  bytes.gating = Gating::kShown;
  Finding added = made("B-4", Outcome::kAdded);
  added.comparison = std::nullopt;
  added.gating = Gating::kShown;
  Finding removed = added;
  removed.outcome = Outcome::kRemoved;
  const Verdict verdict = concluded({bytes, added, added, removed});
  EXPECT_EQ(verdict.reason, Reason::kNothingCompared);
  EXPECT_EQ(verdict.message,
            "nothing was compared: 2 added, 1 removed, 1 in units that are not gated");
  EXPECT_EQ(concluded({}).message, "nothing was compared: there is no benchmark");
}

TEST(Verdict, NothingComparedCountsNothingTwice) {
  Finding few = made("A-4", Outcome::kInvalid);
  few.gating = Gating::kShown;
  EXPECT_EQ(concluded({few}).message, "nothing was compared: 1 invalid");
}

TEST(Verdict, ErrorOfASeriesComesBeforeNothingCompared) {
  EXPECT_EQ(concluded({lost("A-4")}).reason, Reason::kSeriesLost);
}

TEST(Verdict, MismatchComesBeforeEverything) {
  const Verdict verdict = concluded({lost("A-4")}, {"cpu: \"a\" on base, \"b\" on head"});
  EXPECT_EQ(verdict.reason, Reason::kEnvironmentMismatch);
  EXPECT_EQ(verdict.message,
            "base and head were measured under different conditions: cpu: \"a\" on base, \"b\" on "
            "head");
}

TEST(Verdict, FindingWithAnErrorIsNotCompared) {
  Finding few = made("A-4", Outcome::kInvalid);
  few.error = Reason::kTooFewSamples;
  EXPECT_EQ(concluded({few, made("B-4", Outcome::kUnchanged)}).compared, 1U);
}

TEST(Undecided, TakesReasonMessageAndRemedyOfTheError) {
  const Verdict verdict = undecided(
      {.reason = Reason::kBuildFailed, .message = "head does not build", .remedy = "fix it"},
      {{.code = "c", .text = "t"}});
  EXPECT_EQ(verdict.decision, Decision::kError);
  EXPECT_EQ(verdict.reason, Reason::kBuildFailed);
  EXPECT_EQ(verdict.message, "head does not build");
  EXPECT_EQ(verdict.remedy, "fix it");
  EXPECT_THAT(verdict.caveats, ElementsAre(Caveat{.code = "c", .text = "t"}));
  EXPECT_EQ(verdict.compared, 0U);
}

TEST(Overruled, KeepsFindingsAndCountsUnderTheError) {
  const Verdict verdict =
      overruled(concluded({made("A-4", Outcome::kRegression, 2)}),
                {.reason = Reason::kDeadline, .message = "time is up", .remedy = "more time"});
  EXPECT_EQ(verdict.decision, Decision::kError);
  EXPECT_EQ(verdict.reason, Reason::kDeadline);
  EXPECT_EQ(verdict.message, "time is up");
  EXPECT_EQ(verdict.remedy, "more time");
  EXPECT_EQ(verdict.regressions, 1U);
  EXPECT_EQ(verdict.findings.size(), 1U);
}

}  // namespace
}  // namespace headgate::gate
