// Which benchmarks there are: from what the go command and the sources say of both sides to one
// entry per benchmark function.
//
// A package that is missing or broken on one side takes nothing from the others. Broken on head is
// an error; broken on base only makes its benchmarks added ones. A binary that lists nothing while
// its sources declare benchmarks is broken: TestMain may have left early.

#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/gate/gate.h"
#include "core/result/result.h"
#include "core/stats/design.h"

namespace headgate::gate {

/// A benchmark function as its source file has it.
struct DeclaredBenchmark {
  std::string name;  ///< "BenchmarkInts"
  Location location;
  std::string normalized;  ///< its tokens, to tell whether it was edited
};

enum class PackageState { kAbsent, kReady, kBroken };

/// One package on one side.
struct PackageSide {
  PackageState state = PackageState::kAbsent;
  /// Of kBroken: kBuildFailed or kListFailed, and what was said; untrusted text.
  Reason reason = Reason::kBuildFailed;
  std::string error = {};
  std::string remedy = {};  ///< what helps against `error`; "" when only the general advice does
  std::vector<DeclaredBenchmark> declared = {};
  std::vector<std::string> listed = {};  ///< by the test binary, each once
  std::vector<std::string> listed_twice = {};
  std::string binary_sha256 = {};
  std::string inputs_sha256 = {};  ///< of the files beside the code that the benchmarks may read
};

struct PackagePair {
  std::string module;
  std::string import_path;
  stats::Sides<PackageSide> sides;
};

struct Catalogue {
  std::vector<Benchmark> benchmarks;
  std::vector<Caveat> caveats;
};

/// Which functions the run takes, given one's package.
using Selected = std::function<bool(const PackagePair&, const std::string&)>;

/// Benchmarks of built packages. kBuildFailed or kListFailed when a package is broken on head, or
/// on base with nothing left to compare in a whole run; kAmbiguousName when a selected function is
/// listed twice.
[[nodiscard]] Result<Catalogue> catalogue(std::span<const PackagePair> packages,
                                          const Selected& selected,
                                          Extent extent = Extent::kWholeRun);

/// Every benchmark that the sources of either side declare, before anything is built: for dry runs
/// and for checking a policy.
[[nodiscard]] std::vector<Benchmark> declared_benchmarks(std::span<const PackagePair> packages);

}  // namespace headgate::gate
