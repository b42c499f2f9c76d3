// Verdicts and runs in which every text that others control is hostile, for tests of reports.

#pragma once

#include <array>
#include <cstddef>
#include <limits>
#include <optional>
#include <vector>

#include "core/gate/finding.h"
#include "core/results/run.h"
#include "support/hostile_text.h"
#include "support/recorded_run.h"
#include "support/verdicts.h"

namespace headgate::testing_support {

inline gate::Finding hostile_finding(SeededNumbers& numbers) {
  using enum gate::Outcome;
  static constexpr std::array kOutcomes = {kRegression,   kImprovement, kUnchanged, kUnstable,
                                           kNotConfirmed, kAdded,       kRemoved,   kSkipped,
                                           kLost,         kInvalid,     kIdentical, kKnown};
  static constexpr std::array kValues = {0.0,  1e-9, 2.5e-6,
                                         1e30, -1.0, std::numeric_limits<double>::infinity()};
  const auto pick = [&numbers](const auto& values) { return values[numbers.below(values.size())]; };
  gate::Finding finding =
      compared_finding(hostile_text(numbers), pick(kOutcomes), pick(kValues), pick(kValues));
  finding.key.package = hostile_text(numbers, 4);
  finding.key.unit = numbers.below(2) == 0 ? "sec/op" : "x" + hostile_text(numbers, 3);
  finding.key.configuration = numbers.below(4) == 0 ? hostile_text(numbers, 3) : "";
  finding.function = "Benchmark" + hostile_text(numbers, 3);
  finding.gating = numbers.below(3) == 0 ? gate::Gating::kShown : gate::Gating::kGated;
  finding.detail = hostile_text(numbers, 20);
  finding.location = gate::Location{.file = hostile_text(numbers, 4), .line = numbers.below(99)};
  finding.warnings = {{.kind = gate::WarningKind::kBenchmarkChanged, .text = hostile_text(numbers)},
                      {.kind = gate::WarningKind::kNotConfirmed, .text = hostile_text(numbers)}};
  if (numbers.below(3) == 0) {
    finding.stage = stats::Stage::kConfirm;
    finding.first = finding.comparison;
  }
  if (numbers.below(3) == 0) {
    finding.comparison = std::nullopt;
  }
  if (numbers.below(5) == 0) {
    finding.error = Reason::kSeriesLost;
  }
  return finding;
}

inline gate::Verdict hostile_verdict(SeededNumbers& numbers) {
  static constexpr std::array kDecisions = {gate::Decision::kPass, gate::Decision::kRegression,
                                            gate::Decision::kError, gate::Decision::kUnstable};
  static constexpr std::array kReasons = {Reason::kSeriesLost, Reason::kInterrupted,
                                          Reason::kNothingCompared};
  gate::Verdict verdict = verdict_of(kDecisions[numbers.below(kDecisions.size())], {});
  if (verdict.decision == gate::Decision::kError) {
    verdict.reason = kReasons[numbers.below(kReasons.size())];
  }
  if (verdict.decision == gate::Decision::kRegression) {
    verdict.waiver = gate::Waiver{.label = hostile_text(numbers, 4), .commit = {}, .by = {}};
  }
  verdict.message = hostile_text(numbers, 20);
  verdict.remedy = hostile_text(numbers);
  for (std::size_t i = numbers.below(6); i > 0; --i) {
    verdict.findings.push_back(hostile_finding(numbers));
  }
  for (std::size_t i = numbers.below(4); i > 0; --i) {
    verdict.caveats.push_back({.code = hostile_text(numbers, 2), .text = hostile_text(numbers)});
  }
  return verdict;
}

inline results::Run hostile_run(SeededNumbers& numbers) {
  results::Run run = recorded_run();
  run.why = hostile_text(numbers);
  for (results::SideRecord* side : {&run.sides.base, &run.sides.head}) {
    side->describe = hostile_text(numbers);
    side->toolchain = hostile_text(numbers, 3);
  }
  run.host.cpu_model = hostile_text(numbers, 4);
  run.host.goos = "x" + hostile_text(numbers, 2);
  run.error->detail = hostile_text(numbers, 30);
  return run;
}

}  // namespace headgate::testing_support
