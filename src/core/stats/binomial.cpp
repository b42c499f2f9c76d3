#include "core/stats/binomial.h"

#include <algorithm>
#include <numeric>

namespace headgate::stats {

std::optional<Count> binomial(std::size_t n, std::size_t k) {
  if (k > n) {
    return Count{0};
  }
  constexpr Count kLargest = ~Count{0};
  Count ways = 1;
  const std::size_t steps = std::min(k, n - k);
  for (std::size_t i = 1; i <= steps; ++i) {
    // Dividing before multiplying: what i shares with `ways` goes first, and the rest of i divides
    // the factor, so that nothing larger than the coefficient itself ever exists.
    const std::size_t shared = std::gcd(static_cast<std::size_t>(ways % i), i);
    const std::size_t factor = (n - i + 1) / (i / shared);
    ways /= shared;
    if (ways > kLargest / factor) {
      return std::nullopt;
    }
    ways *= factor;
  }
  return ways;
}

}  // namespace headgate::stats
