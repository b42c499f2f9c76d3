// `headgate ledger`: dismissed alarms for people and CI. An entry is written from a results folder,
// so that nobody has to copy numbers, and names what it was written from.

#pragma once

#include <chrono>
#include <string>

#include "app/console.h"
#include "app/services.h"

namespace headgate::app {

/// The file's usual name, in the current folder.
inline constexpr const char* kUsualLedger = ".headgate-ledger.yml";

struct LedgerAddOptions {
  std::string results;  ///< the folder of the run that had the alarm
  std::string series;   ///< the benchmark
  std::string unit;     ///< "" where only one unit got worse
  std::string cause;
  std::string check;
  std::string expires;    ///< a day; "" for 90 days from today
  std::string author;     ///< "" for who the environment says it is
  std::string max_delta;  ///< in percent; "" for what was measured
  std::string file = kUsualLedger;
};

struct LedgerReadOptions {
  std::string file = kUsualLedger;
  std::chrono::days soon = std::chrono::days(14);  ///< an end within so many days is told
  Format format = Format::kText;
};

/// Adds an entry to the file, new or not. Returns the exit code: 0, or 2 for an error.
[[nodiscard]] int ledger_add(Services& services, const LedgerAddOptions& options,
                             const Console& console);

/// Prints every entry. Returns 0, or 2 for a ledger that is not valid.
[[nodiscard]] int ledger_list(const Services& services, const LedgerReadOptions& options,
                              const Console& console);

/// Prints what needs doing. Returns 0, 1 where an entry has expired or soon will, or 2 for a ledger
/// that is not valid.
[[nodiscard]] int ledger_check(const Services& services, const LedgerReadOptions& options,
                               const Console& console);

}  // namespace headgate::app
