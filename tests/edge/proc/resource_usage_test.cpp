#include "edge/proc/resource_usage.h"

#include <limits>

#include <gmock/gmock.h>

namespace headgate::proc {
namespace {

TEST(UsageOf, ConvertsToSecondsAndBytes) {
  rusage counted{};
  counted.ru_utime = {.tv_sec = 2, .tv_usec = 500'000};
  counted.ru_stime = {.tv_sec = 0, .tv_usec = 250'000};
  counted.ru_maxrss = 3;  // kB
  counted.ru_minflt = 4;
  counted.ru_majflt = 5;
  counted.ru_nvcsw = 6;
  counted.ru_nivcsw = 7;
  const Usage usage = usage_of(counted, 2048);
  EXPECT_DOUBLE_EQ(usage.user_sec, 2.5);
  EXPECT_DOUBLE_EQ(usage.system_sec, 0.25);
  EXPECT_EQ(usage.max_rss_bytes, 3072U);
  EXPECT_EQ(usage.minor_faults, 4);
  EXPECT_EQ(usage.major_faults, 5);
  EXPECT_EQ(usage.voluntary_switches, 6);
  EXPECT_EQ(usage.involuntary_switches, 7);
}

TEST(UsageOf, APeakThatMayBeOursIsNotReported) {
  rusage counted{};
  counted.ru_maxrss = 3;
  EXPECT_EQ(usage_of(counted, 3072).max_rss_bytes, std::nullopt);
  EXPECT_EQ(usage_of(counted, 3071).max_rss_bytes, 3072U);
}

TEST(PeakBytesIn, ReadsTheLineOfTheKernel) {
  EXPECT_EQ(peak_bytes_in("VmPeak:\t    9 kB\nVmHWM:\t   12 kB\nVmRSS:\t 3 kB\n"), 12U * 1024);
  EXPECT_EQ(peak_bytes_in("VmPeak:\t    9 kB\n"), std::nullopt);
  EXPECT_EQ(peak_bytes_in("VmHWM:\t"), std::nullopt);
  EXPECT_EQ(peak_bytes_in("VmHWM:\tmany kB\n"), std::nullopt);
}

TEST(OwnPeakBytes, IsThatOfThisProcess) {
  EXPECT_GT(own_peak_bytes(), 1U << 20);
  EXPECT_LT(own_peak_bytes(), std::numeric_limits<std::uint64_t>::max());
}

}  // namespace
}  // namespace headgate::proc
