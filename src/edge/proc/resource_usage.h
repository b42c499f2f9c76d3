// The kernel's account of a finished child, as the numbers that headgate records. Peak memory is
// not among them: the kernel counts our own size at the fork as the child's.

#pragma once

#include <sys/resource.h>

#include "edge/proc/process.h"

namespace headgate::proc {

[[nodiscard]] Usage usage_of(const rusage& counted);

}  // namespace headgate::proc
