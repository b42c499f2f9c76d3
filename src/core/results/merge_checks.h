// Whether folders are the shards of one run, all of them, each once. Inside this folder only.

#pragma once

#include <optional>
#include <vector>

#include "core/gate/finding.h"
#include "core/result/result.h"
#include "core/results/merge.h"

namespace headgate::results {

/// Is it a shard, and was it measured to its end? kResultsInvalid, kShardUnfinished.
[[nodiscard]] Status check_part(const Part& part);

/// Are both of one run? kShardsDiffer.
[[nodiscard]] Status check_alike(const Part& first, const Part& other, Hosts hosts);

/// `parts`, at least one, are sorted by their indices. kShardDuplicate, kShardMissing.
[[nodiscard]] Status check_all_there(const std::vector<Part>& parts);

/// Which machine measured what; nullopt where all are alike.
[[nodiscard]] std::optional<gate::Caveat> different_hosts(const std::vector<Part>& parts);

}  // namespace headgate::results
