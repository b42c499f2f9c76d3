// Which file a command runs: decided here, from the child's own PATH, before anything is started,
// so that the lookup neither depends on our environment nor on the folder we happen to stand in.

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "edge/proc/process.h"

namespace headgate::proc {

/// What is wrong with the command itself, if anything.
[[nodiscard]] std::optional<LaunchFailed> check(const Command& command);

/// `program` itself where it is an absolute path; else the first executable file of that name in
/// the absolute folders of PATH, as `environment` has it; nullopt when there is none.
[[nodiscard]] std::optional<std::string> find_program(const std::string& program,
                                                      const std::vector<std::string>& environment);

/// The value of `name` in "NAME=value" lines; empty when it is not there.
[[nodiscard]] std::string_view variable(const std::vector<std::string>& environment,
                                        std::string_view name);

}  // namespace headgate::proc
