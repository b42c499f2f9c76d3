#include "core/schedule/order.h"

#include <array>

namespace headgate::schedule {
namespace {

constexpr std::size_t kBlockRounds = 4;

// One bit per round of a block, lowest first; set: head goes first.
constexpr std::array<unsigned, 6> kBlocks = {0b0011, 0b0101, 0b0110, 0b1001, 0b1010, 0b1100};

}  // namespace

std::uint64_t split_mix64(std::uint64_t seed, std::uint64_t index) {
  std::uint64_t z = seed + (index + 1) * 0x9e3779b97f4a7c15U;
  z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
  z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
  return z ^ (z >> 31U);
}

stats::Side first_side(const Options& options, std::size_t item, std::size_t round) {
  switch (options.order) {
    case Order::kAbab:
      return stats::Side::kBase;
    case Order::kBalanced:
      break;
  }
  const std::uint64_t item_seed = split_mix64(options.seed, item);
  const std::uint64_t draw = split_mix64(item_seed, round / kBlockRounds);
  const unsigned block = kBlocks.at(draw % kBlocks.size());
  const bool head_first = ((block >> (round % kBlockRounds)) & 1U) != 0;
  return head_first ? stats::Side::kHead : stats::Side::kBase;
}

}  // namespace headgate::schedule
