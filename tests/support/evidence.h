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
class Run {
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

  /// One passed process per value on each side, of one unit; the function is declared when needed.
  Run& measured(const std::string& name, const std::vector<double>& base,
                const std::vector<double>& head, const std::string& unit = "sec/op",
                stats::Stage stage = stats::Stage::kFirst) {
    const std::string function = dataset::function_of(name);
    declare(function);
    for (const auto& [side, values] :
         {std::pair(stats::Side::kBase, &base), std::pair(stats::Side::kHead, &head)}) {
      for (std::size_t round = 0; round < values->size(); ++round) {
        dataset::Process one =
            process(side, round, function,
                    {{.name = name, .iterations = 1000, .readings = {{(*values)[round], unit}}}});
        one.stage = stage;
        add(std::move(one));
      }
    }
    return *this;
  }

  /// The same in the confirm stage, restricted to `leaf` (the name without its CPU suffix).
  Run& confirmed(const std::string& name, const std::string& leaf, const std::vector<double>& base,
                 const std::vector<double>& head, const std::string& unit = "sec/op") {
    const std::size_t before = evidence_.processes.size();
    measured(name, base, head, unit, stats::Stage::kConfirm);
    for (std::size_t index = before; index < evidence_.processes.size(); ++index) {
      evidence_.processes[index].leaf = leaf;
    }
    return *this;
  }

  Run& add(dataset::Process one) {
    one.sequence = evidence_.processes.size();
    evidence_.processes.push_back(std::move(one));
    return *this;
  }

  [[nodiscard]] gate::Evidence& evidence() { return evidence_; }

 private:
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
