#include "core/gate/gate.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "core/dataset/benchmark_name.h"
#include "core/gate/case.h"
#include "core/gate/caveats.h"
#include "core/gate/ledger_table.h"
#include "core/gate/limits.h"
#include "core/gate/roster.h"
#include "core/gate/verdict.h"

namespace headgate::gate {
namespace {

using dataset::PairedSeries;
using dataset::SeriesKey;
using stats::Stage;

using Name = std::tuple<std::string, std::string, std::string>;  // module, package, benchmark

// A benchmark that failed while it was measured again is told once: its series says why.
void drop_told_failures(std::vector<Finding>& findings) {
  const auto function_of = [](const Finding& finding) {
    return Name(finding.key.module, finding.key.package, finding.function);
  };
  std::set<Name> told;
  for (const Finding& finding : findings) {
    if (finding.outcome == Outcome::kLost && finding.stage == Stage::kConfirm) {
      told.insert(function_of(finding));
    }
  }
  std::erase_if(findings, [&](const Finding& finding) {
    return finding.outcome == Outcome::kLost && finding.key.name.empty() &&
           told.contains(function_of(finding));
  });
}

}  // namespace

std::vector<ConfirmRequest> confirm_requests(const Evidence& evidence, const Policy& policy) {
  std::vector<ConfirmRequest> requests;
  std::map<Name, std::size_t> places;  // in requests, by leaf
  std::vector<int> cpus = suffixes_of(evidence);
  const Result<LimitTable> limits = LimitTable::create(policy, cpus);
  if (policy.confirm == Confirm::kNo || evidence.texts || !limits) {
    return requests;
  }
  Case the_case(evidence, policy, *limits, std::move(cpus));
  for (const PairedSeries* series : the_case.coverage().pairs) {
    if (!the_case.flags(*series)) {
      continue;
    }
    const SeriesKey& key = series->key;
    const std::int64_t iterations = the_case.iterations(*series);
    const std::string leaf = the_case.leaf(*series);
    const auto [known, is_new] =
        places.try_emplace(Name(key.module, key.package, leaf), requests.size());
    if (!is_new) {
      ConfirmRequest& request = requests[known->second];
      request.iterations = std::min(request.iterations, iterations);
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
  std::vector<int> cpus = suffixes_of(evidence);
  const Result<LimitTable> limits = LimitTable::create(policy, cpus);
  if (!limits) {
    return undecided(limits.error(), evidence.caveats);
  }
  const Result<LedgerTable> ledger = LedgerTable::create(evidence.ledger.value_or(Ledger{}), cpus);
  if (!ledger) {
    return undecided(ledger.error(), evidence.caveats);
  }
  Case the_case(evidence, policy, *limits, std::move(cpus));
  Conclusion conclusion{.findings = {},
                        .caveats = evidence.caveats,
                        .mismatches = the_case.mismatches(),
                        .emptiness = the_case.emptiness(),
                        .extent = evidence.extent,
                        .touches = evidence.touches};
  for (const PairedSeries* series : the_case.coverage().pairs) {
    conclusion.findings.push_back(ledger->applied_to(the_case.judged(*series)));
  }
  for (const Finding& finding : the_case.coverage().findings) {
    // Where the conditions differ, what looks added or removed is neither.
    const bool is_one_sided =
        finding.outcome == Outcome::kAdded || finding.outcome == Outcome::kRemoved;
    if (conclusion.mismatches.empty() || !is_one_sided) {
      conclusion.findings.push_back(finding);
    }
  }
  drop_told_failures(conclusion.findings);
  for (const std::string& mismatch : conclusion.mismatches) {
    conclusion.caveats.push_back({.code = "environment-mismatch", .text = mismatch});
  }
  std::vector<Caveat> found = caveats_of(conclusion.findings, evidence, policy, the_case.units());
  std::move(found.begin(), found.end(), std::back_inserter(conclusion.caveats));
  found = ledger->caveats(conclusion.findings);
  std::move(found.begin(), found.end(), std::back_inserter(conclusion.caveats));
  return conclude(std::move(conclusion));
}

std::vector<Benchmark> benchmarks_of(const Evidence& evidence) {
  const Roster roster = Roster::of(evidence);
  std::vector<Benchmark> benchmarks;
  for (const Function& function : roster.functions()) {
    benchmarks.push_back(function.benchmark);
  }
  return benchmarks;
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
  verdict.waiver.reset();
  return verdict;
}

}  // namespace headgate::gate
