// From an alarm that somebody looked into to the entry of the ledger that dismisses it.

#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/gate/finding.h"
#include "core/gate/ledger.h"
#include "core/result/result.h"

namespace headgate::gate {

/// Which finding is meant.
struct Alarm {
  /// The benchmark as any of our outputs spells it: "Ints/n=1000-4", "sum.Ints/n=1000",
  /// "example.com/m/sum/BenchmarkInts/n=1000"; exact, but for the CPU suffix.
  std::string series;
  std::string unit = {};  ///< "" where only one unit of the benchmark got worse
};

/// What people have to say about it.
struct Dismissal {
  std::string cause;
  std::string check;
  std::string evidence;
  std::string author;
  Day created;
  Day expires;
  std::optional<double> max_delta = std::nullopt;  ///< absent: what was measured
};

/// The entry that covers the one regression that `alarm` names. `cpus` are the values of -test.cpu:
/// of a single one the suffix is left out, so that the entry holds on other machines. kUsage with
/// what there is instead when no regression, or more than one, has this name, and for limits that
/// do not cover what was measured.
[[nodiscard]] Result<LedgerEntry> dismissed(const Verdict& verdict, const Alarm& alarm,
                                            std::span<const int> cpus, const Dismissal& dismissal);

}  // namespace headgate::gate
