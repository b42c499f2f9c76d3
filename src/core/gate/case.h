// The evidence of a run put in order under a policy: its series, its functions, its pairs. What is
// flagged and what is decided must both start from here, or a run would measure again something
// else than it decides on.

#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "core/dataset/series.h"
#include "core/gate/compare.h"
#include "core/gate/coverage.h"
#include "core/gate/gate.h"
#include "core/gate/limits.h"
#include "core/gate/nothing_compared.h"
#include "core/gate/pair.h"
#include "core/gate/roster.h"

namespace headgate::gate {

/// The numbers that may stand as CPU suffix behind a name: those of the run; of two texts the one
/// that all names share, if they do.
[[nodiscard]] std::vector<int> suffixes_of(const Evidence& evidence);

/// Refers to the evidence, the policy and the limits: they must live longer.
class Case {
 public:
  Case(const Evidence& evidence, const Policy& policy, const LimitTable& limits,
       std::vector<int> cpus);
  Case(const Case&) = delete;
  Case& operator=(const Case&) = delete;

  [[nodiscard]] const Coverage& coverage() const { return coverage_; }

  /// How two texts were measured under different conditions; a run measures both sides alike.
  [[nodiscard]] std::vector<std::string> mismatches() const;

  /// The finding about one of the pairs of `coverage()`.
  [[nodiscard]] Finding judged(const dataset::PairedSeries& pair);

  /// Does the first pass flag it?
  [[nodiscard]] bool flags(const dataset::PairedSeries& pair);

  /// The number of iterations for measuring the pair again: the smaller of both sides' medians, at
  /// least 1.
  [[nodiscard]] std::int64_t iterations(const dataset::PairedSeries& pair);

  /// The name of the pair's benchmark without the CPU suffix.
  [[nodiscard]] std::string leaf(const dataset::PairedSeries& pair) const;

  /// The base units of all series.
  [[nodiscard]] std::set<std::string> units() const;

  /// Why there is nothing to say about any benchmark, where that is so, and what to do.
  [[nodiscard]] NothingCompared emptiness() const;

 private:
  using Name = std::tuple<std::string, std::string, std::string, std::string>;

  static Name name_of(const dataset::SeriesKey& key);

  // The context points into the case and to `limits`.
  [[nodiscard]] PairContext context_of(const dataset::PairedSeries& pair,
                                       const Limits& limits) const;
  [[nodiscard]] bool was_measured_again(const dataset::PairedSeries& pair) const;

  const Evidence& evidence_;
  const Policy& policy_;
  const LimitTable& limits_;
  std::vector<int> cpus_;
  dataset::Dataset first_;
  dataset::Dataset confirm_;
  Roster roster_;
  Coverage coverage_;
  std::map<Name, const dataset::PairedSeries*> times_;  // sec/op of each benchmark
  std::map<dataset::SeriesKey, const dataset::PairedSeries*> confirmed_;
  std::set<Name> measured_again_;  // module, package, function, leaf ("": every leaf)
  Comparer comparer_;
};

}  // namespace headgate::gate
