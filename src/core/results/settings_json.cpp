#include "core/results/settings_json.h"

#include <limits>

#include <nlohmann/json.hpp>

#include "core/results/names.h"

namespace headgate::results {
namespace {

using Json = nlohmann::ordered_json;

// What may stand in a file; the settings' own limits are narrower.
constexpr double kMostAlpha = 1;
constexpr double kMostRatio = std::numeric_limits<double>::infinity();

void put(Json& object, const char* name, const std::optional<double>& value) {
  if (value) {
    object[name] = number_json(*value);
  }
}

Json policy_json(const gate::Policy& policy) {
  Json units = Json::object();
  for (const auto& [name, limits] : policy.units) {
    Json unit = Json::object();
    put(unit, "alpha", limits.alpha);
    put(unit, "min_delta", limits.min_delta);
    unit["min_abs"] = number_json(limits.min_abs);
    if (limits.direction) {
      unit["direction"] = word(kDirections, *limits.direction);
    }
    units[name] = std::move(unit);
  }
  Json benchmarks = Json::array();
  for (const gate::BenchmarkLimits& limits : policy.benchmarks) {
    Json entry = {{"match", limits.match}, {"origin", limits.origin}};
    if (limits.unit) {
      entry["unit"] = *limits.unit;
    }
    put(entry, "alpha", limits.alpha);
    put(entry, "min_delta", limits.min_delta);
    put(entry, "min_abs", limits.min_abs);
    put(entry, "cv_threshold", limits.cv_threshold);
    benchmarks.push_back(std::move(entry));
  }
  return {{"alpha", number_json(policy.alpha)},
          {"min_delta", number_json(policy.min_delta)},
          {"cv_threshold", number_json(policy.cv_threshold)},
          {"units", std::move(units)},
          {"benchmarks", std::move(benchmarks)},
          {"confirm", word(kConfirm, policy.confirm)},
          {"removed", word(kRemoved, policy.removed)}};
}

gate::Policy read_policy(const Field& field) {
  gate::Policy policy{.alpha = field.at("alpha").amount(kMostAlpha),
                      .min_delta = field.at("min_delta").amount(kMostRatio),
                      .cv_threshold = field.at("cv_threshold").amount(kMostRatio),
                      .units = {},
                      .benchmarks = {},
                      .confirm = enumerator(kConfirm, field.at("confirm")),
                      .removed = enumerator(kRemoved, field.at("removed"))};
  for (const auto& [name, unit] : field.at("units").members()) {
    gate::UnitLimits limits{.alpha = unit.optional_amount("alpha", kMostAlpha),
                            .min_delta = unit.optional_amount("min_delta", kMostRatio),
                            .min_abs = unit.at("min_abs").amount(kMostRatio),
                            .direction = std::nullopt};
    if (const std::optional<Field> direction = unit.find("direction")) {
      limits.direction = enumerator(kDirections, *direction);
    }
    policy.units.emplace(name, limits);
  }
  for (const Field& entry : field.at("benchmarks").elements()) {
    gate::BenchmarkLimits limits{.match = entry.at("match").text(),
                                 .unit = std::nullopt,
                                 .alpha = entry.optional_amount("alpha", kMostAlpha),
                                 .min_delta = entry.optional_amount("min_delta", kMostRatio),
                                 .min_abs = entry.optional_amount("min_abs", kMostRatio),
                                 .cv_threshold = entry.optional_amount("cv_threshold", kMostRatio),
                                 .origin = entry.at("origin").text()};
    if (const std::optional<Field> unit = entry.find("unit")) {
      limits.unit = unit->text();
    }
    policy.benchmarks.push_back(std::move(limits));
  }
  return policy;
}

Json measure_json(const config::Settings& settings) {
  const schedule::Options& plan = settings.schedule;
  const config::Build& build = settings.build;
  return {{"modules", settings.scope.modules},
          {"packages", settings.scope.packages},
          {"bench", settings.scope.bench},
          {"skip", settings.scope.skip},
          {"rounds", plan.rounds},
          {"benchtime", plan.benchtime.text()},
          {"order", word(kOrders, plan.order)},
          {"isolate", word(kIsolates, plan.isolate)},
          {"seed", plan.seed},
          {"deadline_sec", number_json(plan.deadline_sec)},
          {"unchanged", word(kUnchanged, settings.unchanged)},
          {"cpu", settings.execution.cpu},
          {"timeout_sec", number_json(settings.execution.timeout_sec)},
          {"env", settings.execution.env},
          {"pass_env", settings.execution.pass_env},
          {"network", word(kNetworks, settings.execution.network)},
          {"toolchain", build.toolchain},
          {"prepare", build.prepare},
          {"copy", build.copy},
          {"tags", build.tags},
          {"ldflags", build.ldflags},
          {"gcflags", build.gcflags},
          {"pgo", build.pgo},
          {"race", word(kRace, build.race)},
          {"trimpath", word(kTrimpath, build.trimpath)}};
}

std::map<std::string, std::string> read_map(const Field& field) {
  std::map<std::string, std::string> map;
  for (const auto& [name, value] : field.members()) {
    map.emplace(name, value.text());
  }
  return map;
}

void read_measure(const Field& field, config::Settings& settings) {
  settings.scope = {.modules = field.at("modules").texts(),
                    .packages = field.at("packages").texts(),
                    .bench = field.at("bench").text(),
                    .skip = field.at("skip").text()};
  Result<schedule::Benchtime> benchtime = schedule::Benchtime::parse(field.at("benchtime").text());
  if (!benchtime) {
    field.at("benchtime").fail("a duration or a number of iterations");
  }
  settings.schedule.rounds = static_cast<std::size_t>(field.at("rounds").integer(1));
  settings.schedule.benchtime = *std::move(benchtime);
  settings.schedule.order = enumerator(kOrders, field.at("order"));
  settings.schedule.isolate = enumerator(kIsolates, field.at("isolate"));
  settings.schedule.seed = field.at("seed").natural();
  settings.schedule.deadline_sec = field.at("deadline_sec").number();
  settings.unchanged = enumerator(kUnchanged, field.at("unchanged"));
  settings.execution = {.cpu = field.at("cpu").text(),
                        .timeout_sec = field.at("timeout_sec").number(),
                        .env = read_map(field.at("env")),
                        .pass_env = field.at("pass_env").texts(),
                        .network = enumerator(kNetworks, field.at("network"))};
  settings.build = {.tags = field.at("tags").texts(),
                    .ldflags = field.at("ldflags").text(),
                    .gcflags = field.at("gcflags").text(),
                    .pgo = field.at("pgo").text(),
                    .race = enumerator(kRace, field.at("race")),
                    .trimpath = enumerator(kTrimpath, field.at("trimpath")),
                    .toolchain = field.at("toolchain").text(),
                    .prepare = {},
                    .copy = field.at("copy").texts()};
  for (const Field& command : field.at("prepare").elements()) {
    settings.build.prepare.push_back(command.texts());
  }
}

}  // namespace

Json settings_json(const config::Settings& settings) {
  return {{"measure", measure_json(settings)},
          {"policy", policy_json(settings.policy)},
          {"ledger", settings.ledger},
          {"aliases", settings.aliases},
          {"origins", settings.origins}};
}

config::Settings read_settings(const Field& field) {
  config::Settings settings;
  read_measure(field.at("measure"), settings);
  settings.policy = read_policy(field.at("policy"));
  settings.ledger = field.at("ledger").text();
  settings.aliases = read_map(field.at("aliases"));
  settings.origins = read_map(field.at("origins"));
  return settings;
}

}  // namespace headgate::results
