#include "edge/os/pause.h"

#include <chrono>
#include <csignal>

#include <gtest/gtest.h>

#include "support/fake_interrupts.h"

namespace headgate::os {
namespace {

double seconds_of_pause(double sec, const Interrupts& interrupts) {
  const auto begin = std::chrono::steady_clock::now();
  pause(sec, interrupts.fd());
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

TEST(Pause, LastsAsLongAsItIsAskedTo) {
  const FakeInterrupts interrupts;
  EXPECT_GE(seconds_of_pause(0.05, interrupts), 0.05);
  EXPECT_LT(seconds_of_pause(0, interrupts), 1);
  EXPECT_LT(seconds_of_pause(-5, interrupts), 1);
}

TEST(Pause, EndsWithASignal) {
  FakeInterrupts interrupts;
  interrupts.interrupt(SIGTERM);
  EXPECT_LT(seconds_of_pause(60, interrupts), 5);
}

}  // namespace
}  // namespace headgate::os
