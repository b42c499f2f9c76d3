#include "core/results/extent_json.h"

#include <utility>

#include <nlohmann/json.hpp>

#include "core/results/names.h"

namespace headgate::results {

using Json = nlohmann::ordered_json;

Json shard_json(const ShardRecord& record) {
  Json plan = Json::array();
  for (const Planned& one : record.plan) {
    plan.push_back({{"module", one.module},
                    {"package", one.package},
                    {"function", one.function},
                    {"shard", one.shard}});
  }
  return {{"index", record.shard.index}, {"count", record.shard.count}, {"plan", std::move(plan)}};
}

ShardRecord read_shard(const Field& field) {
  constexpr auto kMost = static_cast<std::int64_t>(schedule::kMostShards);
  const std::int64_t count = field.at("count").integer(1, kMost);
  ShardRecord record{
      .shard = {.index = static_cast<std::size_t>(field.at("index").integer(1, count)),
                .count = static_cast<std::size_t>(count)}};
  for (const Field& one : field.at("plan").elements()) {
    record.plan.push_back({.module = one.at("module").text(),
                           .package = one.at("package").text(),
                           .function = one.at("function").text(),
                           .shard = static_cast<std::size_t>(one.at("shard").integer(1, count))});
  }
  return record;
}

Json changed_only_json(const ChangedOnly& record) {
  Json left_out = Json::array();
  for (const PackageName& one : record.left_out) {
    left_out.push_back({{"module", one.module}, {"package", one.package}});
  }
  return {{"touches", word(kTouches, record.touches)}, {"left_out", std::move(left_out)}};
}

ChangedOnly read_changed_only(const Field& field) {
  ChangedOnly record{.touches = enumerator(kTouches, field.at("touches"))};
  for (const Field& one : field.at("left_out").elements()) {
    record.left_out.push_back(
        {.module = one.at("module").text(), .package = one.at("package").text()});
  }
  return record;
}

}  // namespace headgate::results
