// `headgate run`: base against head on this machine, before pushing.

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/console.h"
#include "app/groundwork.h"
#include "app/narrator.h"
#include "app/services.h"
#include "core/config/settings.h"
#include "core/schedule/shard.h"

namespace headgate::app {

struct RunOptions {
  std::string repository = ".";  ///< the repository or a folder in it
  std::string base;              ///< revision; "" for the merge base with the default branch
  std::string head;              ///< revision; "" or "worktree" for the work tree
  std::string config_file;       ///< instead of the sides'; "" for none
  std::string out = "headgate-results";
  std::string cache_dir;  ///< "" for the default
  std::vector<config::Override> overrides;
  std::optional<schedule::Shard> shard = std::nullopt;
  std::string costs = {};  ///< results of an earlier run, for the division among shards; "": none
  GateRunOptions::ChangedOnly changed_only = GateRunOptions::ChangedOnly::kNo;
  enum class DryRun { kNo, kYes } dry_run = DryRun::kNo;
  Format format = Format::kText;
};

/// Measures, decides, writes the results folder and prints the verdict; or prints the plan, as JSON
/// in the form of run.json. Returns the exit code.
[[nodiscard]] int run(Services& services, const RunOptions& options, Narrator& narrator,
                      const Console& console);

}  // namespace headgate::app
