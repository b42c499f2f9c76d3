// The values of -test.cpu: said aloud to every process, so that both sides get the same ones and a
// name's suffix is known.

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/config/settings.h"

namespace headgate::config {

/// What the setting `cpu` says; where it is empty what a process would take by itself: GOMAXPROCS
/// of `env`, else `inherited` (the value of the variable that processes inherit), where they are a
/// positive number, else `available`.
[[nodiscard]] std::vector<int> test_cpus(const Execution& execution,
                                         const std::optional<std::string>& inherited,
                                         int available);

/// As -test.cpu takes them: "1,2,4".
[[nodiscard]] std::string cpus_text(const std::vector<int>& cpus);

}  // namespace headgate::config
