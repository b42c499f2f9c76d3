#include "core/gate/coverage.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include <fmt/core.h>

#include "core/gate/functions.h"
#include "core/gate/vanished.h"
#include "core/gate/wording.h"

namespace headgate::gate {
namespace {

using dataset::PairedSeries;
using stats::Side;

std::size_t readings(const PairedSeries& series, Side side) {
  const dataset::Series& values = series.sides.of(side);
  return values.observations.size() + values.not_finite;
}

// The series of one benchmark, one per unit.
struct Leaf {
  std::span<const PairedSeries> units;

  [[nodiscard]] const dataset::SeriesKey& key() const { return units.front().key; }

  // The most readings that any unit has.
  [[nodiscard]] std::size_t count(Side side) const {
    std::size_t most = 0;
    for (const PairedSeries& series : units) {
      most = std::max(most, readings(series, side));
    }
    return most;
  }

  // The side that has readings when the other has none.
  [[nodiscard]] std::optional<Side> only_side() const {
    const bool on_base = count(Side::kBase) > 0;
    if (on_base == (count(Side::kHead) > 0)) {
      return std::nullopt;
    }
    return on_base ? Side::kBase : Side::kHead;
  }
};

std::vector<Leaf> leaves_of(const dataset::Dataset& dataset) {
  const auto same_leaf = [](const dataset::SeriesKey& left, const dataset::SeriesKey& right) {
    return std::tie(left.module, left.package, left.name, left.configuration) ==
           std::tie(right.module, right.package, right.name, right.configuration);
  };
  std::vector<Leaf> leaves;
  const std::span<const PairedSeries> all = dataset.series;
  for (std::size_t begin = 0; begin < all.size();) {
    std::size_t end = begin + 1;
    while (end < all.size() && same_leaf(all[begin].key, all[end].key)) {
      ++end;
    }
    leaves.push_back({.units = all.subspan(begin, end - begin)});
    begin = end;
  }
  return leaves;
}

// Benchmarks whose names hold something that differs in every process (a temporary folder, the
// time): each name has one reading, though its function was run more often, on both sides.
class FleetingNames {
 public:
  FleetingNames(const std::vector<Leaf>& leaves, const Roster& roster) {
    stats::Sides<std::size_t> most = {.base = 0, .head = 0};
    for (const Leaf& leaf : leaves) {
      for (const Side side : {Side::kBase, Side::kHead}) {
        most.of(side) = std::max(most.of(side), leaf.count(side));
      }
    }
    for (const Leaf& leaf : leaves) {
      const std::optional<Side> side = leaf.only_side();
      if (!side || leaf.count(*side) != 1) {
        continue;
      }
      const Function& function = roster.function_of(leaf.key());
      // Texts do not say how many processes there were: at least as many as any name has lines.
      const std::size_t processes = std::max(function.sides.of(*side).processes, most.of(*side));
      if (processes > 1) {
        ++counts_[&function].of(*side);
      }
    }
  }

  [[nodiscard]] bool holds(const Function& function, const Leaf& leaf) const {
    const auto found = counts_.find(&function);
    const std::optional<Side> side = leaf.only_side();
    return side && leaf.count(*side) == 1 && found != counts_.end() && found->second.base > 1 &&
           found->second.head > 1;
  }

 private:
  std::map<const Function*, stats::Sides<std::size_t>> counts_;
};

class Coverer {
 public:
  explicit Coverer(const Observed& observed)
      : observed_(observed),
        leaves_(leaves_of(observed.first)),
        fleeting_(leaves_, observed.roster) {}

  [[nodiscard]] Coverage cover() {
    add_ambiguous();
    for (const Leaf& leaf : leaves_) {
      note_read(leaf.key());
    }
    settle_functions();
    for (const Leaf& leaf : leaves_) {
      const Function& function = observed_.roster.function_of(leaf.key());
      if (!settled_.contains(&function) && !ambiguous_.contains(name_of(leaf.key()))) {
        add_leaf(function, leaf);
      }
    }
    coverage_.findings.insert(coverage_.findings.end(),
                              std::make_move_iterator(of_functions_.begin()),
                              std::make_move_iterator(of_functions_.end()));
    return std::move(coverage_);
  }

 private:
  using Name = std::tuple<std::string, std::string, std::string>;

  static Name name_of(const dataset::SeriesKey& key) { return {key.module, key.package, key.name}; }

  static dataset::SeriesKey leaf_key(dataset::SeriesKey key) {
    key.unit = "sec/op";
    return key;
  }

  // Something is said of this benchmark, whatever it is.
  void note_read(const dataset::SeriesKey& key) {
    read_[&observed_.roster.function_of(key)].add(key.name, observed_.cpus);
  }

  void add_ambiguous() {
    for (const AmbiguousName& one : observed_.roster.ambiguous()) {
      const dataset::SeriesKey key{.module = one.module,
                                   .package = one.package,
                                   .name = one.name,
                                   .configuration = {},
                                   .unit = "sec/op"};
      ambiguous_.insert(name_of(key));
      note_read(key);
      Finding finding =
          unmeasured(observed_.roster.function_of(key), key, Outcome::kInvalid, Gating::kGated);
      finding.detail =
          fmt::format("one process of {} printed two results of this name", stats::name(one.side));
      finding.error = Reason::kAmbiguousName;
      coverage_.findings.push_back(std::move(finding));
    }
  }

  void settle_functions() {
    for (const Function& function : observed_.roster.functions()) {
      if (std::optional<Finding> finding =
              settled(function, observed_.unchanged, observed_.removed)) {
        settled_.insert(&function);
        of_functions_.push_back(*std::move(finding));
      } else if (!is_left_alone(function.benchmark, observed_.unchanged)) {
        add_losses(function);  // a control never turns anything red
      }
    }
  }

  // What is lost of a function that has results on both sides, besides the series that one of them
  // has.
  void add_losses(const Function& function) {
    bool explains_failures = false;
    for (const Vanished& one : vanished(function, read_[&function], observed_.cpus)) {
      explains_failures = explains_failures || one.cause == Vanished::Cause::kFailed;
      of_functions_.push_back(without_readings(function, one));
    }
    std::optional<Finding> failure = failed_on_one_side(function);
    if (!failure && !explains_failures) {
      failure = failed_always(function);
    }
    if (failure) {
      of_functions_.push_back(*std::move(failure));
      failing_.insert(&function);
    }
  }

  [[nodiscard]] Finding without_readings(const Function& function, const Vanished& one) const {
    const dataset::SeriesKey key{.module = function.benchmark.module,
                                 .package = function.benchmark.package,
                                 .name = one.name,
                                 .configuration = {},
                                 .unit = "sec/op"};
    const FunctionSide& head = function.sides.head;
    if (one.reasons.head.empty() && head.failures == 0 && head.cut_short.empty()) {
      return one_sided(function, key, Side::kBase, Gating::kGated);  // head dropped it
    }
    std::string detail;
    for (const Side side : {Side::kBase, Side::kHead}) {
      const std::string& reason = one.reasons.of(side);
      detail += fmt::format(
          "{}{}", detail.empty() ? "" : "\n",
          reason.empty() ? fmt::format("{}: no result was printed", stats::name(side)) : reason);
    }
    return lost(function, key, std::move(detail));
  }

  void add_leaf(const Function& function, const Leaf& leaf) {
    if (const std::optional<Side> side = leaf.only_side()) {
      add_one_sided(function, leaf, *side);
      return;
    }
    for (const PairedSeries& series : leaf.units) {
      if (readings(series, Side::kBase) > 0 && readings(series, Side::kHead) > 0) {
        coverage_.pairs.push_back(&series);
      } else if (!is_left_alone(function.benchmark, observed_.unchanged)) {
        coverage_.findings.push_back(unit_of_one_side(function, series));
      }
    }
  }

  // The benchmark ran on both sides: a gated unit that head reports no more was to be compared.
  [[nodiscard]] Finding unit_of_one_side(const Function& function,
                                         const PairedSeries& series) const {
    const Side side = readings(series, Side::kBase) > 0 ? Side::kBase : Side::kHead;
    const Gating gating = observed_.limits.of(series.key).gating;
    if (side == Side::kBase && gating == Gating::kGated) {
      return lost(function, series.key,
                  fmt::format("head: it printed results without {}", series.key.unit));
    }
    return one_sided(function, series.key, side, gating);
  }

  void add_one_sided(const Function& function, const Leaf& leaf, Side side) {
    if (is_left_alone(function.benchmark, observed_.unchanged)) {
      return;
    }
    if (fleeting_.holds(function, leaf)) {
      add_fleeting(function, leaf);
      return;
    }
    if (failing_.contains(&function) && function.sides.of(stats::other(side)).failures > 0) {
      return;  // the function's own finding says that it failed where this benchmark is missing
    }
    const dataset::SeriesKey key = leaf_key(leaf.key());
    if (std::optional<std::string> reason = loss(function, leaf, stats::other(side))) {
      coverage_.findings.push_back(lost(function, key, *std::move(reason)));
      return;
    }
    coverage_.findings.push_back(one_sided(function, key, side, Gating::kGated));
  }

  [[nodiscard]] Finding one_sided(const Function& function, const dataset::SeriesKey& key,
                                  Side side, Gating if_removals_fail) const {
    if (side == Side::kHead) {
      return unmeasured(function, key, Outcome::kAdded, Gating::kShown);
    }
    return unmeasured(function, key, Outcome::kRemoved,
                      observed_.removed == Removed::kFail ? if_removals_fail : Gating::kShown);
  }

  // Why the side has no reading of a benchmark that it did not simply drop.
  [[nodiscard]] std::optional<std::string> loss(const Function& function, const Leaf& leaf,
                                                Side side) const {
    const std::string& name = leaf.key().name;
    const FunctionSide& state = function.sides.of(side);
    const std::span<const int> cpus = observed_.cpus;
    if (const Mention* failed = state.failed.about(name, cpus)) {
      return why_failed(*failed, side);
    }
    const Mention* above = state.failed.above(name);
    if (above != nullptr && !state.failed.has_below(above->name)) {
      return why_failed(*above, side);
    }
    const Mention* skipped = state.skipped.about(name, cpus);
    if (skipped == nullptr) {
      skipped = state.skipped.above(name);
    }
    if (skipped != nullptr) {
      return fmt::format("{}: skipped: {}", stats::name(side), skipped->text);
    }
    if (const Mention* broken = state.broken.about(name, cpus)) {
      return why_spoilt(*broken, side);
    }
    // A crash names nothing: what is missing on a side that failed was not dropped.
    if (state.failures > 0 && state.all_processes > 0) {
      return why_without_samples(state, side);
    }
    if (!state.cut_short.empty()) {
      return fmt::format("{}: {}", stats::name(side), state.cut_short);
    }
    return std::nullopt;
  }

  void add_fleeting(const Function& function, const Leaf& leaf) {
    if (!with_fleeting_.insert(&function).second) {
      return;
    }
    dataset::SeriesKey key = leaf_key(leaf.key());
    key.name.clear();
    Finding finding = unmeasured(function, std::move(key), Outcome::kInvalid, Gating::kShown);
    finding.detail =
        fmt::format("names differ in every process, such as Benchmark{}", leaf.key().name);
    coverage_.findings.push_back(std::move(finding));
  }

  const Observed& observed_;
  std::vector<Leaf> leaves_;
  FleetingNames fleeting_;
  std::set<Name> ambiguous_;
  std::map<const Function*, ReadNames> read_;
  std::set<const Function*> settled_;
  std::set<const Function*> failing_;  // with a finding that says so
  std::set<const Function*> with_fleeting_;
  std::vector<Finding> of_functions_;
  Coverage coverage_;
};

}  // namespace

Coverage cover(const Observed& observed) { return Coverer(observed).cover(); }

Finding unmeasured(const Function& function, dataset::SeriesKey key, Outcome outcome,
                   Gating gating) {
  const Benchmark& benchmark = function.benchmark;
  Finding finding{.key = std::move(key),
                  .function = benchmark.function,
                  .outcome = outcome,
                  .gating = gating,
                  .location = benchmark.location};
  if (benchmark.own_text == OwnText::kChanged) {
    finding.warnings.push_back(
        {.kind = WarningKind::kBenchmarkChanged,
         .text = "the benchmark itself was edited: base and head may not measure the same"});
  }
  return finding;
}

}  // namespace headgate::gate
