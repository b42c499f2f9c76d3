// Every benchmark function of the evidence with what happened to it on each side besides samples:
// failures, skips, lines that were spoilt. So that a function without samples is never just absent.

#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "core/dataset/series.h"
#include "core/gate/gate.h"
#include "core/gate/mentions.h"
#include "core/stats/design.h"

namespace headgate::gate {

/// One function on one side.
struct FunctionSide {
  /// Measuring processes of the first stage that were asked to run it; 0 for texts.
  std::size_t processes = 0;
  /// The same of both stages.
  std::size_t all_processes = 0;
  /// Of all processes (of texts: of marks): those in which it failed.
  std::size_t failures = 0;
  /// Of them those in the first stage.
  std::size_t first_failures = 0;
  /// What the first failure said; untrusted.
  std::string failure = {};
  Mentions failed = {};
  Mentions skipped = {};
  Mentions broken = {};
  /// Of texts: what ended the package before it was through; untrusted. "": it got through.
  std::string cut_short = {};
  /// Printed at least one result in the first stage, usable or not.
  enum class Results { kNone, kSome } results = Results::kNone;

  /// Did it fail in every process of the first stage? (The confirm stage runs single leaves, which
  /// may be the sound ones.) False for texts, which do not say how many processes there were.
  [[nodiscard]] bool always_fails() const { return processes > 0 && first_failures >= processes; }
};

struct Function {
  Benchmark benchmark;
  stats::Sides<FunctionSide> sides = {};

  /// The side on which it failed although it never did on the other; nullopt when there is none.
  [[nodiscard]] std::optional<stats::Side> failing_side() const;
};

/// A name that occurred twice in one process.
struct AmbiguousName {
  std::string module;
  std::string package;
  std::string name;
  stats::Side side;
  friend bool operator==(const AmbiguousName&, const AmbiguousName&) = default;
};

class Roster {
 public:
  /// The functions of `evidence.benchmarks`, then those that only processes or texts name.
  [[nodiscard]] static Roster of(const Evidence& evidence);

  [[nodiscard]] const std::vector<Function>& functions() const { return functions_; }

  /// Each (module, package, name) once.
  [[nodiscard]] const std::vector<AmbiguousName>& ambiguous() const { return ambiguous_; }

  /// The function that prints this series.
  [[nodiscard]] const Function& function_of(const dataset::SeriesKey& key) const;

 private:
  using Name = std::tuple<std::string, std::string, std::string>;  // module, package, function

  // The function, added as present on `side` when the evidence does not list it.
  Function& note(Name name, stats::Side side);
  void add_process(const dataset::Process& process);
  void add_results(const dataset::Process& process);
  void add_failure(const dataset::Process& process);
  void add_mention(const dataset::Process& process, std::string_view benchmark,
                   const std::string& text, Mentions FunctionSide::*list);
  void add_text(const dataset::Text& text, stats::Side side);
  void add_cut_packages(const dataset::Text& text, stats::Side side);

  std::vector<Function> functions_;
  std::vector<AmbiguousName> ambiguous_;
  std::map<Name, std::size_t> index_;
  std::set<Name> listed_;
  std::set<Name> ambiguous_names_;  // module, package, name
};

}  // namespace headgate::gate
