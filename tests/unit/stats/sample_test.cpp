#include "core/stats/sample.h"

#include <limits>

#include <gmock/gmock.h>

namespace headgate::stats {
namespace {

using Limits = std::numeric_limits<double>;

TEST(Sample, HoldsAnyFiniteValue) {
  for (const double value : {0.0, -1.5, 2.579e-06, Limits::max(), Limits::denorm_min()}) {
    const auto sample = Sample::from(value);
    ASSERT_TRUE(sample.has_value()) << value;
    EXPECT_EQ(sample->value(), value);
  }
}

TEST(Sample, TurnsNanAndInfinitiesAway) {
  EXPECT_EQ(Sample::from(Limits::quiet_NaN()), std::nullopt);
  EXPECT_EQ(Sample::from(Limits::infinity()), std::nullopt);
  EXPECT_EQ(Sample::from(-Limits::infinity()), std::nullopt);
}

TEST(Sample, IsOrderedByValue) {
  const Sample one = Sample::from(1).value();
  const Sample two = Sample::from(2).value();
  EXPECT_LT(one, two);
  EXPECT_GT(two, one);
  EXPECT_EQ(one, Sample::from(1).value());
  EXPECT_NE(one, two);
}

TEST(Sample, BothZerosAreOneValue) {
  const Sample positive = Sample::from(0.0).value();
  const Sample negative = Sample::from(-0.0).value();
  EXPECT_EQ(positive, negative);
  EXPECT_EQ(positive <=> negative, std::weak_ordering::equivalent);
}

}  // namespace
}  // namespace headgate::stats
