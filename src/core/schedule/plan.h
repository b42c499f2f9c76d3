// What to run next, and when to stop: a state machine that is told how each trial went.
//
// It starts no process, reads no clock and knows no file: the caller runs the trial and reports its
// outcome. Items go round-robin inside each round, base and head next to each other. An item that
// cannot be compared any more is given up at once, so that a broken benchmark does not cost ten
// rounds:
//   - one of its trials timed out;
//   - the first two trials of a side both failed;
//   - it is one function and a side is mute: a trial passed in silence before any was measured.
// A mute side gets one kExplain trial right behind the silent one. Both sides have their first
// trial before the item is given up for silence, so that "skipped on both" and "lost on one" can be
// told apart. An item of several functions is explained too, but goes on: the others may print
// results. So does an item that prints less on one side than on the other: a sub-benchmark may
// have been skipped, which only -test.v says.

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
  std::string leaf = {};    ///< the only leaf to run, without CPU suffix: "Ints/n=1000"; "": all
  std::string pattern;      ///< for -test.bench
  std::string benchtime;    ///< for -test.benchtime: "200ms", "1234x"
  double expected_sec = 0;  ///< of one process, where it was measured before; else 0
};

enum class TrialPurpose {
  kMeasure,
  kExplain  ///< once more with -test.v: why did it print nothing?
};

/// One process to run now.
struct Trial {
  std::size_t sequence;  ///< over the whole run: goes on where an earlier stage ended
  std::size_t item;      ///< index into the items
  stats::Side side;
  std::size_t round;  ///< from 0
  TrialPurpose purpose;
  friend bool operator==(const Trial&, const Trial&) = default;
};

/// How a trial went, as far as the plan cares.
enum class TrialOutcome {
  kMeasured,  ///< passed, every function printed a result
  kSparse,    ///< the same, but without a result that the other side printed
  kSilent,    ///< passed, but at least one function printed no result
  kPartial,   ///< failed or was killed, but some of its functions printed results
  kFailed,    ///< failed or was killed, and gave nothing
  kTimedOut,
};

/// Nothing more to run, and why.
enum class Finished { kCompleted, kDeadline };

using Step = std::variant<Trial, Finished>;

/// How far a plan is. Trials of items that were given up are not counted as to do.
struct Progress {
  std::size_t done;
  std::size_t total;
  /// From the mean time of the trials so far, without items that were given up; before the first
  /// one, from the benchtime.
  double remaining_sec;
};

class Plan {
 public:
  /// `first_sequence`: where numbering goes on after an earlier stage.
  Plan(std::vector<Item> items, Options options, std::size_t first_sequence);

  /// The next trial. `elapsed_sec` is the time since the run began; while trials are left, the
  /// answer at or past the deadline is kDeadline. Asking again without `report` gives the same
  /// trial.
  [[nodiscard]] Step next(double elapsed_sec);

  /// The outcome of the trial that `next` gave last, and its wall time. That of a kExplain trial
  /// decides nothing.
  void report(TrialOutcome outcome, double wall_sec);

  [[nodiscard]] const std::vector<Item>& items() const { return items_; }

  [[nodiscard]] Progress progress() const;

  /// The number that the next stage should start with.
  [[nodiscard]] std::size_t next_sequence() const { return sequence_; }

 private:
  struct SideState {
    std::size_t trials = 0;
    std::size_t failures = 0;
    std::size_t measured = 0;
    bool mute = false;
    bool sparse = false;
  };

  struct ItemState {
    stats::Sides<SideState> sides = {};
    double wall_sec = 0;
    bool timed_out = false;
    bool given_up = false;
  };

  enum class Leg { kFirst, kSecond };

  [[nodiscard]] stats::Side current_side() const;
  [[nodiscard]] bool is_hopeless(std::size_t item) const;
  void record(TrialOutcome outcome, double wall_sec);
  void give_up();
  void advance();

  std::vector<Item> items_;
  Options options_;
  std::size_t first_sequence_;

  // The trial that is next, meaningful while left_ > 0.
  std::size_t sequence_;
  std::size_t round_ = 0;
  std::size_t item_ = 0;
  Leg leg_ = Leg::kFirst;
  TrialPurpose purpose_ = TrialPurpose::kMeasure;
  bool awaits_report_ = false;

  std::vector<ItemState> states_;
  std::size_t left_;
  // Over the kMeasure trials of items that were not given up.
  double timed_sec_ = 0;
  std::size_t timed_trials_ = 0;
};

/// Seconds that a plan should take on an unknown machine: for --dry-run. A lower bound where a
/// function has several sub-benchmarks, because nobody knows their number before they ran.
[[nodiscard]] double expected_sec(const std::vector<Item>& items, const Options& options);

}  // namespace headgate::schedule
