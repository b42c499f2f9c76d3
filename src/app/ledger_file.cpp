#include "app/ledger_file.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include <fmt/core.h>

#include "app/paths.h"
#include "app/side_file.h"
#include "core/config/ledger_reading.h"

namespace headgate::app {
namespace {

using stats::Side;

using Entries = std::vector<gate::LedgerEntry>;
using Text = std::optional<std::string>;

// Of how many entries of `left` is there none in `right` that says the same, wherever it stands?
std::size_t count_missing(const Entries& left, const Entries& right) {
  return static_cast<std::size_t>(
      std::count_if(left.begin(), left.end(), [&](const gate::LedgerEntry& entry) {
        return std::none_of(right.begin(), right.end(), [&](gate::LedgerEntry other) {
          other.origin = entry.origin;
          return other == entry;
        });
      }));
}

// The versions of both sides.
class Versions {
 public:
  Versions(std::string name, Side owner, stats::Sides<Text> texts)
      : name_(std::move(name)), owner_(owner), texts_(std::move(texts)) {}

  [[nodiscard]] Result<SideLedger> ledger(gate::Day today) const {
    const Result<Entries> counting = entries(owner_);
    if (!counting && (owner_ == Side::kHead || !is_changed() || !entries(Side::kHead))) {
      return owner_ == Side::kHead ? counting.error() : with_remedy(counting.error());
    }
    SideLedger found{.ledger = std::nullopt, .caveats = {}};
    if (!counting) {
      found.caveats.push_back(
          {.code = "ledger-invalid",
           .text = fmt::format("no entry counts until head's repair is merged: {}",
                               counting.error().message)});
      return found;
    }
    if (texts_.of(owner_)) {
      found.ledger = gate::Ledger{.file = shown(owner_), .today = today, .entries = *counting};
    }
    if (owner_ == Side::kBase && is_changed()) {
      const Result<Entries> of_head = entries(Side::kHead);
      if (!of_head) {
        return of_head.error();
      }
      note_difference(*counting, *of_head, found);
    }
    return found;
  }

 private:
  [[nodiscard]] bool is_changed() const { return texts_.base != texts_.head; }

  [[nodiscard]] std::string shown(Side side) const {
    return owner_ == Side::kHead ? name_ : fmt::format("{} of {}", name_, stats::name(side));
  }

  [[nodiscard]] Result<Entries> entries(Side side) const {
    return config::read_ledger(texts_.of(side).value_or(""), shown(side));
  }

  static Error with_remedy(Error error) {
    const std::string remedy = "base's ledger counts, so correct it on the base branch";
    error.remedy = error.remedy.empty() ? remedy : fmt::format("{}; {}", error.remedy, remedy);
    return error;
  }

  void note_difference(const Entries& base, const Entries& head, SideLedger& found) const {
    const std::size_t added = count_missing(head, base);
    const std::size_t gone = count_missing(base, head);
    if (added > 0 || gone > 0) {
      found.caveats.push_back(
          {.code = "ledger-differs",
           .text = fmt::format("head changes {} ({} added, {} removed); base's counts", name_,
                               added, gone)});
    }
  }

  std::string name_;
  Side owner_;
  stats::Sides<Text> texts_;
};

}  // namespace

gate::Day today(const Services& services) { return gate::day_of(services.clock.wall_sec()); }

Result<SideLedger> ledger_of_sides(const Services& services, const Sources& sources,
                                   const config::Settings& settings) {
  const std::string& name = settings.ledger;
  stats::Sides<Text> texts;
  for (const Side side : {Side::kBase, Side::kHead}) {
    Result<Text> text = side_file(services, sources, side, name);
    if (!text) {
      return std::move(text).error().within(fmt::format("{} of {}", name, stats::name(side)));
    }
    texts.of(side) = *std::move(text);
  }
  if (const auto origin = settings.origins.find("ledger");
      origin != settings.origins.end() && !texts.base && !texts.head) {
    return SideLedger{
        .ledger = std::nullopt,
        .caveats = {{.code = "ledger-missing",
                     .text = fmt::format("{}: neither base nor head has the ledger '{}'",
                                         origin->second, name)}}};
  }
  return Versions(name, owner_of_files(sources), std::move(texts)).ledger(today(services));
}

Result<gate::Ledger> read_ledger_file(const Services& services, const std::string& path) {
  const Result<std::string> text = services.files.read(absolute(services, path), kMaxLedgerBytes);
  if (!text) {
    return Error{.reason = Reason::kConfigInvalid,
                 .message = fmt::format("the ledger: {}", text.error().message),
                 .remedy = "name a file that can be read"};
  }
  Result<Entries> entries = config::read_ledger(*text, path);
  if (!entries) {
    return std::move(entries).error();
  }
  return gate::Ledger{.file = path, .today = today(services), .entries = *std::move(entries)};
}

}  // namespace headgate::app
