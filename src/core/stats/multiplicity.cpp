#include "core/stats/multiplicity.h"

#include <algorithm>
#include <cstddef>
#include <numeric>

#include "core/result/result.h"

namespace headgate::stats {
namespace {

std::vector<std::size_t> ascending(std::span<const double> p) {
  HEADGATE_CHECK(std::all_of(p.begin(), p.end(), [](double one) { return one >= 0 && one <= 1; }));
  std::vector<std::size_t> order(p.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t left, std::size_t right) { return p[left] < p[right]; });
  return order;
}

}  // namespace

std::vector<double> adjust_holm(std::span<const double> p) {
  const std::vector<std::size_t> order = ascending(p);
  std::vector<double> adjusted(p.size());
  double largest = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const auto left = static_cast<double>(order.size() - i);
    largest = std::max(largest, std::min(1.0, p[order[i]] * left));
    adjusted[order[i]] = largest;
  }
  return adjusted;
}

std::vector<double> adjust_benjamini_hochberg(std::span<const double> p) {
  const std::vector<std::size_t> order = ascending(p);
  std::vector<double> adjusted(p.size());
  const auto n = static_cast<double>(order.size());
  double smallest = 1;
  for (std::size_t i = order.size(); i > 0; --i) {
    smallest = std::min(smallest, p[order[i - 1]] * n / static_cast<double>(i));
    adjusted[order[i - 1]] = smallest;
  }
  return adjusted;
}

}  // namespace headgate::stats
