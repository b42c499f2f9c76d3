#include "core/report/words.h"

#include <algorithm>
#include <cmath>

#include <fmt/core.h>

#include "core/benchfmt/utf8.h"
#include "core/gate/wording.h"
#include "core/report/report.h"
#include "core/unit/scale.h"

namespace headgate::report {
namespace {

// Below this the three decimals of a p-value are zeros.
constexpr double kSmallestShownP = 0.0005;

}  // namespace

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

std::string p_value(double p) { return p < kSmallestShownP ? "<0.001" : fmt::format("{:.3f}", p); }

std::string change(const gate::Comparison& comparison) {
  if (comparison.delta) {
    return gate::signed_percent(*comparison.delta);
  }
  return comparison.sides.head.median == 0 ? gate::signed_percent(0) : "from 0";
}

std::string median_text(const stats::Summary& side, std::string_view unit) {
  const double reach =
      std::max(side.hi - side.median, side.median - side.lo) / std::fabs(side.median);
  const std::string interval = side.lo == side.hi     ? "0%"
                               : std::isfinite(reach) ? fmt::format("{:.0f}%", reach * 100)
                                                      : "∞";
  return fmt::format("{} ±{}", unit::human(side.median, unit), interval);
}

std::string cv_text(double cv) {
  return std::isfinite(cv) ? fmt::format("{} {}", gate::percent(cv), cv_in_words(cv))
                           : std::string(cv_in_words(cv));
}

std::string numbers(const gate::Comparison& comparison, std::string_view unit) {
  const auto& [base, head] = comparison.sides;
  const std::string ratio =
      comparison.delta ? fmt::format(", {}", gate::signed_percent(*comparison.delta)) : "";
  const std::string p = p_value(comparison.p);
  return fmt::format("{} to {}{} (p{}{}, n={}+{})", unit::human(base.median, unit),
                     unit::human(head.median, unit), ratio, p.starts_with('<') ? "" : "=", p,
                     base.n, head.n);
}

std::string_view label(const gate::Finding& finding) {
  const bool gated = finding.gating == gate::Gating::kGated;
  switch (finding.outcome) {
    case gate::Outcome::kRegression:
      return gated ? "REGRESSION" : "worse";
    case gate::Outcome::kImprovement:
      return "improvement";
    case gate::Outcome::kUnchanged:
      return "unchanged";
    case gate::Outcome::kUnstable:
      return "unstable";
    case gate::Outcome::kNotConfirmed:
      return "not confirmed";
    case gate::Outcome::kAdded:
      return "added";
    case gate::Outcome::kRemoved:
      return gated ? "REMOVED" : "removed";
    case gate::Outcome::kSkipped:
      return "skipped";
    case gate::Outcome::kLost:
      return "LOST";
    case gate::Outcome::kInvalid:
      return "invalid";
    case gate::Outcome::kIdentical:
      return "identical";
    case gate::Outcome::kKnown:
      break;
  }
  return "known";
}

Weight weight(const gate::Finding& finding) {
  if (finding.error) {
    return Weight::kLoud;
  }
  if (finding.gating == gate::Gating::kShown) {
    return Weight::kQuiet;
  }
  switch (finding.outcome) {
    case gate::Outcome::kRegression:
    case gate::Outcome::kUnstable:
    case gate::Outcome::kNotConfirmed:
    case gate::Outcome::kLost:
    case gate::Outcome::kInvalid:
    case gate::Outcome::kRemoved:
    case gate::Outcome::kKnown:
      return Weight::kLoud;
    case gate::Outcome::kImprovement:
    case gate::Outcome::kUnchanged:
    case gate::Outcome::kAdded:
    case gate::Outcome::kSkipped:
    case gate::Outcome::kIdentical:
      break;
  }
  return Weight::kQuiet;
}

FindingErrors finding_errors(const gate::Verdict& verdict) {
  const bool is_told = std::ranges::any_of(verdict.findings, [&](const gate::Finding& finding) {
    return finding.error && finding.error == verdict.reason;
  });
  const bool is_of_the_whole =
      verdict.reason == Reason::kNothingCompared || verdict.reason == Reason::kEnvironmentMismatch;
  return !verdict.reason || is_told || is_of_the_whole ? FindingErrors::kCauses
                                                       : FindingErrors::kConsequences;
}

std::string clipped(std::string_view text, std::size_t most) {
  std::size_t bytes = 0;
  for (std::size_t characters = 0; characters < most && bytes < text.size(); ++characters) {
    bytes += benchfmt::first_character(text.substr(bytes)).length;
  }
  return bytes == text.size() ? std::string(text) : fmt::format("{} [...]", text.substr(0, bytes));
}

}  // namespace headgate::report
