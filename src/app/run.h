// `headgate run`: base against head on this machine, before pushing.

#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "app/narrator.h"
#include "app/services.h"
#include "core/config/settings.h"
#include "core/report/report.h"

namespace headgate::app {

enum class Format { kText, kJson };

struct RunOptions {
  std::string repository = ".";  ///< the repository or a folder in it
  std::string base;              ///< revision; "" for the merge base with the default branch
  std::string head;              ///< revision, or "worktree" (the default)
  std::string config_file;
  std::string out = "headgate-results";
  std::string cache_dir;
  std::vector<config::Override> overrides;
  enum class DryRun { kNo, kYes } dry_run = DryRun::kNo;
  Format format = Format::kText;
};

/// Where a use case writes: results for people or machines, and diagnostics.
struct Console {
  std::ostream& out;
  std::ostream& err;
  report::Colour colour;
};

/// Measures, decides, writes the results folder and prints the verdict. Returns the exit code.
[[nodiscard]] int run(Services& services, const RunOptions& options, Narrator& narrator,
                      const Console& console);

}  // namespace headgate::app
