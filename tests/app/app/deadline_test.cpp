#include "app/deadline.h"

#include <gtest/gtest.h>

#include "support/manual_clock.h"

namespace headgate::app {
namespace {

using std::chrono::milliseconds;
using std::chrono::minutes;

TEST(Deadline, WithoutOneARunMayTakeForEver) {
  os::ManualClock clock;
  const Deadline deadline(clock);
  clock.advance(1e9);
  EXPECT_FALSE(deadline.is_past());
  EXPECT_EQ(deadline.within(minutes(30)), minutes(30));
}

TEST(Deadline, CountsFromTheBeginningOfTheRunHoweverLateItIsKnown) {
  os::ManualClock clock;
  Deadline deadline(clock);
  clock.advance(4);
  deadline.set(10);
  EXPECT_EQ(deadline.elapsed_sec(), 4);
  EXPECT_EQ(deadline.within(minutes(30)), milliseconds(6000));
  EXPECT_EQ(deadline.within(milliseconds(500)), milliseconds(500));
  clock.advance(5.5);
  EXPECT_FALSE(deadline.is_past());
  clock.advance(0.5);
  EXPECT_TRUE(deadline.is_past());
}

TEST(Deadline, ATimeoutIsNeverZeroWhichWouldMeanNone) {
  os::ManualClock clock;
  Deadline deadline(clock);
  deadline.set(1);
  clock.advance(60);
  EXPECT_EQ(deadline.within(minutes(30)), milliseconds(1));
}

TEST(Deadline, OneBeyondAnyClockIsNoLimit) {
  os::ManualClock clock;
  Deadline deadline(clock);
  deadline.set(1e300);
  EXPECT_EQ(deadline.within(minutes(30)), minutes(30));
}

TEST(Deadline, TheErrorNamesItAndWhen) {
  os::ManualClock clock;
  Deadline deadline(clock);
  deadline.set(1.5);
  const Error error = deadline.reached("while benchmarks were listed");
  EXPECT_EQ(error.reason, Reason::kDeadline);
  EXPECT_EQ(error.message, "the deadline of 1.5s was reached while benchmarks were listed");
}

}  // namespace
}  // namespace headgate::app
