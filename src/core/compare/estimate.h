// One cell in numbers: where its values lie, and whether they differ from the first column's.
//
// Units:   of the samples; probabilities.
// Errors:  none; doubts are notes in benchstat's words.
// Cost:    linear in sorted samples; the test as stats::MannWhitneyTest.
// Source:  golang.org/x/perf, package benchmath, revision 712aea8b4705, for notes and their order.

#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/compare/table.h"
#include "core/stats/mann_whitney.h"
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
                                  std::vector<std::string> notes) const;

  [[nodiscard]] Difference difference(const Measured& base, const Measured& now,
                                      Assumption assumption, double alpha);

 private:
  double confidence_;
  std::string unbounded_note_;
  stats::MannWhitneyTest test_;
};

}  // namespace headgate::compare
