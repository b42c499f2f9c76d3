// The program as a function of its arguments: tests call it without a child process.

#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "app/services.h"

namespace headgate::cli {

/// Runs `args` (without argv[0]) and returns the documented exit code: 2 for a wrong command line,
/// with one message on `err` that says what is possible.
[[nodiscard]] int run(const std::vector<std::string>& args, app::Services& services,
                      std::ostream& out, std::ostream& err);

}  // namespace headgate::cli
