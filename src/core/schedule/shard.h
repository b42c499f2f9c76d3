// A run divided among several machines: which part of the benchmarks each of them measures.
//
// Every machine computes the whole division by itself, so it depends on nothing but its arguments:
// whole numbers, sorted names, no order of the input. Benchmarks of one package stay together as
// far as an even split allows, so that few shards build the same package.

#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/result/result.h"
#include "core/schedule/items.h"
#include "core/schedule/options.h"

namespace headgate::schedule {

inline constexpr std::size_t kMostShards = 256;

/// One part of a divided run: 1 <= index <= count <= kMostShards.
struct Shard {
  std::size_t index;
  std::size_t count;
  friend bool operator==(const Shard&, const Shard&) = default;
};

/// Reads "2/4"; kConfigInvalid for anything else.
[[nodiscard]] Result<Shard> parse_shard(std::string_view text);

/// "2/4".
[[nodiscard]] std::string text_of(const Shard& shard);

/// A benchmark function and the time that one of its processes takes; nullopt where nobody knows.
struct TimedFunction {
  Function function;
  std::optional<double> sec = std::nullopt;
};

/// For each function the index of the shard, of `count` (at least 1, HEADGATE_CHECK), that measures
/// it. A function of unknown time is taken for one of mean time. Longest first, each to the shard
/// with the least so far; what is given to a shard at once is a function, or neighbours of one
/// package that together make up at most a tenth of an even share (with Isolate::kPackage: the
/// whole package). So shards differ by a tenth of an even share, or by the longest function where
/// that is more.
[[nodiscard]] std::vector<std::size_t> split(std::span<const TimedFunction> functions,
                                             std::size_t count, Isolate isolate);

}  // namespace headgate::schedule
