// What casts doubt on the numbers of one pair: the warnings beside a finding, each with the numbers
// that made it.
//
// Source: rank correlation: C. Spearman, The American Journal of Psychology 15 (1904); its standard
//         error without correlation is 1 / sqrt(n - 1).

#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "core/dataset/series.h"
#include "core/gate/compare.h"
#include "core/gate/finding.h"
#include "core/stats/design.h"

namespace headgate::gate {

/// The median numbers of iterations differ by more than this factor.
inline constexpr double kIterationsFactor = 2;

/// Up to so many samples on a side p has few levels.
inline constexpr std::size_t kFewLevelSamples = 5;

/// kUnstable when a side's CV is above `cv_threshold`.
[[nodiscard]] std::optional<Warning> unstable(const Comparison& comparison, double cv_threshold);

/// kIterationsDiffer.
[[nodiscard]] std::optional<Warning> iterations_differ(const Comparison& comparison);

/// kGrowsWithIterations when within a side more iterations go with worse values: a rank correlation
/// that chance would reach in less than 5 % of series. Needs 5 samples and a known direction. (A
/// time-based N makes the opposite the rule: a slow process does fewer iterations.)
[[nodiscard]] std::optional<Warning> grows_with_iterations(
    const stats::Sides<dataset::Series>& sides, unit::Direction direction);

/// kFewLevels for 4 or 5 samples on a side.
[[nodiscard]] std::optional<Warning> few_levels(const Comparison& comparison);

/// kNotFinite, with the number of such readings of each side.
[[nodiscard]] Warning not_finite(const stats::Sides<dataset::Series>& sides);

/// kNegative, with the number of such values of each side.
[[nodiscard]] Warning negative(const stats::Sides<dataset::Series>& sides);

/// Spearman's rank correlation of iterations and values, tied ones sharing their mean rank; nullopt
/// when all iterations or all values are equal.
[[nodiscard]] std::optional<double> rank_correlation(
    const std::vector<dataset::Observation>& observations);

}  // namespace headgate::gate
