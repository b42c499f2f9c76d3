// What a ledger says about findings: which are known, and which of its entries say nothing any
// more.

#pragma once

#include <span>
#include <vector>

#include "core/gate/finding.h"
#include "core/gate/gate.h"
#include "core/gate/ledger.h"
#include "core/gate/pattern.h"
#include "core/result/result.h"

namespace headgate::gate {

class LedgerTable {
 public:
  /// kConfigInvalid with the entry's origin when a pattern does not compile.
  [[nodiscard]] static Result<LedgerTable> create(const Ledger& ledger, std::vector<int> cpus);

  /// The finding as the ledger sees it. A gated regression that a live entry covers is known; one
  /// that is larger than every live entry allows, or whose entries have expired, says so in a
  /// warning; every other finding stays as it is.
  [[nodiscard]] Finding applied_to(Finding finding) const;

  /// Caveats about entries that have expired, and about those of whose benchmark functions all
  /// series are known and none is theirs.
  [[nodiscard]] std::vector<Caveat> caveats(std::span<const Finding> findings) const;

 private:
  struct Row {
    Pattern pattern;
    LedgerEntry entry;
  };

  LedgerTable(Day today, std::vector<int> cpus, std::vector<Row> rows);

  [[nodiscard]] bool names(const Row& row, const Finding& finding) const;
  [[nodiscard]] bool is_stale(const Row& row, std::span<const Finding> findings) const;

  Day today_;
  std::vector<int> cpus_;
  std::vector<Row> rows_;
};

/// Caveats about entries that name no benchmark function of either side. `benchmarks` are all
/// functions of both sides, before `bench` and `skip` are applied.
[[nodiscard]] std::vector<Caveat> ledger_caveats(const Ledger& ledger,
                                                 std::span<const Benchmark> benchmarks);

}  // namespace headgate::gate
