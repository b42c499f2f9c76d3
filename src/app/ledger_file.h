// Where the ledger of a run comes from: the file that the setting `ledger` names, of the side whose
// settings count.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/services.h"
#include "app/sources.h"
#include "core/config/settings.h"
#include "core/gate/finding.h"
#include "core/gate/ledger.h"

namespace headgate::app {

/// More than a ledger of thousands of entries has.
inline constexpr std::uint64_t kMaxLedgerBytes = 1 << 20;

struct SideLedger {
  std::optional<gate::Ledger> ledger;  ///< nullopt where there is none
  std::vector<gate::Caveat> caveats;
};

/// Base's ledger counts; the work tree's where that is measured. kConfigInvalid for one that is not
/// valid, also for head's, which would stop every later run once it is merged. A broken one of base
/// that head repairs is set aside with a caveat: without entries the gate is only stricter.
[[nodiscard]] Result<SideLedger> ledger_of_sides(const Services& services, const Sources& sources,
                                                 const config::Settings& settings);

/// A ledger of this machine, as of today. kConfigInvalid.
[[nodiscard]] Result<gate::Ledger> read_ledger_file(const Services& services,
                                                    const std::string& path);

/// Today, in UTC.
[[nodiscard]] gate::Day today(const Services& services);

}  // namespace headgate::app
