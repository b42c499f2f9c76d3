// What the reader of correct tables should still hear: that nothing was compared and why, that a
// benchmark measures nothing, that log lines were taken for configuration.
//
// Errors:  none.
// Cost:    linear in the names and configurations.

#pragma once

#include <string>
#include <vector>

#include "core/compare/input.h"
#include "core/compare/table.h"

namespace headgate::compare {

/// One sentence each, lower case without a final period.
[[nodiscard]] std::vector<std::string> doubts(const Tables& tables);

}  // namespace headgate::compare
