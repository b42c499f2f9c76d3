#include "core/report/pull_request.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include "core/gate/wording.h"
#include "core/report/markdown.h"
#include "core/report/names.h"
#include "core/report/page.h"
#include "core/report/report.h"
#include "core/report/words.h"
#include "core/unit/scale.h"

namespace headgate::report {
namespace {

using gate::Decision;
using gate::Outcome;

// What texts of the artifact may take, in characters; the rest is in the results folder.
constexpr std::size_t kCommentSentence = 500;
constexpr std::size_t kCommentName = 200;
constexpr std::size_t kCommentReason = 300;
constexpr std::size_t kCommentBlock = 1500;
constexpr std::size_t kMostTitle = 120;
constexpr std::size_t kMostWarnings = 5;  ///< of one row, so that no row takes the page

// Does a reader of the pull request want to see it? What did not change is only counted.
bool is_news(const gate::Finding& finding) {
  if (weight(finding) == Weight::kLoud) {
    return true;
  }
  switch (finding.outcome) {
    case Outcome::kImprovement:
    case Outcome::kKnown:
      return finding.gating == gate::Gating::kGated;
    case Outcome::kAdded:
    case Outcome::kRemoved:
    case Outcome::kSkipped:
      return true;
    case Outcome::kRegression:
    case Outcome::kUnchanged:
    case Outcome::kUnstable:
    case Outcome::kNotConfirmed:
    case Outcome::kLost:
    case Outcome::kInvalid:
    case Outcome::kIdentical:
      break;
  }
  return false;
}

std::string comment_sentence(std::string_view text, std::size_t most = kCommentSentence) {
  return markdown_text(clipped(text, most));
}

// A pass in the artifact of a run that failed is either another job's failure or a lie.
bool is_borne_out(const results::Artifact& artifact, const Measured& measured) {
  return artifact.recorded.verdict.decision != Decision::kPass || measured.run_conclusion.empty() ||
         measured.run_conclusion == "success";
}

class Comment {
 public:
  Comment(const results::Artifact& artifact, const Measured& measured)
      : artifact_(artifact),
        verdict_(artifact.recorded.verdict),
        measured_(measured),
        names_(verdict_) {}

  [[nodiscard]] std::string text(std::string_view opening, std::size_t limit_bytes) const {
    return page(std::string(opening) + head(), {news(), caveats()}, foot(), where(), limit_bytes);
  }

 private:
  [[nodiscard]] std::string head() const;
  [[nodiscard]] Table news() const;
  [[nodiscard]] std::string row(const gate::Finding& finding) const;
  [[nodiscard]] Table caveats() const;
  [[nodiscard]] std::string foot() const;
  [[nodiscard]] std::string quiet_ones() const;
  [[nodiscard]] std::string where() const;

  const results::Artifact& artifact_;
  const gate::Verdict& verdict_;
  const Measured& measured_;
  Names names_;
};

std::string Comment::where() const {
  return measured_.run_url.empty()
             ? "the results folder"
             : fmt::format("the summary of the [workflow run]({})", measured_.run_url);
}

std::string Comment::head() const {
  std::string text = opening_of(verdict_, kCommentSentence);
  if (!is_borne_out(artifact_, measured_)) {
    text += fmt::format(
        "\n> **The workflow run ended with {}**, although its artifact says pass: look at the run "
        "before you trust this.\n",
        markdown_code(clipped(measured_.run_conclusion, kCommentName)));
  }
  if (artifact_.run && artifact_.run->error && !artifact_.run->error->detail.empty()) {
    text += "\n" + markdown_block(clipped(artifact_.run->error->detail, kCommentBlock));
  }
  return text;
}

std::string Comment::row(const gate::Finding& finding) const {
  std::string outcome(label(finding));
  if (weight(finding) == Weight::kLoud) {
    outcome = fmt::format("**{}**", outcome);
  }
  std::string numbers = "| | |";
  if (finding.comparison) {
    const auto& [base, head] = finding.comparison->sides;
    numbers = fmt::format(
        "{} | {} | {} |", markdown_text(unit::human(base.median, finding.key.unit)),
        markdown_text(unit::human(head.median, finding.key.unit)), change(*finding.comparison));
  }
  std::string notes;
  const auto add = [&notes](std::string_view text) {
    if (!text.empty()) {
      notes += notes.empty() ? "" : "<br>";
      notes += comment_sentence(text, kCommentReason);
    }
  };
  for (std::size_t i = 0; i < std::min(finding.warnings.size(), kMostWarnings); ++i) {
    add(finding.warnings[i].text);
  }
  const bool is_told = std::ranges::any_of(finding.warnings, [&](const gate::Warning& warning) {
    return warning.text == finding.detail;
  });
  add(is_told ? std::string_view() : std::string_view(finding.detail));
  return fmt::format("| {} | {} | {} | {} {} |\n", outcome,
                     markdown_code(clipped(names_.of(finding), kCommentName)),
                     comment_sentence(finding.key.unit, kCommentName), numbers, notes);
}

Table Comment::news() const {
  Table table{.heading =
                  "\n| outcome | benchmark | unit | base | head | delta | notes |\n"
                  "| --- | --- | --- | ---: | ---: | ---: | --- |\n",
              .rows = {}};
  for (const gate::Finding& finding : verdict_.findings) {
    if (is_news(finding)) {
      table.rows.push_back(row(finding));
    }
  }
  return table;
}

Table Comment::caveats() const {
  Table table{.heading = "\n### Caveats\n\n", .rows = {}};
  for (const gate::Caveat& caveat : verdict_.caveats) {
    table.rows.push_back(fmt::format("- {}: {}\n",
                                     markdown_code(clipped(caveat.code, kCommentName)),
                                     comment_sentence(caveat.text, kCommentReason)));
  }
  return table;
}

// "10 unchanged, 2 identical": gated ones that need nobody's attention.
std::string Comment::quiet_ones() const {
  std::string text;
  for (const Outcome outcome : {Outcome::kUnchanged, Outcome::kIdentical}) {
    const auto number = std::ranges::count_if(verdict_.findings, [&](const gate::Finding& finding) {
      return finding.outcome == outcome && finding.gating == gate::Gating::kGated &&
             !is_news(finding);
    });
    if (number > 0) {
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", number, gate::name(outcome));
    }
  }
  return text;
}

std::string Comment::foot() const {
  std::string text;
  if (const std::string quiet = quiet_ones(); !quiet.empty()) {
    text += fmt::format("\n{}: see {}.\n", quiet, where());
  }
  text += "\n<details><summary>What was measured, and how to repeat it</summary>\n\n";
  text += fmt::format("- commit {}", markdown_code(measured_.head_sha));
  if (!measured_.run_url.empty()) {
    text += fmt::format(", [workflow run]({})", measured_.run_url);
  }
  text += "\n";
  if (artifact_.run) {
    const results::Run& run = *artifact_.run;
    text += fmt::format("- base {}, head {}\n",
                        markdown_code(clipped(run.sides.base.describe, kCommentName)),
                        markdown_code(clipped(run.sides.head.describe, kCommentName)));
    if (!run.host.goos.empty()) {
      text += fmt::format(
          "- {} rounds of {} a side, on {}/{}, {}, {} CPUs allowed\n", run.settings.schedule.rounds,
          markdown_text(run.settings.schedule.benchtime.text()),
          comment_sentence(run.host.goos, kCommentName),
          comment_sentence(run.host.goarch, kCommentName),
          comment_sentence(run.host.cpu_model, kCommentName), run.host.cpus_allowed);
    }
  }
  text +=
      "- again on your own machine, in a checkout of the branch: `headgate run`\n"
      "- under another policy, from the run's artifact: `headgate replay headgate-results "
      "--min-delta 3%`\n"
      "\n</details>\n";
  return text;
}

github::Conclusion conclusion_of(const results::Artifact& artifact, const Measured& measured) {
  const gate::Verdict& verdict = artifact.recorded.verdict;
  switch (verdict.decision) {
    case Decision::kPass:
      return is_borne_out(artifact, measured) ? github::Conclusion::kSuccess
                                              : github::Conclusion::kNeutral;
    case Decision::kRegression:
      return artifact.recorded.exit_code == 0 ? github::Conclusion::kNeutral
                                              : github::Conclusion::kFailure;
    case Decision::kUnstable:
      return github::Conclusion::kNeutral;
    case Decision::kError:
      break;
  }
  return github::Conclusion::kFailure;
}

}  // namespace

std::string comment_markdown(const results::Artifact& artifact, const Measured& measured,
                             std::string_view marker, std::size_t limit_bytes) {
  return Comment(artifact, measured).text(fmt::format("{}\n", marker), limit_bytes);
}

github::CheckReport check_report(const results::Artifact& artifact, const Measured& measured,
                                 std::string_view name) {
  const gate::Verdict& verdict = artifact.recorded.verdict;
  return {.name = std::string(name),
          .conclusion = conclusion_of(artifact, measured),
          .title = clipped(verdict.message, kMostTitle),
          .summary = Comment(artifact, measured).text({}, kMostCommentBytes),
          .details_url = measured.run_url,
          .annotations = all_annotations(verdict)};
}

}  // namespace headgate::report
