// The policy: which changes matter, in which units, for which benchmarks.
//
// Defaults live here. A benchmark's own limit beats its unit's, which beats the global one.

#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/unit/unit.h"

namespace headgate::gate {

/// Limits of one unit; what is absent comes from the global values. Ratios, not percents.
struct UnitLimits {
  std::optional<double> alpha = std::nullopt;
  std::optional<double> min_delta = std::nullopt;
  /// Smallest absolute change that matters, in the base unit: besides min_delta, for integer
  /// metrics that flicker between 0 and 1.
  double min_abs = 0;
  /// Required where the unit's own direction is unknown.
  std::optional<unit::Direction> direction = std::nullopt;
  friend bool operator==(const UnitLimits&, const UnitLimits&) = default;
};

/// Limits of the benchmarks that `match` names; the first entry that matches wins.
struct BenchmarkLimits {
  /// RE2, matched against the whole of "BenchmarkDecode/small" or of the same behind any tail of
  /// its package path ("codec/BenchmarkDecode/small"), with and without the CPU suffix.
  std::string match;
  std::optional<std::string> unit = std::nullopt;  ///< only for this base unit; absent: every unit
  std::optional<double> alpha = std::nullopt;
  std::optional<double> min_delta = std::nullopt;
  std::optional<double> min_abs = std::nullopt;
  std::optional<double> cv_threshold = std::nullopt;
  /// "file:line" of the entry, for messages.
  std::string origin = {};
  friend bool operator==(const BenchmarkLimits&, const BenchmarkLimits&) = default;
};

enum class Confirm { kYes, kNo };

/// What a benchmark that head no longer has does to the verdict.
enum class Removed { kWarn, kFail, kIgnore };

struct Policy {
  double alpha = 0.05;
  /// The floor: smallest ratio by which a median must get worse. 0.05 is 5 %.
  double min_delta = 0.05;
  /// Coefficient of variation above which a side is too noisy to trust.
  double cv_threshold = 0.10;
  /// Gated units. A unit that is not listed is shown, never gated.
  std::map<std::string, UnitLimits> units = {{"sec/op", UnitLimits{}}};
  std::vector<BenchmarkLimits> benchmarks = {};
  Confirm confirm = Confirm::kYes;
  Removed removed = Removed::kWarn;
  friend bool operator==(const Policy&, const Policy&) = default;
};

}  // namespace headgate::gate
