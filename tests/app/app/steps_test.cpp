#include "app/steps.h"

#include <csignal>
#include <stdexcept>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/fake_interrupts.h"
#include "support/manual_clock.h"

namespace headgate::app {
namespace {

const Error kFailed{.reason = Reason::kBuildFailed, .message = "no"};

class InTurn : public testing::Test {
 protected:
  Status carry_out(const std::vector<std::function<Status()>>& steps) {
    return in_turn(interrupts, deadline, steps);
  }

  // A step that takes so long and ends so.
  std::function<Status()> taking(double elapsed_sec, Status end = ok()) {
    return [this, elapsed_sec, end] {
      clock.advance(elapsed_sec);
      return end;
    };
  }

  os::FakeInterrupts interrupts;
  os::ManualClock clock;
  Deadline deadline{clock};
};

TEST_F(InTurn, EveryStepRunsAfterTheOneBefore) {
  std::vector<int> ran;
  const auto step = [&](int number) {
    return [&ran, number] {
      ran.push_back(number);
      return ok();
    };
  };
  EXPECT_TRUE(carry_out({step(1), step(2), step(3)}));
  EXPECT_EQ(ran, (std::vector<int>{1, 2, 3}));
}

TEST_F(InTurn, NothingRunsAfterAFailure) {
  bool ran = false;
  const Status done = carry_out({[] { return Status(kFailed); },
                                 [&] {
                                   ran = true;
                                   return ok();
                                 }});
  EXPECT_EQ(done.error(), kFailed);
  EXPECT_FALSE(ran);
}

TEST_F(InTurn, ASignalDuringAStepStopsBeforeTheNext) {
  bool ran = false;
  const Status done = carry_out({[&] {
                                   interrupts.interrupt(SIGINT);
                                   return ok();
                                 },
                                 [&] {
                                   ran = true;
                                   return ok();
                                 }});
  EXPECT_EQ(done.error().reason, Reason::kInterrupted);
  EXPECT_FALSE(ran);
}

TEST_F(InTurn, AFailureOfTheInterruptedStepIsTold) {
  const Status done = carry_out({[&] {
    interrupts.interrupt(SIGINT);
    return Status(kFailed);
  }});
  EXPECT_EQ(done.error(), kFailed);
}

TEST_F(InTurn, NoStepBeginsPastTheDeadline) {
  deadline.set(10);
  bool ran = false;
  const Status done = carry_out({taking(10), [&] {
                                   ran = true;
                                   return ok();
                                 }});
  EXPECT_EQ(done.error().reason, Reason::kDeadline);
  EXPECT_EQ(done.error().message, "the deadline of 10s was reached before the run was done");
  EXPECT_FALSE(ran);
}

TEST_F(InTurn, ALastStepThatTookTooLongIsTooLateToo) {
  deadline.set(10);
  EXPECT_TRUE(carry_out({taking(9)}));
  EXPECT_EQ(carry_out({taking(2)}).error().reason, Reason::kDeadline);
}

TEST_F(InTurn, WhatTheDeadlineCutShortIsNotBlamedAndStillTold) {
  for (const Reason reason : {Reason::kProcessFailed, Reason::kInterrupted}) {
    Deadline soon(clock);
    soon.set(1);
    const Status done = in_turn(
        interrupts, soon,
        {taking(1, Error{.reason = reason, .message = "`go list` did not end", .detail = "x"})});
    EXPECT_EQ(done.error().reason, Reason::kDeadline);
    EXPECT_EQ(done.error().detail, "`go list` did not end\nx");
  }
}

TEST_F(InTurn, WhatIsWrongStaysWrongPastTheDeadline) {
  deadline.set(1);
  EXPECT_EQ(carry_out({taking(2, kFailed)}).error(), kFailed);
}

TEST_F(InTurn, AStepThatThrowsIsABugOfOurs) {
  const Status done = carry_out({[]() -> Status { throw std::logic_error("index is 3"); }});
  EXPECT_EQ(done.error().reason, Reason::kInternal);
  EXPECT_EQ(done.error().message, "a bug in headgate: index is 3");
  EXPECT_THAT(done.error().remedy, testing::HasSubstr("report"));
}

}  // namespace
}  // namespace headgate::app
