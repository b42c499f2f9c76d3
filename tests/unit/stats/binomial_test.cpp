#include "core/stats/binomial.h"

#include <gmock/gmock.h>

namespace headgate::stats {
namespace {

TEST(Binomial, CountsTheWaysToPick) {
  EXPECT_EQ(binomial(0, 0), Count{1});
  EXPECT_EQ(binomial(5, 0), Count{1});
  EXPECT_EQ(binomial(5, 5), Count{1});
  EXPECT_EQ(binomial(5, 2), Count{10});
  EXPECT_EQ(binomial(20, 10), Count{184756});
  EXPECT_EQ(binomial(3, 4), Count{0});
}

TEST(Binomial, ObeysPascalsRuleUpToTheLargestThatFits) {
  for (std::size_t n = 1; n <= 128; ++n) {
    for (std::size_t k = 1; k <= n; ++k) {
      ASSERT_TRUE(binomial(n, k) == *binomial(n - 1, k - 1) + *binomial(n - 1, k))
          << n << " over " << k;
    }
  }
}

TEST(Binomial, RefusesWhatDoesNotFitIn128Bits) {
  // Between them lies 2^128 = 3.403e38: C(130, 65) = 9.507e37, and the next central coefficient is
  // larger by 131 * 132 / 66^2 = 3.97.
  EXPECT_TRUE(binomial(130, 65).has_value());
  EXPECT_EQ(binomial(132, 66), std::nullopt);
  EXPECT_EQ(binomial(132, 0), Count{1});
  EXPECT_EQ(binomial(1000000, 500000), std::nullopt);
}

}  // namespace
}  // namespace headgate::stats
