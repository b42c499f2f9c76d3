#include "core/report/words.h"

#include <cmath>
#include <limits>
#include <string>

#include <gtest/gtest.h>

#include "core/report/report.h"
#include "support/verdicts.h"

namespace headgate::report {
namespace {

using gate::Outcome;
using testing_support::bare_finding;
using testing_support::compared_finding;
using testing_support::summary;
using testing_support::verdict_of;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(CvInWords, HasItsLimitsWhereTheyArePromised) {
  // Below 2 % reliable, to 5 % acceptable, to 10 % investigate, above do not trust.
  EXPECT_EQ(cv_in_words(0), "reliable");
  EXPECT_EQ(cv_in_words(std::nextafter(0.02, 0)), "reliable");
  EXPECT_EQ(cv_in_words(0.02), "acceptable");
  EXPECT_EQ(cv_in_words(0.05), "acceptable");
  EXPECT_EQ(cv_in_words(std::nextafter(0.05, 1)), "investigate");
  EXPECT_EQ(cv_in_words(0.10), "investigate");
  EXPECT_EQ(cv_in_words(std::nextafter(0.10, 1)), "do not trust");
  EXPECT_EQ(cv_in_words(kInfinity), "do not trust");
  EXPECT_EQ(cv_in_words(std::nan("")), "do not trust");
}

TEST(CvText, NamesTheNumberWhereThereIsOne) {
  EXPECT_EQ(cv_text(0.012), "1.2% reliable");
  EXPECT_EQ(cv_text(0.319), "31.9% do not trust");
  EXPECT_EQ(cv_text(kInfinity), "do not trust");
}

TEST(PValue, IsNeverShownAsZero) {
  EXPECT_EQ(p_value(1), "1.000");
  EXPECT_EQ(p_value(0.0123), "0.012");
  EXPECT_EQ(p_value(0.0005), "0.001");
  EXPECT_EQ(p_value(0.000499), "<0.001");
  EXPECT_EQ(p_value(0), "<0.001");
}

TEST(MedianText, ShowsHowFarTheIntervalReaches) {
  // The farther end counts: (2.7 - 2.5) / 2.5 = 8 %.
  EXPECT_EQ(median_text(summary(10, 2.5e-6, 2.4e-6, 2.7e-6, 0.1), "sec/op"), "2.5 µs ±8%");
  EXPECT_EQ(median_text(summary(10, 2.5e-6, 2.2e-6, 2.6e-6, 0.1), "sec/op"), "2.5 µs ±12%");
  EXPECT_EQ(median_text(summary(10, 48, 48, 48, 0), "B/op"), "48 B ±0%");
}

TEST(MedianText, SaysThatThereIsNoInterval) {
  EXPECT_EQ(median_text(summary(4, 2.5e-6, -kInfinity, kInfinity, 0.1), "sec/op"), "2.5 µs ±∞");
  EXPECT_EQ(median_text(summary(10, 0, 0, 1, 0.1), "B/op"), "0 B ±∞");
  EXPECT_EQ(median_text(summary(10, 0, 0, 0, 0), "B/op"), "0 B ±0%");
}

TEST(Numbers, AreOneReadableClause) {
  gate::Comparison comparison =
      *compared_finding("X", Outcome::kRegression, 2.5e-6, 7.5e-6).comparison;
  EXPECT_EQ(numbers(comparison, "sec/op"), "2.5 µs to 7.5 µs, +200.0% (p<0.001, n=10+10)");
  comparison.p = 0.25;
  EXPECT_EQ(numbers(comparison, "sec/op"), "2.5 µs to 7.5 µs, +200.0% (p=0.250, n=10+10)");
}

TEST(Numbers, HaveNoRatioToZero) {
  gate::Comparison comparison = *compared_finding("X", Outcome::kRegression, 1, 12).comparison;
  comparison.sides.base.median = 0;
  comparison.delta = std::nullopt;
  EXPECT_EQ(numbers(comparison, "B/op"), "0 B to 12 B (p<0.001, n=10+10)");
  EXPECT_EQ(change(comparison), "from 0");
  comparison.sides.head.median = 0;
  EXPECT_EQ(change(comparison), "+0.0%");
}

TEST(Label, ShoutsOnlyWhatCounts) {
  gate::Finding finding = bare_finding("X", Outcome::kRegression);
  EXPECT_EQ(label(finding), "REGRESSION");
  finding.gating = gate::Gating::kShown;
  EXPECT_EQ(label(finding), "worse");
  EXPECT_EQ(label(bare_finding("X", Outcome::kRemoved)), "REMOVED");
  EXPECT_EQ(label(bare_finding("X", Outcome::kNotConfirmed)), "not confirmed");
  EXPECT_EQ(label(bare_finding("X", Outcome::kKnown)), "known");
}

TEST(Weight, IsLoudForWhatAReaderMustSee) {
  using enum gate::Outcome;
  for (const Outcome outcome :
       {kRegression, kUnstable, kNotConfirmed, kLost, kInvalid, kRemoved, kKnown}) {
    EXPECT_EQ(weight(bare_finding("X", outcome)), Weight::kLoud) << gate::name(outcome);
  }
  for (const Outcome outcome : {kImprovement, kUnchanged, kAdded, kSkipped, kIdentical}) {
    EXPECT_EQ(weight(bare_finding("X", outcome)), Weight::kQuiet) << gate::name(outcome);
  }
  gate::Finding shown = bare_finding("X", kRegression);
  shown.gating = gate::Gating::kShown;
  EXPECT_EQ(weight(shown), Weight::kQuiet);
  shown.error = Reason::kSeriesLost;
  EXPECT_EQ(weight(shown), Weight::kLoud);
}

TEST(FindingErrors, AreCausesWhenTheVerdictNamesOne) {
  gate::Finding lost = bare_finding("X", Outcome::kLost);
  lost.error = Reason::kSeriesLost;
  gate::Verdict verdict = verdict_of(gate::Decision::kError, {lost});
  for (const Reason reason :
       {Reason::kSeriesLost, Reason::kNothingCompared, Reason::kEnvironmentMismatch}) {
    verdict.reason = reason;
    EXPECT_EQ(finding_errors(verdict), FindingErrors::kCauses) << code(reason);
  }
  for (const Reason reason : {Reason::kInterrupted, Reason::kDeadline, Reason::kBinaryChanged,
                              Reason::kDiskFull, Reason::kIoFailed}) {
    verdict.reason = reason;
    EXPECT_EQ(finding_errors(verdict), FindingErrors::kConsequences) << code(reason);
  }
  EXPECT_EQ(finding_errors(verdict_of(gate::Decision::kPass, {})), FindingErrors::kCauses);
}

TEST(Clipped, CountsCharacters) {
  EXPECT_EQ(clipped("µµµ", 3), "µµµ");
  EXPECT_EQ(clipped("µµµµ", 3), "µµµ [...]");
  EXPECT_EQ(clipped("\xff\xff", 1), "\xff [...]");
  EXPECT_EQ(clipped("", 0), "");
}

}  // namespace
}  // namespace headgate::report
