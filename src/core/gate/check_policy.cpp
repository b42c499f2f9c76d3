#include <algorithm>
#include <string>

#include <fmt/core.h>

#include "core/gate/gate.h"
#include "core/gate/pattern.h"
#include "core/unit/unit.h"

namespace headgate::gate {
namespace {

constexpr std::size_t kMostExamples = 3;

std::string place(const BenchmarkLimits& limits) {
  return limits.origin.empty() ? std::string("policy.benchmarks") : limits.origin;
}

// "sum/BenchmarkInts, sum/BenchmarkFloats, ...": how benchmarks are named here.
std::string examples(std::span<const Benchmark> benchmarks) {
  std::string text;
  for (const Benchmark& benchmark : benchmarks.first(std::min(benchmarks.size(), kMostExamples))) {
    const std::string& package = benchmark.package;
    text += fmt::format("{}{}/{}", text.empty() ? "" : ", ", package.substr(package.rfind('/') + 1),
                        benchmark.function);
  }
  return benchmarks.size() > kMostExamples ? text + ", ..." : text;
}

Status check_pattern(const BenchmarkLimits& limits) {
  const Result<Pattern> pattern = Pattern::compile(limits.match);
  return pattern ? ok() : Status(pattern.error().within(place(limits)));
}

Status check_names_one(const BenchmarkLimits& limits, std::span<const Benchmark> benchmarks) {
  const Result<Pattern> pattern = Pattern::compile(limits.match);
  const bool names_one =
      std::any_of(benchmarks.begin(), benchmarks.end(), [&](const Benchmark& benchmark) {
        return pattern->may_name(benchmark.package, benchmark.function);
      });
  if (names_one) {
    return ok();
  }
  return Error{.reason = Reason::kConfigInvalid,
               .message = fmt::format("{}: match \"{}\" names no benchmark of base or head",
                                      place(limits), limits.match),
               .remedy = benchmarks.empty()
                             ? std::string("remove the entry: there are no benchmarks")
                             : fmt::format("the expression must match a whole name, as in {}",
                                           examples(benchmarks))};
}

}  // namespace

Status check_unit(const std::string& unit, const UnitLimits& limits) {
  if (limits.direction.value_or(unit::direction(unit)) != unit::Direction::kUnknown) {
    return ok();
  }
  return Error{
      .reason = Reason::kConfigInvalid,
      .message = fmt::format("units: nobody knows whether more or less {} is better", unit),
      .remedy = fmt::format("say so: `{}: {{direction: lower}}` or `higher`", unit)};
}

Status check_policy(const Policy& policy) {
  for (const auto& [unit, limits] : policy.units) {
    if (Status status = check_unit(unit, limits); !status) {
      return status;
    }
  }
  for (const BenchmarkLimits& limits : policy.benchmarks) {
    if (Status status = check_pattern(limits); !status) {
      return status;
    }
  }
  return ok();
}

Status check_policy(const Policy& policy, std::span<const Benchmark> benchmarks) {
  if (Status status = check_policy(policy); !status) {
    return status;
  }
  for (const BenchmarkLimits& limits : policy.benchmarks) {
    if (Status status = check_names_one(limits, benchmarks); !status) {
      return status;
    }
  }
  return ok();
}

}  // namespace headgate::gate
