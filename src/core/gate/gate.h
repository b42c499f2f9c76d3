// The gate: evidence and policy in, verdict out. Every pass/fail decision of headgate is made here.
//
// A finding is a regression when the two-sided Mann-Whitney test gives p < alpha and the median got
// worse by at least the floor; what the first pass flags must be confirmed by fresh samples where
// they exist. No data is used twice. A benchmark that was there and has no samples is lost, never
// absent; nothing compared is an error, and a pass only where the change touches no Go package.

#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/dataset/process.h"
#include "core/dataset/series.h"
#include "core/gate/finding.h"
#include "core/gate/ledger.h"
#include "core/gate/policy.h"
#include "core/result/result.h"

namespace headgate::gate {

/// Is the benchmark function there on a side?
enum class Presence { kAbsent, kPresent };

/// Has the function's test binary and its inputs the same bytes on both sides?
enum class Identity { kDifferent, kIdentical };

/// Is the text of the benchmark function itself the same on both sides?
enum class OwnText { kSame, kChanged };

/// What is known of one benchmark function before anything is measured.
struct Benchmark {
  std::string module;
  std::string package;
  std::string function;  ///< "BenchmarkInts"
  stats::Sides<Presence> presence;
  Identity identity = Identity::kDifferent;
  OwnText own_text = OwnText::kSame;
  std::optional<Location> location = std::nullopt;
};

/// What to do with benchmarks that cannot have changed: not run them; run them but never let them
/// turn red; treat them like all others.
enum class Unchanged { kSkip, kControl, kMeasure };

/// Is the function to be run? It is there on both sides, and not left out because it cannot have
/// changed.
[[nodiscard]] bool is_to_be_run(const Benchmark& benchmark, Unchanged unchanged);

/// Of how much of the run is the evidence? What a shard has nothing to compare of, another may
/// have.
enum class Extent { kWholeRun, kShard };

/// Does the change between base and head touch Go packages, as far as anybody looked?
enum class Touches { kUnknown, kPackages, kNoPackage };

/// Everything the gate looks at.
struct Evidence {
  /// Every selected benchmark function of either side; empty in a replay of two texts.
  std::vector<Benchmark> benchmarks = {};
  Unchanged unchanged = Unchanged::kSkip;
  /// Of both stages, in order of execution; empty in a replay of two texts.
  std::vector<dataset::Process> processes = {};
  /// In a replay of two texts: what they hold.
  std::optional<stats::Sides<dataset::Text>> texts = std::nullopt;
  /// Values of -test.cpu (e.g. {4}): exactly these suffixes may be taken off a name.
  std::vector<int> cpus = {};
  std::vector<Caveat> caveats = {};
  /// Dismissed alarms; nullopt where there is no ledger.
  std::optional<Ledger> ledger = std::nullopt;
  Extent extent = Extent::kWholeRun;
  Touches touches = Touches::kUnknown;
};

/// A flagged leaf benchmark, to be measured again: one anchored pattern per level of the name, the
/// same fixed number of iterations on both sides.
struct ConfirmRequest {
  std::string module;
  std::string package;
  std::string function;  ///< "BenchmarkInts"
  std::string leaf;      ///< name without the CPU suffix: "Ints/n=1000"
  std::int64_t iterations;
  friend bool operator==(const ConfirmRequest&, const ConfirmRequest&) = default;
};

/// What the first pass flags, in key order; empty when policy.confirm is off. One request per leaf,
/// however many of its units are flagged.
[[nodiscard]] std::vector<ConfirmRequest> confirm_requests(const Evidence& evidence,
                                                           const Policy& policy);

/// The verdict. Never fails: what cannot be decided is Decision::kError with its reason.
[[nodiscard]] Verdict decide(const Evidence& evidence, const Policy& policy);

/// A verdict for a run that ended before anything could be decided (bad settings, build failed,
/// interrupted): kError with the error's reason, message and remedy, and no findings.
[[nodiscard]] Verdict undecided(const Error& error, std::vector<Caveat> caveats);

/// Puts an error that came up while measuring (deadline, interrupted, binary changed) over a
/// verdict that was decided from what there is: findings stay, the decision is kError.
[[nodiscard]] Verdict overruled(Verdict verdict, const Error& error);

/// kConfigInvalid when the unit has no known direction and the limits name none.
[[nodiscard]] Status check_unit(const std::string& unit, const UnitLimits& limits);

/// kConfigInvalid when the pattern of an entry of policy.benchmarks does not compile, or a gated
/// unit has no known direction.
[[nodiscard]] Status check_policy(const Policy& policy);

/// The same, and kConfigInvalid when an entry of policy.benchmarks names no benchmark of either
/// side. `benchmarks` are all functions of both sides before `bench` and `skip` are applied, which
/// a replay does not know; a level behind the function's name cannot be checked before measuring
/// and is taken to name something.
[[nodiscard]] Status check_policy(const Policy& policy, std::span<const Benchmark> benchmarks);

/// Every benchmark function that the evidence knows of, or that its samples name.
[[nodiscard]] std::vector<Benchmark> benchmarks_of(const Evidence& evidence);

}  // namespace headgate::gate
