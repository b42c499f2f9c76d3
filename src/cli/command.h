// One subcommand: declared once, then called with what was parsed. Each has a file of its own.

#pragma once

#include <functional>
#include <iosfwd>

#include "app/services.h"
#include "cli/cli11_fwd.h"

namespace headgate::cli {

/// Where a command writes.
struct Streams {
  std::ostream& out;
  std::ostream& err;
};

/// What a declared subcommand does when it is chosen.
using Action = std::function<int(app::Services&, const Streams&)>;

/// Each declares its subcommand below `program` and returns what it does.
[[nodiscard]] Action declare_ledger(CLI::App& program);
[[nodiscard]] Action declare_action(CLI::App& program);
[[nodiscard]] Action declare_run(CLI::App& program);
[[nodiscard]] Action declare_replay(CLI::App& program);
[[nodiscard]] Action declare_merge(CLI::App& program);
[[nodiscard]] Action declare_compare(CLI::App& program);
[[nodiscard]] Action declare_comment(CLI::App& program);
/// Completes what is declared below `program` when it is called.
[[nodiscard]] Action declare_completion(CLI::App& program);

}  // namespace headgate::cli
