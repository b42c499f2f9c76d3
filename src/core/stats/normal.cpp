#include "core/stats/normal.h"

#include <cmath>
#include <limits>
#include <numbers>

namespace headgate::stats {

double normal_at_most(double z) { return std::erfc(-z / std::numbers::sqrt2) / 2; }

double two_sided_normal_p(double z) {
  // erfc ends at 0 only near z = 38; the bound is for beyond that.
  return std::fmax(std::erfc(z / std::numbers::sqrt2), std::numeric_limits<double>::min());
}

}  // namespace headgate::stats
