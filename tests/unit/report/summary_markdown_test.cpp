#include <algorithm>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/report/report.h"
#include "support/hostile_verdict.h"
#include "support/markdown_reader.h"
#include "support/runner_parser.h"

namespace headgate::report {
namespace {

using gate::Decision;
using gate::Outcome;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing_support::bare_finding;
using testing_support::cells;
using testing_support::compared_finding;
using testing_support::recorded_run;
using testing_support::recorded_verdict;
using testing_support::verdict_of;

std::vector<std::string> lines_of(const std::string& text) {
  return testing_support::log_lines(text);
}

/// The rows of the table under "### <heading>", without its header.
std::vector<std::vector<std::string>> rows_under(const std::string& summary,
                                                 const std::string& heading) {
  std::vector<std::vector<std::string>> rows;
  bool inside = false;
  for (const std::string& line : lines_of(summary)) {
    if (line.starts_with("#")) {
      inside = line == "### " + heading;
    } else if (inside && line.starts_with("|")) {
      rows.push_back(cells(line));
    }
  }
  rows.erase(rows.begin(),
             rows.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(rows.size(), 2)));
  return rows;
}

std::vector<std::string> headings(const std::string& summary) {
  std::vector<std::string> result;
  for (const std::string& line : lines_of(summary)) {
    if (line.starts_with("#")) {
      result.push_back(line);
    }
  }
  return result;
}

TEST(Summary, BeginsWithTheDecision) {
  const struct {
    Decision decision;
    std::string heading;
  } cases[] = {{Decision::kPass, "## :white_check_mark: headgate: pass"},
               {Decision::kRegression, "## :x: headgate: regression"},
               {Decision::kUnstable, "## :warning: headgate: unstable"}};

  for (const auto& [decision, heading] : cases) {
    EXPECT_TRUE(summary_markdown(verdict_of(decision, {}), {})
                    .starts_with(heading + "\n\nwhat was decided\n"));
  }
}

TEST(Summary, SaysNextToTheDecisionThatItIsWaived) {
  gate::Verdict verdict = verdict_of(Decision::kRegression, {});
  verdict.waiver = gate::Waiver{.label = "perf|ok", .commit = {}, .by = {}};
  EXPECT_TRUE(summary_markdown(verdict, {})
                  .starts_with("## :x: headgate: regression\n\nwhat was decided\n\n"
                               "> Waived by the label <code>perf&#124;ok</code>: these "
                               "regressions do not fail the step.\n"));
}

TEST(Summary, ShowsWhatTheLedgerKnows) {
  gate::Finding known = compared_finding("Known-4", Outcome::kKnown, 1e-6, 1.1e-6);
  known.warnings = {{.kind = gate::WarningKind::kKnown, .text = "the ledger dismisses it"}};
  EXPECT_THAT(summary_markdown(verdict_of(Decision::kPass, {known}), {}),
              HasSubstr("**known**<br>known: the ledger dismisses it"));
}

TEST(Summary, OfAnErrorNamesReasonAndRemedy) {
  gate::Verdict verdict = verdict_of(Decision::kError, {});
  verdict.reason = Reason::kShallowCheckout;
  verdict.remedy = "set `fetch-depth: 2`";
  EXPECT_TRUE(summary_markdown(verdict, {})
                  .starts_with("## :no_entry: headgate: could not decide (`shallow-checkout`)\n\n"
                               "what was decided\n\n> set \\`fetch-depth: 2\\`\n"));
}

TEST(Summary, ShowsEachPairWithTheCvOfBothSidesInWords) {
  gate::Finding finding = compared_finding("Ints/n=1000-4", Outcome::kRegression, 2.5e-6, 7.5e-6);
  finding.comparison->sides.head.cv = 0.07;
  const std::string summary = summary_markdown(verdict_of(Decision::kRegression, {finding}), {});
  EXPECT_THAT(
      rows_under(summary, "sec/op"),
      ElementsAre(ElementsAre("`sum.Ints/n=1000-4`", "2.5 µs ±1%", "7.5 µs ±1%", "+200.0%",
                              "&lt;0.001", "1.0% reliable / 7.0% investigate", "**REGRESSION**")));
  EXPECT_THAT(summary, HasSubstr("| benchmark | base | head | delta | p | CV base / head | "
                                 "outcome |\n| --- | ---: |"));
}

TEST(Summary, ShowsWarningsAndTheFirstPassNextToTheNumber) {
  const std::string summary = summary_markdown(recorded_verdict(), {});
  const auto rows = rows_under(summary, "sec/op");
  ASSERT_EQ(rows.size(), 1U);
  // The first pass of the recorded verdict: +250 %, ten and nine samples, p 0.001.
  EXPECT_EQ(rows[0].back(),
            "**REGRESSION**<br>measured again; the first pass said +250.0% (p=0.001, n=10+9)"
            "<br>benchmark-changed: the benchmark itself was edited");
}

TEST(Summary, HasATablePerUnitGatedOnesFirst) {
  gate::Finding bytes = compared_finding("A-4", Outcome::kRegression, 8, 16);
  bytes.key.unit = "B/op";
  bytes.gating = gate::Gating::kShown;
  gate::Finding rows_metric = compared_finding("A-4", Outcome::kUnchanged, 8, 8);
  rows_metric.key.unit = "rows/op";
  const std::string summary = summary_markdown(
      verdict_of(Decision::kPass,
                 {bytes, rows_metric, compared_finding("A-4", Outcome::kUnchanged, 1e-6, 1e-6),
                  bare_finding("B-4", Outcome::kAdded)}),
      {});
  EXPECT_THAT(headings(summary),
              ElementsAre("## :white_check_mark: headgate: pass", "### rows/op", "### sec/op",
                          "### Not compared", "### B/op (shown, not gated)"));
  EXPECT_EQ(rows_under(summary, "B/op (shown, not gated)")[0].back(), "worse");
}

TEST(Summary, SaysWhatWasNotComparedAndWhy) {
  gate::Finding skipped = bare_finding("", Outcome::kSkipped);
  skipped.function = "BenchmarkQuery";
  skipped.gating = gate::Gating::kShown;
  skipped.detail = "needs DATABASE_URL\nsecond line";
  gate::Finding added = bare_finding("New-4", Outcome::kAdded);
  added.gating = gate::Gating::kShown;
  const std::string summary = summary_markdown(verdict_of(Decision::kPass, {skipped, added}), {});
  EXPECT_THAT(
      rows_under(summary, "Not compared"),
      ElementsAre(ElementsAre("`sum.Query`", "skipped", "needs DATABASE\\_URL<br>second line"),
                  ElementsAre("`sum.New-4`", "added", "")));
}

TEST(Summary, PutsErrorsBeforeEverything) {
  gate::Finding lost = bare_finding("A-4", Outcome::kLost);
  lost.error = Reason::kSeriesLost;
  lost.detail = "head: failed";
  gate::Verdict verdict =
      verdict_of(Decision::kError, {compared_finding("B-4", Outcome::kUnchanged, 1, 1), lost});
  verdict.reason = Reason::kSeriesLost;
  const std::string summary = summary_markdown(verdict, {});
  EXPECT_EQ(headings(summary)[1], "### Errors");
  EXPECT_THAT(rows_under(summary, "Errors"),
              ElementsAre(ElementsAre("`sum.A-4`", "**LOST** `series-lost`", "head: failed")));
  verdict.reason = Reason::kInterrupted;
  EXPECT_EQ(headings(summary_markdown(verdict, {}))[1],
            "### Incomplete, because the run ended early");
}

TEST(Summary, CountsIdenticalBenchmarksApartFromWhatWasNotCompared) {
  const std::string summary =
      summary_markdown(verdict_of(Decision::kPass, {bare_finding("A-4", Outcome::kIdentical)}), {});
  EXPECT_THAT(rows_under(summary, "Identical on both sides"),
              ElementsAre(ElementsAre("`sum.A-4`")));
  EXPECT_THAT(summary, Not(HasSubstr("Not compared")));
}

TEST(Summary, ListsCaveats) {
  gate::Verdict verdict = verdict_of(Decision::kPass, {});
  verdict.caveats = {{.code = "stale-base", .text = "main has *moved* on"}};
  EXPECT_THAT(summary_markdown(verdict, {}),
              HasSubstr("\n### Caveats\n\n- `stale-base`: main has \\*moved\\* on\n"));
  verdict.caveats.assign(52, verdict.caveats.front());
  EXPECT_THAT(summary_markdown(verdict, {}),
              HasSubstr("on\n- 2 more in the results folder (`verdict.json`)\n"));
}

TEST(Summary, SaysHowTheRunWasMade) {
  const results::Run run = recorded_run();
  const std::string summary = summary_markdown(
      verdict_of(Decision::kRegression, {compared_finding("Ints-4", Outcome::kRegression, 1, 2)}),
      {.run = &run, .results_dir = "headgate-results"});
  for (const std::string part :
       {"base `b0b0b0b0b0b0 sum: first version` · head `a0a0a0a0a0a0 sum: unroll the loop` · base "
        "is the first parent of the merge commit of #&#8203;7\n",
        "- measured: 12 rounds of 1500x a side, order balanced (seed 18446744073709551615), on "
        "linux/amd64, AMD EPYC 7763 64-Core Processor, 4 CPUs allowed\n",
        "- toolchains: base go1.26.1, head go1.26.8\n",
        "- policy: alpha 0.01, smallest change that matters 10.0%, CV limit 20.0%\n",
        "- time: 75 s in benchmarks, 20 s in builds, 100 s in all\n",
        "`headgate run --bench '^BenchmarkInts$'`",
        "`headgate replay headgate-results --min-delta 3%`", "`benchstat base.txt head.txt`"}) {
    EXPECT_THAT(summary, HasSubstr(part));
  }
}

TEST(Summary, WorksWithoutARun) {
  const std::string summary = summary_markdown(recorded_verdict(), {});
  for (const std::string part : {"measured:", "toolchains:", "headgate replay", "base `"}) {
    EXPECT_THAT(summary, Not(HasSubstr(part)));
  }
  EXPECT_THAT(summary, HasSubstr("How to read this"));
}

TEST(Summary, OffersNoCommandMadeOfForeignText) {
  gate::Finding finding = compared_finding("X", Outcome::kRegression, 1, 2);
  finding.function = "Benchmark'; rm -rf .; '";
  EXPECT_THAT(summary_markdown(verdict_of(Decision::kRegression, {finding}), {}),
              Not(HasSubstr("--bench")));
}

TEST(Summary, ShowsWhatTheCompilerSaid) {
  results::Run run = recorded_run();
  run.error->detail = "sum.go:3:2: undefined: x\n```\n";
  EXPECT_THAT(summary_markdown(verdict_of(Decision::kError, {}), {.run = &run}),
              HasSubstr("\n````\nsum.go(3,2): undefined: x\n```\n````\n"));
}

TEST(Summary, StopsAtARowAndSaysHowManyAreMissing) {
  std::vector<gate::Finding> findings;
  for (int i = 0; i < 2'000; ++i) {
    findings.push_back(compared_finding("A" + std::to_string(i), Outcome::kUnchanged, 1, 1));
  }
  const gate::Verdict verdict = verdict_of(Decision::kPass, std::move(findings));
  const std::string whole = summary_markdown(verdict, {});
  EXPECT_EQ(rows_under(whole, "sec/op").size(), 2'000U);
  for (const std::size_t limit : {50'000U, 20'000U, 5'000U}) {
    const std::string cut = summary_markdown(verdict, {}, limit);
    EXPECT_LE(cut.size(), limit);
    EXPECT_GT(cut.size(), limit - 200) << "the room is used";
    const std::size_t shown = rows_under(cut, "sec/op").size();
    EXPECT_THAT(cut, HasSubstr("\n**" + std::to_string(2'000 - shown) +
                               " more rows** in the results folder (`verdict.json`).\n"));
    EXPECT_THAT(cut, HasSubstr("How to read this")) << "the foot stays";
    for (const auto& row : rows_under(cut, "sec/op")) {
      EXPECT_EQ(row.size(), 7U);
    }
  }
}

TEST(Summary, StaysWithinTheLimitWhateverIsInIt) {
  gate::Verdict verdict = recorded_verdict();
  verdict.message = std::string(1'000'000, '*');
  verdict.remedy = std::string(1'000'000, '<');
  verdict.findings[0].key.name = std::string(1'000'000, '|');
  verdict.findings[0].warnings[0].text = std::string(1'000'000, '&');
  verdict.findings[1].detail = std::string(1'000'000, '\n');
  verdict.caveats.assign(1'000, {.code = "x", .text = std::string(10'000, '_')});
  results::Run run = recorded_run();
  run.error->detail = std::string(1'000'000, '`');
  for (const std::size_t limit : {std::size_t{900'000}, std::size_t{100'000}, std::size_t{1'000},
                                  std::size_t{10}, std::size_t{0}}) {
    EXPECT_LE(summary_markdown(verdict, {.run = &run, .results_dir = "x"}, limit).size(), limit);
  }
  EXPECT_GT(summary_markdown(verdict, {}).size(), 10'000U);
}

TEST(Summary, IsHarmlessWhateverItShows) {
  testing_support::SeededNumbers numbers(1);
  for (int i = 0; i < 300; ++i) {
    const gate::Verdict verdict = testing_support::hostile_verdict(numbers);
    results::Run run = testing_support::hostile_run(numbers);
    run.error->detail.clear();  // a block of its own, tested in markdown_test
    const std::string summary = summary_markdown(
        verdict, {.run = &run, .results_dir = testing_support::hostile_text(numbers, 3)});
    std::size_t columns = 0;
    for (const std::string& line : lines_of(summary)) {
      if (line.starts_with("| ---")) {
        columns = cells(line).size();
      } else if (line.starts_with("| ") && !line.starts_with("| benchmark |")) {
        ASSERT_EQ(cells(line).size(), columns) << line;
      }
      const bool is_decision = line.starts_with("## :");  // its emoji have underscores
      const std::string inline_text = is_decision              ? std::string()
                                      : line.starts_with("> ") ? line.substr(2)
                                                               : line;
      ASSERT_EQ(testing_support::danger_in(inline_text), "") << line;
    }
  }
}

}  // namespace
}  // namespace headgate::report
