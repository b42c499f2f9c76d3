#include "core/report/words.h"

#include <cmath>

#include <fmt/core.h>

#include "core/report/report.h"
#include "core/unit/scale.h"

namespace headgate::report {

std::string short_name(const gate::Finding& finding) {
  constexpr std::string_view kPrefix = "Benchmark";
  const std::string& package = finding.key.package;
  std::string name = finding.key.name;
  if (name.empty() && finding.function.size() > kPrefix.size()) {
    name = finding.function.substr(kPrefix.size());
  }
  if (name.empty()) {
    name = kPrefix;
  }
  const std::string tail = package.substr(package.rfind('/') + 1);
  return tail.empty() ? name : tail + "." + name;
}

std::string percent(double ratio) {
  const double percents = ratio * 100;
  const double size = std::fabs(percents);
  return size >= 100 ? fmt::format("{:+.0f} %", percents)
                     : fmt::format("{:+.{}f} %", percents, size >= 10 ? 1 : 2);
}

std::string p_value(double p) { return p < 0.001 ? "<0.001" : fmt::format("{:.3f}", p); }

std::string change(const gate::Comparison& comparison, std::string_view unit) {
  if (comparison.delta) {
    return percent(*comparison.delta);
  }
  const double head = comparison.sides.head.median;
  return head == 0 ? "0 %" : fmt::format("0 to {}", unit::human(head, unit));
}

std::string cv_text(double cv) {
  return std::isfinite(cv) ? fmt::format("{:.1f} % {}", cv * 100, cv_in_words(cv))
                           : std::string(cv_in_words(cv));
}

std::string numbers(const gate::Comparison& comparison, std::string_view unit) {
  const auto& [base, head] = comparison.sides;
  return fmt::format("{} to {}, {} (p {}, n={}+{}, floor {:.3g} %)", unit::human(base.median, unit),
                     unit::human(head.median, unit), change(comparison, unit),
                     p_value(comparison.p), base.n, head.n, comparison.floor * 100);
}

std::string_view label(gate::Outcome outcome) {
  switch (outcome) {
    case gate::Outcome::kRegression:
      return "REGRESSION";
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
      return "removed";
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
      return Weight::kLoud;
    case gate::Outcome::kImprovement:
    case gate::Outcome::kUnchanged:
    case gate::Outcome::kAdded:
    case gate::Outcome::kSkipped:
    case gate::Outcome::kIdentical:
    case gate::Outcome::kKnown:
      break;
  }
  return Weight::kQuiet;
}

}  // namespace headgate::report
