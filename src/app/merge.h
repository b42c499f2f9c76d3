// `headgate merge`: the shards of one run become one results folder and one verdict.

#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/console.h"
#include "app/gate_run.h"
#include "app/narrator.h"
#include "app/services.h"
#include "core/gate/fail_on.h"
#include "core/results/merge.h"

namespace headgate::app {

/// One results folder of a shard.
struct ShardFolder {
  std::string path;  ///< absolute
  std::string name;  ///< for messages
};

/// The results folders of shards below a folder, one artifact each, by name; or the folder itself
/// where it is one. kShardMissing where there is no such folder.
[[nodiscard]] Result<std::vector<ShardFolder>> shard_folders_in(const Services& services,
                                                                const std::string& path,
                                                                const std::string& name);

/// Reads the folders, merges them, decides again from what they recorded, and writes the results
/// folder. Every failure is in the verdict.
[[nodiscard]] GateRun merge_shards(Services& services, std::span<const ShardFolder> folders,
                                   results::Hosts hosts, const std::string& results_dir,
                                   gate::FailOn fail_on, Narrator& narrator);

struct MergeOptions {
  std::vector<std::string> folders;
  std::string out;
  results::Hosts hosts = results::Hosts::kAlike;
  Format format = Format::kText;
};

/// Merges and prints the verdict. Returns the exit code.
[[nodiscard]] int merge(Services& services, const MergeOptions& options, Narrator& narrator,
                        const Console& console);

}  // namespace headgate::app
