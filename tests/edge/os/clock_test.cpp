#include "edge/os/clock.h"

#include <cmath>
#include <limits>

#include <gmock/gmock.h>

#include "support/manual_clock.h"

namespace headgate::os {
namespace {

TEST(FormatUtc, AgreesWithDate) {
  // date --utc --date=@N +%FT%TZ (coreutils 9.1).
  EXPECT_EQ(format_utc(0), "1970-01-01T00:00:00Z");
  EXPECT_EQ(format_utc(951'782'400), "2000-02-29T00:00:00Z");
  EXPECT_EQ(format_utc(1'767'225'599), "2025-12-31T23:59:59Z");
  EXPECT_EQ(format_utc(253'402'300'799), "9999-12-31T23:59:59Z");
  EXPECT_EQ(format_utc(-1), "1969-12-31T23:59:59Z");
  EXPECT_EQ(format_utc(-62'167'219'200), "0000-01-01T00:00:00Z");
}

TEST(FormatUtc, CutsToTheSecondThatTheMomentLiesIn) {
  EXPECT_EQ(format_utc(59.999), "1970-01-01T00:00:59Z");
  EXPECT_EQ(format_utc(-0.5), "1969-12-31T23:59:59Z");
}

TEST(FormatUtc, HasAWordForWhatIsNoDate) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  for (const double time :
       {253'402'300'800.0, -62'167'219'201.0, std::nan(""), kInfinity, -kInfinity, 1e300}) {
    EXPECT_EQ(format_utc(time), "unknown") << time;
  }
}

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
