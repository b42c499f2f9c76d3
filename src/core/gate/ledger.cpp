#include "core/gate/ledger.h"

#include <fmt/core.h>

#include "core/gate/wording.h"

namespace headgate::gate {

bool is_live(const LedgerEntry& entry, Day today) { return today <= entry.expires; }

LedgerState state_of(const LedgerEntry& entry, Day today, std::chrono::days soon) {
  if (!is_live(entry, today)) {
    return LedgerState::kExpired;
  }
  return entry.expires < today + soon ? LedgerState::kSoon : LedgerState::kLive;
}

std::string_view name(LedgerState state) {
  switch (state) {
    case LedgerState::kLive:
      return "live";
    case LedgerState::kSoon:
      return "soon";
    case LedgerState::kExpired:
      break;
  }
  return "expired";
}

std::string_view name(LedgerEntry::Direction direction) {
  return direction == LedgerEntry::Direction::kUp ? "up" : "down";
}

std::string covered_in_words(const LedgerEntry& entry) {
  std::string text;
  if (entry.max_delta) {
    text = fmt::format("changes of up to {}", percent(*entry.max_delta));
  }
  if (entry.max_from_zero) {
    text += fmt::format("{}up to {:g} {} from 0", text.empty() ? "" : ", and ",
                        *entry.max_from_zero, entry.unit);
  }
  return text;
}

}  // namespace headgate::gate
