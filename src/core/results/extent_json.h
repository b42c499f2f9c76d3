// The shard and the changed-only record of run.json. Inside this folder only: the readers throw
// FormatError.

#pragma once

#include <nlohmann/json_fwd.hpp>

#include "core/results/extent.h"
#include "core/results/json_field.h"

namespace headgate::results {

[[nodiscard]] nlohmann::ordered_json shard_json(const ShardRecord& record);
[[nodiscard]] ShardRecord read_shard(const Field& field);

[[nodiscard]] nlohmann::ordered_json changed_only_json(const ChangedOnly& record);
[[nodiscard]] ChangedOnly read_changed_only(const Field& field);

}  // namespace headgate::results
