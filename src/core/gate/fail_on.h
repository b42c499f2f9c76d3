// Which classes of a verdict fail the step: advisory modes without a silent green.
//
// The verdict itself is never masked; only the process's exit code is. "error" cannot be left out,
// because a gate that may fail to compare and stay green is the thing this project exists against.

#pragma once

#include <string_view>

#include "core/gate/finding.h"
#include "core/result/result.h"

namespace headgate::gate {

/// What fails; errors always do.
struct FailOn {
  enum class Class { kFails, kPasses };
  Class regression = Class::kFails;
  Class unstable = Class::kFails;
};

/// Reads a comma-separated list of regression, unstable and error, in any order. kConfigInvalid for
/// another word or a list without error. An empty text is the default: all three.
[[nodiscard]] Result<FailOn> parse_fail_on(std::string_view text);

/// The exit code of the worst class present in the verdict that fails: 2, 1, 3, or 0. Regressions
/// that are waived do not.
[[nodiscard]] int exit_code(const Verdict& verdict, FailOn fail_on);

}  // namespace headgate::gate
