// How: every entry is asked about every regression. Ledgers are short; the longest name of a
// benchmark costs more than the list.

#include "core/gate/ledger_table.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include <fmt/core.h>

#include "core/gate/wording.h"

namespace headgate::gate {
namespace {

// Numbers are written in decimal, so a change that is covered to the last digit may come out larger
// by what a double cannot hold.
constexpr double kRounding = 1e-9;

// What kind of change a regression is, and how large.
struct Effect {
  LedgerEntry::Direction direction;
  double delta;  ///< larger over smaller median, less 1; infinite where one is 0
  double base;
  double head;
};

Effect effect_of(const Comparison& comparison) {
  const double base = comparison.sides.base.median;
  const double head = comparison.sides.head.median;
  const double small = std::min(base, head);
  return {.direction = head > base ? LedgerEntry::Direction::kUp : LedgerEntry::Direction::kDown,
          .delta = small == 0 ? std::numeric_limits<double>::infinity()
                              : std::max(base, head) / small - 1,
          .base = base,
          .head = head};
}

bool covers(const LedgerEntry& entry, const Effect& effect) {
  if (effect.base == 0) {
    return entry.max_from_zero && effect.head <= *entry.max_from_zero * (1 + kRounding);
  }
  return entry.max_delta && effect.delta <= *entry.max_delta + kRounding;
}

// What of the effect the entry covers at most; nothing where it is of the other kind.
double limit_for(const LedgerEntry& entry, const Effect& effect) {
  return (effect.base == 0 ? entry.max_from_zero : entry.max_delta).value_or(0);
}

std::string signature(const LedgerEntry& entry) {
  return entry.origin.empty() ? entry.author : fmt::format("{}, {}", entry.author, entry.origin);
}

Warning known_by(const LedgerEntry& entry) {
  return {.kind = WarningKind::kKnown,
          .text = fmt::format("the ledger dismisses {} until {}: {}; checked: {} ({})",
                              covered_in_words(entry), day_text(entry.expires), entry.cause,
                              entry.check, signature(entry))};
}

Warning exceeded(const LedgerEntry& entry, const Effect& effect) {
  const bool is_of_the_other_kind = limit_for(entry, effect) == 0;
  const std::string why = is_of_the_other_kind
                              ? fmt::format("{}, and this one is {}", covered_in_words(entry),
                                            effect.base == 0 ? "from 0" : "not from 0")
                              : covered_in_words(entry);
  return {.kind = WarningKind::kLedgerExceeded,
          .text = fmt::format("the ledger covers only {}: {} ({})", why, entry.cause,
                              signature(entry))};
}

Warning expired(const LedgerEntry& entry) {
  return {.kind = WarningKind::kLedgerExpired,
          .text = fmt::format("the ledger's entry for this counted until {}: {} ({})",
                              day_text(entry.expires), entry.cause, signature(entry))};
}

// "codec/BenchmarkDecode sec/op (.headgate-ledger.yml:3)"
std::string place(const LedgerEntry& entry) {
  return entry.origin.empty() ? fmt::format("{} {}", entry.match, entry.unit)
                              : fmt::format("{} {} ({})", entry.match, entry.unit, entry.origin);
}

Caveat about(std::string_view code, std::string_view what,
             const std::vector<std::string>& entries) {
  return {.code = std::string(code),
          .text = fmt::format("{} of the ledger {}: {}",
                              entries.size() == 1 ? std::string("an entry")
                                                  : fmt::format("{} entries", entries.size()),
                              what, listed(entries))};
}

}  // namespace

LedgerTable::LedgerTable(Day today, std::vector<int> cpus, std::vector<Row> rows)
    : today_(today), cpus_(std::move(cpus)), rows_(std::move(rows)) {}

Result<LedgerTable> LedgerTable::create(const Ledger& ledger, std::vector<int> cpus) {
  std::vector<Row> rows;
  for (const LedgerEntry& entry : ledger.entries) {
    Result<Pattern> pattern = Pattern::compile(entry.match);
    if (!pattern) {
      return pattern.error().within(entry.origin.empty() ? ledger.file : entry.origin);
    }
    rows.push_back({.pattern = *std::move(pattern), .entry = entry});
  }
  return LedgerTable(ledger.today, std::move(cpus), std::move(rows));
}

bool LedgerTable::names(const Row& row, const Finding& finding) const {
  return row.entry.unit == finding.key.unit &&
         row.pattern.names(finding.key.package, finding.key.name, cpus_);
}

Finding LedgerTable::applied_to(Finding finding) const {
  if (finding.outcome != Outcome::kRegression || finding.gating != Gating::kGated ||
      finding.error || !finding.comparison) {
    return finding;
  }
  const Effect effect = effect_of(*finding.comparison);
  const LedgerEntry* nearest = nullptr;  // live, and covers most of it
  const LedgerEntry* latest = nullptr;   // expired
  for (const Row& row : rows_) {
    const LedgerEntry& entry = row.entry;
    if (entry.direction != effect.direction || !names(row, finding)) {
      continue;
    }
    if (!is_live(entry, today_)) {
      latest = latest == nullptr || latest->expires < entry.expires ? &entry : latest;
    } else if (covers(entry, effect)) {
      finding.outcome = Outcome::kKnown;
      finding.warnings.push_back(known_by(entry));
      finding.ledger = entry;
      return finding;
    } else if (nearest == nullptr || limit_for(*nearest, effect) < limit_for(entry, effect)) {
      nearest = &entry;
    }
  }
  if (nearest != nullptr) {
    finding.warnings.push_back(exceeded(*nearest, effect));
  }
  if (latest != nullptr) {
    finding.warnings.push_back(expired(*latest));
  }
  return finding;
}

// Of a function whose series are not known (it is identical, skipped, lost or on one side only) any
// may be the entry's; of one that nothing was found about, the run did not look at it.
bool LedgerTable::is_stale(const Row& row, std::span<const Finding> findings) const {
  bool has_function = false;
  for (const Finding& finding : findings) {
    if (!row.pattern.may_name(finding.key.package, finding.function)) {
      continue;
    }
    if (finding.key.name.empty() || names(row, finding)) {
      return false;
    }
    has_function = true;
  }
  return has_function;
}

std::vector<Caveat> LedgerTable::caveats(std::span<const Finding> findings) const {
  std::vector<std::string> over;
  std::vector<std::string> stale;
  for (const Row& row : rows_) {
    if (!is_live(row.entry, today_)) {
      over.push_back(fmt::format("{}, until {}", place(row.entry), day_text(row.entry.expires)));
    } else if (is_stale(row, findings)) {
      stale.push_back(place(row.entry));
    }
  }
  std::vector<Caveat> caveats;
  if (!over.empty()) {
    caveats.push_back(about("ledger-expired", "counted only until a day that is over", over));
  }
  if (!stale.empty()) {
    caveats.push_back(about("ledger-unmatched", "matched nothing that was measured", stale));
  }
  return caveats;
}

std::vector<Caveat> ledger_caveats(const Ledger& ledger, std::span<const Benchmark> benchmarks) {
  std::vector<std::string> stale;
  for (const LedgerEntry& entry : ledger.entries) {
    const Result<Pattern> pattern = Pattern::compile(entry.match);
    const bool names_one =
        !pattern ||
        std::any_of(benchmarks.begin(), benchmarks.end(), [&](const Benchmark& benchmark) {
          return pattern->may_name(benchmark.package, benchmark.function);
        });
    if (!names_one && is_live(entry, ledger.today)) {
      stale.push_back(place(entry));
    }
  }
  return stale.empty() ? std::vector<Caveat>()
                       : std::vector{about("ledger-unmatched",
                                           "matched no benchmark of base or head", stale)};
}

}  // namespace headgate::gate
