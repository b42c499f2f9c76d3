#include "edge/proc/resource_usage.h"

#include <charconv>
#include <fstream>
#include <iterator>
#include <limits>
#include <string_view>

namespace headgate::proc {
namespace {

constexpr std::uint64_t kBytesPerKilobyte = 1024;  // what the kernel calls kB

double seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
}

}  // namespace

Usage usage_of(const rusage& counted, std::uint64_t own_peak_bytes) {
  const auto peak_bytes = static_cast<std::uint64_t>(counted.ru_maxrss) * kBytesPerKilobyte;
  return {.user_sec = seconds(counted.ru_utime),
          .system_sec = seconds(counted.ru_stime),
          .voluntary_switches = counted.ru_nvcsw,
          .involuntary_switches = counted.ru_nivcsw,
          .minor_faults = counted.ru_minflt,
          .major_faults = counted.ru_majflt,
          .max_rss_bytes = peak_bytes > own_peak_bytes ? std::optional(peak_bytes) : std::nullopt};
}

std::optional<std::uint64_t> peak_bytes_in(const std::string& status_text) {
  constexpr std::string_view kKey = "VmHWM:";
  const std::size_t key = status_text.find(kKey);
  if (key == std::string::npos) {
    return std::nullopt;
  }
  const std::size_t digits = status_text.find_first_not_of(" \t", key + kKey.size());
  if (digits == std::string::npos) {
    return std::nullopt;
  }
  std::uint64_t kilobytes = 0;
  const char* end = status_text.data() + status_text.size();
  const auto parsed = std::from_chars(status_text.data() + digits, end, kilobytes);
  return parsed.ec == std::errc() ? std::optional(kilobytes * kBytesPerKilobyte) : std::nullopt;
}

std::uint64_t own_peak_bytes() {
  std::ifstream file("/proc/self/status");
  const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  return peak_bytes_in(text).value_or(std::numeric_limits<std::uint64_t>::max());
}

}  // namespace headgate::proc
