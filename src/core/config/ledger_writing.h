// A new entry in the text of a ledger, which people wrote and commented: whatever stands there
// stays as it is, byte for byte.

#pragma once

#include <string>
#include <string_view>

#include "core/gate/ledger.h"
#include "core/result/result.h"

namespace headgate::config {

/// The text with the entry behind the ones that it has; "" and a file of comments become a ledger.
/// kConfigInvalid for a text that read_ledger refuses, an entry that cannot be written on one line
/// a key, and a list that is not written with one `- ` a line.
[[nodiscard]] Result<std::string> with_entry(std::string_view yaml, std::string_view file_name,
                                             const gate::LedgerEntry& entry);

}  // namespace headgate::config
