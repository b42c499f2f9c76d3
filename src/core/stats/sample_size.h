// How many samples a side does it take to see a change of a given size?
//
// Lehr's rule answers from the scatter alone, for noise that is about normal. The simulation
// answers for the noise that was really measured: it draws both sides from recorded samples, slows
// head down by the effect, runs the test that the gate runs, and counts.
//
// Units:   cv and effects are ratios (0.05 for 5 %); n counts samples on each side; shares are
//          probabilities.
// Errors:  what no number of samples shows is nullopt. Samples that are missing, or an alpha
//          outside (0, 1], is a bug (HEADGATE_CHECK).
// Cost:    Lehr O(1); simulation `repeats` Mann-Whitney tests: some microseconds each at 10 a side,
//          tens at 25, one or two milliseconds at 50, because resampled values are tied.
// Source:  R. Lehr, Statistics in Medicine 11 (1992); simulation: B. Efron and
//          R. J. Tibshirani, "An Introduction to the Bootstrap" (1993), 25.4. The numbers are
//          MT19937-64's, indices drawn by Boost.Random's uniform_int_distribution, which gives the
//          same ones on every machine, as that of <random> need not.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "core/stats/sample.h"

namespace headgate::stats {

/// Samples on each side with which a two-sided test at 5 % finds a change of `delta` in 80 of 100
/// runs: 16 (cv / delta)^2, rounded up, at least 1. The sign of `delta` does not matter. nullopt
/// for a delta of 0, for a cv that is negative or not finite, and for more than a billion samples.
/// A rank test wants 5 % more under normal noise, and no fewer than samples_needed() says.
[[nodiscard]] std::optional<std::size_t> lehr_samples(double cv, double delta);

/// What is simulated.
struct PowerQuestion {
  /// Drawn from with replacement, for both sides.
  std::span<const Sample> samples;
  /// Head's values are multiplied by 1 + effect; 0 asks for the rate of false alarms.
  double effect;
  /// Samples on each side.
  std::size_t n;
  /// A test rejects when its p is below alpha, as in the gate.
  double alpha;
  /// Simulated comparisons.
  std::size_t repeats;
  std::uint64_t seed;
};

/// A share of the simulated comparisons.
struct SimulatedShare {
  double value;
  /// sqrt(value (1 - value) / repeats): at most 0.5 / sqrt(repeats), 0.011 for 2000. It covers the
  /// chance of the simulation, not that of the recorded samples. 0 where none or all rejected,
  /// which leaves up to 3 / repeats open at 95 %.
  double standard_error;
};

/// How often the test rejected, and in which direction: head's ranks higher, or lower.
struct SimulatedPower {
  SimulatedShare head_higher;
  SimulatedShare head_lower;
};

/// Simulates; the same question has the same answer. 0 without drawing where
/// smallest_attainable_p() is not below alpha. nullopt when 1 + effect is not positive or makes a
/// value infinite.
[[nodiscard]] std::optional<SimulatedPower> simulate_power(const PowerQuestion& question);

}  // namespace headgate::stats
