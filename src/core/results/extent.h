// How many of a repository's benchmarks a run is about: those of its shard, and those that
// `changed-only` did not leave out. Recorded in run.json, so that a merge can tell whether the
// shards that it is given are one whole run.

#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "core/gate/gate.h"
#include "core/schedule/shard.h"

namespace headgate::results {

/// One benchmark function of the whole run, and the shard that measures it.
struct Planned {
  std::string module;
  std::string package;
  std::string function;  ///< "BenchmarkInts"
  std::size_t shard;     ///< from 1
  friend bool operator==(const Planned&, const Planned&) = default;
};

/// A run that is one shard of several.
struct ShardRecord {
  schedule::Shard shard;
  /// Every selected function that the sources declare, those of a package side by side; the same in
  /// all shards. Empty until it is known.
  std::vector<Planned> plan = {};
  friend bool operator==(const ShardRecord&, const ShardRecord&) = default;
};

/// The code of the caveat that a run is one shard only; a merge takes it away.
inline constexpr std::string_view kShardCaveat = "shard";

/// A package by its module and its import path.
struct PackageName {
  std::string module;
  std::string package;
  friend bool operator==(const PackageName&, const PackageName&) = default;
};

/// What `changed-only` found.
struct ChangedOnly {
  gate::Touches touches = gate::Touches::kUnknown;
  std::vector<PackageName> left_out = {};  ///< packages with benchmarks, in the order of the run
  friend bool operator==(const ChangedOnly&, const ChangedOnly&) = default;
};

/// Which benchmarks belong to a shard.
class Division {
 public:
  explicit Division(const ShardRecord& record);

  /// A function that no source declares, but a test binary lists, goes where the first one of its
  /// package goes.
  [[nodiscard]] bool owns(const std::string& module, const std::string& package,
                          const std::string& function) const;
  /// Does the shard measure anything of the package?
  [[nodiscard]] bool needs(const std::string& module, const std::string& package) const;

 private:
  using Package = std::pair<std::string, std::string>;

  std::size_t index_;
  std::map<std::tuple<std::string, std::string, std::string>, std::size_t> shards_;
  std::map<Package, std::size_t> first_;  // of each package: the shard of its first function
  std::set<Package> needed_;
};

}  // namespace headgate::results
