// What the gate hands to whoever reports for it: verdict.json and run.json of a results folder,
// read back as one value.
//
// They come from a job that ran a pull request's code, so they are hostile: everything is checked
// for type, range and length, a decision or an outcome that this version does not know is refused,
// and so is a pair of files that contradict each other. What was read may still be a lie of the
// right shape; it is shown, and decides nothing.
//
// Errors:  kResultsInvalid with the place, kSchemaTooNew; never throws.

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "core/gate/finding.h"
#include "core/result/result.h"
#include "core/results/run.h"
#include "core/stats/design.h"

namespace headgate::results {

/// No text of a verdict may be longer.
inline constexpr std::size_t kMostVerdictTextBytes = 64 << 10;

/// verdict.json, read back.
struct RecordedVerdict {
  /// `function` of a finding is made from the benchmark's name, `confidence` and `mean` of its
  /// summaries are NaN: they are not recorded.
  gate::Verdict verdict;
  stats::Sides<std::string> commits;
  int exit_code;  ///< of the gate's process, which fail-on may have masked
};

[[nodiscard]] Result<RecordedVerdict> read_verdict(std::string_view json,
                                                   std::string_view file_name);

struct Artifact {
  RecordedVerdict recorded;
  /// Missing only where the gate ended in an error before there was a run to record.
  std::optional<Run> run;
};

/// The texts of both files; nullopt where there is no run.json.
struct ArtifactTexts {
  std::string verdict_json;
  std::optional<std::string> run_json;
};

/// Reads both and holds them against each other.
[[nodiscard]] Result<Artifact> read_artifact(const ArtifactTexts& texts);

}  // namespace headgate::results
