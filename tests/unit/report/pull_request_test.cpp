#include "core/report/pull_request.h"

#include <algorithm>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/artifacts.h"
#include "support/hostile_verdict.h"
#include "support/markdown_reader.h"
#include "support/runner_parser.h"

namespace headgate::report {
namespace {

using gate::Decision;
using gate::Outcome;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;
using testing_support::artifact_of;
using testing_support::bare_finding;
using testing_support::cells;
using testing_support::compared_finding;
using testing_support::finished_run;
using testing_support::verdict_of;

constexpr std::string_view kMarker = "<!-- headgate:gate -->";

Measured measured(const std::string& conclusion = "failure") {
  return {.head_sha = std::string(40, 'a'),
          .run_url = "https://github.test/o/r/actions/runs/42",
          .run_conclusion = conclusion};
}

std::string comment_of(const gate::Verdict& verdict, const Measured& how = measured()) {
  return comment_markdown(artifact_of(verdict), how, kMarker);
}

// The rows of the table, without its header.
std::vector<std::vector<std::string>> table_rows(const std::string& comment) {
  std::vector<std::vector<std::string>> all;
  for (const std::string& line : testing_support::log_lines(comment)) {
    if (line.starts_with("|")) {
      all.push_back(cells(line));
    }
  }
  all.erase(all.begin(),
            all.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(all.size(), 2)));
  return all;
}

gate::Verdict many_regressions(std::size_t count) {
  std::vector<gate::Finding> findings;
  for (std::size_t i = 0; i < count; ++i) {
    findings.push_back(
        compared_finding(fmt::format("Decode/size={}-4", i), Outcome::kRegression, 1e-6, 2e-6));
    findings.back().location = gate::Location{.file = "sum/sum_test.go", .line = i + 1};
    findings.back().warnings = {{.kind = gate::WarningKind::kIterationsDiffer,
                                 .text = "iterations differ 3.2-fold between the sides"}};
  }
  return verdict_of(Decision::kRegression, std::move(findings));
}

TEST(Comment, BeginsWithMarkerAndDecision) {
  const struct {
    Decision decision;
    std::string heading;
  } cases[] = {{Decision::kPass, "## :white_check_mark: headgate: pass"},
               {Decision::kUnstable, "## :warning: headgate: unstable"}};

  for (const auto& [decision, heading] : cases) {
    EXPECT_THAT(comment_of(verdict_of(decision, {}), measured("")),
                StartsWith("<!-- headgate:gate -->\n" + heading + "\n\nwhat was decided\n"));
  }
}

TEST(Comment, SaysThatALabelWaivedTheRegressions) {
  gate::Verdict verdict = many_regressions(1);
  verdict.waiver =
      gate::Waiver{.label = "perf-accepted", .pull_request = 7, .commit = "a0", .by = "ann"};
  EXPECT_THAT(comment_of(verdict, measured("")), HasSubstr("Waived by the label `perf-accepted`"));
}

TEST(Comment, OfAnErrorSaysWhyAndWhatToDo) {
  gate::Verdict verdict = verdict_of(Decision::kError, {});
  verdict.reason = Reason::kBuildFailed;
  verdict.remedy = "look at the compiler's text";
  results::Run run = finished_run();
  run.error = Error{.reason = Reason::kBuildFailed,
                    .message = "it does not build",
                    .remedy = "",
                    .detail = "sum.go:1:2: undefined: x\n```\n## no heading"};
  const std::string comment = comment_markdown(artifact_of(verdict, run), measured(), kMarker);
  EXPECT_THAT(comment, HasSubstr("## :no_entry: headgate: could not decide (`build-failed`)\n\n"
                                 "what was decided\n\n> look at the compiler's text\n"));
  EXPECT_THAT(comment, HasSubstr("\n````\nsum.go(1,2): undefined: x\n```\n## no heading\n````\n"));
}

TEST(Comment, ShowsWhatNeedsAttentionAndCountsTheRest) {
  gate::Finding slow = compared_finding("Ints/n=1000-4", Outcome::kRegression, 2.5e-6, 7.5e-6);
  slow.warnings = {
      {.kind = gate::WarningKind::kBenchmarkChanged, .text = "the benchmark was edited"}};
  gate::Finding shown = compared_finding("Ints-4", Outcome::kRegression, 8, 16);
  shown.key.unit = "B/op";
  shown.gating = gate::Gating::kShown;
  gate::Finding skipped = bare_finding("Query-4", Outcome::kSkipped);
  skipped.detail = "no database";
  const std::string comment = comment_of(verdict_of(
      Decision::kRegression, {slow, compared_finding("Fast-4", Outcome::kImprovement, 4e-6, 2e-6),
                              compared_finding("Same-4", Outcome::kUnchanged, 1e-6, 1e-6),
                              compared_finding("Also-4", Outcome::kUnchanged, 1e-6, 1e-6),
                              bare_finding("Twin-4", Outcome::kIdentical), shown, skipped}));
  EXPECT_THAT(
      table_rows(comment),
      ElementsAre(
          ElementsAre("**REGRESSION**", "`sum.Ints/n=1000-4`", "sec/op", "2.5 µs", "7.5 µs",
                      "+200.0%", "the benchmark was edited"),
          ElementsAre("improvement", "`sum.Fast-4`", "sec/op", "4 µs", "2 µs", "-50.0%", ""),
          ElementsAre("skipped", "`sum.Query-4`", "sec/op", "", "", "", "no database")));
  EXPECT_THAT(comment, HasSubstr("\n2 unchanged, 1 identical: see the summary of the [workflow "
                                 "run](https://github.test/o/r/actions/runs/42).\n"));
}

TEST(Comment, SaysWhichCommitWasMeasuredAndHowToRepeatIt) {
  const std::string comment = comment_of(verdict_of(Decision::kPass, {}));
  EXPECT_THAT(comment, HasSubstr("- commit `" + std::string(40, 'a') + "`, [workflow run]"));
  EXPECT_THAT(comment, HasSubstr("12 rounds of 1500x a side"));
  EXPECT_THAT(comment, HasSubstr("`headgate run`"));
  EXPECT_THAT(comment, HasSubstr("`headgate replay headgate-results --min-delta 3%`"));
}

TEST(Comment, APassThatTheWorkflowRunDoesNotBearOutIsSaidAloud) {
  const gate::Verdict pass = verdict_of(Decision::kPass, {});
  EXPECT_THAT(comment_of(pass, measured("failure")),
              HasSubstr("**The workflow run ended with `failure`**"));
  for (const char* fine : {"success", ""}) {
    EXPECT_THAT(comment_of(pass, measured(fine)), Not(HasSubstr("ended with")));
  }
  EXPECT_THAT(comment_of(many_regressions(1), measured("failure")), Not(HasSubstr("ended with")));
}

TEST(Comment, OfAThousandRegressionsIsBelowTheLimitAndCountsWhatIsLeftOut) {
  const std::string comment = comment_of(many_regressions(1000));
  EXPECT_LT(comment.size(), 60'000U);
  const auto shown = table_rows(comment);
  EXPECT_GT(shown.size(), 100U);
  for (const std::vector<std::string>& row : shown) {
    EXPECT_EQ(row.size(), 7U);
  }
  EXPECT_EQ(shown[0][1], "`sum.Decode/size=0-4`");
  EXPECT_THAT(comment, HasSubstr(fmt::format("\n**{} more rows** in the summary of the [workflow "
                                             "run]",
                                             1000 - shown.size())));
  EXPECT_TRUE(comment.ends_with("</details>\n"));
}

TEST(Comment, CaveatsFollowTheTableAndGiveWayLikeIt) {
  gate::Verdict verdict = verdict_of(Decision::kPass, {});
  for (int i = 0; i < 1000; ++i) {
    verdict.caveats.push_back({.code = "noisy-machine", .text = std::string(500, 'x')});
  }
  const std::string comment = comment_of(verdict);
  EXPECT_LT(comment.size(), 60'000U);
  EXPECT_THAT(comment, HasSubstr("\n### Caveats\n\n- `noisy-machine`: xxx"));
  EXPECT_THAT(comment, HasSubstr("more rows"));
}

TEST(Comment, NothingInItIsActedOn) {
  testing_support::SeededNumbers numbers(20261130);
  for (int i = 0; i < 400; ++i) {
    results::Artifact artifact{.recorded = {.verdict = testing_support::hostile_verdict(numbers),
                                            .commits = {},
                                            .exit_code = 1},
                               .run = testing_support::hostile_run(numbers)};
    artifact.run->error = std::nullopt;  // its detail is a block, which the summary's tests read
    Measured how = measured();
    how.run_url.clear();
    const std::string comment = comment_markdown(artifact, how, kMarker);
    ASSERT_LT(comment.size(), 60'000U);
    std::size_t table_rows = 0;
    for (const std::string& line : testing_support::log_lines(comment.substr(kMarker.size()))) {
      if (line.starts_with("|")) {
        ++table_rows;
        ASSERT_EQ(cells(line).size(), 7U) << line;
      }
      if (!line.starts_with("#") && !line.starts_with(">") && !line.starts_with("| ---")) {
        ASSERT_EQ(testing_support::danger_in(line), "") << line;
      }
      ASSERT_THAT(line, Not(HasSubstr("::group::")));
    }
    const std::size_t head_of_table = table_rows > 0 ? 2 : 0;
    ASSERT_LE(table_rows, artifact.recorded.verdict.findings.size() + head_of_table);
  }
}

TEST(Comment, OfMegabytesIsBelowTheLimitAndClosesWhatItOpens) {
  const std::string huge(50'000, '<');
  gate::Verdict verdict = many_regressions(300);
  verdict.message = verdict.remedy = huge;
  for (gate::Finding& finding : verdict.findings) {
    finding.key.name = huge;
    finding.detail = huge;
    finding.warnings.assign(20, {.kind = gate::WarningKind::kUnstable, .text = huge});
  }
  verdict.caveats.assign(100, {.code = huge, .text = huge});
  results::Run run = finished_run();
  run.sides.base.describe = run.sides.head.describe = run.host.cpu_model = huge;
  const std::string comment = comment_markdown(
      {.recorded = {.verdict = verdict, .commits = {}, .exit_code = 1}, .run = run}, measured(),
      kMarker);
  EXPECT_LT(comment.size(), 60'000U);
  EXPECT_THAT(table_rows(comment), Not(IsEmpty()));
  EXPECT_TRUE(comment.ends_with("</details>\n"));
}

TEST(CheckReport, ConcludesAsTheGateDidAndNeverBetterThanTheRun) {
  using github::Conclusion;
  gate::Verdict error = verdict_of(Decision::kError, {});
  error.reason = Reason::kNothingCompared;

  const struct {
    gate::Verdict verdict;
    std::string run;
    Conclusion conclusion;
  } cases[] = {{verdict_of(Decision::kPass, {}), "success", Conclusion::kSuccess},
               {verdict_of(Decision::kPass, {}), "", Conclusion::kSuccess},
               {verdict_of(Decision::kPass, {}), "failure", Conclusion::kNeutral},
               {verdict_of(Decision::kPass, {}), "cancelled", Conclusion::kNeutral},
               {verdict_of(Decision::kUnstable, {}), "failure", Conclusion::kNeutral},
               {many_regressions(1), "failure", Conclusion::kFailure},
               {many_regressions(1), "success", Conclusion::kFailure},
               {error, "failure", Conclusion::kFailure}};

  for (const auto& [verdict, run, conclusion] : cases) {
    EXPECT_EQ(check_report(artifact_of(verdict), measured(run), "headgate").conclusion, conclusion)
        << gate::name(verdict.decision) << " " << run;
  }
  results::Artifact masked = artifact_of(many_regressions(1));
  masked.recorded.exit_code = 0;
  EXPECT_EQ(check_report(masked, measured("success"), "headgate").conclusion, Conclusion::kNeutral);
}

TEST(CheckReport, HasASummaryThatGitHubTakesAndEveryAnnotation) {
  const github::CheckReport report =
      check_report(artifact_of(many_regressions(1000)), measured(), "headgate (gate)");
  EXPECT_EQ(report.name, "headgate (gate)");
  EXPECT_EQ(report.title, "what was decided");
  EXPECT_LE(report.summary.size(), 65'535U);
  EXPECT_THAT(report.summary, StartsWith("## :x: headgate: regression\n"));
  EXPECT_EQ(report.annotations.size(), 1000U);
  EXPECT_EQ(report.annotations[0].file, "sum/sum_test.go");
  EXPECT_EQ(report.details_url, "https://github.test/o/r/actions/runs/42");
}

}  // namespace
}  // namespace headgate::report
