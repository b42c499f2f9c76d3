// The digest of a results folder: which measurements an entry of the ledger was written from.

#pragma once

#include <string>

#include "app/services.h"

namespace headgate::app {

/// "sha256:" and 64 hexadecimal digits over what was measured, not over what was made of it: the
/// files base.txt, confirm.base.txt, confirm.head.txt, head.txt, run.json and samples.jsonl, as far
/// as they are there. It is the SHA-256 of what `sha256sum` prints for them in this order, so that
/// anybody can check it: `sha256sum FILES | sha256sum`.
[[nodiscard]] Result<std::string> evidence_digest(const Services& services,
                                                  const std::string& folder);

}  // namespace headgate::app
