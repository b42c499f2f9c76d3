// What to run next, and when to stop: a state machine that is told how each trial went.
//
// It starts no process, reads no clock and knows no file: the caller runs the trial and reports its
// outcome. Items go round-robin inside each round, base and head next to each other. An item that
// cannot be compared any more (its first two trials of a side failed, one timed out, nothing is
// printed on a side) is given up at once, so that a broken benchmark does not cost ten rounds.

#pragma once

#include <cstddef>
#include <string>
#include <variant>
#include <vector>

#include "core/schedule/options.h"
#include "core/stats/design.h"

namespace headgate::schedule {

/// What one process measures.
struct Item {
  std::string module;
  std::string package;
  std::vector<std::string> functions;  ///< one with Isolate::kBenchmark
  std::string pattern;                 ///< for -test.bench
  std::string benchtime;               ///< for -test.benchtime: "200ms", "1234x"
};

enum class TrialPurpose {
  kMeasure,
  kExplain  ///< once more with -test.v: why did it print nothing?
};

/// One process to run now.
struct Trial {
  std::size_t sequence;  ///< from 0, over the whole plan
  std::size_t item;      ///< index into the items
  stats::Side side;
  std::size_t round;
  TrialPurpose purpose;
};

/// How a trial went, as far as the plan cares.
enum class TrialOutcome {
  kMeasured,  ///< passed, every function printed a result
  kSilent,    ///< passed, but at least one function printed no result
  kFailed,    ///< failed or was killed
  kTimedOut,
};

/// Nothing more to run, and why.
enum class Finished { kCompleted, kDeadline };

using Step = std::variant<Trial, Finished>;

/// How far a plan is. Trials of items that were given up are not counted as to do.
struct Progress {
  std::size_t done;
  std::size_t total;
  /// From the mean time of finished trials; the plan's own guess from the benchtime before the
  /// first.
  double remaining_sec;
};

class Plan {
 public:
  /// `first_sequence`: where numbering goes on after an earlier stage.
  Plan(std::vector<Item> items, Options options, std::size_t first_sequence);

  /// The next trial. `elapsed_sec` is the time since the run began; at or past the deadline the
  /// plan is finished. Asking again without `report` gives the same trial.
  [[nodiscard]] Step next(double elapsed_sec);

  /// The outcome of the trial that `next` gave last, and its wall time.
  void report(TrialOutcome outcome, double wall_sec);

  [[nodiscard]] const std::vector<Item>& items() const { return items_; }

  [[nodiscard]] Progress progress() const;

  /// The number that the next stage should start with.
  [[nodiscard]] std::size_t next_sequence() const { return sequence_; }

 private:
  struct ItemState;
  std::vector<Item> items_;
  Options options_;
  std::size_t sequence_;
};

/// Seconds that a plan should take on an unknown machine: for --dry-run.
[[nodiscard]] double expected_sec(const std::vector<Item>& items, const Options& options);

}  // namespace headgate::schedule
