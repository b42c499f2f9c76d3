// Builders of process records and evidence, for tests of what decides on them.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/dataset/benchmark_name.h"
#include "core/dataset/process.h"
#include "core/gate/gate.h"
#include "core/stats/design.h"

namespace headgate::testing_support {

inline constexpr std::string_view kPackage = "example.com/m/sum";

/// A result with one reading in sec/op.
inline dataset::BenchmarkResult result(std::string name, double sec_per_op,
                                       std::int64_t iterations = 1000) {
  return {.name = std::move(name),
          .iterations = iterations,
          .readings = {{.value = sec_per_op, .unit = "sec/op"}}};
}

/// A measuring process of the first stage that passed and ran `function`; change what differs.
inline dataset::Process process(stats::Side side, std::size_t round, std::string function,
                                std::vector<dataset::BenchmarkResult> results) {
  return {.sequence = 2 * round + (side == stats::Side::kHead ? 1 : 0),
          .round = round,
          .stage = stats::Stage::kFirst,
          .side = side,
          .module = ".",
          .package = std::string(kPackage),
          .functions = {std::move(function)},
          .argv = {},
          .end = dataset::ProcessEnd::kPassed,
          .results = std::move(results),
          .ambiguous_names = {},
          .broken_lines = {},
          .skips = {},
          .failed = {},
          .failure = {}};
}

/// A process that gave no result because it ended badly.
inline dataset::Process failed_process(stats::Side side, std::size_t round, std::string function,
                                       std::string failure) {
  dataset::Process failed = process(side, round, std::move(function), {});
  failed.end = dataset::ProcessEnd::kFailed;
  failed.code = 1;
  failed.failure = std::move(failure);
  return failed;
}

/// Evidence, one benchmark function after the other.
class EvidenceBuilder {
 public:
  /// A function that is there on both sides.
  gate::Benchmark& benchmark(std::string function) {
    evidence_.benchmarks.push_back(
        {.module = ".",
         .package = std::string(kPackage),
         .function = std::move(function),
         .presence = {.base = gate::Presence::kPresent, .head = gate::Presence::kPresent}});
    return evidence_.benchmarks.back();
  }

  /// One passed process per value on each side; the function is declared when needed. Further calls
  /// for the same function add their readings to the same processes.
  EvidenceBuilder& measured(const std::string& name, const std::vector<double>& base,
                            const std::vector<double>& head, const std::string& unit = "sec/op") {
    return measured_in(stats::Stage::kFirst, "", name, {.base = base, .head = head}, unit);
  }

  /// The same in the confirm stage, restricted to `leaf` (the name without its CPU suffix).
  EvidenceBuilder& confirmed(const std::string& name, const std::string& leaf,
                             const std::vector<double>& base, const std::vector<double>& head,
                             const std::string& unit = "sec/op") {
    return measured_in(stats::Stage::kConfirm, leaf, name, {.base = base, .head = head}, unit);
  }

  EvidenceBuilder& add(dataset::Process one) {
    one.sequence = evidence_.processes.size();
    evidence_.processes.push_back(std::move(one));
    return *this;
  }

  [[nodiscard]] gate::Evidence& evidence() { return evidence_; }

 private:
  EvidenceBuilder& measured_in(stats::Stage stage, const std::string& leaf, const std::string& name,
                               const stats::Sides<std::vector<double>>& values,
                               const std::string& unit) {
    const std::string function = dataset::function_of(name);
    declare(function);
    for (const stats::Side side : {stats::Side::kBase, stats::Side::kHead}) {
      for (std::size_t round = 0; round < values.of(side).size(); ++round) {
        dataset::Process made = process(side, round, function, {});
        made.stage = stage;
        made.leaf = leaf;
        add_reading(std::move(made), name, {.value = values.of(side)[round], .unit = unit});
      }
    }
    return *this;
  }

  // To the process of this kind, or to `made` where there is none yet.
  void add_reading(dataset::Process made, const std::string& name, dataset::Reading reading) {
    auto same = std::find_if(evidence_.processes.begin(), evidence_.processes.end(),
                             [&](const dataset::Process& known) {
                               return known.side == made.side && known.round == made.round &&
                                      known.stage == made.stage && known.leaf == made.leaf &&
                                      known.functions == made.functions;
                             });
    if (same == evidence_.processes.end()) {
      add(std::move(made));
      same = evidence_.processes.end() - 1;
    }
    auto known =
        std::find_if(same->results.begin(), same->results.end(),
                     [&](const dataset::BenchmarkResult& one) { return one.name == name; });
    if (known == same->results.end()) {
      same->results.push_back({.name = name, .iterations = 1000, .readings = {}});
      known = same->results.end() - 1;
    }
    known->readings.push_back(std::move(reading));
  }

  void declare(const std::string& function) {
    const bool is_declared =
        std::any_of(evidence_.benchmarks.begin(), evidence_.benchmarks.end(),
                    [&](const gate::Benchmark& known) { return known.function == function; });
    if (!is_declared) {
      benchmark(function);
    }
  }

  gate::Evidence evidence_ = {.cpus = {4}};
};

}  // namespace headgate::testing_support
