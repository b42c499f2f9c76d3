#include "core/results/merge.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include <fmt/core.h>

#include "core/results/merge_checks.h"

namespace headgate::results {
namespace {

using dataset::Process;
using stats::Side;

using Name = std::tuple<std::string, std::string, std::string>;  // module, package, function

class Merger {
 public:
  explicit Merger(std::vector<Part> parts) : parts_(std::move(parts)) {}

  Result<Merged> merge();

 private:
  void add(Part& part);
  void add_error(const Part& part);
  void add_caveats(const Part& part);
  void add_binaries(const Part& part);
  Status sort_benchmarks();
  void sort_processes();

  std::vector<Part> parts_;
  Merged merged_ = {};
};

Result<Merged> Merger::merge() {
  merged_.run = parts_.front().run;
  Run& run = merged_.run;
  run.shard.reset();
  run.benchmarks.clear();
  run.caveats.clear();
  run.sides.base.binaries.clear();
  run.sides.head.binaries.clear();
  run.timing = {};
  run.error.reset();
  for (Part& part : parts_) {
    add(part);
  }
  if (Status sorted = sort_benchmarks(); !sorted) {
    return std::move(sorted).error();
  }
  sort_processes();
  run.processes = merged_.processes.size();
  return std::move(merged_);
}

void Merger::add(Part& part) {
  Run& run = merged_.run;
  run.started_sec = std::min(run.started_sec, part.run.started_sec);
  if (run.host.cpu_model.empty()) {
    run.host.cpu_model = part.run.host.cpu_model;
  }
  if (run.host.goos.empty()) {
    run.host.goos = part.run.host.goos;
    run.host.goarch = part.run.host.goarch;
  }
  if (!run.changed_only) {
    run.changed_only = part.run.changed_only;
  }
  for (const int cpu : part.run.cpus) {
    if (std::find(run.cpus.begin(), run.cpus.end(), cpu) == run.cpus.end()) {
      run.cpus.push_back(cpu);
    }
  }
  run.timing.total_sec += part.run.timing.total_sec;
  run.timing.trees_sec += part.run.timing.trees_sec;
  run.timing.build_sec += part.run.timing.build_sec;
  run.timing.listing_sec += part.run.timing.listing_sec;
  run.timing.benchmark_sec += part.run.timing.benchmark_sec;
  add_caveats(part);
  add_binaries(part);
  add_error(part);
  std::move(part.run.benchmarks.begin(), part.run.benchmarks.end(),
            std::back_inserter(run.benchmarks));
  std::move(part.processes.begin(), part.processes.end(), std::back_inserter(merged_.processes));
}

// The first shard's error is the run's; of the others it is at least told.
void Merger::add_error(const Part& part) {
  if (!part.run.error) {
    return;
  }
  const schedule::Shard& shard = part.run.shard->shard;
  Error error = *part.run.error;
  error.message = fmt::format("shard {} of {}: {}", shard.index, shard.count, error.message);
  if (!merged_.run.error) {
    merged_.run.error = std::move(error);
    return;
  }
  if (error.reason != merged_.run.error->reason) {
    merged_.run.caveats.push_back(
        {.code = "shard-failed",
         .text = fmt::format("{} ({})", error.message, code(error.reason))});
  }
}

void Merger::add_caveats(const Part& part) {
  std::vector<gate::Caveat>& caveats = merged_.run.caveats;
  for (const gate::Caveat& caveat : part.run.caveats) {
    if (caveat.code != kShardCaveat &&
        std::find(caveats.begin(), caveats.end(), caveat) == caveats.end()) {
      caveats.push_back(caveat);
    }
  }
}

void Merger::add_binaries(const Part& part) {
  for (const Side side : {Side::kBase, Side::kHead}) {
    std::vector<Binary>& known = merged_.run.sides.of(side).binaries;
    for (const Binary& binary : part.run.sides.of(side).binaries) {
      const auto same = std::find_if(known.begin(), known.end(), [&](const Binary& one) {
        return one.module == binary.module && one.package == binary.package;
      });
      if (same == known.end()) {
        known.push_back(binary);
      } else if (same->sha256 != binary.sha256) {
        merged_.run.caveats.push_back(
            {.code = "binaries-differ",
             .text = fmt::format("{} on {} was built to different bytes on different shards: its "
                                 "build depends on the machine",
                                 binary.package, stats::name(side))});
      }
    }
  }
}

// In the order of the plan, which is that of a whole run; a function that only a binary lists comes
// behind those of its package.
Status Merger::sort_benchmarks() {
  std::map<Name, std::size_t> planned;
  std::map<std::pair<std::string, std::string>, std::size_t> packages;
  for (const Part& part : parts_) {
    for (const Planned& one : part.run.shard->plan) {
      packages.emplace(std::pair(one.module, one.package), packages.size());
      planned.emplace(Name(one.module, one.package, one.function), planned.size());
    }
  }
  const auto place = [&](const gate::Benchmark& one) {
    const auto package = packages.find({one.module, one.package});
    const auto function = planned.find({one.module, one.package, one.function});
    return std::pair(package == packages.end() ? packages.size() : package->second,
                     function == planned.end() ? planned.size() : function->second);
  };
  std::vector<gate::Benchmark>& benchmarks = merged_.run.benchmarks;
  std::stable_sort(benchmarks.begin(), benchmarks.end(),
                   [&](const gate::Benchmark& left, const gate::Benchmark& right) {
                     return place(left) < place(right);
                   });
  std::set<Name> seen;
  for (const gate::Benchmark& one : benchmarks) {
    if (!seen.emplace(one.module, one.package, one.function).second) {
      return Error{.reason = Reason::kShardsDiffer,
                   .message = fmt::format("two shards claim {} of {}", one.function, one.package),
                   .remedy = "measure again: the folders do not come from one division"};
    }
  }
  return ok();
}

// As one machine would have run them: stage by stage, round by round.
void Merger::sort_processes() {
  std::map<Name, std::size_t> places;
  for (const gate::Benchmark& one : merged_.run.benchmarks) {
    places.emplace(Name(one.module, one.package, one.function), places.size());
  }
  const auto place = [&](const Process& process) {
    const auto found = places.find({process.module, process.package,
                                    process.functions.empty() ? "" : process.functions.front()});
    return std::tuple(process.stage, process.round,
                      found == places.end() ? places.size() : found->second);
  };
  std::stable_sort(
      merged_.processes.begin(), merged_.processes.end(),
      [&](const Process& left, const Process& right) { return place(left) < place(right); });
  for (std::size_t i = 0; i < merged_.processes.size(); ++i) {
    merged_.processes[i].sequence = i;
  }
}

}  // namespace

Result<Merged> merge(std::vector<Part> parts, Hosts hosts) {
  if (parts.empty()) {
    return Error{.reason = Reason::kShardMissing,
                 .message = "there is no shard to merge",
                 .remedy = "name the results folders of all shards"};
  }
  for (const Part& part : parts) {
    if (Status checked = check_part(part); !checked) {
      return std::move(checked).error();
    }
  }
  for (const Part& part : parts) {
    if (Status checked = check_alike(parts.front(), part, hosts); !checked) {
      return std::move(checked).error();
    }
  }
  std::stable_sort(parts.begin(), parts.end(), [](const Part& left, const Part& right) {
    return left.run.shard->shard.index < right.run.shard->shard.index;
  });
  if (Status checked = check_all_there(parts); !checked) {
    return std::move(checked).error();
  }
  std::optional<gate::Caveat> caveat = different_hosts(parts);
  Result<Merged> merged = Merger(std::move(parts)).merge();
  if (merged && caveat) {
    merged->run.caveats.push_back(*std::move(caveat));
  }
  return merged;
}

}  // namespace headgate::results
