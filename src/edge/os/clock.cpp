#include "edge/os/clock.h"

#include <chrono>
#include <cmath>

#include <fmt/core.h>

namespace headgate::os {
namespace {

double to_sec(std::chrono::duration<double> duration) { return duration.count(); }

}  // namespace

double SystemClock::wall_sec() const {
  return to_sec(std::chrono::system_clock::now().time_since_epoch());
}

double SystemClock::steady_sec() const {
  return to_sec(std::chrono::steady_clock::now().time_since_epoch());
}

std::string format_utc(double unix_sec) {
  using std::chrono::sys_days;
  using std::chrono::year_month_day;
  constexpr double kFirst = -62'167'219'200;  // 0000-01-01T00:00:00Z
  constexpr double kEnd = 253'402'300'800;    // 10000-01-01T00:00:00Z
  if (!(unix_sec >= kFirst && unix_sec < kEnd)) {
    return "unknown";
  }
  const std::chrono::sys_seconds time{
      std::chrono::seconds{static_cast<std::int64_t>(std::floor(unix_sec))}};
  const sys_days day = std::chrono::floor<std::chrono::days>(time);
  const year_month_day date{day};
  const std::chrono::hh_mm_ss clock{time - day};
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                     clock.hours().count(), clock.minutes().count(), clock.seconds().count());
}

}  // namespace headgate::os
