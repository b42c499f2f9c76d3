// One cell in numbers: where its values lie, and whether they differ from the first column's.
//
// Units:   of the samples; probabilities.
// Errors:  none; doubts are notes in benchstat's words.
// Cost:    constant in sorted samples, linear where the unit is exact; the test as
//          stats::MannWhitneyTest.
// Source:  golang.org/x/perf, package benchmath, revision 712aea8b4705, for notes and their order.

#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/compare/table.h"
#include "core/stats/mann_whitney.h"
#include "core/stats/median_interval.h"
#include "core/stats/sample.h"

namespace headgate::compare {

/// A cell's numbers and the samples behind them, in ascending order, at least one.
struct Measured {
  const Estimate& estimate;
  std::span<const stats::Sample> samples;
};

/// What is assumed of a unit: nothing, or that its values are exact (`Unit ... assume=exact`).
enum class Assumption { kNothing, kExact };

class Estimator {
 public:
  Estimator(double confidence, stats::ExactLimits limits);

  /// `samples` in ascending order; `notes` come first. No samples give n = 0.
  [[nodiscard]] Estimate estimate(std::span<const stats::Sample> samples, Assumption assumption,
                                  std::vector<std::string> notes);

  [[nodiscard]] Difference difference(const Measured& base, const Measured& now,
                                      Assumption assumption, double alpha);

 private:
  // Notes of a comparison that could find nothing.
  struct TooFew {
    double alpha;
    std::size_t needed;  // on the larger side
    Notes notes;
  };

  [[nodiscard]] const stats::MedianInterval& interval(std::size_t n);
  [[nodiscard]] const TooFew& too_few(double alpha);

  double confidence_;
  std::string unbounded_note_;
  Notes unbounded_;
  Notes all_equal_;
  std::map<std::size_t, stats::MedianInterval> intervals_;  // by number of samples
  std::optional<TooFew> too_few_;                           // of the last alpha
  stats::MannWhitneyTest test_;
};

}  // namespace headgate::compare
