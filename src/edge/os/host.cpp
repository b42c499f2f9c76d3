#include "edge/os/host.h"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <string_view>
#include <vector>

#include <sched.h>
#include <unistd.h>

#include "edge/os/cgroup.h"
#include "edge/os/descriptor.h"

namespace headgate::os {
namespace {

// Enough for the facts about one CPU, and for the lines about all of them together.
constexpr std::size_t kPrefixBytes = 16 << 10;

/// The text after "name" and the separator in the first such line; empty when there is none.
std::string value_of(const std::string& text, std::string_view name) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t colon = line.find(':');
    if (colon == std::string::npos || !line.starts_with(name) ||
        line.find_first_not_of(" \t", name.size()) != colon) {
      continue;
    }
    const std::size_t begin = line.find_first_not_of(" \t", colon + 1);
    return begin == std::string::npos ? "" : line.substr(begin);
  }
  return "";
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

/// How many numbers a list such as "0-3,8" names; 0 for anything else.
int count_of_list(const std::string& list) {
  int count = 0;
  std::istringstream ranges(list);
  for (std::string range; std::getline(ranges, range, ',');) {
    std::istringstream ends(range);
    int first = 0;
    int last = 0;
    char dash = 0;
    if (!(ends >> first)) {
      return 0;
    }
    last = ends >> dash >> last ? last : first;
    count += std::max(last - first + 1, 0);
  }
  return count;
}

/// Lines "cpu0 ...", "cpu1 ..." of /proc/stat, for kernels that hide /sys.
int count_of_stat_lines(const std::string& stat) {
  int count = 0;
  std::istringstream lines(stat);
  for (std::string line; std::getline(lines, line);) {
    count += line.starts_with("cpu") && line.size() > 3 && line[3] != ' ' ? 1 : 0;
  }
  return count;
}

/// What this process may run on, asked with a growing set: the kernel refuses one that is too small
/// for the machine.
int affinity_count() {
  constexpr std::size_t kMaxCpus = 1 << 20;
  for (std::size_t cpus = CPU_SETSIZE; cpus <= kMaxCpus; cpus *= 2) {
    std::vector<cpu_set_t> set(cpus / CPU_SETSIZE);
    const std::size_t set_bytes = set.size() * sizeof(cpu_set_t);
    if (::sched_getaffinity(0, set_bytes, set.data()) == 0) {
      return CPU_COUNT_S(set_bytes, set.data());
    }
  }
  return 0;
}

/// x86 has a name; arm64 has numbers that name the core's maker and model.
std::string cpu_model(const std::string& cpuinfo) {
  std::string name = value_of(cpuinfo, "model name");
  const std::string part = value_of(cpuinfo, "CPU part");
  if (!name.empty() || part.empty()) {
    return name;
  }
  return fmt::format("implementer {} part {}", value_of(cpuinfo, "CPU implementer"), part);
}

std::uint64_t memory_bytes(const std::string& meminfo) {
  std::istringstream value(value_of(meminfo, "MemTotal"));
  std::uint64_t kibibytes = 0;
  value >> kibibytes;
  return kibibytes * 1024;
}

/// The eighth number of the first line of /proc/stat, in ticks (proc(5)).
std::optional<double> steal_sec(const std::string& stat) {
  std::istringstream fields(first_line(stat));
  std::string name;
  double ticks = 0;
  fields >> name;
  for (int i = 0; i < 8; ++i) {
    fields >> ticks;
  }
  if (name != "cpu" || fields.fail()) {
    return std::nullopt;
  }
  return ticks / static_cast<double>(::sysconf(_SC_CLK_TCK));
}

/// "total=" of the line "some ..." of /proc/pressure/cpu, in microseconds.
std::optional<double> pressure_some_sec(const std::string& pressure) {
  const std::string line = first_line(pressure);
  const std::size_t total = line.find("total=");
  std::istringstream value(total == std::string::npos ? "" : line.substr(total + 6));
  double microseconds = 0;
  if (!line.starts_with("some ") || !(value >> microseconds)) {
    return std::nullopt;
  }
  return microseconds / 1e6;
}

}  // namespace

LinuxHost::LinuxHost(HostSource source) : source_(std::move(source)) {}

HostFacts LinuxHost::facts() const {
  const auto text = [this](const char* path) {
    return read_prefix(source_.root + path, kPrefixBytes);
  };
  const int online = count_of_list(first_line(text("/sys/devices/system/cpu/online")));
  return {.cpus_online = online > 0 ? online : count_of_stat_lines(text("/proc/stat")),
          .cpus_allowed = source_.cpus_allowed ? *source_.cpus_allowed : affinity_count(),
          .cpu_limit = cgroup_cpu_limit(source_.root),
          .cpu_model = cpu_model(text("/proc/cpuinfo")),
          .kernel_release = first_line(text("/proc/sys/kernel/osrelease")),
          .memory_bytes = memory_bytes(text("/proc/meminfo"))};
}

HostCounters LinuxHost::counters() const {
  constexpr std::size_t kFirstLineBytes = 512;
  return {.steal_sec = steal_sec(read_prefix(source_.root + "/proc/stat", kFirstLineBytes)),
          .cpu_pressure_some_sec =
              pressure_some_sec(read_prefix(source_.root + "/proc/pressure/cpu", kFirstLineBytes))};
}

int go_cpu_count(const HostFacts& facts) {
  const int allowed = std::max(facts.cpus_allowed, 1);
  const double limit = std::max(std::ceil(facts.cpu_limit.value_or(allowed)), 2.0);
  return limit < allowed ? static_cast<int>(limit) : allowed;
}

}  // namespace headgate::os
