// Series: the samples of one benchmark and unit on each side, ready to be compared.
//
// Built from process records (a run) or from two benchmark texts (a replay of files).

#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/dataset/process.h"
#include "core/dataset/text.h"
#include "core/stats/design.h"
#include "core/stats/sample.h"

namespace headgate::dataset {

/// What makes a series one series. Equal keys on the two sides are compared.
struct SeriesKey {
  std::string module;   ///< module path; "" where a text does not say
  std::string package;  ///< import path
  std::string name;     ///< as Go prints it, without "Benchmark": "Ints/n=1000-4"
  /// "goos=linux goarch=amd64 cpu=..." of a text; empty in a run, where both sides share the
  /// machine.
  std::string configuration;
  std::string unit;  ///< base unit
  friend auto operator<=>(const SeriesKey&, const SeriesKey&) = default;
};

/// One sample with what produced it.
struct Observation {
  stats::Sample sample;
  std::int64_t iterations;
  std::size_t round;  ///< of the run; in a text: the how-manieth line of this name, from 0
};

/// The observations of one side in round order.
struct Series {
  std::vector<Observation> observations;
  /// Readings that were NaN or infinite; they are not among the observations.
  std::size_t not_finite = 0;
};

/// The samples of a series, in round order.
[[nodiscard]] std::vector<stats::Sample> samples_of(const Series& series);

/// A key and what each side has of it; either side may be empty, not both.
struct PairedSeries {
  SeriesKey key;
  stats::Sides<Series> sides;
};

/// All series, sorted by module and package, then in the order in which base (then head) first
/// printed them, units of one benchmark together.
struct Dataset {
  std::vector<PairedSeries> series;
};

/// Can results of this process be samples? A process that did not pass gives none, except that with
/// several functions its complete lines stand; one that only explains never does.
[[nodiscard]] bool gives_samples(const Process& process);

/// Is this result of the process a sample? Ambiguous names are not, nor are results of functions
/// that the process was not asked to run: the program printed them itself.
[[nodiscard]] bool is_sample(const Process& process, const BenchmarkResult& result);

/// The series of the samples of one stage.
[[nodiscard]] Dataset from_processes(std::span<const Process> processes, stats::Stage stage);

/// The series of two texts.
[[nodiscard]] Dataset from_texts(const stats::Sides<Text>& texts);

/// How the two sides of a dataset were measured under different conditions: keys that would pair if
/// it were not for the configuration or the -N suffix of the name. Empty: they were not.
[[nodiscard]] std::vector<std::string> mismatches(const Dataset& dataset);

}  // namespace headgate::dataset
