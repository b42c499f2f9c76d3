// Any text is a ledger or an error with a place, and an entry is added to a ledger or it is left
// alone: what was there before is there afterwards.

#include <cstddef>
#include <string>

#include "core/config/ledger_reading.h"
#include "core/config/ledger_writing.h"
#include "input.h"

namespace {

headgate::gate::LedgerEntry new_entry() {
  using headgate::gate::parse_day;
  return {.match = "BenchmarkNew",
          .unit = "sec/op",
          .direction = headgate::gate::LedgerEntry::Direction::kUp,
          .max_delta = 0.125,
          .cause = "it's new: # really",
          .check = "looked",
          .evidence = "sha256:" + std::string(64, 'e'),
          .author = "Ann",
          .created = *parse_day("2026-11-30"),
          .expires = *parse_day("2026-12-31")};
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace headgate::config;
  using headgate::fuzz::require;
  const std::string text(headgate::fuzz::text(data, size));
  const auto before = read_ledger(text, "l.yml");
  require(before.has_value() || !before.error().message.empty());
  const auto added = with_entry(text, "l.yml", new_entry());
  if (!added) {
    return 0;
  }
  require(before.has_value());
  const auto after = read_ledger(*added, "l.yml");
  require(after.has_value() && after->size() == before->size() + 1);
  for (std::size_t i = 0; i < before->size(); ++i) {
    headgate::gate::LedgerEntry kept = (*after)[i];
    kept.origin = (*before)[i].origin;
    require(kept == (*before)[i]);
  }
  return 0;
}
