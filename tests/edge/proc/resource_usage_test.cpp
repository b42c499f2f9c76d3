#include "edge/proc/resource_usage.h"

#include <gtest/gtest.h>

namespace headgate::proc {
namespace {

TEST(UsageOf, ConvertsToSeconds) {
  rusage counted{};
  counted.ru_utime = {.tv_sec = 2, .tv_usec = 500'000};
  counted.ru_stime = {.tv_sec = 0, .tv_usec = 250'000};
  counted.ru_minflt = 4;
  counted.ru_majflt = 5;
  counted.ru_nvcsw = 6;
  counted.ru_nivcsw = 7;
  const Usage usage = usage_of(counted);
  EXPECT_DOUBLE_EQ(usage.user_sec, 2.5);
  EXPECT_DOUBLE_EQ(usage.system_sec, 0.25);
  EXPECT_EQ(usage.minor_faults, 4);
  EXPECT_EQ(usage.major_faults, 5);
  EXPECT_EQ(usage.voluntary_switches, 6);
  EXPECT_EQ(usage.involuntary_switches, 7);
}

}  // namespace
}  // namespace headgate::proc
