#include "edge/proc/resource_usage.h"

namespace headgate::proc {
namespace {

double seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
}

}  // namespace

Usage usage_of(const rusage& counted) {
  return {.user_sec = seconds(counted.ru_utime),
          .system_sec = seconds(counted.ru_stime),
          .voluntary_switches = counted.ru_nvcsw,
          .involuntary_switches = counted.ru_nivcsw,
          .minor_faults = counted.ru_minflt,
          .major_faults = counted.ru_majflt};
}

}  // namespace headgate::proc
