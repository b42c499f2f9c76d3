// The effective settings of a run, and where each came from.
//
// Precedence: defaults < .headgate.yml < action inputs or flags. One table (settings_table) names
// every setting once; YAML keys, flags, action inputs and documentation are all made from it. The
// structs belong to the core modules that use them; what only edges use is declared here.

#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/gate/gate.h"
#include "core/gate/policy.h"
#include "core/result/result.h"
#include "core/schedule/options.h"

namespace headgate::config {

/// Which benchmarks.
struct Scope {
  std::vector<std::string> modules = {"."};  ///< folders with a go.mod, or the one word "auto"
  std::vector<std::string> packages = {"./..."};
  std::string bench = ".";
  std::string skip = "";
  friend bool operator==(const Scope&, const Scope&) = default;
};

/// How test binaries are built, on both sides alike.
struct Build {
  std::vector<std::string> tags = {};
  std::string ldflags = "";
  std::string gcflags = "";
  std::string pgo = "auto";
  enum class Race { kOff, kOn } race = Race::kOff;
  enum class Trimpath { kOn, kOff } trimpath = Trimpath::kOn;
  /// "auto": what each side's go.mod asks for; "same": the newer of the two for both; "local": the
  /// installed one; or a name such as "go1.26.1".
  std::string toolchain = "auto";
  /// Commands (argument vectors) run in each side's tree before building.
  std::vector<std::vector<std::string>> prepare = {};
  /// Git-ignored paths taken from the checkout into both trees.
  std::vector<std::string> copy = {};
  friend bool operator==(const Build&, const Build&) = default;
};

/// How test binaries are run, on both sides alike.
struct Execution {
  std::string cpu = "";  ///< -test.cpu: "4" or "1,2,4"; empty: what the process gets, made explicit
  double timeout_sec = 600;  ///< one process
  std::map<std::string, std::string> env = {};
  std::vector<std::string> pass_env = {};  ///< names let through the scrubbed environment
  /// What benchmarks can reach; kAuto: nothing where we are root and the kernel allows it.
  enum class Network { kAuto, kNone, kHost } network = Network::kAuto;
  friend bool operator==(const Execution&, const Execution&) = default;
};

struct Settings {
  Scope scope;
  schedule::Options schedule;
  Build build;
  Execution execution;
  gate::Unchanged unchanged = gate::Unchanged::kSkip;
  gate::Policy policy;
  std::string ledger = ".headgate-ledger.yml";
  std::map<std::string, std::string> aliases = {};  ///< new name: old name
  /// Setting name (setting_name: "rounds", "build.tags", ...) to where it was set:
  /// ".headgate.yml:7", "flag --rounds", "input rounds". Absent: the default.
  std::map<std::string, std::string> origins = {};
};

/// One setting, for YAML, flags, inputs and documentation.
struct SettingSpec {
  std::string_view section;  ///< "measure", "policy" or "" (top level)
  /// As in YAML: "min-delta"; nested build keys as "build.tags"; "" where flag only.
  std::string_view key;
  /// "min-delta", "tags"; "" where YAML only. The input is called like the last part of the key,
  /// which is the flag's name but for modules (--module).
  std::string_view flag;
  std::string_view type;  ///< for --help: "PCT", "N", "DURATION", "PATH", "yes|no", ...
  /// As one would write it: for a flag where there is one (an empty list is ""), else in YAML.
  std::string_view default_text;
  std::string_view help;  ///< one line
  /// May a flag be repeated, an input hold several values (one a line)?
  enum class Arity { kOne, kMany } arity;
};

/// Every setting, in the order of the documentation. The file's own `version: 1` is none.
[[nodiscard]] std::span<const SettingSpec> settings_table();

/// What messages, origins and differences call a setting: its key, or its flag where it has none.
[[nodiscard]] std::string_view setting_name(const SettingSpec& spec);

/// Which parts of a file apply. kMeasureOnly: when base has no file, `measure` is head's;
/// everything else in it is checked, and keeps the value that it had.
enum class Sections { kAll, kMeasureOnly };

/// Applies a .headgate.yml to `settings`; a list or mapping given there replaces the earlier one. A
/// file without content changes nothing; any other needs `version: 1`. kConfigInvalid with
/// "file:line: ..." for an unknown key (and the nearest valid one), a wrong type, a duplicate key,
/// an alias, a second document, a value out of range, invalid UTF-8.
[[nodiscard]] Result<Settings> apply_yaml(Settings settings, std::string_view yaml,
                                          std::string_view file_name, Sections sections);

/// One flag or input: the name as typed by the user and its value(s).
struct Override {
  std::string flag;  ///< "min-delta"; the input's name serves as well: "modules"
  /// One, or any number for Arity::kMany, where a value of several lines counts as several. None is
  /// an empty list: whoever takes an empty input for "not given" leaves it out.
  std::vector<std::string> values;
  std::string origin;  ///< "flag --min-delta", "input min-delta"
};

/// Applies flags or inputs to `settings`. Errors as apply_yaml, with the override's origin as
/// place.
[[nodiscard]] Result<Settings> apply_overrides(Settings settings,
                                               std::span<const Override> overrides);

/// Checks, for a run that measures, what only the whole can show: rounds that cannot reach a gated
/// alpha (or the fewest samples that are compared), a benchtime beyond the timeout, variables both
/// set and passed, limits that an earlier entry hides. What needs the list of benchmarks is checked
/// by gate::check_policy.
[[nodiscard]] Status check(const Settings& settings);

/// Settings that differ between two effective settings, by name in the order of the documentation,
/// for "base's and head's .headgate.yml differ in: ...". Where a value was set does not count.
[[nodiscard]] std::vector<std::string> differences(const Settings& left, const Settings& right);

/// The word among `known` that is nearest to `word` by edit distance, or "" if none is near.
[[nodiscard]] std::string nearest(std::string_view word, std::span<const std::string_view> known);

}  // namespace headgate::config
