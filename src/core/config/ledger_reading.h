// The ledger's file: a list of dismissed alarms, kept in the repository and reviewed like code.
//
// As strict as the settings: whatever could silence more, or less, than its author meant is an
// error with its line.

#pragma once

#include <string_view>
#include <vector>

#include "core/gate/ledger.h"
#include "core/result/result.h"

namespace headgate::config {

/// The entries of a ledger, each with its place as origin; none for a file without content, any
/// other needs `version: 1`. kConfigInvalid with "file:line: ..." for everything that a settings
/// file may not hold either, a key that an entry lacks, an expression that is none, and an entry
/// that expires before it was made.
[[nodiscard]] Result<std::vector<gate::LedgerEntry>> read_ledger(std::string_view yaml,
                                                                 std::string_view file_name);

/// "12.5%" as a ratio, above 0: what an entry may cover. `source` is what messages call its place.
[[nodiscard]] Result<double> read_max_delta(std::string_view source, std::string_view text);

/// A day as "2026-11-30".
[[nodiscard]] Result<gate::Day> read_day(std::string_view source, std::string_view text);

}  // namespace headgate::config
