// What is said about a table as a whole once its cells are known: p-values adjusted for their
// number, and the row of geometric means.
//
// Units:   ratios and probabilities.
// Errors:  none; what cannot be computed is a note.
// Cost:    linear in the cells, O(n log n) with a correction.
// Source:  golang.org/x/perf, command benchstat, revision 712aea8b4705, for the notes; the mean is
//          of all centres, its change of the ratios of rows that have both.

#pragma once

#include "core/compare/table.h"

namespace headgate::compare {

/// Adjusts the p-values of the table as its correction says, and what is significant with them.
void correct(Table& table);

/// Fills in the summaries.
void summarize(Table& table);

}  // namespace headgate::compare
