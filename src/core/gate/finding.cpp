#include "core/gate/finding.h"

namespace headgate::gate {

std::string_view name(Outcome outcome) {
  switch (outcome) {
    case Outcome::kRegression:
      return "regression";
    case Outcome::kImprovement:
      return "improvement";
    case Outcome::kUnchanged:
      return "unchanged";
    case Outcome::kUnstable:
      return "unstable";
    case Outcome::kNotConfirmed:
      return "not-confirmed";
    case Outcome::kAdded:
      return "added";
    case Outcome::kRemoved:
      return "removed";
    case Outcome::kSkipped:
      return "skipped";
    case Outcome::kLost:
      return "lost";
    case Outcome::kInvalid:
      return "invalid";
    case Outcome::kIdentical:
      return "identical";
    case Outcome::kKnown:
      return "known";
  }
  return "";
}

std::string_view name(WarningKind kind) {
  switch (kind) {
    case WarningKind::kBenchmarkChanged:
      return "benchmark-changed";
    case WarningKind::kUnstable:
      return "unstable";
    case WarningKind::kNotConfirmed:
      return "not-confirmed";
    case WarningKind::kNoConfirm:
      return "no-confirm";
    case WarningKind::kIterationsDiffer:
      return "iterations-differ";
    case WarningKind::kGrowsWithIterations:
      return "grows-with-iterations";
    case WarningKind::kFewLevels:
      return "few-levels";
    case WarningKind::kSamplesLost:
      return "samples-lost";
    case WarningKind::kMeasuresNothing:
      return "measures-nothing";
    case WarningKind::kNotFinite:
      return "not-finite";
    case WarningKind::kNegative:
      return "negative";
    case WarningKind::kUnknownDirection:
      return "unknown-direction";
    case WarningKind::kDrift:
      return "drift";
    case WarningKind::kTwoRegimes:
      return "two-regimes";
    case WarningKind::kControlDiffers:
      return "control-differs";
    case WarningKind::kKnown:
      return "known";
    case WarningKind::kLedgerExceeded:
      return "ledger-exceeded";
    case WarningKind::kLedgerExpired:
      return "ledger-expired";
  }
  return "";
}

std::string_view name(Decision decision) {
  switch (decision) {
    case Decision::kPass:
      return "pass";
    case Decision::kRegression:
      return "regression";
    case Decision::kError:
      return "error";
    case Decision::kUnstable:
      return "unstable";
  }
  return "";
}

int exit_code(Decision decision) {
  switch (decision) {
    case Decision::kPass:
      return 0;
    case Decision::kRegression:
      return 1;
    case Decision::kError:
      return 2;
    case Decision::kUnstable:
      return 3;
  }
  return 2;
}

}  // namespace headgate::gate
