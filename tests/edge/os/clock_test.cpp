#include "edge/os/clock.h"

#include <gtest/gtest.h>

#include "support/manual_clock.h"

namespace headgate::os {
namespace {

TEST(SystemClock, IsInThisCenturyAndNeverGoesBack) {
  const SystemClock clock;
  EXPECT_GT(clock.wall_sec(), 1'767'225'600);  // 2026
  EXPECT_LT(clock.wall_sec(), 4'102'444'800);  // 2100
  const double before = clock.steady_sec();
  EXPECT_GE(clock.steady_sec(), before);
}

TEST(ManualClock, MovesOnlyWhenItIsTold) {
  ManualClock clock;
  const double wall = clock.wall_sec();
  EXPECT_EQ(clock.wall_sec(), wall);
  clock.advance(1.5);
  EXPECT_EQ(clock.wall_sec(), wall + 1.5);
  EXPECT_EQ(clock.steady_sec(), 1.5);
  clock.set_wall(0);
  EXPECT_EQ(clock.wall_sec(), 0);
  EXPECT_EQ(clock.steady_sec(), 1.5);
}

}  // namespace
}  // namespace headgate::os
