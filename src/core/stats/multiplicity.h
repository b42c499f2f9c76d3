// Many tests at once: p-values that may be read one by one although there are many of them.
//
// Of 100 comparisons of equal things, 5 have p below 0.05. Holm's adjustment keeps the probability
// of even one false finding below alpha; Benjamini and Hochberg's keeps the expected share of false
// ones among the findings below it, and finds more. An adjusted p is compared with alpha as the
// plain one would be.
//
// Units:   probabilities.
// Errors:  none; a p outside [0, 1] is a bug (HEADGATE_CHECK).
// Cost:    O(n log n).
// Source:  S. Holm, "A simple sequentially rejective multiple test procedure", Scandinavian Journal
//          of Statistics 6 (1979); Y. Benjamini and Y. Hochberg, Journal of the Royal Statistical
//          Society B 57 (1995). Holm holds under any dependence of the tests, Benjamini-Hochberg
//          where they are independent or positively dependent.

#pragma once

#include <span>
#include <vector>

namespace headgate::stats {

/// Adjusted p-values in the order of `p`, each at least as large and at most 1.
[[nodiscard]] std::vector<double> adjust_holm(std::span<const double> p);
[[nodiscard]] std::vector<double> adjust_benjamini_hochberg(std::span<const double> p);

}  // namespace headgate::stats
