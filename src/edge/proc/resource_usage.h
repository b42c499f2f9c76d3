// The kernel's account of a finished child, as the numbers that headgate records.

#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <sys/resource.h>

#include "edge/proc/process.h"

namespace headgate::proc {

/// `own_peak_bytes`: our peak resident memory at the fork; the child's is reported only above it.
[[nodiscard]] Usage usage_of(const rusage& counted, std::uint64_t own_peak_bytes);

/// Our own peak resident memory (VmHWM). The largest number where it cannot be read, so that no
/// child's memory is reported.
[[nodiscard]] std::uint64_t own_peak_bytes();

/// The number after `VmHWM:` in the text of /proc/self/status, in bytes.
[[nodiscard]] std::optional<std::uint64_t> peak_bytes_in(const std::string& status_text);

}  // namespace headgate::proc
