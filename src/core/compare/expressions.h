// A question with its expressions read: what stands behind -table, -row, -col, -ignore and -filter.
//
// Errors:  kUsage, with the flag and the place in its expression.

#pragma once

#include "core/compare/filter.h"
#include "core/compare/projection.h"
#include "core/compare/table.h"
#include "core/result/result.h"

namespace headgate::compare {

// The parsed expressions of a question.
struct Expressions {
  ProjectionFields table;
  ProjectionFields row;
  ProjectionFields column;
  ProjectionFields ignore;
  Filter filter;
};

/// Also checks that alpha and confidence are probabilities.
[[nodiscard]] Result<Expressions> read(const Question& question);

/// What is grouped together although no projection says so: names and configuration that nobody
/// asked about.
[[nodiscard]] ProjectionFields residue(const Expressions& expressions);

}  // namespace headgate::compare
