#include "core/report/ledger.h"

#include <algorithm>
#include <string_view>

#include <fmt/core.h>

#include "core/github/commands.h"

namespace headgate::report {
namespace {

using gate::LedgerEntry;
using gate::LedgerState;

// One neutral line.
std::string line(std::string_view text) { return github::neutral_word(text) + "\n"; }

std::string what(const LedgerEntry& entry) {
  return fmt::format("{}  {} {}", entry.match, entry.unit, gate::name(entry.direction));
}

std::string in_full(const LedgerEntry& entry, LedgerState state) {
  return line(fmt::format("{}: {}", entry.origin, what(entry))) +
         line(fmt::format("    {}, {} to {}, by {}", gate::name(state),
                          gate::day_text(entry.created), gate::day_text(entry.expires),
                          entry.author)) +
         line(fmt::format("    covers {}", gate::covered_in_words(entry))) +
         line(fmt::format("    cause: {}", entry.cause)) +
         line(fmt::format("    check: {}", entry.check)) +
         line(fmt::format("    evidence: {}", entry.evidence)) + "\n";
}

std::string totals(const gate::Ledger& ledger, std::chrono::days soon) {
  const auto count = [&](LedgerState state) {
    return std::count_if(ledger.entries.begin(), ledger.entries.end(),
                         [&](const LedgerEntry& entry) {
                           return gate::state_of(entry, ledger.today, soon) == state;
                         });
  };
  const std::size_t all = ledger.entries.size();
  const auto expiring = count(LedgerState::kSoon);
  const auto expired = count(LedgerState::kExpired);
  std::string text = fmt::format("{}: {} {}", ledger.file, all, all == 1 ? "entry" : "entries");
  text +=
      expiring == 0 ? "" : fmt::format(", {} within {} days of its end", expiring, soon.count());
  text += expired == 0 ? "" : fmt::format(", {} expired", expired);
  return line(text);
}

}  // namespace

std::string ledger_list(const gate::Ledger& ledger, std::chrono::days soon) {
  std::string text;
  for (const LedgerEntry& entry : ledger.entries) {
    text += in_full(entry, gate::state_of(entry, ledger.today, soon));
  }
  return text + totals(ledger, soon);
}

std::string ledger_findings(const gate::Ledger& ledger, std::chrono::days soon) {
  std::string text;
  for (const LedgerEntry& entry : ledger.entries) {
    switch (gate::state_of(entry, ledger.today, soon)) {
      case LedgerState::kLive:
        break;
      case LedgerState::kSoon:
        text += line(fmt::format("{}: {}: counts only until {}", entry.origin, what(entry),
                                 gate::day_text(entry.expires)));
        break;
      case LedgerState::kExpired:
        text += line(fmt::format("{}: {}: expired, counted until {}", entry.origin, what(entry),
                                 gate::day_text(entry.expires)));
        break;
    }
  }
  return text + totals(ledger, soon);
}

}  // namespace headgate::report
