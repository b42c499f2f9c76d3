#include "core/stats/multiplicity.h"

#include <stdexcept>

#include <gmock/gmock.h>

namespace headgate::stats {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;
using testing::IsEmpty;

const std::vector<double> kP = {0.01, 0.04, 0.03, 0.005, 0.5};

// By hand, in ascending order: 0.005 * 5, 0.01 * 4, 0.03 * 3, 0.04 * 2 raised to the one before,
// 0.5 * 1. R: p.adjust(p, "holm").
TEST(Multiplicity, HolmMultipliesByWhatIsLeft) {
  constexpr double kNear = 1e-15;
  EXPECT_THAT(adjust_holm(kP), ElementsAre(DoubleNear(0.04, kNear), DoubleNear(0.09, kNear),
                                           DoubleNear(0.09, kNear), DoubleNear(0.025, kNear), 0.5));
}

// From the largest down: 0.5 * 5/5, 0.04 * 5/4, 0.03 * 5/3, 0.01 * 5/2, 0.005 * 5/1, none above the
// one before. R: p.adjust(p, "BH").
TEST(Multiplicity, BenjaminiHochbergMultipliesByTheShareOfTheRank) {
  constexpr double kNear = 1e-15;
  EXPECT_THAT(adjust_benjamini_hochberg(kP),
              ElementsAre(DoubleNear(0.025, kNear), DoubleNear(0.05, kNear),
                          DoubleNear(0.05, kNear), DoubleNear(0.025, kNear), 0.5));
}

TEST(Multiplicity, NothingIsAboveOne) {
  EXPECT_THAT(adjust_holm(std::vector{0.6, 0.9}), ElementsAre(1, 1));
  EXPECT_THAT(adjust_benjamini_hochberg(std::vector{0.6, 0.9}), ElementsAre(0.9, 0.9));
}

TEST(Multiplicity, NoTestsNeedNoAdjustment) {
  EXPECT_THAT(adjust_holm({}), IsEmpty());
  EXPECT_THAT(adjust_benjamini_hochberg({}), IsEmpty());
}

TEST(Multiplicity, WhatIsNoProbabilityIsABug) {
  EXPECT_THROW(static_cast<void>(adjust_holm(std::vector{1.5})), std::logic_error);
}

}  // namespace
}  // namespace headgate::stats
