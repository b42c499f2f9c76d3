// Tells whoever watches how a run goes. The run calls it; how it looks is the narrator's business.

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "core/schedule/plan.h"
#include "core/stats/design.h"

namespace headgate::app {

/// What has been measured of one benchmark function so far.
struct BenchmarkProgress {
  std::string package;
  std::string function;
  stats::Stage stage;
  std::size_t round;  ///< of the trial that just ended, from 0
  std::size_t rounds;
  /// head / base of the medians of its first leaf so far; nullopt until both sides have a sample.
  std::optional<double> ratio;
  /// Trials of it that gave no sample.
  std::size_t lost;
};

/// How many trials there are in a stage's run for one function: told once at its end.
class Narrator {
 public:
  virtual ~Narrator() = default;

  /// A new step of the run began: "building 2 packages on base".
  virtual void step(std::string_view text) = 0;
  /// Measuring of a stage begins and ends; trials come between.
  virtual void measuring_begins(stats::Stage stage, std::size_t trials, double expected_sec) = 0;
  virtual void trial_ended(const BenchmarkProgress& benchmark,
                           const schedule::Progress& progress) = 0;
  virtual void measuring_ends() = 0;
  /// Text of a child that failed, and what it was: shown, capped and neutralised.
  virtual void foreign_output(std::string_view title, std::string_view text) = 0;
};

}  // namespace headgate::app
