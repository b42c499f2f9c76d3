#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "core/config/build_reading.h"
#include "core/config/policy_reading.h"
#include "core/config/run_reading.h"
#include "core/config/scope_reading.h"
#include "core/config/setting.h"

namespace headgate::config {
namespace {

// Settings that have one possible value in this version.

Status read_method(Settings& /*settings*/, const Subject& subject, const TreeNode& node) {
  constexpr std::array<std::string_view, 2> kWords = {"classic", "paired"};
  const Result<std::size_t> word = read_word(subject, node, kWords);
  if (!word) {
    return read_word(subject, node, std::span(kWords).first(1)).error();
  }
  if (*word != 0) {
    return invalid(subject, node.line, "paired is not available in this version", "use classic");
  }
  return ok();
}

Status read_nightly(Settings& /*settings*/, const Subject& subject, const TreeNode& node) {
  const auto* mapping = std::get_if<Mapping>(&node.content);
  if (mapping == nullptr) {
    return unexpected(subject, node, "a mapping");
  }
  if (!mapping->entries.empty()) {
    return invalid(subject, mapping->entries.front().line,
                   "settings are not available in this version", "write nightly: {}");
  }
  return ok();
}

Same always_same(const Settings& /*left*/, const Settings& /*right*/) { return Same::kYes; }

// Equality of values; where they were set is none of it.
template <typename Value>
bool is_same(const Value& left, const Value& right) {
  return left == right;
}

bool is_same(std::vector<gate::BenchmarkLimits> left, std::vector<gate::BenchmarkLimits> right) {
  for (std::vector<gate::BenchmarkLimits>* side : {&left, &right}) {
    for (gate::BenchmarkLimits& limits : *side) {
      limits.origin.clear();
    }
  }
  return left == right;
}

// A setting that is one field: `Field` is the type of a lambda that picks it.
template <auto kRead, typename Field>
constexpr Setting setting(SettingSpec spec, Field /*field*/) {
  return {.spec = spec,
          .read =
              [](Settings& settings, const Subject& subject, const TreeNode& node) {
                auto value = kRead(subject, node);
                if (!value) {
                  return Status(std::move(value).error());
                }
                Field{}(settings) = *std::move(value);
                return ok();
              },
          .compare =
              [](const Settings& left, const Settings& right) {
                return is_same(Field{}(left), Field{}(right)) ? Same::kYes : Same::kNo;
              }};
}

using enum SettingSpec::Arity;

constexpr std::array kSettings = {
    setting<read_modules>(
        {.section = "measure",
         .key = "modules",
         .flag = "module",
         .type = "DIR",
         .default_text = ".",
         .help = "folder with a go.mod, or auto for every one",
         .arity = kMany},
        [](auto& s) -> auto& { return s.scope.modules; }),
    setting<read_packages>(
        {.section = "measure",
         .key = "packages",
         .flag = "packages",
         .type = "PATTERN",
         .default_text = "./...",
         .help = "packages of a module, as for go test",
         .arity = kMany},
        [](auto& s) -> auto& { return s.scope.packages; }),
    setting<read_bench>(
        {.section = "measure",
         .key = "bench",
         .flag = "bench",
         .type = "RE",
         .default_text = ".",
         .help = "benchmarks to take, as for go test -bench",
         .arity = kOne},
        [](auto& s) -> auto& { return s.scope.bench; }),
    setting<read_skip>(
        {.section = "measure",
         .key = "skip",
         .flag = "skip",
         .type = "RE",
         .default_text = "",
         .help = "benchmarks to leave out, as for go test -skip",
         .arity = kOne},
        [](auto& s) -> auto& { return s.scope.skip; }),
    setting<read_rounds>(
        {.section = "measure",
         .key = "rounds",
         .flag = "rounds",
         .type = "N",
         .default_text = "10",
         .help = "processes per benchmark and side",
         .arity = kOne},
        [](auto& s) -> auto& { return s.schedule.rounds; }),
    setting<read_benchtime>(
        {.section = "measure",
         .key = "benchtime",
         .flag = "benchtime",
         .type = "D",
         .default_text = "200ms",
         .help = "time of one sample, or iterations as 1000x",
         .arity = kOne},
        [](auto& s) -> auto& { return s.schedule.benchtime; }),
    setting<read_order>(
        {.section = "measure",
         .key = "order",
         .flag = "order",
         .type = "abab|balanced",
         .default_text = "abab",
         .help = "which side goes first in a round",
         .arity = kOne},
        [](auto& s) -> auto& { return s.schedule.order; }),
    setting<read_isolate>(
        {.section = "measure",
         .key = "isolate",
         .flag = "isolate",
         .type = "benchmark|package",
         .default_text = "benchmark",
         .help = "what one process runs",
         .arity = kOne},
        [](auto& s) -> auto& { return s.schedule.isolate; }),
    Setting{.spec = {.section = "measure",
                     .key = "method",
                     .flag = "method",
                     .type = "classic",
                     .default_text = "classic",
                     .help = "how sides are compared",
                     .arity = kOne},
            .read = read_method,
            .compare = always_same},
    setting<read_unchanged>(
        {.section = "measure",
         .key = "unchanged",
         .flag = "unchanged",
         .type = "skip|control|measure",
         .default_text = "skip",
         .help = "what to do with benchmarks that cannot have changed",
         .arity = kOne},
        [](auto& s) -> auto& { return s.unchanged; }),
    setting<read_cpu>(
        {.section = "measure",
         .key = "cpu",
         .flag = "cpu",
         .type = "N,...",
         .default_text = "",
         .help = "GOMAXPROCS, as for go test -cpu; empty: the CPUs there are",
         .arity = kOne},
        [](auto& s) -> auto& { return s.execution.cpu; }),
    setting<read_timeout>(
        {.section = "measure",
         .key = "timeout",
         .flag = "timeout",
         .type = "D",
         .default_text = "10m",
         .help = "longest time of one process",
         .arity = kOne},
        [](auto& s) -> auto& { return s.execution.timeout_sec; }),
    setting<read_deadline>(
        {.section = "measure",
         .key = "deadline",
         .flag = "deadline",
         .type = "D",
         .default_text = "0",
         .help = "longest time of the whole run; 0: none",
         .arity = kOne},
        [](auto& s) -> auto& { return s.schedule.deadline_sec; }),
    setting<read_variables>(
        {.section = "measure",
         .key = "env",
         .flag = "env",
         .type = "NAME=VALUE",
         .default_text = "",
         .help = "variable for benchmarks of both sides",
         .arity = kMany},
        [](auto& s) -> auto& { return s.execution.env; }),
    setting<read_passed_names>(
        {.section = "measure",
         .key = "pass-env",
         .flag = "pass-env",
         .type = "NAME",
         .default_text = "",
         .help = "variable that benchmarks inherit",
         .arity = kMany},
        [](auto& s) -> auto& { return s.execution.pass_env; }),
    setting<read_network>(
        {.section = "measure",
         .key = "network",
         .flag = "network",
         .type = "auto|none|host",
         .default_text = "auto",
         .help = "what benchmarks can reach; auto: nothing where we are root and may cut it",
         .arity = kOne},
        [](auto& s) -> auto& { return s.execution.network; }),
    setting<read_toolchain>(
        {.section = "measure",
         .key = "toolchain",
         .flag = "toolchain",
         .type = "auto|same|local|goN",
         .default_text = "auto",
         .help = "Go release to build with; auto: what each side's go.mod asks for",
         .arity = kOne},
        [](auto& s) -> auto& { return s.build.toolchain; }),
    setting<read_commands>(
        {.section = "measure",
         .key = "prepare",
         .flag = "",
         .type = "COMMANDS",
         .default_text = "[]",
         .help = "commands to run in each side's tree before building",
         .arity = kMany},
        [](auto& s) -> auto& { return s.build.prepare; }),
    setting<read_paths>(
        {.section = "measure",
         .key = "copy",
         .flag = "copy",
         .type = "PATH",
         .default_text = "",
         .help = "git-ignored path to take from the checkout into both trees",
         .arity = kMany},
        [](auto& s) -> auto& { return s.build.copy; }),
    setting<read_tags>(
        {.section = "measure",
         .key = "build.tags",
         .flag = "tags",
         .type = "TAG",
         .default_text = "",
         .help = "build tag",
         .arity = kMany},
        [](auto& s) -> auto& { return s.build.tags; }),
    setting<read_text>(
        {.section = "measure",
         .key = "build.ldflags",
         .flag = "ldflags",
         .type = "FLAGS",
         .default_text = "",
         .help = "flags for the linker",
         .arity = kOne},
        [](auto& s) -> auto& { return s.build.ldflags; }),
    setting<read_text>(
        {.section = "measure",
         .key = "build.gcflags",
         .flag = "gcflags",
         .type = "FLAGS",
         .default_text = "",
         .help = "flags for the compiler",
         .arity = kOne},
        [](auto& s) -> auto& { return s.build.gcflags; }),
    setting<read_path>(
        {.section = "measure",
         .key = "build.pgo",
         .flag = "pgo",
         .type = "auto|off|PATH",
         .default_text = "auto",
         .help = "profile to optimise with",
         .arity = kOne},
        [](auto& s) -> auto& { return s.build.pgo; }),
    setting<read_race>(
        {.section = "measure",
         .key = "build.race",
         .flag = "race",
         .type = "yes|no",
         .default_text = "no",
         .help = "build with the race detector",
         .arity = kOne},
        [](auto& s) -> auto& { return s.build.race; }),
    setting<read_trimpath>(
        {.section = "measure",
         .key = "build.trimpath",
         .flag = "trimpath",
         .type = "yes|no",
         .default_text = "yes",
         .help = "leave paths out of the binaries; no: for benchmarks that find files by "
                 "runtime.Caller",
         .arity = kOne},
        [](auto& s) -> auto& { return s.build.trimpath; }),
    setting<read_seed>(
        {.section = "measure",
         .key = "",
         .flag = "seed",
         .type = "N",
         .default_text = "0",
         .help = "seed of the balanced order",
         .arity = kOne},
        [](auto& s) -> auto& { return s.schedule.seed; }),
    setting<read_alpha>(
        {.section = "policy",
         .key = "alpha",
         .flag = "alpha",
         .type = "P",
         .default_text = "0.05",
         .help = "significance level: p must be below it",
         .arity = kOne},
        [](auto& s) -> auto& { return s.policy.alpha; }),
    setting<read_min_delta>(
        {.section = "policy",
         .key = "min-delta",
         .flag = "min-delta",
         .type = "PCT",
         .default_text = "5%",
         .help = "smallest change of the median that matters",
         .arity = kOne},
        [](auto& s) -> auto& { return s.policy.min_delta; }),
    setting<read_cv_threshold>(
        {.section = "policy",
         .key = "cv-threshold",
         .flag = "cv-threshold",
         .type = "PCT",
         .default_text = "10%",
         .help = "coefficient of variation above which a side is unstable",
         .arity = kOne},
        [](auto& s) -> auto& { return s.policy.cv_threshold; }),
    setting<read_units>(
        {.section = "policy",
         .key = "units",
         .flag = "",
         .type = "MAPPING",
         .default_text = "{sec/op: {}}",
         .help = "gated units and their own limits",
         .arity = kMany},
        [](auto& s) -> auto& { return s.policy.units; }),
    setting<read_benchmarks>(
        {.section = "policy",
         .key = "benchmarks",
         .flag = "",
         .type = "LIST",
         .default_text = "[]",
         .help = "limits of single benchmarks; the first match wins",
         .arity = kMany},
        [](auto& s) -> auto& { return s.policy.benchmarks; }),
    setting<read_confirm>(
        {.section = "policy",
         .key = "confirm",
         .flag = "confirm",
         .type = "yes|no",
         .default_text = "yes",
         .help = "measure again what the first pass flags",
         .arity = kOne},
        [](auto& s) -> auto& { return s.policy.confirm; }),
    setting<read_removed>(
        {.section = "policy",
         .key = "removed",
         .flag = "removed",
         .type = "warn|fail|ignore",
         .default_text = "warn",
         .help = "what a benchmark does that head no longer has",
         .arity = kOne},
        [](auto& s) -> auto& { return s.policy.removed; }),
    setting<read_path>(
        {.section = "",
         .key = "ledger",
         .flag = "ledger",
         .type = "PATH",
         .default_text = ".headgate-ledger.yml",
         .help = "file of dismissed alarms",
         .arity = kOne},
        [](auto& s) -> auto& { return s.ledger; }),
    setting<read_aliases>(
        {.section = "",
         .key = "aliases",
         .flag = "",
         .type = "MAPPING",
         .default_text = "{}",
         .help = "new name: old name, for benchmarks that were renamed",
         .arity = kMany},
        [](auto& s) -> auto& { return s.aliases; }),
    Setting{.spec = {.section = "",
                     .key = "nightly",
                     .flag = "",
                     .type = "MAPPING",
                     .default_text = "{}",
                     .help = "settings of the nightly run",
                     .arity = kMany},
            .read = read_nightly,
            .compare = always_same},
};

constexpr auto kSpecs = [] {
  std::array<SettingSpec, kSettings.size()> specs{};
  std::ranges::transform(kSettings, specs.begin(), &Setting::spec);
  return specs;
}();

}  // namespace

std::span<const Setting> all_settings() { return kSettings; }

std::span<const SettingSpec> settings_table() { return kSpecs; }

std::string_view setting_name(const SettingSpec& spec) {
  return spec.key.empty() ? spec.flag : spec.key;
}

}  // namespace headgate::config
