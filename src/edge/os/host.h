// What the machine under a run is, and what it lost to others meanwhile.
//
// Facts are recorded with the samples; a number without them cannot be judged later. The counters
// are read before and after each process: their growth tells how much CPU time the hypervisor took
// away (steal) and how long tasks waited for a CPU (pressure).

#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace headgate::os {

/// What cannot be found out is 0, empty or nullopt.
struct HostFacts {
  int cpus_online;
  /// CPUs that this process may use (its affinity): what runtime.NumCPU is in a Go program.
  int cpus_allowed;
  /// CPU time a second that the control group grants, in CPUs; nullopt for no limit.
  std::optional<double> cpu_limit;
  std::string cpu_model;
  std::string kernel_release;
  std::uint64_t memory_bytes;
};

/// Sums since boot; only differences mean something.
struct HostCounters {
  /// CPU seconds that the hypervisor gave to others, over all CPUs.
  std::optional<double> steal_sec;
  /// Seconds in which at least one task waited for a CPU; nullopt where the kernel does not count.
  std::optional<double> cpu_pressure_some_sec;
};

class Host {
 public:
  virtual ~Host() = default;
  [[nodiscard]] virtual HostFacts facts() const = 0;
  [[nodiscard]] virtual HostCounters counters() const = 0;
};

/// Where a LinuxHost looks.
struct HostSource {
  /// Put before every path below /proc and /sys: tests name a made-up tree.
  std::string root = "";
  /// nullopt: ask the kernel for this process's affinity.
  std::optional<int> cpus_allowed = {};
};

class LinuxHost final : public Host {
 public:
  explicit LinuxHost(HostSource source = {});

  [[nodiscard]] HostFacts facts() const override;
  /// Two small reads of /proc: cheap enough to bracket every process.
  [[nodiscard]] HostCounters counters() const override;

 private:
  HostSource source_;
};

/// What GOMAXPROCS is by default in a program built with Go 1.25 or newer on this host: the allowed
/// CPUs or, when that is less, the control group's limit rounded up, but not to below 2. At
/// least 1.
[[nodiscard]] int go_cpu_count(const HostFacts& facts);

}  // namespace headgate::os
