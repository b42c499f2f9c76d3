// Carries out a plan: starts what it asks for, records what came of it, and tells it how it went.

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/binaries.h"
#include "app/narrator.h"
#include "app/results_folder.h"
#include "app/services.h"
#include "core/config/settings.h"
#include "core/dataset/process.h"
#include "core/gate/gate.h"
#include "core/schedule/plan.h"

namespace headgate::app {

/// What every measuring process of a run shares.
struct MeasureContext {
  Services& services;
  const Sandbox& sandbox;
  const Packages& packages;
  const Binaries& binaries;
  const config::Settings& settings;
  const MeasureEnvironment& environment;
  const std::string cpu;   ///< -test.cpu
  const std::string skip;  ///< -test.skip; "" for none
  double run_began_sec;    ///< on the steady clock
};

/// What a stage adds to the run.
struct Measured {
  std::vector<dataset::Process> processes;
  std::string cpu_model;  ///< as the test binaries print it; "" if none did
  double benchmark_sec = 0;
  /// kDeadline, kInterrupted, or what made writing impossible; the processes so far are there.
  std::optional<Error> error = std::nullopt;
};

/// Runs the plan to its end, or to the first thing that stops it.
[[nodiscard]] Measured measure(const MeasureContext& context, schedule::Plan& plan,
                               stats::Stage stage, ResultsFolder& folder, Narrator& narrator);

/// The items of the first stage: benchmarks present on both sides that are to be run.
[[nodiscard]] std::vector<schedule::Item> first_items(
    const std::vector<gate::Benchmark>& benchmarks, const schedule::Selection& selection,
    const config::Settings& settings);

/// The items of the confirm stage: one leaf each, a fixed number of iterations.
[[nodiscard]] std::vector<schedule::Item> confirm_items(
    const std::vector<gate::ConfirmRequest>& requests);

/// The arguments of a test binary for one trial; `binary` is argv[0].
[[nodiscard]] std::vector<std::string> benchmark_arguments(const std::string& binary,
                                                           const schedule::Item& item,
                                                           schedule::TrialPurpose purpose,
                                                           const std::string& cpu,
                                                           const std::string& skip);

}  // namespace headgate::app
