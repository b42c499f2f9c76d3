// How --help reads.

#pragma once

#include <memory>

#include "cli/cli11_fwd.h"

namespace headgate::cli {

/// Options as "--flag TYPE   help", without CLI11's own notes on defaults and counts.
[[nodiscard]] std::shared_ptr<CLI::FormatterBase> help_formatter();

}  // namespace headgate::cli
