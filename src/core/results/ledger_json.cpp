#include "core/results/ledger_json.h"

#include <limits>
#include <optional>

#include <nlohmann/json.hpp>

#include "core/results/names.h"

namespace headgate::results {
namespace {

using Json = nlohmann::ordered_json;

constexpr Names<gate::LedgerEntry::Direction, 2> kLedgerDirections = {
    {{gate::LedgerEntry::Direction::kUp, "up"}, {gate::LedgerEntry::Direction::kDown, "down"}}};

gate::Day read_day(const Field& field) {
  const std::optional<gate::Day> day = gate::parse_day(field.text());
  if (!day) {
    field.fail("a day");
  }
  return *day;
}

}  // namespace

gate::LedgerEntry read_entry(const Field& field) {
  return {.match = field.at("match").text(),
          .unit = field.at("unit").text(),
          .direction = enumerator(kLedgerDirections, field.at("direction")),
          .max_delta = field.optional_amount("max_delta"),
          .max_from_zero = field.optional_amount("max_from_zero"),
          .cause = field.at("cause").text(),
          .check = field.at("check").text(),
          .evidence = field.at("evidence").text(),
          .author = field.at("author").text(),
          .created = read_day(field.at("created")),
          .expires = read_day(field.at("expires")),
          .origin = field.at("origin").text()};
}

Json entry_json(const gate::LedgerEntry& entry) {
  return {{"match", entry.match},
          {"unit", entry.unit},
          {"direction", word(kLedgerDirections, entry.direction)},
          {"max_delta", optional_json(entry.max_delta)},
          {"max_from_zero", optional_json(entry.max_from_zero)},
          {"cause", entry.cause},
          {"check", entry.check},
          {"evidence", entry.evidence},
          {"author", entry.author},
          {"created", gate::day_text(entry.created)},
          {"expires", gate::day_text(entry.expires)},
          {"origin", entry.origin}};
}

Json ledger_json(const gate::Ledger& ledger) {
  Json entries = Json::array();
  for (const gate::LedgerEntry& entry : ledger.entries) {
    entries.push_back(entry_json(entry));
  }
  return {{"file", ledger.file},
          {"today", gate::day_text(ledger.today)},
          {"entries", std::move(entries)}};
}

std::string write_ledger(const gate::Ledger& ledger, std::chrono::days soon) {
  Json entries = Json::array();
  for (const gate::LedgerEntry& entry : ledger.entries) {
    entries.push_back(entry_json(entry));
    entries.back()["state"] = gate::name(gate::state_of(entry, ledger.today, soon));
  }
  return dump({{"schema", "headgate.ledger/1"}, {"file", ledger.file}, {"entries", entries}}, 1);
}

gate::Ledger read_ledger(const Field& field) {
  gate::Ledger ledger{.file = field.at("file").text(), .today = read_day(field.at("today"))};
  for (const Field& entry : field.at("entries").elements()) {
    ledger.entries.push_back(read_entry(entry));
  }
  return ledger;
}

}  // namespace headgate::results
