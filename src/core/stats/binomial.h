// Binomial coefficients as exact integers, for probabilities that are counts of arrangements.
//
// Units:   counts.
// Errors:  a coefficient of 2^128 or more is nullopt, never a wrong number.
// Cost:    O(min(k, n - k)) divisions.
// Source:  C(n, i) = C(n, i - 1) (n - i + 1) / i, a whole number at every step.

#pragma once

#include <cstddef>
#include <optional>

namespace headgate::stats {

/// A number of arrangements, below 2^128; arithmetic wraps like that of any unsigned type.
__extension__ typedef unsigned __int128 Count;

/// C(n, k), the number of ways to pick k of n; 0 for k > n; nullopt when it does not fit.
[[nodiscard]] std::optional<Count> binomial(std::size_t n, std::size_t k);

}  // namespace headgate::stats
