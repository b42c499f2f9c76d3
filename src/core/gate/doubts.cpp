#include "core/gate/doubts.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/core.h>

#include "core/gate/wording.h"
#include "core/stats/mann_whitney.h"

namespace headgate::gate {
namespace {

using stats::Side;

// Of the standard normal distribution: one-sided 5 %.
constexpr double kCriticalZ = 1.645;
constexpr std::size_t kFewestForCorrelation = 5;

// Mean ranks, from 0, in the order of the values.
std::vector<double> ranks_of(const std::vector<double>& values) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t left, std::size_t right) { return values[left] < values[right]; });
  std::vector<double> ranks(values.size());
  for (std::size_t begin = 0; begin < order.size();) {
    std::size_t end = begin + 1;
    while (end < order.size() && values[order[end]] == values[order[begin]]) {
      ++end;
    }
    const double mean_rank = static_cast<double>(begin + end - 1) / 2;
    for (; begin < end; ++begin) {
      ranks[order[begin]] = mean_rank;
    }
  }
  return ranks;
}

bool gets_worse(const dataset::Series& series, unit::Direction direction) {
  const std::size_t n = series.observations.size();
  const std::optional<double> correlation = rank_correlation(series.observations);
  if (!correlation || n < kFewestForCorrelation) {
    return false;
  }
  const double worse = direction == unit::Direction::kHigher ? -*correlation : *correlation;
  return worse * std::sqrt(static_cast<double>(n - 1)) > kCriticalZ;
}

}  // namespace

std::optional<Warning> unstable(const Comparison& comparison, double cv_threshold) {
  const auto& [base, head] = comparison.sides;
  if (base.cv <= cv_threshold && head.cv <= cv_threshold) {
    return std::nullopt;
  }
  return Warning{.kind = WarningKind::kUnstable,
                 .text = fmt::format("samples scatter by {} on base and {} on head, more than {}",
                                     percent(base.cv), percent(head.cv), percent(cv_threshold))};
}

std::optional<Warning> iterations_differ(const Comparison& comparison) {
  const auto [fewer, more] = std::minmax(comparison.iterations.base, comparison.iterations.head);
  if (more <= fewer * kIterationsFactor) {
    return std::nullopt;
  }
  return Warning{.kind = WarningKind::kIterationsDiffer,
                 .text = fmt::format("base ran {:.0f} and head {:.0f} iterations a sample, which "
                                     "matters if the time per operation depends on them",
                                     comparison.iterations.base, comparison.iterations.head)};
}

std::optional<Warning> grows_with_iterations(const stats::Sides<dataset::Series>& sides,
                                             unit::Direction direction) {
  if (direction == unit::Direction::kUnknown) {
    return std::nullopt;
  }
  for (const Side side : {Side::kBase, Side::kHead}) {
    if (gets_worse(sides.of(side), direction)) {
      return Warning{.kind = WarningKind::kGrowsWithIterations,
                     .text = fmt::format("on {} the value gets worse the more iterations a sample "
                                         "has: the benchmark may keep state between them",
                                         stats::name(side))};
    }
  }
  return std::nullopt;
}

std::optional<Warning> few_levels(const Comparison& comparison) {
  const std::size_t n_base = comparison.sides.base.n;
  const std::size_t n_head = comparison.sides.head.n;
  if (std::min(n_base, n_head) > kFewLevelSamples) {
    return std::nullopt;
  }
  return Warning{
      .kind = WarningKind::kFewLevels,
      .text = fmt::format("with {} and {} samples p has few levels and cannot be below {:.2g}",
                          n_base, n_head, stats::smallest_attainable_p(n_base, n_head))};
}

Warning not_finite(const stats::Sides<dataset::Series>& sides) {
  return {.kind = WarningKind::kNotFinite,
          .text = fmt::format("{} of base and {} of head are NaN or infinite",
                              counted(sides.base.not_finite, "value"),
                              counted(sides.head.not_finite, "value"))};
}

Warning negative(const stats::Sides<dataset::Series>& sides) {
  const auto number = [](const dataset::Series& series) {
    return static_cast<std::size_t>(
        std::count_if(series.observations.begin(), series.observations.end(),
                      [](const dataset::Observation& one) { return one.sample.value() < 0; }));
  };
  return {.kind = WarningKind::kNegative,
          .text = fmt::format("{} of base and {} of head are negative, where a ratio says nothing",
                              counted(number(sides.base), "value"),
                              counted(number(sides.head), "value"))};
}

std::optional<double> rank_correlation(const std::vector<dataset::Observation>& observations) {
  std::vector<double> iterations;
  std::vector<double> values;
  for (const dataset::Observation& observation : observations) {
    iterations.push_back(static_cast<double>(observation.iterations));
    values.push_back(observation.sample.value());
  }
  const std::vector<double> x = ranks_of(iterations);
  const std::vector<double> y = ranks_of(values);
  const double mean = (static_cast<double>(observations.size()) - 1) / 2;
  double xx = 0;
  double yy = 0;
  double xy = 0;
  for (std::size_t index = 0; index < x.size(); ++index) {
    xx += (x[index] - mean) * (x[index] - mean);
    yy += (y[index] - mean) * (y[index] - mean);
    xy += (x[index] - mean) * (y[index] - mean);
  }
  if (xx == 0 || yy == 0) {
    return std::nullopt;
  }
  return xy / std::sqrt(xx * yy);
}

}  // namespace headgate::gate
