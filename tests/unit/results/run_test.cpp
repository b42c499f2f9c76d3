#include "core/results/run.h"

#include <limits>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "support/hostile_text.h"
#include "support/recorded_run.h"

namespace headgate::results {
namespace {

using testing::HasSubstr;
using testing_support::recorded_run;
using Json = nlohmann::ordered_json;

Run read_back(const Run& run) {
  Result<Run> read = read_run(write_run(run), "run.json");
  if (!read) {
    throw std::runtime_error(read.error().message);
  }
  return *std::move(read);
}

// A document with one value replaced, by JSON pointer.
std::string with(const std::string& pointer, const Json& value) {
  Json document = Json::parse(write_run(recorded_run()));
  document.at(Json::json_pointer(pointer)) = value;
  return document.dump();
}

std::string complaint(const std::string& json) {
  const Result<Run> read = read_run(json, "dir/run.json");
  if (read) {
    return "none";
  }
  EXPECT_EQ(read.error().reason, Reason::kResultsInvalid);
  EXPECT_THAT(read.error().remedy, HasSubstr("measure again"));
  EXPECT_TRUE(read.error().message.starts_with("dir/run.json: ")) << read.error().message;
  return read.error().message.substr(14);
}

void expect_equal(const config::Settings& read, const config::Settings& written) {
  // Names every member, so that a new one cannot be forgotten here.
  const auto& [scope, schedule, build, execution, unchanged, policy, ledger, aliases, origins] =
      read;
  EXPECT_EQ(scope, written.scope);
  EXPECT_EQ(schedule, written.schedule);
  EXPECT_EQ(build, written.build);
  EXPECT_EQ(execution, written.execution);
  EXPECT_EQ(unchanged, written.unchanged);
  EXPECT_EQ(policy, written.policy);
  EXPECT_EQ(ledger, written.ledger);
  EXPECT_EQ(aliases, written.aliases);
  EXPECT_EQ(origins, written.origins);
}

void expect_equal(const gate::Benchmark& read, const gate::Benchmark& written) {
  const auto& [module, package, function, presence, identity, own_text, location] = read;
  EXPECT_EQ(module, written.module);
  EXPECT_EQ(package, written.package);
  EXPECT_EQ(function, written.function);
  EXPECT_EQ(presence, written.presence);
  EXPECT_EQ(identity, written.identity);
  EXPECT_EQ(own_text, written.own_text);
  EXPECT_EQ(location, written.location);
}

TEST(Run, ComesBackFieldByField) {
  const results::Run written = recorded_run();
  const results::Run run = read_back(written);
  const auto& [version, started, event, why, pull_request, sides, host, settings, cpus, benchmarks,
               shard, changed_only, caveats, ledger, timing, processes, error] = run;
  EXPECT_EQ(version, written.headgate_version);
  EXPECT_EQ(started, written.started_sec);
  EXPECT_EQ(event, written.event);
  EXPECT_EQ(why, written.why);
  EXPECT_EQ(pull_request, written.pull_request);
  EXPECT_EQ(sides, written.sides);
  EXPECT_EQ(host, written.host);
  expect_equal(settings, written.settings);
  EXPECT_EQ(cpus, written.cpus);
  ASSERT_EQ(benchmarks.size(), 1U);
  expect_equal(benchmarks[0], written.benchmarks[0]);
  EXPECT_EQ(shard, written.shard);
  EXPECT_EQ(changed_only, written.changed_only);
  EXPECT_EQ(caveats, written.caveats);
  EXPECT_EQ(ledger, written.ledger);
  EXPECT_EQ(timing, written.timing);
  EXPECT_EQ(processes, written.processes);
  EXPECT_EQ(error, written.error);
}

TEST(Run, OfAVersionWithoutALedgerHasNone) {
  Json document = Json::parse(write_run(recorded_run()));
  document.erase("ledger");
  const Result<results::Run> read = read_run(document.dump(), "run.json");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->ledger, std::nullopt);
}

TEST(Run, NamesWhatIsWrongInItsLedger) {
  EXPECT_EQ(complaint(with("/ledger/today", "yesterday")), "ledger.today is not a day");
  EXPECT_EQ(complaint(with("/ledger/entries/1/direction", "worse")),
            "ledger.entries[1].direction is not one of up, down");
  EXPECT_THAT(complaint(with("/ledger/entries/0/max_delta", -1)),
              HasSubstr("ledger.entries[0].max_delta is not a number from 0"));
  EXPECT_EQ(complaint(with("/ledger/entries/0/expires", "2026-02-30")),
            "ledger.entries[0].expires is not a day");
}

TEST(Run, ComesBackWithDefaultsAndNothingInIt) {
  const results::Run written{};
  const results::Run run = read_back(written);
  EXPECT_EQ(run.pull_request, std::nullopt);
  EXPECT_EQ(run.sides, written.sides);
  EXPECT_EQ(run.host, written.host);
  expect_equal(run.settings, written.settings);
  EXPECT_EQ(run.shard, std::nullopt);
  EXPECT_EQ(run.changed_only, std::nullopt);
  EXPECT_EQ(run.error, std::nullopt);
}

TEST(Run, OfAVersionWithoutShardsComesBack) {
  Json document = Json::parse(write_run(recorded_run()));
  document.erase("shard");
  document.erase("changed_only");
  EXPECT_EQ(complaint(document.dump()), "none");
}

TEST(Run, ComesBackWithEveryWordOfEveryEnum) {
  results::Run run = recorded_run();
  for (const auto order : {schedule::Order::kAbab, schedule::Order::kBalanced}) {
    for (const auto isolate : {schedule::Isolate::kBenchmark, schedule::Isolate::kPackage}) {
      run.settings.schedule.order = order;
      run.settings.schedule.isolate = isolate;
      EXPECT_EQ(read_back(run).settings.schedule, run.settings.schedule);
    }
  }
  for (const auto unchanged :
       {gate::Unchanged::kSkip, gate::Unchanged::kControl, gate::Unchanged::kMeasure}) {
    run.settings.unchanged = unchanged;
    EXPECT_EQ(read_back(run).settings.unchanged, unchanged);
  }
  for (const auto removed : {gate::Removed::kWarn, gate::Removed::kFail, gate::Removed::kIgnore}) {
    run.settings.policy.removed = removed;
    EXPECT_EQ(read_back(run).settings.policy, run.settings.policy);
  }
  for (const auto direction :
       {unit::Direction::kLower, unit::Direction::kHigher, unit::Direction::kUnknown}) {
    run.settings.policy.units["rows/op"].direction = direction;
    EXPECT_EQ(read_back(run).settings.policy, run.settings.policy);
  }
  for (const auto touches :
       {gate::Touches::kUnknown, gate::Touches::kPackages, gate::Touches::kNoPackage}) {
    run.changed_only->touches = touches;
    EXPECT_EQ(read_back(run).changed_only, run.changed_only);
  }
  run.settings.policy.confirm = gate::Confirm::kYes;
  EXPECT_EQ(read_back(run).settings.policy, run.settings.policy);
  run.settings.build.race = config::Build::Race::kOff;
  run.settings.build.trimpath = config::Build::Trimpath::kOn;
  EXPECT_EQ(read_back(run).settings.build, run.settings.build);
  for (const ReasonText& text : all_reasons()) {
    run.error->reason = text.reason;
    EXPECT_EQ(read_back(run).error, run.error);
  }
}

TEST(Run, ComesBackWithInfiniteLimits) {
  results::Run run = recorded_run();
  run.settings.policy.units["rows/op"].min_abs = std::numeric_limits<double>::infinity();
  EXPECT_EQ(read_back(run).settings.policy, run.settings.policy);
}

TEST(Run, IsWrittenWithItsSchemaFirst) {
  EXPECT_TRUE(write_run(recorded_run()).starts_with("{\n \"schema\": \"headgate.run/1\",\n"));
  EXPECT_TRUE(write_run(recorded_run()).ends_with("}\n"));
}

TEST(Run, ReplacesWhatIsNotUtf8) {
  results::Run run = recorded_run();
  run.why = "x\xff";
  EXPECT_EQ(read_back(run).why, "x\ufffd");
}

TEST(Run, OfANewerSchemaSaysSo) {
  for (const std::string schema : {"headgate.run/2", "headgate.run/2147483647"}) {
    const Result<results::Run> read = read_run(with("/schema", schema), "run.json");
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().reason, Reason::kSchemaTooNew);
    EXPECT_EQ(read.error().message, "run.json: schema " + schema + " is newer than headgate.run/1");
    EXPECT_EQ(read.error().remedy,
              "read it with the headgate version that wrote it, or a newer one");
  }
  // It may look like nothing that is known.
  EXPECT_EQ(read_run(R"({"schema": "headgate.run/2"})", "x").error().reason, Reason::kSchemaTooNew);
}

TEST(Run, OfAnotherSchemaIsRefused) {
  for (const std::string schema :
       {"headgate.verdict/1", "headgate.run", "headgate.run/", "headgate.run/0", "headgate.run/-1",
        "headgate.run/1x", "headgate.run/99999999999", "/1", ""}) {
    EXPECT_EQ(complaint(with("/schema", schema)), "schema is '" + schema + "', not headgate.run/1");
  }
}

TEST(Run, UnknownFieldsAreForLaterVersions) {
  Json document = Json::parse(write_run(recorded_run()));
  document["new"] = 1;
  document["settings"]["policy"]["new"] = Json::object();
  EXPECT_EQ(complaint(document.dump()), "none");
}

TEST(Run, WithoutAFieldNamesIt) {
  const std::string text = write_run(recorded_run());
  const Json document = Json::parse(text);
  const Json flat = document.flatten();
  int removed = 0;
  for (const auto& [pointer, value] : flat.items()) {
    Json damaged = document;
    const Json::json_pointer path(pointer);
    Json& parent = damaged.at(path.parent_pointer());
    if (!parent.is_object() || pointer.starts_with("/settings/origins") ||
        pointer.starts_with("/settings/aliases") || pointer.starts_with("/settings/measure/env") ||
        pointer.starts_with("/settings/policy/units") ||
        pointer.starts_with("/settings/policy/benchmarks") || pointer == "/pull_request" ||
        pointer.ends_with("/max_delta") || pointer.ends_with("/max_from_zero")) {
      continue;
    }
    parent.erase(path.back());
    ++removed;
    EXPECT_THAT(complaint(damaged.dump()), testing::EndsWith(path.back() + " is missing"))
        << pointer;
  }
  EXPECT_GT(removed, 60);
}

TEST(Run, WithAWrongValueSaysWhere) {
  const struct {
    std::string pointer;
    Json value;
    std::string complaint;
  } cases[] = {
      {"/sides", 7, "sides is not an object"},
      {"/sides/base/commit", Json(), "sides.base.commit is missing"},
      {"/sides/base/binaries", "x", "sides.base.binaries is not a list"},
      {"/sides/base/build_flags/0", 1, "sides.base.build_flags[0] is not a text"},
      {"/host/cpus_online", -1, "host.cpus_online is not a whole number from 0 to 2147483647"},
      {"/host/cpus_online", 2147483648U,
       "host.cpus_online is not a whole number from 0 to 2147483647"},
      {"/host/memory_bytes", 1.5, "host.memory_bytes is not a whole number of at least 0"},
      {"/pull_request", -7, "pull_request is not a whole number of at least 0"},
      {"/cpus/0", 0, "cpus[0] is not a whole number from 1 to 2147483647"},
      {"/benchmarks/0/base", "there", "benchmarks[0].base is not one of present, absent"},
      {"/benchmarks/0/location/line", -1,
       "benchmarks[0].location.line is not a whole number of at least 0"},
      {"/shard/count", 257, "shard.count is not a whole number from 1 to 256"},
      {"/shard/index", 5, "shard.index is not a whole number from 1 to 4"},
      {"/shard/plan/0/shard", 0, "shard.plan[0].shard is not a whole number from 1 to 4"},
      {"/changed_only/touches", "some",
       "changed_only.touches is not one of unknown, packages, no-package"},
      {"/changed_only/left_out/0/package", 1, "changed_only.left_out[0].package is not a text"},
      {"/settings/measure/rounds", 0,
       "settings.measure.rounds is not a whole number from 1 to 9223372036854775807"},
      {"/settings/measure/benchtime", "soon",
       "settings.measure.benchtime is not a duration or a number of iterations"},
      {"/settings/measure/seed", 1e30, "settings.measure.seed is not a whole number of at least 0"},
      {"/settings/measure/prepare/0", "make", "settings.measure.prepare[0] is not a list"},
      {"/settings/measure/env", Json::array(), "settings.measure.env is not an object"},
      {"/settings/policy/alpha", "NaN", "settings.policy.alpha is not a number from 0 to 1"},
      {"/settings/policy/alpha", 1.5, "settings.policy.alpha is not a number from 0 to 1"},
      {"/settings/policy/min_delta", -0.1,
       "settings.policy.min_delta is not a number from 0 to inf"},
      {"/settings/policy/confirm", true, "settings.policy.confirm is not a text"},
      {"/settings/policy/removed", "no",
       "settings.policy.removed is not one of warn, fail, ignore"},
      {"/settings/policy/units/sec~1op", 1, "settings.policy.units.sec/op is not an object"},
      {"/settings/policy/benchmarks/0/unit", 1, "settings.policy.benchmarks[0].unit is not a text"},
      {"/processes", -1, "processes is not a whole number of at least 0"},
      {"/error/reason", "weather", "error.reason is not a known reason code"},
  };

  for (const auto& [pointer, value, expected] : cases) {
    EXPECT_EQ(complaint(with(pointer, value)), expected) << pointer;
  }
}

TEST(Run, ThatDidNotFinishIsReadBackAsInterrupted) {
  EXPECT_EQ(read_back(unfinished({})).error->reason, Reason::kInterrupted);
}

TEST(Run, ThatDidNotFinishIsToldFromOneThatWasInterrupted) {
  EXPECT_TRUE(is_unfinished(read_back(unfinished({}))));
  EXPECT_FALSE(is_unfinished(recorded_run()));
  EXPECT_FALSE(is_unfinished({}));
  results::Run interrupted;
  interrupted.error =
      Error{.reason = Reason::kInterrupted, .message = "interrupted after 3 of 40 processes"};
  EXPECT_FALSE(is_unfinished(interrupted));
}

TEST(Run, ThatFinishedHasAsManyProcessesAsItSays) {
  results::Run run;
  run.processes = 40;
  EXPECT_TRUE(check_complete(run, 40, "s"));
  for (const std::size_t processes : {std::size_t{0}, std::size_t{39}, std::size_t{41}}) {
    const Status refused = check_complete(run, processes, "s");
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().reason, Reason::kResultsInvalid);
    EXPECT_EQ(refused.error().message,
              fmt::format("s holds {} whole lines, and the run had 40 processes", processes));
  }
}

TEST(Run, ThatEndedInAnErrorMayHaveAnyNumberOfProcesses) {
  results::Run run;
  run.processes = 40;
  EXPECT_TRUE(check_complete(unfinished(run), 7, "s"));
}

TEST(Run, ThatIsNoRunSaysSo) {
  EXPECT_EQ(complaint("[]"), "the document is not an object");
  EXPECT_EQ(complaint("{"), "not JSON at byte 2");
  EXPECT_EQ(complaint("{}"), "schema is missing");
  EXPECT_EQ(complaint(std::string(1'000'000, '[')), "nested deeper than 32 levels");
  EXPECT_EQ(complaint(R"({"schema": "headgate.run/1", "schema": "headgate.run/2"})"),
            "'schema' stands twice in one object");
}

TEST(Run, DamagedAnywhereIsAnErrorOrARunAndNeverACrash) {
  const std::string whole = write_run(recorded_run());
  testing_support::SeededNumbers numbers(2);
  for (int i = 0; i < 500; ++i) {
    std::string text = whole.substr(0, i % 2 == 0 ? whole.size() : numbers.below(whole.size()));
    if (!text.empty()) {
      text.replace(numbers.below(text.size()), numbers.below(8),
                   testing_support::hostile_text(numbers, 3));
    }
    (void)complaint(text);
  }
}

}  // namespace
}  // namespace headgate::results
