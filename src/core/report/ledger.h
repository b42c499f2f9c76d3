// A ledger for people: what is dismissed, why, by whom and until when.

#pragma once

#include <chrono>
#include <string>

#include "core/gate/ledger.h"

namespace headgate::report {

/// Every entry with all that it says, and what there is in one line.
[[nodiscard]] std::string ledger_list(const gate::Ledger& ledger, std::chrono::days soon);

/// Only what needs doing: entries that have expired or soon will; then the same line.
[[nodiscard]] std::string ledger_findings(const gate::Ledger& ledger, std::chrono::days soon);

}  // namespace headgate::report
