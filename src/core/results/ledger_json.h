// A ledger and its entries as JSON: in run.json as they were read, in verdict.json beside what they
// cover.
//
// Inside this folder only, but for write_ledger.

#pragma once

#include <chrono>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "core/gate/ledger.h"
#include "core/results/json_field.h"

namespace headgate::results {

[[nodiscard]] nlohmann::ordered_json entry_json(const gate::LedgerEntry& entry);

[[nodiscard]] nlohmann::ordered_json ledger_json(const gate::Ledger& ledger);

/// For scripts: every entry with its `state`, "live", "soon" or "expired". JSON text, indented,
/// ending in a line end.
[[nodiscard]] std::string write_ledger(const gate::Ledger& ledger, std::chrono::days soon);

/// Both throw FormatError.
[[nodiscard]] gate::LedgerEntry read_entry(const Field& field);
[[nodiscard]] gate::Ledger read_ledger(const Field& field);

}  // namespace headgate::results
