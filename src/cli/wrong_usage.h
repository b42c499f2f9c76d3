// What to say about a command line that makes no sense.

#pragma once

#include <string>
#include <vector>

#include "cli/cli11_fwd.h"

namespace headgate::cli {

/// One line about why `program` could not parse `args`: the offending word, and the nearest one
/// that exists, else where help is.
[[nodiscard]] std::string explain(const CLI::ParseError& error, const CLI::App& program,
                                  const std::vector<std::string>& args);

}  // namespace headgate::cli
