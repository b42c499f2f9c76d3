// A gate run from sources to verdict: trees, builds, first pass, confirm, decision, results folder.

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/narrator.h"
#include "app/services.h"
#include "app/sources.h"
#include "core/gate/finding.h"
#include "core/results/run.h"

namespace headgate::app {

/// What the caller decided before the run.
struct GateRunOptions {
  std::string event = "local";
  std::optional<std::uint64_t> pull_request = std::nullopt;
  SettingsRequest settings;
  std::string results_dir;  ///< absolute
  std::string cache_dir;    ///< absolute; "" for the default
  /// Folder below the repository that stands for `modules: [.]`; "." for its root.
  std::string module_folder = ".";
};

struct GateRun {
  gate::Verdict verdict;
  /// As written to run.json; empty sides when the run ended before they were known.
  results::Run run;
  /// "" when no folder was written.
  std::string results_dir;
};

/// Runs the gate. Every failure is in the verdict. The results folder is complete when it returns,
/// but for verdict.json, which the caller writes last, with the exit code (write_verdict).
[[nodiscard]] GateRun run_gate(Services& services, Result<Sources> sources,
                               const GateRunOptions& options, Narrator& narrator);

/// The trees, packages and commands of a run, measuring nothing: for --dry-run.
struct DryRun {
  results::Run run;
  std::vector<gate::Benchmark> benchmarks;  ///< selected, from the sources
  std::vector<std::string> commands;        ///< what would be executed, one line each
  std::size_t processes;
  double expected_sec;
};

[[nodiscard]] Result<DryRun> plan_gate(Services& services, Result<Sources> sources,
                                       const GateRunOptions& options, Narrator& narrator);

}  // namespace headgate::app
