#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include <fmt/core.h>

#include "core/gate/wording.h"
#include "core/report/names.h"
#include "core/report/report.h"
#include "core/report/words.h"

namespace headgate::report {
namespace {

github::Level level_of(const gate::Finding& finding) {
  if (finding.outcome == gate::Outcome::kKnown && !finding.error) {
    return github::Level::kNotice;
  }
  const bool red =
      finding.outcome == gate::Outcome::kRegression || finding.outcome == gate::Outcome::kRemoved;
  return finding.error || (red && finding.gating == gate::Gating::kGated) ? github::Level::kError
                                                                          : github::Level::kWarning;
}

// Caveats that nobody may miss, though the run is green; the others are in the summary.
std::optional<github::Level> level_of(const gate::Caveat& caveat) {
  if (caveat.code == gate::name(gate::Outcome::kRemoved) ||
      caveat.code == gate::name(gate::WarningKind::kControlDiffers)) {
    return github::Level::kWarning;
  }
  constexpr std::array<std::string_view, 3> kNotices = {"benchmark-changed", "waived",
                                                        "not-waived"};
  if (std::ranges::find(kNotices, caveat.code) != kNotices.end()) {
    return github::Level::kNotice;
  }
  return std::nullopt;
}

std::string title_of(const gate::Finding& finding, const Names& names) {
  const bool is_time = finding.key.unit == "sec/op";
  return fmt::format("headgate: {}: {}{}{}",
                     finding.error ? code(*finding.error) : gate::name(finding.outcome),
                     names.of(finding), is_time ? "" : " ", is_time ? "" : finding.key.unit);
}

// The first sentence: what happened.
std::string news_of(const gate::Finding& finding) {
  switch (finding.outcome) {
    case gate::Outcome::kRegression:
      return finding.key.unit == "sec/op" ? "slower" : "worse";
    case gate::Outcome::kUnstable:
      return "too noisy to trust";
    case gate::Outcome::kNotConfirmed:
      return "suspected to be worse, but not when it was measured again";
    case gate::Outcome::kLost:
      return "no samples to compare, though the benchmark is there on both sides";
    case gate::Outcome::kRemoved:
      return "head no longer has this benchmark, and policy.removed is fail";
    case gate::Outcome::kInvalid:
      return "cannot be compared";
    case gate::Outcome::kKnown:
      return finding.key.unit == "sec/op" ? "slower, as the ledger knows"
                                          : "worse, as the ledger knows";
    case gate::Outcome::kImprovement:
    case gate::Outcome::kUnchanged:
    case gate::Outcome::kAdded:
    case gate::Outcome::kSkipped:
    case gate::Outcome::kIdentical:
      break;
  }
  return std::string(gate::name(finding.outcome));
}

// What the policy allows, and what both stages said of a regression.
std::string limit_of(const gate::Finding& finding) {
  if (finding.outcome != gate::Outcome::kRegression || !finding.comparison) {
    return {};
  }
  const gate::Comparison& first = finding.first.value_or(*finding.comparison);
  std::string text = fmt::format("a change of {} or more fails", gate::percent(first.floor));
  if (finding.stage == stats::Stage::kConfirm && finding.first) {
    text += fmt::format("; the first pass said {}, these numbers are from measuring it again",
                        gate::estimate(first));
  }
  return text;
}

// One sentence a line, doubts about the number first when the benchmark itself was edited.
std::string message_of(const gate::Finding& finding, const gate::Verdict& verdict) {
  std::string message;
  const auto add = [&message](std::string_view sentence) {
    if (!sentence.empty()) {
      message += message.empty() ? "" : "\n";
      message += sentence;
    }
  };
  const auto add_warnings = [&](auto wanted) {
    for (const gate::Warning& warning : finding.warnings) {
      if (wanted(warning)) {
        add(warning.text);
      }
    }
  };
  const auto is_first = [](const gate::Warning& warning) {
    return warning.kind == gate::WarningKind::kBenchmarkChanged;
  };
  add_warnings(is_first);
  add(finding.comparison
          ? fmt::format("{}: {}", news_of(finding), numbers(*finding.comparison, finding.key.unit))
          : news_of(finding));
  add(limit_of(finding));
  add(finding.detail);
  // The detail may be the text of a warning.
  add_warnings([&](const gate::Warning& warning) {
    return !is_first(warning) && warning.text != finding.detail;
  });
  const bool is_the_cause = (finding.error && finding.error == verdict.reason) ||
                            (verdict.decision == gate::Decision::kUnstable &&
                             finding.outcome == gate::Outcome::kUnstable);
  add(is_the_cause ? verdict.remedy : std::string());
  return message;
}

// Is the reason of an error one that a finding has?
bool is_told_by_a_finding(const gate::Verdict& verdict) {
  return std::ranges::any_of(verdict.findings, [&](const gate::Finding& finding) {
    return finding.error && finding.error == verdict.reason;
  });
}

// Whether every benchmark that a caveat sums up has an annotation of its own, which says it too;
// the other units of such a benchmark may be quiet.
bool is_told_by_findings(const gate::Caveat& caveat, const gate::Verdict& verdict) {
  std::set<dataset::SeriesKey> warned;
  std::set<dataset::SeriesKey> told;
  for (const gate::Finding& finding : verdict.findings) {
    const bool warns = std::ranges::any_of(finding.warnings, [&](const gate::Warning& warning) {
      return gate::name(warning.kind) == caveat.code;
    });
    if (!warns) {
      continue;
    }
    dataset::SeriesKey benchmark = finding.key;
    benchmark.unit.clear();
    if (weight(finding) != Weight::kQuiet) {
      told.insert(benchmark);
    }
    warned.insert(std::move(benchmark));
  }
  return !warned.empty() && warned == told;
}

github::Annotation cause_of(const gate::Verdict& verdict) {
  return {.level = github::Level::kError,
          .title = fmt::format("headgate: {}", verdict.reason ? code(*verdict.reason) : "error"),
          .message = verdict.remedy.empty()
                         ? verdict.message
                         : fmt::format("{}\n{}", verdict.message, verdict.remedy)};
}

}  // namespace

std::vector<github::Annotation> all_annotations(const gate::Verdict& verdict) {
  std::vector<github::Annotation> all;
  if (verdict.decision == gate::Decision::kError && !is_told_by_a_finding(verdict)) {
    all.push_back(cause_of(verdict));
  }
  const Names names(verdict);
  const FindingErrors errors = finding_errors(verdict);
  for (const gate::Finding& finding : verdict.findings) {
    if (weight(finding) == Weight::kQuiet ||
        (finding.error && errors == FindingErrors::kConsequences)) {
      continue;
    }
    all.push_back({.level = level_of(finding),
                   .title = title_of(finding, names),
                   .message = message_of(finding, verdict),
                   .file = finding.location ? finding.location->file : std::string(),
                   .line = finding.location ? finding.location->line : 0});
  }
  for (const gate::Caveat& caveat : verdict.caveats) {
    const std::optional<github::Level> level = level_of(caveat);
    if (level && !is_told_by_findings(caveat, verdict)) {
      all.push_back({.level = *level,
                     .title = fmt::format("headgate: {}", caveat.code),
                     .message = caveat.text});
    }
  }
  return all;
}

std::vector<github::Annotation> annotations(const gate::Verdict& verdict) {
  return github::within_limits(all_annotations(verdict));
}

}  // namespace headgate::report
