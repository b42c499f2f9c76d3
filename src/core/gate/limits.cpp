#include "core/gate/limits.h"

#include <utility>

namespace headgate::gate {

LimitTable::LimitTable(const Policy& policy, std::vector<int> cpus, std::vector<Entry> entries)
    : policy_(policy), cpus_(std::move(cpus)), entries_(std::move(entries)) {}

Result<LimitTable> LimitTable::create(const Policy& policy, std::vector<int> cpus) {
  std::vector<Entry> entries;
  for (const BenchmarkLimits& limits : policy.benchmarks) {
    Result<Pattern> pattern = Pattern::compile(limits.match);
    if (!pattern) {
      return limits.origin.empty() ? pattern.error() : pattern.error().within(limits.origin);
    }
    entries.push_back({.pattern = *std::move(pattern), .limits = limits});
  }
  return LimitTable(policy, std::move(cpus), std::move(entries));
}

Limits LimitTable::of(const dataset::SeriesKey& key) const {
  Limits limits{.gating = Gating::kShown,
                .direction = unit::direction(key.unit),
                .alpha = policy_.alpha,
                .floor = policy_.min_delta,
                .min_abs = 0,
                .cv_threshold = policy_.cv_threshold};
  if (const auto listed = policy_.units.find(key.unit); listed != policy_.units.end()) {
    const UnitLimits& own = listed->second;
    limits.direction = own.direction.value_or(limits.direction);
    limits.alpha = own.alpha.value_or(limits.alpha);
    limits.floor = own.min_delta.value_or(limits.floor);
    limits.min_abs = own.min_abs;
    if (limits.direction != unit::Direction::kUnknown) {
      limits.gating = Gating::kGated;
    }
  }
  for (const Entry& entry : entries_) {
    const BenchmarkLimits& own = entry.limits;
    if (own.unit.value_or(key.unit) == key.unit &&
        entry.pattern.names(key.package, key.name, cpus_)) {
      limits.alpha = own.alpha.value_or(limits.alpha);
      limits.floor = own.min_delta.value_or(limits.floor);
      limits.min_abs = own.min_abs.value_or(limits.min_abs);
      limits.cv_threshold = own.cv_threshold.value_or(limits.cv_threshold);
      break;
    }
  }
  return limits;
}

}  // namespace headgate::gate
