// Tells whoever watches how a run goes. The run calls it; how it looks is the narrator's business.

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "core/schedule/plan.h"
#include "core/stats/design.h"

namespace headgate::app {

/// What has been measured of one benchmark so far.
struct BenchmarkProgress {
  std::string package;
  std::string name;  ///< "BenchmarkInts", "BenchmarkInts/n=1"; "" for a package at once
  stats::Stage stage;
  std::size_t round;  ///< of the trial that just ended, from 0
  std::size_t rounds;
  /// head / base of the medians so far, of the first series that both sides have samples of;
  /// nullopt until there is one.
  std::optional<double> ratio;
  std::size_t lost;  ///< its trials that gave no sample
};

class Narrator {
 public:
  virtual ~Narrator() = default;

  /// A new step of the run began: "building 2 packages on base".
  virtual void step(std::string_view text) = 0;
  /// Measuring of a stage begins and, whatever happens, ends; trials come between.
  virtual void measuring_begins(stats::Stage stage, std::size_t trials, double expected_sec) = 0;
  virtual void trial_ended(const BenchmarkProgress& benchmark,
                           const schedule::Progress& progress) = 0;
  virtual void measuring_ends() = 0;
  /// Text of a child that failed, and what it was: shown, capped and neutralised.
  virtual void foreign_output(std::string_view title, std::string_view text) = 0;
  /// Nothing more comes: what is printed from now on must find a clean line.
  virtual void run_ends() = 0;
};

}  // namespace headgate::app
