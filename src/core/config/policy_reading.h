// The grammars of settings that say what counts as slower: limits, for all, per unit and per
// benchmark.

#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/config/reading.h"
#include "core/gate/gate.h"
#include "core/gate/policy.h"

namespace headgate::config {

/// A base unit: "sec/op". One that is compared under another name is an error.
[[nodiscard]] Result<std::string> read_unit(const Subject& subject, const TreeNode& node);

/// The expression that names benchmarks, not empty; whether it is one is not checked.
[[nodiscard]] Result<std::string> read_match(const Subject& subject, const TreeNode& node);

/// A significance level: a number above 0 and at most 0.5.
[[nodiscard]] Result<double> read_alpha(const Subject& subject, const TreeNode& node);

/// The floor, as a ratio: from 0% to 1000%.
[[nodiscard]] Result<double> read_min_delta(const Subject& subject, const TreeNode& node);

/// A coefficient of variation, as a ratio: above 0% and at most 1000%.
[[nodiscard]] Result<double> read_cv_threshold(const Subject& subject, const TreeNode& node);

[[nodiscard]] Result<gate::Unchanged> read_unchanged(const Subject& subject, const TreeNode& node);

[[nodiscard]] Result<gate::Confirm> read_confirm(const Subject& subject, const TreeNode& node);

[[nodiscard]] Result<gate::Removed> read_removed(const Subject& subject, const TreeNode& node);

/// Base unit: limits. At least one; a unit that is compared under another name is an error.
[[nodiscard]] Result<std::map<std::string, gate::UnitLimits>> read_units(const Subject& subject,
                                                                         const TreeNode& node);

/// A list of mappings, each with `match`. The entries' origins are their places.
[[nodiscard]] Result<std::vector<gate::BenchmarkLimits>> read_benchmarks(const Subject& subject,
                                                                         const TreeNode& node);

}  // namespace headgate::config
