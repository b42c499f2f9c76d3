// What a person reads when a settings file is wrong: one error, with file, line, the offending
// value and what to do.

#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "core/config/settings.h"

namespace headgate::config {
namespace {

struct InvalidSettings {
  std::string_view yaml;
  std::string_view message;
  std::string_view remedy = "";
};

void expect_error(const std::string& yaml, const InvalidSettings& invalid) {
  const Result<Settings> settings = apply_yaml({}, yaml, "f", Sections::kAll);
  ASSERT_FALSE(settings) << yaml;
  EXPECT_EQ(settings.error().reason, Reason::kConfigInvalid) << yaml;
  EXPECT_EQ(settings.error().message, invalid.message) << yaml;
  EXPECT_EQ(settings.error().remedy, invalid.remedy) << yaml;
}

template <std::size_t kCount>
void expect_errors(std::string_view before, const InvalidSettings (&cases)[kCount]) {
  for (const InvalidSettings& invalid : cases) {
    expect_error(std::string(before) + std::string(invalid.yaml) + "\n", invalid);
  }
}

constexpr std::string_view kMeasure = "version: 1\nmeasure:\n  ";
constexpr std::string_view kPolicy = "version: 1\npolicy:\n  ";

TEST(InvalidSettings, Version) {
  constexpr InvalidSettings kCases[] = {
      {"measure: {}", "f: version is missing", "add the line: version: 1"},
      {"{}", "f: version is missing", "add the line: version: 1"},
      {"version: 2", "f:1: version 2 is newer than this headgate, which reads 1",
       "update headgate"},
      {"x: 1\nversion: 17", "f:2: version 17 is newer than this headgate, which reads 1",
       "update headgate"},
      {"version: 0", "f:1: version must be 1, not \"0\""},
      {"version: one", "f:1: version must be 1, not \"one\""},
      {"version: 1.0", "f:1: version must be 1, not \"1.0\""},
      {"version: [1]", "f:1: version must be 1, not a list"},
      {"version:", "f:1: version has no value", "give it a value (1), or remove it"},
      {"[version, 1]", "f:1: a settings file is a mapping of keys to values",
       "start with the line: version: 1"},
      {"version:1", "f:1: a settings file is a mapping of keys to values",
       "start with the line: version: 1"},
  };
  expect_errors("", kCases);
}

TEST(InvalidSettings, UnknownKeysNameTheNearest) {
  constexpr InvalidSettings kCases[] = {
      {"mesure: {}", "f:2: unknown key \"mesure\"; did you mean \"measure\"?"},
      {"polices: {}", "f:2: unknown key \"polices\"; did you mean \"policy\"?"},
      {"alias: {}", "f:2: unknown key \"alias\"; did you mean \"aliases\"?"},
      {"measure: {round: 5}", "f:2: unknown key \"round\" in measure; did you mean \"rounds\"?"},
      {"measure: {pass_env: []}",
       "f:2: unknown key \"pass_env\" in measure; did you mean \"pass-env\"?"},
      {"measure: {biuld: {}}", "f:2: unknown key \"biuld\" in measure; did you mean \"build\"?"},
      {"measure: {build: {ldflag: x}}",
       "f:2: unknown key \"ldflag\" in measure.build; did you mean \"ldflags\"?"},
      {"policy:\n  min_delta: 5%",
       "f:3: unknown key \"min_delta\" in policy; did you mean \"min-delta\"?"},
      {"policy: {units: {sec/op: {min-dleta: 1}}}",
       "f:2: unknown key \"min-dleta\" in sec/op; did you mean \"min-delta\"?"},
      {"policy: {benchmarks: [{match: x, floor: 1}]}", "f:2: unknown key \"floor\" in benchmarks",
       "known in benchmarks: match, unit, alpha, min-delta, min-abs, cv-threshold"},
      {"reporters: []", "f:2: unknown key \"reporters\"",
       "known: version, measure, policy, ledger, aliases, nightly"},
      {"measure: {build: {flags: x}}",
       "f:2: unknown key \"flags\" in measure.build; did you mean \"ldflags\"?"},
      {"measure: {build: {zzzzzz: 1}}", "f:2: unknown key \"zzzzzz\" in measure.build",
       "known in measure.build: tags, ldflags, gcflags, pgo, race, trimpath"},
      {"measure:\n  rounds:5", "f:3: measure must be a mapping, not \"rounds:5\""},
  };
  expect_errors("version: 1\n", kCases);
}

TEST(InvalidSettings, MisplacedKeysNameTheirPlace) {
  constexpr InvalidSettings kCases[] = {
      {"rounds: 5", "f:2: unknown key \"rounds\"; it belongs in measure"},
      {"alpha: 0.1", "f:2: unknown key \"alpha\"; it belongs in policy"},
      {"tags: [a]", "f:2: unknown key \"tags\"; it belongs in measure.build"},
      {"measure: {alpha: 0.1}", "f:2: unknown key \"alpha\" in measure; it belongs in policy"},
      {"measure: {race: yes}", "f:2: unknown key \"race\" in measure; it belongs in measure.build"},
      {"policy: {ledger: x}", "f:2: unknown key \"ledger\" in policy; it belongs in the top level"},
      {"measure: {build: {rounds: 5}}",
       "f:2: unknown key \"rounds\" in measure.build; it belongs in measure"},
  };
  expect_errors("version: 1\n", kCases);
}

TEST(InvalidSettings, ASeedIsAFlagOnly) {
  constexpr InvalidSettings kCases[] = {
      {"measure: {seed: 5}", "f:2: unknown key \"seed\" in measure",
       "known in measure: modules, packages, bench, skip, rounds, benchtime, order, isolate, "
       "method, "
       "unchanged, cpu, timeout, deadline, env, pass-env, network, toolchain, prepare, copy, "
       "build"},
  };
  expect_errors("version: 1\n", kCases);
}

TEST(InvalidSettings, SectionsAreMappings) {
  constexpr InvalidSettings kCases[] = {
      {"measure: 5", "f:2: measure must be a mapping, not \"5\""},
      {"policy: [alpha]", "f:2: policy must be a mapping, not a list"},
      {"measure: {build: fast}", "f:2: measure.build must be a mapping, not \"fast\""},
  };
  expect_errors("version: 1\n", kCases);
}

TEST(InvalidSettings, Numbers) {
  constexpr std::string_view kRange = "";
  constexpr InvalidSettings kCases[] = {
      {"rounds: many", "f:3: rounds must be a whole number from 1 to 100000, not \"many\"", kRange},
      {"rounds: 0", "f:3: rounds must be a whole number from 1 to 100000, not \"0\""},
      {"rounds: -5", "f:3: rounds must be a whole number from 1 to 100000, not \"-5\""},
      {"rounds: 100001", "f:3: rounds must be a whole number from 1 to 100000, not \"100001\""},
      {"rounds: 1e3", "f:3: rounds must be a whole number from 1 to 100000, not \"1e3\""},
      {"rounds: 0x10", "f:3: rounds must be a whole number from 1 to 100000, not \"0x10\""},
      {"rounds: 1_000", "f:3: rounds must be a whole number from 1 to 100000, not \"1_000\""},
      {"rounds: 99999999999999999999",
       "f:3: rounds must be a whole number from 1 to 100000, not \"99999999999999999999\""},
      {"rounds: [5]", "f:3: rounds must be a whole number from 1 to 100000, not a list"},
      {"rounds: {n: 5}", "f:3: rounds must be a whole number from 1 to 100000, not a mapping"},
      {"rounds: ''", "f:3: rounds must be a whole number from 1 to 100000, not \"\""},
      {"rounds:\n\n  # many\n  bench: .", "f:3: rounds has no value",
       "give it a value (a whole number from 1 to 100000), or remove it"},
      {"rounds: ~", "f:3: rounds has no value",
       "give it a value (a whole number from 1 to 100000), or remove it"},
  };
  expect_errors(kMeasure, kCases);
}

TEST(InvalidSettings, Times) {
  constexpr std::string_view kHow = "write it as 90s, 10m or 1h30m";
  constexpr std::string_view kBenchtime =
      "write a duration above zero, such as 200ms or 1.5s, or iterations, such as 1000x";
  constexpr InvalidSettings kCases[] = {
      {"benchtime: 200", "f:3: benchtime must be a duration or a number of iterations, not \"200\"",
       kBenchtime},
      {"benchtime: 0x", "f:3: benchtime must be a duration or a number of iterations, not \"0x\"",
       kBenchtime},
      {"timeout: 10", "f:3: timeout must be a duration from 1s to 24h, not \"10\"", kHow},
      {"timeout: 0", "f:3: timeout must be a duration from 1s to 24h, not \"0\"", kHow},
      {"timeout: 25h", "f:3: timeout must be a duration from 1s to 24h, not \"25h\"", kHow},
      {"timeout: 10 m", "f:3: timeout must be a duration from 1s to 24h, not \"10 m\"", kHow},
      {"deadline: none", "f:3: deadline must be a duration from 0s to 168h, not \"none\"", kHow},
      {"deadline: -1h", "f:3: deadline must be a duration from 0s to 168h, not \"-1h\"", kHow},
  };
  expect_errors(kMeasure, kCases);
}

TEST(InvalidSettings, Words) {
  constexpr InvalidSettings kCases[] = {
      {"order: ab", "f:3: order must be abab or balanced, not \"ab\""},
      {"order: balance", "f:3: order must be abab or balanced, not \"balance\"",
       "did you mean balanced?"},
      {"isolate: [package]", "f:3: isolate must be benchmark or package, not a list"},
      {"isolate: Package", "f:3: isolate must be benchmark or package, not \"Package\"",
       "did you mean package?"},
      {"unchanged: run", "f:3: unchanged must be skip, control or measure, not \"run\""},
      {"network: off", "f:3: network must be auto, none or host, not \"off\""},
      {"method: sign", "f:3: method must be classic, not \"sign\""},
      {"method: paired", "f:3: method paired is not available in this version", "use classic"},
      {"toolchain: loacl",
       "f:3: toolchain must be auto, same, local or a release such as go1.26.1, not \"loacl\"",
       "did you mean local?"},
      {"toolchain: 1.26",
       "f:3: toolchain must be auto, same, local or a release such as go1.26.1, not \"1.26\""},
      {"toolchain: go1",
       "f:3: toolchain must be auto, same, local or a release such as go1.26.1, not \"go1\""},
      {"toolchain: go1.26.1.2",
       "f:3: toolchain must be auto, same, local or a release such as go1.26.1, not "
       "\"go1.26.1.2\""},
      {"toolchain: go1.26rc",
       "f:3: toolchain must be auto, same, local or a release such as go1.26.1, not \"go1.26rc\""},
      {"toolchain: go1.26-",
       "f:3: toolchain must be auto, same, local or a release such as go1.26.1, not \"go1.26-\""},
      {"toolchain: go1.26+path",
       "f:3: toolchain must be auto, same, local or a release such as go1.26.1, not "
       "\"go1.26+path\""},
      {"build: {race: maybe}", "f:3: build.race must be yes or no, not \"maybe\""},
      {"build: {trimpath: 1}", "f:3: build.trimpath must be yes or no, not \"1\""},
  };
  expect_errors(kMeasure, kCases);
}

TEST(InvalidSettings, Expressions) {
  constexpr std::string_view kHow =
      "write it as for go test -bench; https://go.dev/s/re2syntax lists the syntax";
  constexpr InvalidSettings kCases[] = {
      {"bench: a(", "f:3: bench: \"a(\" is not a Go regular expression: missing ): a(", kHow},
      {"bench: ''", "f:3: bench: the expression is empty, which takes no benchmark",
       "write . for every benchmark"},
      {"skip: B/[", "f:3: skip: \"[\" is not a Go regular expression: missing ]: [", kHow},
      {"bench: \"A\\nB\"", "f:3: bench must be one line, not \"A B\""},
  };
  expect_errors(kMeasure, kCases);
}

TEST(InvalidSettings, Paths) {
  constexpr std::string_view kInside = "write a path inside the repository";
  constexpr std::string_view kAuto =
      "auto finds every module: let it stand alone, or write ./auto for a folder";
  constexpr std::string_view kSome = "name at least one, or remove the setting";
  constexpr InvalidSettings kCases[] = {
      {"modules: []", "f:3: modules names nothing", kSome},
      {"packages: []", "f:3: packages names nothing", kSome},
      {"modules: [auto, a]", "f:3: modules holds auto beside folders", kAuto},
      {"modules: [a, b, a]", "f:3: modules holds \"a\" twice"},
      {"modules: {a: b}", "f:3: modules must be a list, not a mapping"},
      {"packages: [-exec=sh]", "f:3: packages may not start with \"-\": \"-exec=sh\"", kInside},
      {"packages:\n    - ./a\n    - ../b", "f:5: packages may not leave the repository: \"../b\"",
       kInside},
      {"copy: /etc/passwd", "f:3: copy must be relative, not \"/etc/passwd\"", kInside},
      {"copy: a/../../b", "f:3: copy may not leave the repository: \"a/../../b\"", kInside},
      {"copy: ['']", "f:3: copy is empty", kInside},
      {"copy: [.git/config]", "f:3: copy may not name the repository's own files: \".git/config\"",
       kInside},
      {"copy: [[a]]", "f:3: copy must be text, not a list", "quote it"},
      {"build: {pgo: /tmp/x.pgo}", "f:3: build.pgo must be relative, not \"/tmp/x.pgo\"", kInside},
  };
  expect_errors(kMeasure, kCases);
}

TEST(InvalidSettings, Environment) {
  constexpr std::string_view kName = "a name has letters, digits and underscores";
  constexpr std::string_view kSecret =
      "benchmarks run the pull request's code: nothing secret may reach them";
  constexpr InvalidSettings kCases[] = {
      {"env: {1A: x}", "f:3: env holds \"1A\", which names no variable", kName},
      {"env: {A-B: x}", "f:3: env holds \"A-B\", which names no variable", kName},
      {"env: {'': x}", "f:3: env holds \"\", which names no variable", kName},
      {"env:\n    A: [1]", "f:4: env A must be text, not a list", "quote it"},
      {"env:\n    A:", "f:4: env A has no value", "give it a value (text), or remove it"},
      {"env: [A]", "f:3: env holds \"A\" without \"=\"", "write NAME=value"},
      {"env: [A=1, A=2]", "f:3: env sets A twice"},
      {"env: [[A]]", "f:3: env must be a mapping of names to values, not a list",
       "write NAME: value"},
      {"env:", "f:3: env has no value",
       "give it a value (a mapping of names to values), or remove it"},
      {"pass-env: [A B]", "f:3: pass-env holds \"A B\", which names no variable", kName},
      {"pass-env: ['']", "f:3: pass-env holds an empty text"},
      {"pass-env: [GITHUB_TOKEN]",
       "f:3: pass-env may not hold GITHUB_TOKEN, which may be a credential", kSecret},
      {"pass-env: [GH_TOKEN]", "f:3: pass-env may not hold GH_TOKEN, which may be a credential",
       kSecret},
      {"pass-env: [INPUT_KEY]", "f:3: pass-env may not hold INPUT_KEY, which may be a credential",
       kSecret},
      {"pass-env: [ACTIONS_RUNTIME_URL]",
       "f:3: pass-env may not hold ACTIONS_RUNTIME_URL, which may be a credential", kSecret},
  };
  expect_errors(kMeasure, kCases);
}

TEST(InvalidSettings, Cpus) {
  constexpr InvalidSettings kCases[] = {
      {"cpu: all", "f:3: cpu must be a whole number from 1 to 4096, not \"all\""},
      {"cpu: 1,,2", "f:3: cpu must be a whole number from 1 to 4096, not \"\""},
      {"cpu: 0", "f:3: cpu must be a whole number from 1 to 4096, not \"0\""},
      {"cpu: [1, 2, 1]", "f:3: cpu holds \"1\" twice"},
      {"cpu: '2,02'", "f:3: cpu holds \"2\" twice"},
      {"cpu: {a: 1}", "f:3: cpu must be a list, not a mapping"},
  };
  expect_errors(kMeasure, kCases);
}

TEST(InvalidSettings, Commands) {
  constexpr std::string_view kWords = "write a list of arguments, such as [go, generate, ./...]";
  constexpr std::string_view kEach = "write each command as a list, such as [go, generate, ./...]";
  constexpr InvalidSettings kCases[] = {
      {"prepare: make gen", "f:3: prepare must be a list of commands, not \"make gen\"",
       "write each as a list of arguments, such as [go, generate, ./...]"},
      {"prepare: [make gen]", "f:3: prepare holds \"make gen\", which is not the name of a program",
       kWords},
      {"prepare: [[make], 'make gen']",
       "f:3: prepare must be a list of arguments, not \"make gen\"", kEach},
      {"prepare:\n    - [make]\n    - {run: x}",
       "f:5: prepare must be a list of arguments, not a mapping", kEach},
      {"prepare: [[]]", "f:3: prepare holds an empty command", kWords},
      {"prepare: [['', a]]", "f:3: prepare holds an empty command", kWords},
      {"prepare: [[make, [gen]]]", "f:3: prepare must be text, not a list", "quote it"},
  };
  expect_errors(kMeasure, kCases);
}

TEST(InvalidSettings, BuildFlags) {
  constexpr std::string_view kTag = "a tag has letters, digits, underscores and dots";
  constexpr InvalidSettings kCases[] = {
      {"build: {tags: [a b]}", "f:3: build.tags holds \"a b\", which is no tag", kTag},
      {"build: {tags: 'a,,b'}", "f:3: build.tags holds \"\", which is no tag", kTag},
      {"build: {tags: [-race]}", "f:3: build.tags holds \"-race\", which is no tag", kTag},
      {"build: {ldflags: [a]}", "f:3: build.ldflags must be text, not a list", "quote it"},
      {"build: {gcflags: \"a\\nb\"}", "f:3: build.gcflags must be one line, not \"a b\""},
  };
  expect_errors(kMeasure, kCases);
}

TEST(InvalidSettings, Policy) {
  constexpr InvalidSettings kCases[] = {
      {"alpha: 5%", "f:3: alpha must be a number above 0 and at most 0.5, not \"5%\""},
      {"alpha: 0", "f:3: alpha must be a number above 0 and at most 0.5, not \"0\""},
      {"alpha: 0.51", "f:3: alpha must be a number above 0 and at most 0.5, not \"0.51\""},
      {"alpha: nan", "f:3: alpha must be a number above 0 and at most 0.5, not \"nan\""},
      {"min-delta: -1%", "f:3: min-delta must be a percentage from 0% to 1000%, not \"-1%\""},
      {"min-delta: 5%%", "f:3: min-delta must be a percentage from 0% to 1000%, not \"5%%\""},
      {"min-delta: 5 percent",
       "f:3: min-delta must be a percentage from 0% to 1000%, not \"5 percent\""},
      {"min-delta: inf", "f:3: min-delta must be a percentage from 0% to 1000%, not \"inf\""},
      {"min-delta: '%'", "f:3: min-delta must be a percentage from 0% to 1000%, not \"%\""},
      {"cv-threshold: 0",
       "f:3: cv-threshold must be a percentage above 0% and at most 1000%, not \"0\""},
      {"confirm: sometimes", "f:3: confirm must be yes or no, not \"sometimes\""},
      {"removed: error", "f:3: removed must be warn, fail or ignore, not \"error\""},
  };
  expect_errors(kPolicy, kCases);
}

TEST(InvalidSettings, Units) {
  constexpr InvalidSettings kCases[] = {
      {"units: {}", "f:3: units names no unit, so nothing would be gated",
       "name at least one, such as sec/op: {}"},
      {"units: [sec/op]", "f:3: units must be a mapping of units to limits, not a list",
       "write sec/op: {}"},
      {"units: {ns/op: {}}", "f:3: units holds ns/op, which is compared as sec/op", "write sec/op"},
      {"units: {MB/s: {}}", "f:3: units holds MB/s, which is compared as B/s", "write B/s"},
      {"units: {'': {}}", "f:3: units holds \"\", which is no unit"},
      {"units: {a b: {}}", "f:3: units holds \"a b\", which is no unit"},
      {"units: {sec/op: 5%}", "f:3: sec/op must be a mapping, not \"5%\""},
      {"units: {sec/op: {direction: down}}",
       "f:3: direction must be lower or higher, not \"down\""},
      {"units: {sec/op: {min-abs: -1}}", "f:3: min-abs must be a number at least 0, not \"-1\""},
  };
  expect_errors(kPolicy, kCases);
}

TEST(InvalidSettings, Benchmarks) {
  constexpr InvalidSettings kCases[] = {
      {"benchmarks: {BenchmarkA: 3%}", "f:3: benchmarks must be a list of limits, not a mapping",
       "write - {match: ..., min-delta: ...}"},
      {"benchmarks: [BenchmarkA]", "f:3: benchmarks must be a mapping, not \"BenchmarkA\""},
      {"benchmarks:\n    - {match: a}\n    - {min-delta: 3%}",
       "f:5: benchmarks holds limits without match",
       "add match: and the expression that names the benchmarks"},
      {"benchmarks: [{match: ''}]", "f:3: match is empty", "write .* for every benchmark"},
      {"benchmarks: [{match: a, unit: ns/op}]",
       "f:3: unit holds ns/op, which is compared as sec/op", "write sec/op"},
  };
  expect_errors(kPolicy, kCases);
}

TEST(InvalidSettings, TopLevel) {
  constexpr InvalidSettings kCases[] = {
      {"ledger: ''", "f:2: ledger is empty", "write a path inside the repository"},
      {"aliases: [a]", "f:2: aliases must be a mapping of new names to old ones, not a list"},
      {"aliases: {a: ''}", "f:2: aliases holds an empty name"},
      {"aliases: {a: a}", "f:2: aliases gives \"a\" its own name"},
      {"aliases: {a: [b]}", "f:2: \"a\" must be text, not a list", "quote it"},
      {"nightly:\n  rounds: 5", "f:3: nightly settings are not available in this version",
       "write nightly: {}"},
      {"nightly: on", "f:2: nightly must be a mapping, not \"on\""},
  };
  expect_errors("version: 1\n", kCases);
}

TEST(InvalidSettings, WhatIsNotYamlIsToldSo) {
  constexpr InvalidSettings kCases[] = {
      {"measure:\n\trounds: 5", "f:3: a tab in the indentation", "indent with spaces"},
      {"version: 1", "f:2: duplicate key \"version\", first in line 1", "remove one of the two"},
      {"measure: {bench: \"A}", "f:2: the quote that starts here never ends",
       "add the closing quote"},
  };
  expect_errors("version: 1\n", kCases);
}

TEST(InvalidSettings, LongValuesAreCutAndStayOnOneLine) {
  const std::string name(59, 'a');
  expect_error(
      "version: 1\nmeasure: {order: \"" + name + "éé\\nb\"}\n",
      {.yaml = "",
       .message = "f:2: order must be abab or balanced, not \"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
                  "aaaaaaaaaaaaaaaaaaaaaaaaaaaa...\""});
}

TEST(InvalidSettings, NothingIsAppliedOfAnInvalidFile) {
  const Settings before;
  EXPECT_FALSE(
      apply_yaml(before, "version: 1\nmeasure: {rounds: 5, order: x}\n", "f", Sections::kAll));
  EXPECT_EQ(before.schedule.rounds, 10U);
}

}  // namespace
}  // namespace headgate::config
