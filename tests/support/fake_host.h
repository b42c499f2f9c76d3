// A machine with made-up facts and counters that the test moves.

#pragma once

#include <cstdint>

#include "edge/os/host.h"

namespace headgate::os {

class FakeHost final : public Host {
 public:
  [[nodiscard]] HostFacts facts() const override { return known_facts; }

  [[nodiscard]] HostCounters counters() const override { return known_counters; }

  HostFacts known_facts = {.cpus_online = 4,
                           .cpus_allowed = 4,
                           .cpu_limit = {},
                           .cpu_model = "Test CPU @ 3.00GHz",
                           .kernel_release = "6.1.0-test",
                           .memory_bytes = std::uint64_t{8} << 30};
  HostCounters known_counters = {.steal_sec = 0.0, .cpu_pressure_some_sec = 0.0};
};

}  // namespace headgate::os
