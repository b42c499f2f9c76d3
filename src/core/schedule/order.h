// Which side goes first in a round.
//
// A pure function of the seed, the item and the round: a plan can be replayed, and a reader of a
// results folder can work out why a round ran as it did.

#pragma once

#include <cstddef>
#include <cstdint>

#include "core/schedule/options.h"
#include "core/stats/design.h"

namespace headgate::schedule {

/// Number `index` (from 0) of the SplitMix64 generator with this seed. Source: G. Steele, D. Lea,
/// C. Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
[[nodiscard]] std::uint64_t split_mix64(std::uint64_t seed, std::uint64_t index);

/// The side that goes first. Order::kAbab: base, always. Order::kBalanced: each block of four
/// rounds is one of the six ways to put two base-first and two head-first rounds in a row. Block b
/// of an item takes number b of its own generator, modulo 6 (a bias below 1e-18); the generator's
/// seed is number `item` of the generator seeded with `options.seed`.
[[nodiscard]] stats::Side first_side(const Options& options, std::size_t item, std::size_t round);

}  // namespace headgate::schedule
