// Did the machine keep its pace while a pair was measured? The warnings beside a finding that say
// otherwise; they doubt the machine, never the code.
//
// Both sides are looked at in one series, so that a difference between them is not taken for a
// change of the machine. What is smaller than the floor is no doubt about a decision.
//
// Units:   the floor is a ratio; rounds as they were run.
// Errors:  none; what cannot be told is no warning.
// Cost:    quadratic in the rounds.
// Source:  tests and rates of false calls: core/stats/trend.h, core/stats/regimes.h.

#pragma once

#include <optional>

#include "core/dataset/series.h"
#include "core/gate/finding.h"
#include "core/stats/design.h"

namespace headgate::gate {

/// The largest p of a trend that is told. Exact p: fewer than 7 rounds can never reach it.
inline constexpr double kDriftAlpha = 0.001;

/// kDrift when the rounds' products of both sides' values have a trend that adds up to the floor
/// from the first round to the last. Rounds that lack a side do not count; a value that is not
/// positive means no warning.
[[nodiscard]] std::optional<Warning> drift(const stats::Sides<dataset::Series>& sides,
                                           double floor);

/// kTwoRegimes when the values of a side lie in two heaps whose medians are the floor or more
/// apart. With 10 samples, 1.2 % of the series of a steady machine would be called so if the floor
/// were 0.
[[nodiscard]] std::optional<Warning> two_regimes(const stats::Sides<dataset::Series>& sides,
                                                 double floor);

}  // namespace headgate::gate
