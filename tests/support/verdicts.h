// Builders of findings and verdicts, for tests of what shows them.

#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "core/gate/finding.h"
#include "support/recorded_verdict.h"

namespace headgate::testing_support {

/// A gated finding of example.com/m/sum without numbers; change what differs.
inline gate::Finding bare_finding(std::string name, gate::Outcome outcome) {
  return {.key = {.module = "example.com/m",
                  .package = "example.com/m/sum",
                  .name = std::move(name),
                  .configuration = {},
                  .unit = "sec/op"},
          .function = "BenchmarkInts",
          .outcome = outcome,
          .gating = gate::Gating::kGated};
}

/// The same with the numbers of ten samples a side around these medians (base not 0), an interval
/// of 1 % and a CV of 1 %.
inline gate::Finding compared_finding(std::string name, gate::Outcome outcome, double base,
                                      double head) {
  gate::Finding finding = bare_finding(std::move(name), outcome);
  finding.comparison =
      gate::Comparison{.sides = {.base = summary(10, base, base * 0.99, base * 1.01, 0.01),
                                 .head = summary(10, head, head * 0.99, head * 1.01, 0.01)},
                       .delta = head / base - 1,
                       .p = 0.00001,
                       .alpha = 0.05,
                       .floor = 0.05,
                       .iterations = {.base = 1000, .head = 1000}};
  return finding;
}

inline gate::Verdict verdict_of(gate::Decision decision, std::vector<gate::Finding> findings) {
  return {.decision = decision,
          .reason = std::nullopt,
          .message = "what was decided",
          .remedy = {},
          .compared = findings.size(),
          .regressions = 0,
          .improvements = 0,
          .unstable = 0,
          .findings = std::move(findings),
          .caveats = {}};
}

}  // namespace headgate::testing_support
