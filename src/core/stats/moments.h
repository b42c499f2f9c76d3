// Sums that several statistics start from.
//
// In long double, whose exponent has room for the sum and the squares of any doubles.
//
// Units:   mean in the unit of the values, squares in its square.
// Errors:  none; no values is a bug (HEADGATE_CHECK).
// Cost:    two passes.
// Source:  the two-pass algorithm; T. F. Chan, G. H. Golub and R. J. LeVeque, "Algorithms for
//          computing the sample variance", The American Statistician 37 (1983).

#pragma once

#include <span>

namespace headgate::stats {

struct Moments {
  long double mean;
  /// Sum of the squared distances from the mean.
  long double squares;
};

[[nodiscard]] Moments moments(std::span<const double> values);

}  // namespace headgate::stats
