#include "core/compare/view.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace headgate::compare {
namespace {

// How far a row's cells are from the first one, whichever way; 0 when nothing is significant.
// Halving and doubling are equally far.
double change(const Row& row) {
  double largest = 0;
  for (const std::optional<Cell>& cell : row.cells) {
    if (!cell || !cell->difference || cell->difference->significance == Significance::kNone) {
      continue;
    }
    const double ratio = std::abs(cell->difference->ratio);
    const double far = std::isnan(ratio) ? 0 : std::abs(std::log(ratio));
    largest = std::max(largest, far);
  }
  return largest;
}

}  // namespace

void apply(const View& view, Table& table) {
  if (view.rows == Rows::kChanged) {
    table.rows.erase(std::remove_if(table.rows.begin(), table.rows.end(),
                                    [](const Row& row) { return change(row) == 0; }),
                     table.rows.end());
  }
  switch (view.sort) {
    case Sort::kNone:
      break;
    case Sort::kName:
      std::stable_sort(table.rows.begin(), table.rows.end(),
                       [](const Row& left, const Row& right) { return left.label < right.label; });
      break;
    case Sort::kDelta:
      std::stable_sort(table.rows.begin(), table.rows.end(), [](const Row& left, const Row& right) {
        return change(left) > change(right);
      });
      break;
  }
}

}  // namespace headgate::compare
