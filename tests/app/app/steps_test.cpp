#include "app/steps.h"

#include <csignal>
#include <vector>

#include <gtest/gtest.h>

#include "support/fake_interrupts.h"

namespace headgate::app {
namespace {

const Error kFailed{.reason = Reason::kBuildFailed, .message = "no"};

TEST(InTurn, EveryStepRunsAfterTheOneBefore) {
  const os::FakeInterrupts interrupts;
  std::vector<int> ran;
  const auto step = [&](int number) {
    return [&ran, number] {
      ran.push_back(number);
      return ok();
    };
  };
  EXPECT_TRUE(in_turn(interrupts, {step(1), step(2), step(3)}));
  EXPECT_EQ(ran, (std::vector<int>{1, 2, 3}));
}

TEST(InTurn, NothingRunsAfterAFailure) {
  const os::FakeInterrupts interrupts;
  bool ran = false;
  const Status done = in_turn(interrupts, {[] { return Status(kFailed); },
                                           [&] {
                                             ran = true;
                                             return ok();
                                           }});
  EXPECT_EQ(done.error(), kFailed);
  EXPECT_FALSE(ran);
}

TEST(InTurn, ASignalDuringAStepStopsBeforeTheNext) {
  os::FakeInterrupts interrupts;
  bool ran = false;
  const Status done = in_turn(interrupts, {[&] {
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

TEST(InTurn, AFailureOfTheInterruptedStepIsTold) {
  os::FakeInterrupts interrupts;
  const Status done = in_turn(interrupts, {[&] {
                                interrupts.interrupt(SIGINT);
                                return Status(kFailed);
                              }});
  EXPECT_EQ(done.error(), kFailed);
}

}  // namespace
}  // namespace headgate::app
