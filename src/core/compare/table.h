// The tables that a comparison consists of: which values share a cell, what each cell is, and how
// it differs from the first column. How they look is decided elsewhere (text.h, csv.h, ...).
//
// Units:   values in base units; alpha, confidence, p and ratios as numbers.
// Errors:  a Result for a question that makes no sense; doubts about a number are notes beside it.
// Cost:    parsing and projecting once per series; O(n log n) per cell, and a test per compared
//          cell. One table is in memory at a time.
// Source:  golang.org/x/perf, command benchstat and packages benchmath, benchproc, revision
//          712aea8b4705, for which notes are made when; differences in docs/benchstat.md.

#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/benchfmt/unit_table.h"
#include "core/compare/input.h"
#include "core/compare/shared_notes.h"
#include "core/result/result.h"
#include "core/stats/mann_whitney.h"
#include "core/unit/unit.h"

namespace headgate::compare {

/// Adjustment of the p-values of one table for their number.
enum class Correction { kNone, kHolm, kBenjaminiHochberg };

/// What is asked. Expressions as on the command line.
struct Question {
  std::string table = ".config";
  std::string row = ".fullname";
  std::string col = ".file";
  std::string ignore;
  std::string filter = "*";
  double alpha = 0.05;                       ///< in [0, 1]; significant is p <= alpha
  double confidence = 0.95;                  ///< in [0, 1]
  std::map<std::string, double> unit_alpha;  ///< instead of alpha, by base unit
  stats::ExactLimits exact_limits{.without_ties = 50, .with_ties = 25};
  Correction correction = Correction::kNone;
};

/// Where the values of a cell lie.
struct Estimate {
  std::size_t n;  ///< finite values; 0: the rest means nothing
  double centre;  ///< median; of an exact unit the most frequent value
  double lo;      ///< interval of the centre; may be infinite
  double hi;
  double confidence;
  Notes notes;
};

enum class Significance {
  kNone,  ///< p above alpha
  kSignificant,
  kExact,  ///< the unit is exact: any difference counts, nothing was tested
};

/// How a cell differs from the first column of its row.
struct Difference {
  std::size_t n_base;
  std::size_t n;
  double p;         ///< 1 when nothing could be tested, 0 for kExact
  double adjusted;  ///< p after the correction; equal to p without one
  double ratio;     ///< centre / centre of base; infinite or NaN where base is 0
  Significance significance;
  Notes notes;
};

struct Cell {
  Estimate estimate;
  std::optional<Difference> difference;
};

struct Row {
  std::string label;  ///< the values of the row's keys that are not empty, joined by blanks
  std::vector<std::pair<std::string, std::string>> key;  ///< where it was asked for
  std::vector<std::optional<Cell>> cells;                ///< by column
};

/// The last line of a table.
struct ColumnSummary {
  std::optional<double> geomean;  ///< of the centres; nullopt where one is not positive
  /// Of the ratios to the first column, over rows that have both; nullopt in the first column and
  /// where there is none.
  std::optional<double> ratio;
  Notes notes;
};

struct Table {
  std::vector<std::pair<std::string, std::string>> key;  ///< without the unit
  std::string unit;                                      ///< base unit
  unit::Direction better;
  bool exact;
  double alpha;
  std::vector<std::string> column_keys;
  std::vector<std::vector<std::string>> columns;  ///< for each the values of column_keys
  std::vector<Row> rows;
  std::vector<ColumnSummary> summaries;  ///< by column
  Correction correction;
  std::size_t corrected;  ///< how many p-values were adjusted together; 0 without a correction
};

/// Whether rows say their key besides their label.
enum class RowKeys { kLeftOut, kFilledIn };

/// All tables of a question about some inputs, made one by one.
class Tables {
 public:
  /// kUsage for an expression that cannot be read, naming its flag, and for numbers out of range.
  [[nodiscard]] static Result<Tables> arrange(const Question& question, std::vector<Input> inputs);

  Tables(Tables&&) noexcept;
  Tables& operator=(Tables&&) noexcept;
  ~Tables();

  [[nodiscard]] std::size_t size() const;

  /// The table with this number.
  [[nodiscard]] Table make(std::size_t number, RowKeys row_keys);

  [[nodiscard]] const std::vector<Input>& inputs() const;

  /// Conflicting `Unit` lines and the like, "FILE:LINE: ..." by input and line.
  [[nodiscard]] const std::vector<std::string>& messages() const;

  /// There are several columns, and no row has values in two of them.
  [[nodiscard]] bool is_disjoint() const;

  /// Values that the filter and fixed orders kept.
  [[nodiscard]] std::size_t values() const;

 private:
  struct State;
  explicit Tables(std::unique_ptr<State> state);

  std::unique_ptr<State> state_;
};

}  // namespace headgate::compare
