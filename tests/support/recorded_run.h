// A recorded run in which every field differs from its default, for tests of what writes, reads and
// shows one.

#pragma once

#include <cmath>
#include <limits>
#include <vector>

#include "core/dataset/process.h"
#include "core/gate/finding.h"
#include "core/results/run.h"
#include "core/schedule/options.h"
#include "support/ledgers.h"

namespace headgate::testing_support {

inline config::Settings recorded_settings() {
  config::Settings settings;
  settings.scope = {
      .modules = {"app", "lib"}, .packages = {"./sum/..."}, .bench = "Ints|Floats", .skip = "Slow"};
  settings.schedule.rounds = 12;
  settings.schedule.benchtime = schedule::Benchtime::parse("1500x").value();
  settings.schedule.order = schedule::Order::kBalanced;
  settings.schedule.isolate = schedule::Isolate::kPackage;
  settings.schedule.seed = 18446744073709551615U;
  settings.schedule.deadline_sec = 2700;
  settings.build = {.tags = {"integration"},
                    .ldflags = "-s",
                    .gcflags = "-N",
                    .pgo = "off",
                    .race = config::Build::Race::kOn,
                    .trimpath = config::Build::Trimpath::kOff,
                    .toolchain = "go1.26.1",
                    .prepare = {{"go", "generate", "./..."}, {"make"}},
                    .copy = {"web/dist"}};
  settings.execution = {.cpu = "1,4",
                        .timeout_sec = 0.1,
                        .env = {{"A", "1"}, {"B", ""}},
                        .pass_env = {"DATABASE_URL"}};
  settings.unchanged = gate::Unchanged::kControl;
  settings.policy = {.alpha = 0.01,
                     .min_delta = 0.1,
                     .cv_threshold = 0.2,
                     .units = {{"sec/op", {}},
                               {"rows/op",
                                {.alpha = 0.02,
                                 .min_delta = 0.3,
                                 .min_abs = 2,
                                 .direction = unit::Direction::kHigher}}},
                     .benchmarks = {{.match = "codec/BenchmarkDecode/.*",
                                     .unit = "B/op",
                                     .alpha = 0.03,
                                     .min_delta = 0.4,
                                     .min_abs = 1,
                                     .cv_threshold = 0.5,
                                     .origin = ".headgate.yml:12"},
                                    {.match = ".*", .origin = ".headgate.yml:13"}},
                     .confirm = gate::Confirm::kNo,
                     .removed = gate::Removed::kFail};
  settings.ledger = "ledger.yml";
  settings.aliases = {{"New", "Old"}};
  settings.origins = {{"rounds", ".headgate.yml:7"}, {"alpha", "flag --alpha"}};
  return settings;
}

inline results::Run recorded_run() {
  return {.headgate_version = "0.1.0",
          .started_sec = 1790000000.25,
          .event = "pull_request",
          .why = "base is the first parent of the merge commit of #7",
          .pull_request = 7,
          .sides = {.base = {.commit = "b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0",
                             .tree = "b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1",
                             .describe = "b0b0b0b0b0b0 sum: first version",
                             .toolchain = "go1.26.1",
                             .build_flags = {"-trimpath"},
                             .binaries = {{.module = "example.com/m",
                                           .package = "example.com/m/sum",
                                           .sha256 = "aa",
                                           .godebug = "panicnil=1"}}},
                    .head = {.commit = "a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0",
                             .tree = "a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1",
                             .describe = "a0a0a0a0a0a0 sum: unroll the loop",
                             .toolchain = "go1.26.8",
                             .build_flags = {"-trimpath", "-race=false"},
                             .binaries = {}}},
          .host = {.goos = "linux",
                   .goarch = "amd64",
                   .cpu_model = "AMD EPYC 7763 64-Core Processor",
                   .kernel = "6.1.0-37-amd64",
                   .cpus_online = 8,
                   .cpus_allowed = 4,
                   .cpu_limit = 3.5,
                   .memory_bytes = 33'000'000'000U},
          .settings = recorded_settings(),
          .cpus = {1, 4},
          .benchmarks = {{.module = "example.com/m",
                          .package = "example.com/m/sum",
                          .function = "BenchmarkInts",
                          .presence = {.base = gate::Presence::kPresent,
                                       .head = gate::Presence::kAbsent},
                          .identity = gate::Identity::kIdentical,
                          .own_text = gate::OwnText::kChanged,
                          .location = gate::Location{.file = "sum/sum_test.go", .line = 12}}},
          .shard = results::ShardRecord{.shard = {.index = 2, .count = 4},
                                        .plan = {{.module = "example.com/m",
                                                  .package = "example.com/m/sum",
                                                  .function = "BenchmarkInts",
                                                  .shard = 2}}},
          .changed_only = results::ChangedOnly{.touches = gate::Touches::kPackages,
                                               .left_out = {{.module = "example.com/m",
                                                             .package = "example.com/m/codec"}}},
          .caveats = {{.code = "goflags", .text = "GOFLAGS asks for -race"}},
          .ledger = gate::Ledger{.file = ".headgate-ledger.yml",
                                 .today = day("2026-11-30"),
                                 .entries = {ledger_entry(), from_zero_entry()}},
          .timing = {.total_sec = 100,
                     .trees_sec = 1,
                     .build_sec = 20,
                     .listing_sec = 2.5,
                     .benchmark_sec = 75},
          .processes = 12,
          .error = Error{.reason = Reason::kDeadline,
                         .message = "the deadline of 45m is over",
                         .remedy = "raise deadline",
                         .detail = "12 of 40 processes were run\nsecond line"}};
}

/// Of the confirm stage, with values that JSON has no numbers for.
inline dataset::Process recorded_process() {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  return {.sequence = 41,
          .round = 9,
          .stage = stats::Stage::kConfirm,
          .side = stats::Side::kHead,
          .purpose = dataset::Purpose::kExplain,
          .module = "example.com/m",
          .package = "example.com/m/sum",
          .functions = {"BenchmarkInts", "BenchmarkFloats"},
          .leaf = "Ints/n=1000",
          .argv = {"./sum.test", "-test.bench=^BenchmarkInts$"},
          .start_sec = 1790000001.5,
          .use = {.wall_sec = 1.25,
                  .user_sec = 1,
                  .system_sec = 0.125,
                  .voluntary_switches = 3,
                  .involuntary_switches = 4,
                  .minor_faults = 500,
                  .major_faults = 6,
                  .steal_sec = 0.0,
                  .pressure_sec = 0.75},
          .end = dataset::ProcessEnd::kSignaled,
          .code = 9,
          .results = {{.name = "Ints/n=1000-4",
                       .iterations = 9223372036854775807,
                       .readings = {{.value = 2.579e-06, .unit = "sec/op"},
                                    {.value = kInfinity, .unit = "rows/op"},
                                    {.value = -kInfinity, .unit = "x"},
                                    {.value = -0.0, .unit = "B/op"}}},
                      {.name = "", .iterations = 1, .readings = {}}},
          .ambiguous_names = {"Ints-4"},
          .broken_lines = {"BenchmarkX-4 oops (text)"},
          .skips = {{.function = "BenchmarkQuery", .reason = "no database"}},
          .failed = {"BenchmarkX/sub-4"},
          .failure = "panic: boom\n\tx.go:12"};
}

}  // namespace headgate::testing_support
