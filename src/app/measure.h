// Carries out a plan: starts what it asks for, records what came of it, and tells it how it went.

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "app/binaries.h"
#include "app/deadline.h"
#include "app/narrator.h"
#include "app/results_folder.h"
#include "app/services.h"
#include "core/config/settings.h"
#include "core/dataset/process.h"
#include "core/schedule/items.h"
#include "core/schedule/plan.h"

namespace headgate::app {

/// What every measuring process of a run shares.
struct MeasureContext {
  Services& services;
  const Sandbox& sandbox;
  const Binaries& binaries;
  const config::Settings& settings;
  const MeasureEnvironment& environment;
  schedule::RunArguments arguments;
  const Deadline& deadline;
};

/// What a stage adds to the run.
struct Measured {
  /// Without their argument vectors, which only samples.jsonl keeps.
  std::vector<dataset::Process> processes = {};
  std::string cpu_model = {};  ///< as the test binaries print it; "" if none did
  double benchmark_sec = 0;
  /// Processes after which something that they started was still alive.
  std::size_t with_survivors = 0;
  /// kDeadline, kInterrupted, kTooManyResults, or what made writing impossible; the processes so
  /// far are there.
  std::optional<Error> error = std::nullopt;
};

/// Runs the plan to its end, or to the first thing that stops it.
[[nodiscard]] Measured measure(const MeasureContext& context, schedule::Plan& plan,
                               stats::Stage stage, ResultsFolder& folder, Narrator& narrator);

}  // namespace headgate::app
