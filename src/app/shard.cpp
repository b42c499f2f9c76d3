#include "app/shard.h"

#include <map>
#include <utility>

#include <fmt/core.h>

#include "app/paths.h"
#include "app/results_folder.h"
#include "core/dataset/process_time.h"

namespace headgate::app {
namespace {

using Times = std::map<dataset::FunctionName, double>;

// Of an earlier run, by function.
Result<Times> times_of(const Services& services, const std::string& folder,
                       std::vector<gate::Caveat>& caveats) {
  if (folder.empty()) {
    return Times();
  }
  if (!exists(services, folder + "/run.json")) {
    caveats.push_back({.code = "costs-missing",
                       .text = fmt::format("there are no results in '{}', so each benchmark counts "
                                           "alike in the division among the shards",
                                           folder)});
    return Times();
  }
  const Result<Recorded> recorded = read_results(services, folder);
  if (!recorded) {
    return recorded.error().within("the costs of the shards");
  }
  return dataset::mean_wall_secs(recorded->processes);
}

std::size_t own_part(const results::ShardRecord& record) {
  std::size_t count = 0;
  for (const results::Planned& one : record.plan) {
    count += one.shard == record.shard.index ? 1 : 0;
  }
  return count;
}

}  // namespace

Result<results::ShardRecord> divide(const Services& services, const ShardRequest& request,
                                    const std::vector<gate::Benchmark>& benchmarks,
                                    schedule::Isolate isolate, std::vector<gate::Caveat>& caveats) {
  const Result<Times> times = times_of(services, request.costs, caveats);
  if (!times) {
    return times.error();
  }
  std::vector<schedule::TimedFunction> functions;
  for (const gate::Benchmark& one : benchmarks) {
    const auto known = times->find({one.module, one.package, one.function});
    functions.push_back(
        {.function = {.module = one.module, .package = one.package, .name = one.function},
         .sec = known == times->end() ? std::nullopt : std::optional(known->second)});
  }
  const std::vector<std::size_t> shards = schedule::split(functions, request.shard.count, isolate);
  results::ShardRecord record{.shard = request.shard};
  for (std::size_t i = 0; i < functions.size(); ++i) {
    schedule::Function& function = functions[i].function;
    record.plan.push_back({.module = std::move(function.module),
                           .package = std::move(function.package),
                           .function = std::move(function.name),
                           .shard = shards[i]});
  }
  caveats.push_back(
      {.code = std::string(results::kShardCaveat),
       .text = fmt::format("this is shard {} of {}: {} of {} benchmarks; only the merge of all "
                           "shards decides",
                           request.shard.index, request.shard.count, own_part(record),
                           record.plan.size())});
  return record;
}

Packages packages_of(Packages packages, const results::Division& division) {
  Packages own{.pairs = {}, .places = {}};
  for (std::size_t i = 0; i < packages.pairs.size(); ++i) {
    if (division.needs(packages.pairs[i].module, packages.pairs[i].import_path)) {
      own.pairs.push_back(std::move(packages.pairs[i]));
      own.places.push_back(std::move(packages.places[i]));
    }
  }
  return own;
}

}  // namespace headgate::app
