#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>

#include "core/config/settings.h"

namespace headgate::config {
namespace {

// Edit distance with swaps of neighbours (optimal string alignment): "bnech" is one edit from
// "bench". Three rows of the usual table are enough.
std::size_t distance(std::string_view left, std::string_view right) {
  std::vector<std::size_t> before_last(right.size() + 1);
  std::vector<std::size_t> last(right.size() + 1);
  std::vector<std::size_t> row(right.size() + 1);
  std::iota(last.begin(), last.end(), std::size_t{0});
  for (std::size_t i = 1; i <= left.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= right.size(); ++j) {
      const std::size_t change = left[i - 1] == right[j - 1] ? 0 : 1;
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + change});
      if (i > 1 && j > 1 && left[i - 1] == right[j - 2] && left[i - 2] == right[j - 1]) {
        row[j] = std::min(row[j], before_last[j - 2] + 1);
      }
    }
    std::swap(before_last, last);
    std::swap(last, row);
  }
  return last[right.size()];
}

}  // namespace

std::string nearest(std::string_view word, std::span<const std::string_view> known) {
  constexpr std::size_t kLongestWord = 64;
  if (word.size() > kLongestWord) {
    return "";
  }
  std::string_view best;
  std::size_t best_distance = kLongestWord + 1;
  for (const std::string_view candidate : known) {
    const std::size_t edits = distance(word, candidate);
    const std::size_t allowed =
        std::max<std::size_t>(1, std::max(word.size(), candidate.size()) / 3);
    if (edits <= allowed && edits < best_distance) {
      best = candidate;
      best_distance = edits;
    }
  }
  return std::string(best);
}

}  // namespace headgate::config
