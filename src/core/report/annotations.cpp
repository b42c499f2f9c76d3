// Annotations of a verdict, within the runner's limits.

#include <utility>

#include <fmt/core.h>

#include "core/report/report.h"
#include "core/report/words.h"

namespace headgate::report {
namespace {

github::Level level_of(const gate::Finding& finding) {
  const bool red = finding.error || (finding.outcome == gate::Outcome::kRegression &&
                                     finding.gating == gate::Gating::kGated);
  return red ? github::Level::kError : github::Level::kWarning;
}

std::string title_of(const gate::Finding& finding) {
  return fmt::format("headgate: {}: {}",
                     finding.error ? code(*finding.error) : gate::name(finding.outcome),
                     short_name(finding));
}

std::string message_of(const gate::Finding& finding) {
  std::string message;
  const auto add = [&message](const std::string& sentence) {
    if (!sentence.empty()) {
      message += (message.empty() ? "" : "\n") + sentence;
    }
  };
  // What casts doubt on the number stands before it when the benchmark itself was edited.
  for (const gate::Warning& warning : finding.warnings) {
    if (warning.kind == gate::WarningKind::kBenchmarkChanged) {
      add(warning.text);
    }
  }
  if (finding.comparison) {
    add(fmt::format("{} {}: {}", finding.key.name, finding.key.unit,
                    numbers(*finding.comparison, finding.key.unit)));
  }
  add(finding.detail);
  for (const gate::Warning& warning : finding.warnings) {
    if (warning.kind != gate::WarningKind::kBenchmarkChanged) {
      add(warning.text);
    }
  }
  if (message.empty()) {
    message = fmt::format("{} is {}", short_name(finding), gate::name(finding.outcome));
  }
  return message;
}

}  // namespace

std::vector<github::Annotation> annotations(const gate::Verdict& verdict) {
  std::vector<github::Annotation> all;
  bool cause_told = false;
  for (const gate::Finding& finding : verdict.findings) {
    if (weight(finding) == Weight::kQuiet) {
      continue;
    }
    cause_told = cause_told || (verdict.reason && finding.error == verdict.reason);
    all.push_back({.level = level_of(finding),
                   .title = title_of(finding),
                   .message = message_of(finding),
                   .file = finding.location ? finding.location->file : std::string(),
                   .line = finding.location ? finding.location->line : 0});
  }
  if (verdict.decision == gate::Decision::kError && !cause_told) {
    const std::string_view reason =
        verdict.reason ? code(*verdict.reason) : std::string_view("error");
    const std::string remedy = verdict.remedy.empty() ? std::string() : "\n" + verdict.remedy;
    all.insert(all.begin(), {.level = github::Level::kError,
                             .title = fmt::format("headgate: {}", reason),
                             .message = verdict.message + remedy});
  }
  return github::within_limits(std::move(all));
}

std::string_view cv_in_words(double cv) {
  constexpr double kReliable = 0.02;
  constexpr double kAcceptable = 0.05;
  constexpr double kInvestigate = 0.10;
  if (cv < kReliable) {
    return "reliable";
  }
  if (cv <= kAcceptable) {
    return "acceptable";
  }
  return cv <= kInvestigate ? "investigate" : "do not trust";
}

}  // namespace headgate::report
