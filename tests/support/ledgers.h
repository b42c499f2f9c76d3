// Builders of ledgers and their entries, for tests of what reads, applies and shows them.

#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/gate/ledger.h"

namespace headgate::testing_support {

inline gate::Day day(std::string_view text) {
  const std::optional<gate::Day> parsed = gate::parse_day(text);
  if (!parsed) {
    throw std::runtime_error("no day: " + std::string(text));
  }
  return *parsed;
}

/// Covers sum/BenchmarkInts/n=1000 getting 12.5 % slower, in November and December 2026; change
/// what differs.
inline gate::LedgerEntry ledger_entry() {
  return {.match = R"(example\.com/m/sum/BenchmarkInts/n=1000)",
          .unit = "sec/op",
          .direction = gate::LedgerEntry::Direction::kUp,
          .max_delta = 0.125,
          .max_from_zero = std::nullopt,
          .cause = "the loop moved across a cache line",
          .check = "same instructions in perf stat",
          .evidence = "sha256:" + std::string(64, 'e'),
          .author = "Ann",
          .created = day("2026-11-01"),
          .expires = day("2026-12-31"),
          .origin = ".headgate-ledger.yml:3"};
}

/// Covers up to 3 allocations where base has none.
inline gate::LedgerEntry from_zero_entry() {
  gate::LedgerEntry entry = ledger_entry();
  entry.unit = "allocs/op";
  entry.max_delta.reset();
  entry.max_from_zero = 3;
  entry.origin = ".headgate-ledger.yml:13";
  return entry;
}

inline gate::Ledger ledger_of(std::vector<gate::LedgerEntry> entries,
                              std::string_view today = "2026-11-30") {
  return {.file = ".headgate-ledger.yml", .today = day(today), .entries = std::move(entries)};
}

}  // namespace headgate::testing_support
