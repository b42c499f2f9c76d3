// Which rows of a table are shown, and in which order; the table's own summaries stay those of all
// rows.
//
// Errors:  none.
// Cost:    O(n log n) in the rows.

#pragma once

#include "core/compare/table.h"

namespace headgate::compare {

enum class Rows { kAll, kChanged };

enum class Sort {
  kNone,   ///< as the projection says
  kName,   ///< by label, bytewise
  kDelta,  ///< largest change of any column first, in either direction; nothing significant last
};

struct View {
  Rows rows = Rows::kAll;
  Sort sort = Sort::kNone;
};

/// kChanged drops the rows without a significant difference.
void apply(const View& view, Table& table);

}  // namespace headgate::compare
