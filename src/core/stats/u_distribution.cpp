#include "core/stats/u_distribution.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <numeric>

#include "core/result/result.h"

namespace headgate::stats {
namespace {

/// C(n1 + n2, n1), the number of ways to deal n1 + n2 values to the two sides.
Count deals(std::size_t n1, std::size_t n2) {
  HEADGATE_CHECK(n1 >= 1 && n1 <= kMostExactSamples);
  HEADGATE_CHECK(n2 >= 1 && n2 <= kMostExactSamples);
  const std::optional<Count> ways = binomial(n1 + n2, n1);
  HEADGATE_CHECK(ways.has_value());
  return *ways;
}

double ratio(Count part, Count whole) {
  return static_cast<double>(part) / static_cast<double>(whole);
}

/// Deals tie groups one after another to a taker and to the rest, and keeps for every number of
/// values taken, and every doubled U so far, the number of ways to get there. T holds all counts.
template <typename T>
class GroupDealer {
 public:
  /// Only U with 2 U <= cap matters.
  GroupDealer(std::size_t taken, std::size_t rest, std::size_t cap)
      : taken_(taken), rest_(rest), cap_(cap), ways_((taken + 1) * (cap + 1)), picks_(taken + 1) {
    ways_[0] = 1;
  }

  void deal(std::size_t group) {
    count_picks(group);
    const std::size_t after = placed_ + group;
    // From the top down, so that a row is read before the same group is added to it. Taking none
    // of the group changes neither row nor U: nothing to do for it.
    for (std::size_t row = std::min(taken_, after); row >= 1; --row) {
      if (after - row > rest_) {
        break;  // more left over than the other side has room for, and worse below
      }
      const std::size_t fewest = row > placed_ ? row - placed_ : 1;
      for (std::size_t pick = fewest; pick <= std::min(group, row); ++pick) {
        add(row - pick, row, group, pick);
      }
    }
    placed_ = after;
  }

  /// Ways to end with exactly this doubled U.
  [[nodiscard]] T ways(std::size_t doubled_u) const {
    return ways_[taken_ * (cap_ + 1) + doubled_u];
  }

 private:
  /// picks_[c] = C(group, c), by Pascal's rule.
  void count_picks(std::size_t group) {
    std::ranges::fill(picks_, T{0});
    picks_[0] = 1;
    for (std::size_t size = 1; size <= group; ++size) {
      for (std::size_t pick = std::min(size, taken_); pick >= 1; --pick) {
        picks_[pick] += picks_[pick - 1];
      }
    }
  }

  /// One past the largest doubled U of a row that can be reached with `placed` values dealt and
  /// can still end at or below the cap: whatever is taken later beats all that were left so far.
  [[nodiscard]] std::size_t row_end(std::size_t row, std::size_t placed) const {
    const std::size_t left_over = placed - row;
    const std::size_t to_come = 2 * (taken_ - row) * left_over;
    return to_come > cap_ ? 0 : std::min(2 * row * left_over, cap_ - to_come) + 1;
  }

  void add(std::size_t from, std::size_t row, std::size_t group, std::size_t pick) {
    // Each one picked is above all left over before (two each) and equal to those of its own
    // group that are left (one each).
    const std::size_t shift = pick * (2 * (placed_ - from) + (group - pick));
    const std::size_t target_end = row_end(row, placed_ + group);
    if (target_end <= shift) {
      return;
    }
    const std::size_t size = std::min(row_end(from, placed_), target_end - shift);
    const T* source = ways_.data() + from * (cap_ + 1);
    T* target = ways_.data() + row * (cap_ + 1) + shift;
    const T factor = picks_[pick];
    if (factor == 1) {
      for (std::size_t i = 0; i < size; ++i) {
        target[i] += source[i];
      }
    } else {
      for (std::size_t i = 0; i < size; ++i) {
        target[i] += factor * source[i];
      }
    }
  }

  std::size_t taken_;
  std::size_t rest_;
  std::size_t cap_;
  std::size_t placed_ = 0;
  std::vector<T> ways_;   // [values taken so far][doubled U so far]
  std::vector<T> picks_;  // of the group being dealt
};

template <typename T>
double smaller_tail_counted_in(std::span<const std::size_t> groups, std::size_t taken,
                               std::size_t rest, std::size_t cap, Count total) {
  GroupDealer<T> dealer(taken, rest, cap);
  for (const std::size_t group : groups) {
    dealer.deal(group);
  }
  Count below = 0;
  for (std::size_t doubled_u = 0; doubled_u < cap; ++doubled_u) {
    below += static_cast<Count>(dealer.ways(doubled_u));
  }
  return ratio(std::min(below + static_cast<Count>(dealer.ways(cap)), total - below), total);
}

}  // namespace

UDistribution::UDistribution(std::size_t n1, std::size_t n2)
    : pairs_(n1 * n2), total_(deals(n1, n2)), cumulative_(n1 * n2 / 2 + 1) {
  const std::size_t small = std::min(n1, n2);
  const std::size_t large = std::max(n1, n2);
  std::vector<Count>& ways = cumulative_;
  ways[0] = 1;
  for (std::size_t i = 1; i <= small; ++i) {
    // Times 1 - q^(large + i), by 1 - q^i. What is negative in between wraps, and back.
    for (std::size_t u = ways.size(); u-- > large + i;) {
      ways[u] -= ways[u - large - i];
    }
    for (std::size_t u = i; u < ways.size(); ++u) {
      ways[u] += ways[u - i];
    }
  }
  for (std::size_t u = 1; u < ways.size(); ++u) {
    ways[u] += ways[u - 1];
  }
}

double UDistribution::at_most(std::size_t u) const {
  HEADGATE_CHECK(u <= pairs_);
  if (u < cumulative_.size()) {
    return ratio(cumulative_[u], total_);
  }
  return u == pairs_ ? 1 : ratio(total_ - cumulative_[pairs_ - u - 1], total_);
}

double smaller_tail(const TiedRanks& ranks) {
  const std::size_t pairs = ranks.n1 * ranks.n2;
  const Count total = deals(ranks.n1, ranks.n2);
  HEADGATE_CHECK(ranks.doubled_u <= 2 * pairs);
  HEADGATE_CHECK(std::accumulate(ranks.groups.begin(), ranks.groups.end(), std::size_t{0}) ==
                 ranks.n1 + ranks.n2);

  // The side with fewer values takes, which needs fewer rows. Dealt from the smallest value up its
  // U counts what it beats, from the largest down what it loses to: the smaller U is counted.
  const std::size_t doubled_taken =
      ranks.n1 <= ranks.n2 ? ranks.doubled_u : 2 * pairs - ranks.doubled_u;
  std::vector<std::size_t> groups(ranks.groups.begin(), ranks.groups.end());
  if (doubled_taken > pairs) {
    std::ranges::reverse(groups);
  }
  const std::size_t cap = std::min(doubled_taken, 2 * pairs - doubled_taken);
  const std::size_t taken = std::min(ranks.n1, ranks.n2);
  const std::size_t rest = std::max(ranks.n1, ranks.n2);
  // The narrowest type that holds every count: each partial deal can be completed, so that there
  // are no more of them than of complete ones. Up to 2^53 a double holds them exactly, and unlike
  // 64-bit integers doubles are multiplied in vectors.
  if (total <= std::numeric_limits<std::uint32_t>::max()) {
    return smaller_tail_counted_in<std::uint32_t>(groups, taken, rest, cap, total);
  }
  if (total <= Count{1} << std::numeric_limits<double>::digits) {
    return smaller_tail_counted_in<double>(groups, taken, rest, cap, total);
  }
  return smaller_tail_counted_in<Count>(groups, taken, rest, cap, total);
}

}  // namespace headgate::stats
