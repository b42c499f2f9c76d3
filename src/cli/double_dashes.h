// Long flags behind one dash, as Go's tools spell them: `-alpha 0.01` is `--alpha 0.01`.

#pragma once

#include <string>
#include <vector>

#include "cli/cli11_fwd.h"

namespace headgate::cli {

/// `args` with a second dash before each long flag of the chosen subcommand that came with one. The
/// value of a flag, and what follows "--", stay as they are.
[[nodiscard]] std::vector<std::string> double_dashes(const CLI::App& program,
                                                     const std::vector<std::string>& args);

}  // namespace headgate::cli
