#include "core/schedule/order.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>

#include <gtest/gtest.h>

namespace headgate::schedule {
namespace {

Options balanced(std::uint64_t seed) {
  Options options;
  options.order = Order::kBalanced;
  options.seed = seed;
  return options;
}

// "BHHB": which side goes first in each of the rounds.
std::string first_sides(const Options& options, std::size_t item, std::size_t rounds) {
  std::string text;
  for (std::size_t round = 0; round < rounds; ++round) {
    text += first_side(options, item, round) == stats::Side::kBase ? 'B' : 'H';
  }
  return text;
}

TEST(SplitMix64, GivesThePublishedNumbers) {
  // Rosetta Code, task "Pseudo-random numbers/Splitmix64": the first five for seed 1234567.
  EXPECT_EQ(split_mix64(1234567, 0), 6457827717110365317U);
  EXPECT_EQ(split_mix64(1234567, 1), 3203168211198807973U);
  EXPECT_EQ(split_mix64(1234567, 2), 9817491932198370423U);
  EXPECT_EQ(split_mix64(1234567, 3), 4593380528125082431U);
  EXPECT_EQ(split_mix64(1234567, 4), 16408922859458223821U);
}

TEST(FirstSide, AbabIsBaseInEveryRound) {
  Options options;
  options.seed = 99;
  EXPECT_EQ(first_sides(options, 3, 8), "BBBBBBBB");
}

TEST(FirstSide, BalancedBlocksHoldTwoOfEach) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    for (std::size_t item = 0; item < 10; ++item) {
      const std::string sides = first_sides(balanced(seed), item, 40);
      for (std::size_t block = 0; block < 10; ++block) {
        const std::string four = sides.substr(4 * block, 4);
        EXPECT_EQ(std::ranges::count(four, 'H'), 2) << "seed " << seed << ": " << four;
      }
    }
  }
}

TEST(FirstSide, EveryArrangementOccursAboutEquallyOften) {
  std::map<std::string, int> counts;
  const std::string sides = first_sides(balanced(7), 0, 4 * 6000);
  for (std::size_t block = 0; block < 6000; ++block) {
    ++counts[sides.substr(4 * block, 4)];
  }
  ASSERT_EQ(counts.size(), 6U);  // 4! / (2! 2!)
  for (const auto& [arrangement, count] : counts) {
    // Binomial(6000, 1/6): mean 1000, standard deviation 28.9; six of them either way.
    EXPECT_NEAR(count, 1000, 174) << arrangement;
  }
}

TEST(FirstSide, DependsOnTheSeedAndOnTheItem) {
  std::set<std::string> different;
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    for (std::size_t item = 0; item < 3; ++item) {
      different.insert(first_sides(balanced(seed), item, 80));
    }
  }
  EXPECT_EQ(different.size(), 9U);
}

TEST(FirstSide, NeighbouringItemsAreNotTheSameSequenceShifted) {
  const std::string item = first_sides(balanced(1), 0, 400);
  const std::string next = first_sides(balanced(1), 1, 400);
  EXPECT_NE(item.substr(4), next.substr(0, 396));
  EXPECT_NE(next.substr(4), item.substr(0, 396));
}

TEST(FirstSide, SameSeedGivesTheSameOrder) {
  EXPECT_EQ(first_sides(balanced(5), 2, 100), first_sides(balanced(5), 2, 100));
}

}  // namespace
}  // namespace headgate::schedule
