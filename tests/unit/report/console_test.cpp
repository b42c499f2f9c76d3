#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/report/report.h"
#include "core/report/text_width.h"
#include "support/hostile_verdict.h"
#include "support/runner_parser.h"

namespace headgate::report {
namespace {

using gate::Decision;
using gate::Outcome;
using testing::HasSubstr;
using testing::Not;
using testing_support::bare_finding;
using testing_support::compared_finding;
using testing_support::recorded_run;
using testing_support::recorded_verdict;
using testing_support::verdict_of;

std::string plain(const gate::Verdict& verdict, const Context& context = {}) {
  return console(verdict, context, Colour::kNever);
}

TEST(Console, EndsWithTheDecision) {
  EXPECT_EQ(plain(verdict_of(Decision::kPass, {})), "headgate: pass: what was decided\n");
  gate::Verdict error = verdict_of(Decision::kError, {});
  error.reason = Reason::kShallowCheckout;
  error.remedy = "set fetch-depth";
  EXPECT_EQ(plain(error),
            "headgate: error (shallow-checkout): what was decided\n  set fetch-depth\n");
}

TEST(Console, AlignsColumnsWhateverTheScript) {
  gate::Finding wide = compared_finding("日本/n=1-4", Outcome::kUnchanged, 2.5e-6, 2.5e-6);
  gate::Finding combining = compared_finding("e\u0301-4", Outcome::kUnchanged, 1e-9, 1e-9);
  EXPECT_EQ(plain(verdict_of(
                Decision::kPass,
                {wide, combining, compared_finding("Ints-4", Outcome::kImprovement, 2e-6, 1e-6)})),
            // "sum.日本/n=1-4" takes 14 columns, "sum.é-4" 7.
            "benchmark             base        head   delta       p  outcome\n"
            "sum.日本/n=1-4  2.5 µs ±1%  2.5 µs ±1%   +0.0%  <0.001  unchanged\n"
            "sum.e\u0301-4           1 ns ±1%    1 ns ±1%   +0.0%  <0.001  unchanged\n"
            "sum.Ints-4        2 µs ±1%    1 µs ±1%  -50.0%  <0.001  improvement\n"
            "\n"
            "headgate: pass: what was decided\n");
}

TEST(Console, ShowsWhatNeedsAttentionFirst) {
  gate::Finding invalid = compared_finding("Empty-4", Outcome::kInvalid, 1e-6, 1e-6);
  invalid.warnings = {
      {.kind = gate::WarningKind::kMeasuresNothing, .text = "base measures nothing"}};
  const std::string text = plain(verdict_of(
      Decision::kPass, {compared_finding("Quiet-4", Outcome::kUnchanged, 1e-6, 1e-6), invalid}));
  EXPECT_LT(text.find("sum.Empty-4"), text.find("sum.Quiet-4"));
  EXPECT_THAT(text, HasSubstr("\n  sum.Empty-4\n    measures-nothing: base measures nothing\n"));
}

TEST(Console, TellsTheReasonsBelowTheTable) {
  EXPECT_THAT(plain(recorded_verdict()),
              HasSubstr("\n"
                        "  sum.Ints/n=1000-4 (sum/sum_test.go, line 12)\n"
                        "    the first pass said +250.0% (p=0.001, n=10+9); these numbers are from "
                        "measuring it again\n"
                        "    benchmark-changed: the benchmark itself was edited\n"
                        "  store.Query\n"
                        "    | head: failed\n"
                        "    | x.go(12): no database\n"));
}

TEST(Console, TellsWhatTheLedgerSaysOfAKnownAlarm) {
  gate::Finding known = compared_finding("Known-4", Outcome::kKnown, 1e-6, 1.1e-6);
  known.warnings = {{.kind = gate::WarningKind::kKnown, .text = "the ledger dismisses it"}};
  const std::string text = plain(verdict_of(Decision::kPass, {known}));
  EXPECT_THAT(text, HasSubstr("  known\n"));
  EXPECT_THAT(text, HasSubstr("\n  sum.Known-4\n    known: the ledger dismisses it\n"));
}

TEST(Console, SaysThatARegressionIsWaived) {
  gate::Verdict verdict = verdict_of(Decision::kRegression, {});
  verdict.waiver = gate::Waiver{.label = "a:b.go:1:2: x", .commit = {}, .by = {}};
  EXPECT_THAT(plain(verdict), HasSubstr("\n  waived by the label a:b.go(1,2): x\n"));
}

TEST(Console, HasNoNotesOnQuietRows) {
  gate::Finding quiet = compared_finding("Quiet-4", Outcome::kUnchanged, 1e-6, 1e-6);
  quiet.warnings = {{.kind = gate::WarningKind::kSamplesLost, .text = "one sample is lost"}};
  EXPECT_THAT(plain(verdict_of(Decision::kPass, {quiet})), Not(HasSubstr("one sample is lost")));
}

TEST(Console, LeavesOutNumbersThatAreNotGated) {
  gate::Finding bytes = compared_finding("A-4", Outcome::kRegression, 8, 16);
  bytes.key.unit = "B/op";
  EXPECT_THAT(plain(verdict_of(Decision::kRegression, {bytes})), HasSubstr("sum.A-4 B/op"));
  bytes.gating = gate::Gating::kShown;
  EXPECT_THAT(plain(verdict_of(Decision::kPass, {bytes})), Not(HasSubstr("B/op")));
}

TEST(Console, ListsWhatIsOnOneSideOnly) {
  gate::Finding added = bare_finding("New-4", Outcome::kAdded);
  added.gating = gate::Gating::kShown;
  EXPECT_EQ(plain(verdict_of(Decision::kPass, {added})),
            "benchmark  base  head  delta  p  outcome\n"
            "sum.New-4                        added\n"
            "\n"
            "headgate: pass: what was decided\n");
}

TEST(Console, CountsIdenticalBenchmarks) {
  EXPECT_EQ(plain(verdict_of(Decision::kPass, {bare_finding("A-4", Outcome::kIdentical),
                                               bare_finding("B-4", Outcome::kIdentical)})),
            "identical on both sides: 2 benchmarks\n\nheadgate: pass: what was decided\n");
}

TEST(Console, StopsAfterSixtyRows) {
  std::vector<gate::Finding> findings;
  for (int i = 0; i < 100; ++i) {
    findings.push_back(compared_finding("Q" + std::to_string(i), Outcome::kUnchanged, 1, 1));
  }
  findings.push_back(compared_finding("Loud", Outcome::kUnstable, 1, 1));
  const std::string text = plain(verdict_of(Decision::kUnstable, std::move(findings)));
  EXPECT_THAT(text, HasSubstr("\n... and 41 more rows\n"));
  EXPECT_THAT(text, HasSubstr("sum.Loud"));
  EXPECT_THAT(text, HasSubstr("sum.Q58 "));
  EXPECT_THAT(text, Not(HasSubstr("sum.Q59 ")));
}

TEST(Console, SaysLittleAboutWhatAnEarlyEndLeftBehind) {
  gate::Finding missing = bare_finding("A-4", Outcome::kLost);
  missing.error = Reason::kSeriesLost;
  missing.detail = "no result was printed";
  gate::Verdict verdict =
      verdict_of(Decision::kError, {missing, compared_finding("B-4", Outcome::kRegression, 1, 2)});
  verdict.reason = Reason::kInterrupted;
  const std::string text = plain(verdict);
  EXPECT_LT(text.find("sum.B-4"), text.find("sum.A-4"));
  EXPECT_THAT(text, Not(HasSubstr("no result was printed")));
  verdict.reason = Reason::kSeriesLost;
  EXPECT_THAT(plain(verdict), HasSubstr("    | no result was printed\n"));
}

TEST(Console, ShortensLongNamesInTheMiddle) {
  const std::string name = "Decode/" + std::string(200, 'x') + "/n=1000-4";
  const std::string text =
      plain(verdict_of(Decision::kPass, {compared_finding(name, Outcome::kUnchanged, 1, 1)}));
  EXPECT_THAT(text, HasSubstr("\nsum.Decode/xxx"));
  EXPECT_THAT(text, HasSubstr("x/n=1000-4  "));
  EXPECT_LT(text.find('\n', 60), 140U);
}

TEST(Console, NamesSidesAndFolderOfARun) {
  const results::Run run = recorded_run();
  EXPECT_EQ(
      plain(verdict_of(Decision::kPass, {}), {.run = &run, .results_dir = "headgate-results"}),
      "base: b0b0b0b0b0b0 sum: first version\n"
      "head: a0a0a0a0a0a0 sum: unroll the loop\n"
      "\n"
      "headgate: pass: what was decided\n"
      "results: headgate-results\n");
}

TEST(Console, ListsCaveats) {
  gate::Verdict verdict = verdict_of(Decision::kPass, {});
  verdict.caveats = {{.code = "stale-base", .text = "main moved\non"}};
  EXPECT_EQ(plain(verdict),
            "caveat (stale-base): main moved on\n\nheadgate: pass: what was decided\n");
}

TEST(Console, PaintsRowsAndDecision) {
  const gate::Verdict verdict =
      verdict_of(Decision::kRegression, {compared_finding("Red", Outcome::kRegression, 1, 2),
                                         compared_finding("Yellow", Outcome::kUnstable, 1, 1),
                                         compared_finding("Green", Outcome::kImprovement, 2, 1),
                                         compared_finding("Plain", Outcome::kUnchanged, 1, 1)});
  const std::string text = console(verdict, {}, Colour::kAlways);
  EXPECT_THAT(text, HasSubstr("\x1b[31msum.Red"));
  EXPECT_THAT(text, HasSubstr("\x1b[33msum.Yellow"));
  EXPECT_THAT(text, HasSubstr("\x1b[32msum.Green"));
  EXPECT_THAT(text, HasSubstr("\nsum.Plain"));
  EXPECT_THAT(text, HasSubstr("\x1b[31mheadgate: regression:\x1b[0m what was decided\n"));
  EXPECT_EQ(plain(verdict).find('\x1b'), std::string::npos);
}

TEST(Console, GivesARunnerNothingToActOn) {
  testing_support::SeededNumbers numbers(1);
  for (int i = 0; i < 500; ++i) {
    const gate::Verdict verdict = testing_support::hostile_verdict(numbers);
    const results::Run run = testing_support::hostile_run(numbers);
    const std::string text =
        plain(verdict, {.run = &run, .results_dir = testing_support::hostile_text(numbers, 3)});
    for (const std::string& line : testing_support::log_lines(text)) {
      ASSERT_FALSE(testing_support::is_acted_on(line)) << line;
      ASSERT_EQ(line.find('\x1b'), std::string::npos) << line;
    }
  }
}

TEST(Console, StaysReadableWhateverIsInIt) {
  gate::Verdict verdict = recorded_verdict();
  verdict.message = std::string(1'000'000, 'm');
  verdict.findings[0].key.name = std::string(1'000'000, 'n');
  verdict.findings[0].warnings[0].text = std::string(1'000'000, 'w');
  verdict.findings[1].detail = std::string(1'000'000, 'd');
  verdict.caveats.assign(1, {.code = "x", .text = std::string(1'000'000, 'c')});
  EXPECT_LT(plain(verdict).size(), 20'000U);
}

}  // namespace
}  // namespace headgate::report
