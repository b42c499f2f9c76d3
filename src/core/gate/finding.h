// Findings and the verdict: what the gate says of each series, and of the run.

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/dataset/series.h"
#include "core/gate/ledger.h"
#include "core/gate/waiver.h"
#include "core/result/reason.h"
#include "core/stats/design.h"
#include "core/stats/summary.h"

namespace headgate::gate {

/// What was found about one series pair, or one benchmark where nothing was measured.
enum class Outcome {
  kRegression,
  kImprovement,
  kUnchanged,
  kUnstable,
  kNotConfirmed,
  kAdded,
  kRemoved,
  kSkipped,
  kLost,
  kInvalid,
  kIdentical,
  kKnown,
};

/// "regression", "not-confirmed", ... as in verdict.json.
[[nodiscard]] std::string_view name(Outcome outcome);

/// Does the finding count for the verdict, or is it only shown?
enum class Gating { kGated, kShown };

/// What casts doubt on a number; shown beside it. Names are stable.
enum class WarningKind {
  kBenchmarkChanged,     ///< the benchmark's own text differs between the sides
  kUnstable,             ///< a side's CV is above the threshold
  kNotConfirmed,         ///< flagged by the first pass, refuted by the second
  kNoConfirm,            ///< confirm is off or was not recorded: decided by the first pass
  kIterationsDiffer,     ///< iterations differ between the sides by more than a factor of 2
  kGrowsWithIterations,  ///< the value gets worse with the number of iterations
  kFewLevels,            ///< so few samples that p has few levels
  kSamplesLost,          ///< some processes gave no sample
  kMeasuresNothing,      ///< below 1 ns per operation at a billion iterations
  kNotFinite,            ///< NaN or infinity among the values
  kNegative,             ///< values below 0, where ratios say nothing
  kUnknownDirection,     ///< nobody knows whether more is better
  kDrift,                ///< the values of both sides rose or fell together from round to round
  kTwoRegimes,           ///< the values of a side lie in two heaps
  kControlDiffers,       ///< identical code, measured as a control, gave different values
  kKnown,                ///< the ledger dismisses it
  kLedgerExceeded,       ///< larger than what the ledger dismisses
  kLedgerExpired,        ///< dismissed by the ledger until a day that is over
};

/// "benchmark-changed", ...
[[nodiscard]] std::string_view name(WarningKind kind);

struct Warning {
  WarningKind kind;
  std::string text;  ///< one sentence for people, numbers included
  friend bool operator==(const Warning&, const Warning&) = default;
};

/// Where a benchmark is declared, relative to the repository.
struct Location {
  std::string file;
  std::size_t line;
  friend bool operator==(const Location&, const Location&) = default;
};

/// The numbers of one comparison. Ratios, not percents; base units.
struct Comparison {
  stats::Sides<stats::Summary> sides;
  /// head / base - 1 of the medians; nullopt when base is 0 or a sample is negative.
  std::optional<double> delta;
  double p;
  double alpha;
  double floor;
  /// Median iterations of each side.
  stats::Sides<double> iterations;
};

struct Finding {
  /// `name` is empty and `unit` is "sec/op" where a whole function was not measured; then
  /// `function` says which.
  dataset::SeriesKey key;
  std::string function;  ///< "BenchmarkInts"
  Outcome outcome;
  Gating gating;
  stats::Stage stage = stats::Stage::kFirst;  ///< the stage that decided
  /// The numbers of `stage`; nullopt where nothing was compared.
  std::optional<Comparison> comparison = std::nullopt;
  /// The numbers of the first pass when `stage` is confirm.
  std::optional<Comparison> first = std::nullopt;
  /// Of head's declaration, or base's where head has none.
  std::optional<Location> location = std::nullopt;
  /// kBenchmarkChanged stands first.
  std::vector<Warning> warnings = {};
  /// Why a benchmark was skipped, lost or is invalid; untrusted text.
  std::string detail = {};
  /// Set where this finding alone makes the run an error.
  std::optional<Reason> error = std::nullopt;
  /// The entry that covers it, where the outcome is known.
  std::optional<LedgerEntry> ledger = std::nullopt;
};

enum class Decision { kPass, kRegression, kError, kUnstable };

/// "pass", "regression", "error", "unstable".
[[nodiscard]] std::string_view name(Decision decision);

/// The documented exit code of a decision: 0, 1, 2, 3.
[[nodiscard]] int exit_code(Decision decision);

/// Something about the whole run that a reader must know; `code` is a stable kebab-case word.
struct Caveat {
  std::string code;
  std::string text;  ///< untrusted parts are quoted; neutralise before showing
  friend bool operator==(const Caveat&, const Caveat&) = default;
};

struct Verdict {
  Decision decision;
  std::optional<Reason> reason;  ///< of kError
  std::string message;           ///< one line for people
  std::string remedy = {};
  std::size_t compared = 0;  ///< gated series pairs, identical ones included
  std::size_t regressions = 0;
  std::size_t improvements = 0;
  std::size_t unstable = 0;
  std::size_t known = 0;  ///< regressions that the ledger dismisses
  /// Worst first: gated regressions by size, forbidden removals, errors, unstable, not confirmed,
  /// known, the rest by module and package in the order of the output.
  std::vector<Finding> findings = {};
  std::vector<Caveat> caveats = {};
  /// Set where the regressions of this verdict do not fail the step, though they are regressions.
  std::optional<Waiver> waiver = std::nullopt;
};

}  // namespace headgate::gate
