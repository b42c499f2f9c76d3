// Tails of the standard normal distribution, for the tests and intervals that approximate.
//
// erfc keeps its digits where 1 - Phi has none left, so that both tails are as good far out as
// near.
//
// Units:   z in standard deviations; probabilities.
// Errors:  none.
// Cost:    one erfc.
// Source:  Phi(z) = erfc(-z / sqrt 2) / 2.

#pragma once

namespace headgate::stats {

/// P(Z <= z).
[[nodiscard]] double normal_at_most(double z);

/// P(|Z| >= z) for z >= 0; never 0, because no outcome of a test is impossible.
[[nodiscard]] double two_sided_normal_p(double z);

}  // namespace headgate::stats
