#include "core/gate/steadiness.h"

#include <cmath>
#include <map>
#include <vector>

#include <fmt/core.h>

#include "core/gate/wording.h"
#include "core/stats/regimes.h"
#include "core/stats/trend.h"

namespace headgate::gate {
namespace {

using stats::Side;

constexpr std::size_t kFewestForTrend = 2;

// By round the sum of the logarithms of both sides; empty when a value has none.
std::vector<stats::Sample> paces(const stats::Sides<dataset::Series>& sides) {
  std::map<std::size_t, double> base;
  for (const dataset::Observation& observation : sides.base.observations) {
    base.emplace(observation.round, observation.sample.value());
  }
  std::map<std::size_t, stats::Sample> by_round;
  for (const dataset::Observation& observation : sides.head.observations) {
    const auto other = base.find(observation.round);
    if (other == base.end()) {
      continue;
    }
    const std::optional<stats::Sample> sum =
        stats::Sample::from(std::log(other->second) + std::log(observation.sample.value()));
    if (!sum) {
      return {};
    }
    by_round.emplace(observation.round, *sum);
  }
  std::vector<stats::Sample> sums;
  for (const auto& [round, sum] : by_round) {
    sums.push_back(sum);
  }
  return sums;
}

}  // namespace

std::optional<Warning> drift(const stats::Sides<dataset::Series>& sides, double floor) {
  const std::vector<stats::Sample> sums = paces(sides);
  if (sums.size() < kFewestForTrend) {
    return std::nullopt;
  }
  const double p = stats::mann_kendall_test(sums).p;
  const double steps = static_cast<double>(sums.size() - 1);
  // Half of the sum belongs to each side.
  const double change = std::expm1(stats::sen_slope(sums) / 2 * steps);
  if (p > kDriftAlpha || std::abs(change) < floor) {
    return std::nullopt;
  }
  return Warning{.kind = WarningKind::kDrift,
                 .text = fmt::format("from the first round to the last the values of both sides "
                                     "went {} by {} (p={:.2g} for no trend): the machine changed "
                                     "its pace",
                                     change > 0 ? "up" : "down", percent(std::abs(change)), p)};
}

std::optional<Warning> two_regimes(const stats::Sides<dataset::Series>& sides, double floor) {
  for (const Side side : {Side::kBase, Side::kHead}) {
    const std::optional<stats::RegimeSplit> split =
        stats::split_regimes(dataset::samples_of(sides.of(side)));
    if (!split || split->regimes != stats::Regimes::kTwo || split->low_median <= 0 ||
        split->high_median / split->low_median - 1 < floor) {
      continue;
    }
    return Warning{
        .kind = WarningKind::kTwoRegimes,
        .text = fmt::format("the values of {} lie in two heaps, {} apart: {} and {}; "
                            "its median tells which heap was met more often",
                            stats::name(side), percent(split->high_median / split->low_median - 1),
                            split->low_count, counted(split->high_count, "sample"))};
  }
  return std::nullopt;
}

}  // namespace headgate::gate
