// The text of a ledger, for tests of what reads one.

#pragma once

#include <string>
#include <string_view>

#include <fmt/core.h>

namespace headgate::testing_support {

/// A ledger with one entry about these benchmarks getting slower.
inline std::string ledger_text(std::string_view match, std::string_view max_delta,
                               std::string_view expires = "2026-12-31") {
  return fmt::format(R"(version: 1
entries:
  - match: '{}'
    unit: sec/op
    direction: up
    max-delta: {}
    cause: 'the loop moved'
    check: 'perf stat'
    evidence: sha256:{}
    author: 'Ann'
    created: 2025-11-01
    expires: {}
)",
                     match, max_delta, std::string(64, 'e'), expires);
}

}  // namespace headgate::testing_support
