// Which limits apply to a series: a benchmark's own beat its unit's, which beat the global ones.

#pragma once

#include <string>
#include <vector>

#include "core/dataset/series.h"
#include "core/gate/finding.h"
#include "core/gate/pattern.h"
#include "core/gate/policy.h"
#include "core/result/result.h"
#include "core/unit/unit.h"

namespace headgate::gate {

/// The limits of one series. Ratios; `min_abs` in the unit of the series.
struct Limits {
  /// Gated: the policy lists the unit, and it is known which direction is better.
  Gating gating;
  unit::Direction direction;
  double alpha;
  double floor;
  double min_abs;
  double cv_threshold;
};

/// The limits of a policy, ready to be asked.
class LimitTable {
 public:
  /// kConfigInvalid with the entry's origin when a pattern does not compile.
  [[nodiscard]] static Result<LimitTable> create(const Policy& policy, std::vector<int> cpus);

  [[nodiscard]] Limits of(const dataset::SeriesKey& key) const;

 private:
  struct Entry {
    Pattern pattern;
    BenchmarkLimits limits;
  };

  LimitTable(const Policy& policy, std::vector<int> cpus, std::vector<Entry> entries);

  Policy policy_;
  std::vector<int> cpus_;
  std::vector<Entry> entries_;
};

}  // namespace headgate::gate
