#include "core/gate/compare.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace headgate::gate {
namespace {

using stats::Side;

constexpr double kConfidence = 0.95;

double median_iterations(const dataset::Series& series) {
  std::vector<double> iterations;
  iterations.reserve(series.observations.size());
  for (const dataset::Observation& observation : series.observations) {
    iterations.push_back(static_cast<double>(observation.iterations));
  }
  std::sort(iterations.begin(), iterations.end());
  return stats::median(iterations);
}

bool has_negative(const dataset::Series& series) {
  return std::any_of(
      series.observations.begin(), series.observations.end(),
      [](const dataset::Observation& observation) { return observation.sample.value() < 0; });
}

Fitness fitness_of(const stats::Sides<dataset::Series>& sides, double alpha) {
  if (sides.base.not_finite > 0 || sides.head.not_finite > 0) {
    return Fitness::kNotFinite;
  }
  const std::size_t n_base = sides.base.observations.size();
  const std::size_t n_head = sides.head.observations.size();
  if (n_base == 0 || n_head == 0) {
    return Fitness::kMissing;
  }
  if (has_negative(sides.base) || has_negative(sides.head)) {
    return Fitness::kNegative;
  }
  const bool too_few = std::min(n_base, n_head) < stats::kFewestSamples ||
                       stats::smallest_attainable_p(n_base, n_head) >= alpha;
  return too_few ? Fitness::kTooFew : Fitness::kFit;
}

Change change_of(const Comparison& comparison, unit::Direction direction, double min_abs) {
  const double base = comparison.sides.base.median;
  const double head = comparison.sides.head.median;
  if (comparison.p >= comparison.alpha || base == head || std::abs(head - base) < min_abs) {
    return Change::kNone;
  }
  if (direction == unit::Direction::kUnknown) {
    const double up = worsening(base, head, unit::Direction::kLower);
    const double down = worsening(head, base, unit::Direction::kLower);
    return std::max(up, down) >= comparison.floor ? Change::kUndirected : Change::kNone;
  }
  const double worse = worsening(base, head, direction);
  if (worse > 0) {
    return worse >= comparison.floor ? Change::kWorse : Change::kNone;
  }
  return worsening(head, base, direction) >= comparison.floor ? Change::kBetter : Change::kNone;
}

}  // namespace

double worsening(double from, double to, unit::Direction direction) {
  switch (direction) {
    case unit::Direction::kHigher:
      std::swap(from, to);
      break;
    case unit::Direction::kLower:
      break;
    case unit::Direction::kUnknown:
      return 0;
  }
  if (from == to) {
    return 0;
  }
  return from == 0 ? std::numeric_limits<double>::infinity() : to / from - 1;
}

Assessment Comparer::assess(const stats::Sides<dataset::Series>& sides, const Limits& limits,
                            stats::Stage stage) {
  Assessment assessment{.fitness = fitness_of(sides, limits.alpha),
                        .change = Change::kNone,
                        .spread = Spread::kSteady,
                        .comparison = std::nullopt};
  const std::vector<stats::Sample> base = dataset::samples_of(sides.base);
  const std::vector<stats::Sample> head = dataset::samples_of(sides.head);
  if (base.empty() || head.empty()) {
    return assessment;
  }
  const double share = stage == stats::Stage::kConfirm ? 0.5 : 1.0;
  Comparison comparison{
      .sides = {.base = stats::summarize(base, kConfidence),
                .head = stats::summarize(head, kConfidence)},
      .delta = std::nullopt,
      .p = test_.compare(base, head).p,
      .alpha = limits.alpha,
      .floor = limits.floor * share,
      .iterations = {.base = median_iterations(sides.base), .head = median_iterations(sides.head)}};
  if (comparison.sides.base.median != 0 && assessment.fitness != Fitness::kNegative) {
    comparison.delta = comparison.sides.head.median / comparison.sides.base.median - 1;
  }
  if (comparison.sides.base.cv > limits.cv_threshold ||
      comparison.sides.head.cv > limits.cv_threshold) {
    assessment.spread = Spread::kScattered;
  }
  if (assessment.fitness == Fitness::kFit) {
    assessment.change = change_of(comparison, limits.direction, limits.min_abs * share);
  }
  assessment.comparison = comparison;
  return assessment;
}

}  // namespace headgate::gate
