// A radix sort: stable counting sorts from the least to the most significant number.

#include "core/compare/placed.h"

#include <numeric>
#include <utility>

namespace headgate::compare {
namespace {

template <typename Number>
void counting_sort(std::vector<Placed>& placed, std::vector<Placed>& buffer, std::size_t count,
                   Number number) {
  std::vector<std::size_t> begins(count + 1);
  for (const Placed& one : placed) {
    ++begins[number(one) + 1];
  }
  std::partial_sum(begins.begin(), begins.end(), begins.begin());
  for (const Placed& one : placed) {
    buffer[begins[number(one)]++] = one;
  }
  std::swap(placed, buffer);
}

}  // namespace

std::vector<Placed> in_output_order(std::vector<Placed> placed, const PlaceCounts& counts) {
  std::vector<Placed> buffer(placed.size());
  counting_sort(placed, buffer, counts.columns, [](const Placed& one) { return one.at.column; });
  counting_sort(placed, buffer, counts.rows, [](const Placed& one) { return one.at.row; });
  counting_sort(placed, buffer, counts.units, [](const Placed& one) { return one.unit; });
  counting_sort(placed, buffer, counts.tables, [](const Placed& one) { return one.at.table; });
  return placed;
}

}  // namespace headgate::compare
