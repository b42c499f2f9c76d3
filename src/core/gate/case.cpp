#include "core/gate/case.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/core.h>

#include "core/dataset/benchmark_name.h"
#include "core/gate/functions.h"

namespace headgate::gate {

using dataset::Dataset;
using dataset::PairedSeries;
using dataset::SeriesKey;
using stats::Side;
using stats::Stage;

std::vector<int> suffixes_of(const Evidence& evidence) {
  if (!evidence.cpus.empty() || !evidence.texts) {
    return evidence.cpus;
  }
  std::vector<std::string> names;
  for (const Side side : {Side::kBase, Side::kHead}) {
    for (const dataset::Text::Line& line : evidence.texts->of(side).lines) {
      names.push_back(line.result.name);
    }
  }
  return dataset::shared_cpu(names);
}

Case::Case(const Evidence& evidence, const Policy& policy, const LimitTable& limits,
           std::vector<int> cpus)
    : evidence_(evidence),
      policy_(policy),
      limits_(limits),
      cpus_(std::move(cpus)),
      first_(evidence.texts ? dataset::from_texts(*evidence.texts)
                            : dataset::from_processes(evidence.processes, Stage::kFirst)),
      confirm_(evidence.texts ? Dataset{}
                              : dataset::from_processes(evidence.processes, Stage::kConfirm)),
      roster_(Roster::of(evidence)),
      coverage_(cover({.roster = roster_,
                       .first = first_,
                       .limits = limits_,
                       .unchanged = evidence.unchanged,
                       .removed = policy.removed,
                       .cpus = cpus_})) {
  for (const PairedSeries& series : first_.series) {
    if (series.key.unit == "sec/op") {
      times_[name_of(series.key)] = &series;
    }
  }
  for (const PairedSeries& series : confirm_.series) {
    confirmed_[series.key] = &series;
  }
  for (const dataset::Process& process : evidence.processes) {
    if (process.stage == Stage::kConfirm && process.purpose == dataset::Purpose::kMeasure) {
      for (const std::string& function : process.functions) {
        measured_again_.emplace(process.module, process.package, function, process.leaf);
      }
    }
  }
}

std::vector<std::string> Case::mismatches() const {
  return evidence_.texts ? dataset::mismatches(first_) : std::vector<std::string>{};
}

Finding Case::judged(const PairedSeries& pair) {
  const Limits limits = limits_.of(pair.key);
  return judge(pair, context_of(pair, limits), comparer_);
}

bool Case::flags(const PairedSeries& pair) {
  const Limits limits = limits_.of(pair.key);
  return is_flagged(pair, context_of(pair, limits), comparer_);
}

std::int64_t Case::iterations(const PairedSeries& pair) {
  const Assessment assessment = comparer_.assess(pair.sides, limits_.of(pair.key), Stage::kFirst);
  const stats::Sides<double>& medians = assessment.comparison->iterations;
  return std::max<std::int64_t>(
      1, static_cast<std::int64_t>(std::floor(std::min(medians.base, medians.head))));
}

std::string Case::leaf(const PairedSeries& pair) const {
  return std::string(dataset::without_cpu(pair.key.name, cpus_));
}

std::set<std::string> Case::units() const {
  std::set<std::string> units;
  for (const PairedSeries& series : first_.series) {
    units.insert(series.key.unit);
  }
  return units;
}

NothingCompared Case::emptiness() const {
  if (!evidence_.texts) {
    return {.message = "there is no benchmark", .remedy = "check bench, skip and packages"};
  }
  constexpr std::string_view kRemedy = "name files that `go test -bench` printed";
  const bool base_is_empty = evidence_.texts->base.lines.empty();
  const bool head_is_empty = evidence_.texts->head.lines.empty();
  if (base_is_empty == head_is_empty) {
    return {.message = "neither side has a benchmark result", .remedy = std::string(kRemedy)};
  }
  return {.message = fmt::format("{} has no benchmark result", base_is_empty ? "base" : "head"),
          .remedy = std::string(kRemedy)};
}

Case::Name Case::name_of(const SeriesKey& key) {
  return {key.module, key.package, key.name, key.configuration};
}

PairContext Case::context_of(const PairedSeries& pair, const Limits& limits) const {
  const Function& function = roster_.function_of(pair.key);
  PairContext context{.function = function, .limits = limits};
  if (const auto time = times_.find(name_of(pair.key)); time != times_.end()) {
    context.time = time->second;
  }
  if (is_left_alone(function.benchmark, evidence_.unchanged)) {
    context.role = PairContext::Role::kControl;
  }
  if (policy_.confirm == Confirm::kYes && was_measured_again(pair)) {
    context.confirmation = PairContext::Confirmation::kRun;
    if (const auto again = confirmed_.find(pair.key); again != confirmed_.end()) {
      context.confirm = again->second;
    }
  }
  return context;
}

// Whether or not it gave a sample.
bool Case::was_measured_again(const PairedSeries& pair) const {
  const SeriesKey& key = pair.key;
  const std::string function = dataset::function_of(key.name);
  return measured_again_.contains({key.module, key.package, function, leaf(pair)}) ||
         measured_again_.contains({key.module, key.package, function, ""});
}

}  // namespace headgate::gate
