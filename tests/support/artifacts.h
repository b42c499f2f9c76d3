// Artifacts of the gate as a reporter reads them.

#pragma once

#include <cstddef>
#include <string>
#include <utility>

#include "core/results/artifact.h"
#include "core/results/verdict.h"
#include "support/recorded_run.h"
#include "support/verdicts.h"

namespace headgate::testing_support {

/// The recorded run, measured to the end, of pull request #7.
inline results::Run finished_run() {
  results::Run run = recorded_run();
  run.error = std::nullopt;
  run.pull_request = 7;
  return run;
}

/// What the gate writes of a verdict, its counts set to those of its findings.
inline results::ArtifactTexts artifact_texts(gate::Verdict verdict, const results::Run& run) {
  const auto count = [&](gate::Outcome outcome) {
    std::size_t number = 0;
    for (const gate::Finding& finding : verdict.findings) {
      const bool counts = finding.outcome == outcome && finding.gating == gate::Gating::kGated;
      number += counts ? 1 : 0;
    }
    return number;
  };
  verdict.regressions = count(gate::Outcome::kRegression);
  verdict.improvements = count(gate::Outcome::kImprovement);
  verdict.unstable = count(gate::Outcome::kUnstable);
  return {
      .verdict_json = results::write_verdict(verdict, run.sides, gate::exit_code(verdict.decision)),
      .run_json = results::write_run(run)};
}

/// As it is read back; throws when it cannot be.
inline results::Artifact artifact_of(gate::Verdict verdict,
                                     const results::Run& run = finished_run()) {
  Result<results::Artifact> artifact =
      results::read_artifact(artifact_texts(std::move(verdict), run));
  HEADGATE_CHECK(artifact.has_value());
  return *std::move(artifact);
}

}  // namespace headgate::testing_support
