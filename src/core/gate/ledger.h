// The ledger: alarms that people looked into and dismissed, each with its cause, a limit and an
// end.
//
// An entry speaks of one kind of change of one series: a finding that it covers is known and fails
// nothing. A larger change, or the same one after the entry's last day, is a regression as before.
// Nothing but a regression is ever covered: what is unstable, lost or invalid stays what it is.

#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/gate/day.h"

namespace headgate::gate {

/// One dismissed alarm.
struct LedgerEntry {
  /// Names the benchmark as a limit of policy.benchmarks does (core/gate/pattern.h).
  std::string match;
  std::string unit;  ///< base unit: "sec/op"
  /// Which way head's median moved.
  enum class Direction { kUp, kDown } direction = Direction::kUp;
  /// The largest change covered, as a ratio and measured like min-delta: 0.125 covers head 12.5 %
  /// above base, or base 12.5 % above head. Absent: none that has a ratio.
  std::optional<double> max_delta = std::nullopt;
  /// The largest median of head covered where base's is 0, in the base unit. Absent: none.
  std::optional<double> max_from_zero = std::nullopt;
  std::string cause;     ///< why the numbers changed, in a sentence
  std::string check;     ///< what was done to find that out
  std::string evidence;  ///< "sha256:" and the digest of the results folder that was looked at
  std::string author;
  Day created;
  Day expires;              ///< the last day on which the entry counts
  std::string origin = {};  ///< "file:line", for messages
  friend bool operator==(const LedgerEntry&, const LedgerEntry&) = default;
};

/// A ledger on the day on which it is asked.
struct Ledger {
  std::string file;  ///< what it is called in messages
  Day today;
  std::vector<LedgerEntry> entries = {};
  friend bool operator==(const Ledger&, const Ledger&) = default;
};

/// Does the entry count on this day?
[[nodiscard]] bool is_live(const LedgerEntry& entry, Day today);

/// How long an entry still counts.
enum class LedgerState {
  kLive,
  kSoon,  ///< live, but no longer than so many days
  kExpired,
};

[[nodiscard]] LedgerState state_of(const LedgerEntry& entry, Day today, std::chrono::days soon);

/// "live", "soon" or "expired".
[[nodiscard]] std::string_view name(LedgerState state);

/// "up" or "down".
[[nodiscard]] std::string_view name(LedgerEntry::Direction direction);

/// What an entry covers: "changes of up to 12.5%", "up to 3 allocs/op from 0".
[[nodiscard]] std::string covered_in_words(const LedgerEntry& entry);

}  // namespace headgate::gate
