#include "core/stats/normal.h"

#include <gmock/gmock.h>

namespace headgate::stats {
namespace {

// scipy.stats.norm.cdf of SciPy 1.17.1.
TEST(Normal, AgreesWithScipyFarOutToo) {
  EXPECT_EQ(normal_at_most(0), 0.5);
  EXPECT_NEAR(normal_at_most(1.959963984540054), 0.975, 1e-15);
  EXPECT_NEAR(normal_at_most(-10) / 7.61985302416047e-24, 1, 1e-12);
}

TEST(Normal, TwoSidedPIsBothTailsAndNeverZero) {
  EXPECT_EQ(two_sided_normal_p(0), 1);
  EXPECT_NEAR(two_sided_normal_p(1.959963984540054), 0.05, 1e-15);
  EXPECT_GT(two_sided_normal_p(100), 0);
}

}  // namespace
}  // namespace headgate::stats
