#include "core/gate/gate.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

#include <fmt/core.h>

#include "core/dataset/benchmark_name.h"
#include "core/gate/caveats.h"
#include "core/gate/compare.h"
#include "core/gate/coverage.h"
#include "core/gate/functions.h"
#include "core/gate/limits.h"
#include "core/gate/pair.h"
#include "core/gate/roster.h"
#include "core/gate/verdict.h"
#include "core/gate/wording.h"

namespace headgate::gate {
namespace {

using dataset::Dataset;
using dataset::PairedSeries;
using dataset::SeriesKey;
using stats::Side;
using stats::Stage;

std::vector<int> cpus_of(const Evidence& evidence) {
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

// The evidence put in order: what both decide() and confirm_requests() start from.
class Case {
 public:
  Case(const Evidence& evidence, const Policy& policy, const LimitTable& limits,
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
        times_[benchmark_of(series.key)] = &series;
      }
    }
    for (const PairedSeries& series : confirm_.series) {
      confirmed_[series.key] = &series;
    }
  }

  [[nodiscard]] Coverage& coverage() { return coverage_; }

  [[nodiscard]] std::vector<std::string> mismatches() const {
    return evidence_.texts ? dataset::mismatches(first_) : std::vector<std::string>{};
  }

  [[nodiscard]] Finding judged(const PairedSeries& series) {
    const Limits limits = limits_.of(series.key);
    return judge(series, context_of(series, limits), comparer_);
  }

  [[nodiscard]] bool flags(const PairedSeries& series) {
    const Limits limits = limits_.of(series.key);
    return is_flagged(series, context_of(series, limits), comparer_);
  }

  // The number of iterations for measuring the pair again: fixed, the same on both sides.
  [[nodiscard]] std::int64_t iterations(const PairedSeries& series) {
    const Assessment assessment =
        comparer_.assess(series.sides, limits_.of(series.key), Stage::kFirst);
    const stats::Sides<double>& medians = assessment.comparison->iterations;
    return std::max<std::int64_t>(
        1, static_cast<std::int64_t>(std::floor(std::min(medians.base, medians.head))));
  }

  [[nodiscard]] std::string leaf(const PairedSeries& series) const {
    return std::string(dataset::without_cpu(series.key.name, cpus_));
  }

  // Which side printed nothing, when there is nothing to say about any benchmark.
  [[nodiscard]] std::string emptiness() const {
    if (!evidence_.texts) {
      return "there is no benchmark";
    }
    const bool base_is_empty = evidence_.texts->base.lines.empty();
    const bool head_is_empty = evidence_.texts->head.lines.empty();
    if (base_is_empty == head_is_empty) {
      return "neither side has a benchmark result";
    }
    return fmt::format("{} has no benchmark result", base_is_empty ? "base" : "head");
  }

 private:
  using Benchmark = std::tuple<std::string, std::string, std::string, std::string>;

  static Benchmark benchmark_of(const SeriesKey& key) {
    return {key.module, key.package, key.name, key.configuration};
  }

  [[nodiscard]] PairContext context_of(const PairedSeries& series, const Limits& limits) const {
    const Function& function = roster_.function_of(series.key);
    PairContext context{.function = function, .limits = limits};
    if (const auto time = times_.find(benchmark_of(series.key)); time != times_.end()) {
      context.time = time->second;
    }
    if (is_left_alone(function.benchmark, evidence_.unchanged)) {
      context.role = PairContext::Role::kControl;
    }
    if (policy_.confirm == Confirm::kYes && was_measured_again(series, function)) {
      context.confirmation = PairContext::Confirmation::kRun;
      if (const auto again = confirmed_.find(series.key); again != confirmed_.end()) {
        context.confirm = again->second;
      }
    }
    return context;
  }

  [[nodiscard]] bool was_measured_again(const PairedSeries& series,
                                        const Function& function) const {
    const std::string leaf_name = leaf(series);
    return std::any_of(evidence_.processes.begin(), evidence_.processes.end(),
                       [&](const dataset::Process& process) {
                         return process.stage == Stage::kConfirm &&
                                process.purpose == dataset::Purpose::kMeasure &&
                                process.module == series.key.module &&
                                process.package == series.key.package &&
                                std::find(process.functions.begin(), process.functions.end(),
                                          function.benchmark.function) != process.functions.end() &&
                                (process.leaf.empty() || process.leaf == leaf_name);
                       });
  }

  const Evidence& evidence_;
  const Policy& policy_;
  const LimitTable& limits_;
  std::vector<int> cpus_;
  Dataset first_;
  Dataset confirm_;
  Roster roster_;
  Coverage coverage_;
  std::map<Benchmark, const PairedSeries*> times_;
  std::map<SeriesKey, const PairedSeries*> confirmed_;
  Comparer comparer_;
};

// A benchmark that failed while it was measured again is told once: its series says why.
void drop_told_failures(std::vector<Finding>& findings) {
  const auto is_told = [&](const Finding& finding) {
    return finding.outcome == Outcome::kLost && finding.key.name.empty() &&
           std::any_of(findings.begin(), findings.end(), [&](const Finding& other) {
             return other.outcome == Outcome::kLost && other.stage == Stage::kConfirm &&
                    other.key.module == finding.key.module &&
                    other.key.package == finding.key.package && other.function == finding.function;
           });
  };
  std::vector<Finding> kept;
  for (const Finding& finding : findings) {
    if (!is_told(finding)) {
      kept.push_back(finding);
    }
  }
  findings = std::move(kept);
}

}  // namespace

std::vector<ConfirmRequest> confirm_requests(const Evidence& evidence, const Policy& policy) {
  std::vector<ConfirmRequest> requests;
  const std::vector<int> cpus = cpus_of(evidence);
  const Result<LimitTable> limits = LimitTable::create(policy, cpus);
  if (policy.confirm == Confirm::kNo || evidence.texts || !limits) {
    return requests;
  }
  Case the_case(evidence, policy, *limits, cpus);
  for (const PairedSeries* series : the_case.coverage().pairs) {
    if (!the_case.flags(*series)) {
      continue;
    }
    const SeriesKey& key = series->key;
    const std::int64_t iterations = the_case.iterations(*series);
    const std::string leaf = the_case.leaf(*series);
    const auto known =
        std::find_if(requests.begin(), requests.end(), [&](const ConfirmRequest& request) {
          return request.module == key.module && request.package == key.package &&
                 request.leaf == leaf;
        });
    if (known != requests.end()) {
      known->iterations = std::min(known->iterations, iterations);
      continue;
    }
    requests.push_back({.module = key.module,
                        .package = key.package,
                        .function = dataset::function_of(key.name),
                        .leaf = leaf,
                        .iterations = iterations});
  }
  return requests;
}

Verdict decide(const Evidence& evidence, const Policy& policy) {
  const std::vector<int> cpus = cpus_of(evidence);
  const Result<LimitTable> limits = LimitTable::create(policy, cpus);
  if (!limits) {
    return undecided(limits.error(), evidence.caveats);
  }
  Case the_case(evidence, policy, *limits, cpus);
  Conclusion conclusion{.findings = {},
                        .caveats = evidence.caveats,
                        .mismatches = the_case.mismatches(),
                        .emptiness = the_case.emptiness()};
  for (const PairedSeries* series : the_case.coverage().pairs) {
    conclusion.findings.push_back(the_case.judged(*series));
  }
  for (Finding& finding : the_case.coverage().findings) {
    const bool is_one_sided =
        finding.outcome == Outcome::kAdded || finding.outcome == Outcome::kRemoved;
    if (conclusion.mismatches.empty() || !is_one_sided) {
      conclusion.findings.push_back(std::move(finding));
    }
  }
  drop_told_failures(conclusion.findings);
  for (const std::string& mismatch : conclusion.mismatches) {
    conclusion.caveats.push_back({.code = "environment-mismatch", .text = mismatch});
  }
  std::vector<Caveat> found = caveats_of(conclusion.findings, evidence, policy);
  std::move(found.begin(), found.end(), std::back_inserter(conclusion.caveats));
  return conclude(std::move(conclusion));
}

Verdict undecided(const Error& error, std::vector<Caveat> caveats) {
  return {.decision = Decision::kError,
          .reason = error.reason,
          .message = error.message,
          .remedy = error.remedy,
          .caveats = std::move(caveats)};
}

Verdict overruled(Verdict verdict, const Error& error) {
  verdict.decision = Decision::kError;
  verdict.reason = error.reason;
  verdict.message = error.message;
  verdict.remedy = error.remedy;
  return verdict;
}

}  // namespace headgate::gate
