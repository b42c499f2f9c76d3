#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/core.h>

#include "core/config/settings.h"

namespace headgate::config {
namespace {

// "flag --rounds: " where the setting was given, "" where it is the default.
std::string origin_prefix(const Settings& settings, const std::string& name) {
  const auto origin = settings.origins.find(name);
  return origin == settings.origins.end() ? "" : origin->second + ": ";
}

Error contradiction(std::string message, std::string remedy) {
  return Error{
      .reason = Reason::kConfigInvalid, .message = std::move(message), .remedy = std::move(remedy)};
}

Status check_alpha(const Settings& settings, double alpha, const std::string& where) {
  const std::optional<std::size_t> fewest = schedule::fewest_rounds(alpha);
  if (!fewest) {
    return contradiction(fmt::format("{} is beyond what any number of rounds can show", where),
                         "choose a larger alpha");
  }
  if (*fewest > settings.schedule.rounds) {
    return contradiction(
        fmt::format("{} cannot be reached with {} rounds", where, settings.schedule.rounds),
        fmt::format("use at least {} rounds, or a larger alpha", *fewest));
  }
  return ok();
}

Status check_rounds(const Settings& settings) {
  if (settings.schedule.rounds < schedule::kFewestSamples) {
    return contradiction(
        fmt::format("{}rounds is {}, and fewer than {} samples a side are never compared",
                    origin_prefix(settings, "rounds"), settings.schedule.rounds,
                    schedule::kFewestSamples),
        fmt::format("use at least {} rounds", schedule::kFewestSamples));
  }
  const gate::Policy& policy = settings.policy;
  for (const auto& [unit, limits] : policy.units) {
    const std::string where =
        limits.alpha
            ? fmt::format("{}alpha {} of {}", origin_prefix(settings, "units"), *limits.alpha, unit)
            : fmt::format("{}alpha {}", origin_prefix(settings, "alpha"), policy.alpha);
    if (Status checked = check_alpha(settings, limits.alpha.value_or(policy.alpha), where);
        !checked) {
      return checked;
    }
  }
  for (const gate::BenchmarkLimits& limits : policy.benchmarks) {
    if (!limits.alpha) {
      continue;
    }
    if (Status checked = check_alpha(
            settings, *limits.alpha,
            fmt::format("{}: alpha {} of {}", limits.origin, *limits.alpha, limits.match));
        !checked) {
      return checked;
    }
  }
  return ok();
}

Status check_times(const Settings& settings) {
  const std::optional<double> benchtime_sec = settings.schedule.benchtime.seconds();
  if (benchtime_sec && *benchtime_sec >= settings.execution.timeout_sec) {
    return contradiction(
        fmt::format("{}benchtime {} is not below the timeout of {}s: no process could end in time",
                    origin_prefix(settings, "benchtime"), settings.schedule.benchtime.text(),
                    settings.execution.timeout_sec),
        "choose a shorter benchtime or a longer timeout");
  }
  return ok();
}

Status check_environment(const Settings& settings) {
  for (const std::string& name : settings.execution.pass_env) {
    if (settings.execution.env.contains(name)) {
      return contradiction(fmt::format("{}{} stands both in env and in pass-env",
                                       origin_prefix(settings, "pass-env"), name),
                           "leave one of them");
    }
  }
  return ok();
}

Status check_limits(const Settings& settings) {
  const std::vector<gate::BenchmarkLimits>& all = settings.policy.benchmarks;
  for (auto limits = all.begin(); limits != all.end(); ++limits) {
    const auto earlier = std::find_if(all.begin(), limits, [&](const gate::BenchmarkLimits& other) {
      return other.match == limits->match && (!other.unit || other.unit == limits->unit);
    });
    if (earlier != limits) {
      return contradiction(fmt::format("{}: these limits never apply: {} has the same match",
                                       limits->origin, earlier->origin),
                           "remove one of them; the first match wins");
    }
  }
  return ok();
}

}  // namespace

Status check(const Settings& settings) {
  for (Status (*check_part)(const Settings&) :
       {check_rounds, check_times, check_environment, check_limits}) {
    if (Status checked = check_part(settings); !checked) {
      return checked;
    }
  }
  return ok();
}

}  // namespace headgate::config
