// Long flags behind one dash, as Go's tools spell them: `-alpha 0.01` is `--alpha 0.01`.

#pragma once

#include <string>
#include <vector>

#include "cli/cli11_fwd.h"

namespace headgate::cli {

/// `args` with a second dash before each word that came with one, as no short flag has more than a
/// letter. The value of a flag of the chosen subcommand, and what follows "--", stay as they are.
[[nodiscard]] std::vector<std::string> double_dashes(const CLI::App& program,
                                                     const std::vector<std::string>& args);

}  // namespace headgate::cli
