#include "core/compare/summary_row.h"

#include <cmath>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/stats/multiplicity.h"

namespace headgate::compare {
namespace {

// exp of the mean logarithm; nullopt when a value is not positive, or there is none.
std::optional<double> geometric_mean(std::span<const double> values) {
  double mean = 0;
  double count = 0;
  for (const double value : values) {
    if (!(value > 0)) {
      return std::nullopt;
    }
    count += 1;
    mean += (std::log(value) - mean) / count;
  }
  return values.empty() ? std::nullopt : std::optional(std::exp(mean));
}

}  // namespace

void correct(Table& table) {
  if (table.correction == Correction::kNone || table.exact) {
    return;
  }
  std::vector<Difference*> tested;
  std::vector<double> p;
  for (Row& row : table.rows) {
    for (std::optional<Cell>& cell : row.cells) {
      if (cell && cell->difference) {
        tested.push_back(&*cell->difference);
        p.push_back(cell->difference->p);
      }
    }
  }
  const std::vector<double> adjusted = table.correction == Correction::kHolm
                                           ? stats::adjust_holm(p)
                                           : stats::adjust_benjamini_hochberg(p);
  for (std::size_t i = 0; i < tested.size(); ++i) {
    tested[i]->adjusted = adjusted[i];
    tested[i]->significance =
        adjusted[i] <= table.alpha ? Significance::kSignificant : Significance::kNone;
  }
  table.corrected = tested.size();
}

void summarize(Table& table) {
  for (std::size_t column = 0; column < table.columns.size(); ++column) {
    std::vector<double> centres;
    std::vector<double> ratios;
    std::size_t with_base = 0;
    std::size_t with_both = 0;
    bool from_zero = false;
    for (const Row& row : table.rows) {
      const std::optional<Cell>& base = row.cells.front();
      const std::optional<Cell>& cell = row.cells[column];
      with_base += base ? 1 : 0;
      with_both += base && cell ? 1 : 0;
      if (cell && cell->estimate.n > 0) {
        centres.push_back(cell->estimate.centre);
      }
      if (base && cell && base->estimate.n > 0 && cell->estimate.n > 0) {
        const double old = base->estimate.centre;
        const double now = cell->estimate.centre;
        from_zero = from_zero || (old == 0 && now != 0);
        ratios.push_back(old == now ? 1 : now / old);
      }
    }
    ColumnSummary summary{.geomean = geometric_mean(centres), .ratio = {}, .notes = {}};
    std::vector<std::string> notes;
    if (column > 0 && with_base != with_both) {
      notes.emplace_back("benchmark set differs from baseline; geomeans may not be comparable");
    }
    if (!summary.geomean) {
      notes.emplace_back("summaries must be >0 to compute geomean");
    }
    if (column > 0 && !from_zero) {
      summary.ratio = geometric_mean(ratios);
      if (!summary.ratio) {
        notes.emplace_back("ratios must be >0 to compute geomean");
      }
    }
    summary.notes = Notes(std::move(notes));
    table.summaries.push_back(std::move(summary));
  }
}

}  // namespace headgate::compare
