// Which packages of the two trees declare benchmarks, and how the go command is to see them.

#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "app/sandbox.h"
#include "app/services.h"
#include "app/sources.h"
#include "core/gate/catalogue.h"

namespace headgate::app {

/// Where a package of one side lies.
struct PackagePlace {
  std::string directory;                 ///< absolute, inside the side's tree
  std::vector<std::string> embed_files;  ///< relative to `directory`
};

/// A module of the run. A side without a go.mod there has no packages.
struct ModulePair {
  std::string folder;  ///< below the repository, "." for its root
  std::string name;    ///< module path, of head where it has one; told apart by folder if need be
  stats::Sides<std::optional<go::Module>> sides;
};

/// Everything that is known before building.
struct Packages {
  std::vector<ModulePair> modules;
  /// Packages that declare a benchmark on either side, in module and import path order.
  std::vector<gate::PackagePair> pairs;
  /// Index into `pairs` to the places of the two sides.
  std::vector<stats::Sides<PackagePlace>> places;
  /// Index into `pairs` to index into `modules`.
  std::vector<std::size_t> module_of;
  stats::Sides<std::string> toolchains;  ///< "go1.26.8"; several are joined by ", "
  std::string goos, goarch, goroot;
  std::vector<gate::Caveat> caveats;
};

/// Reads go.mod files, refuses what cannot be built alike, runs `prepare`, lists packages and reads
/// their benchmarks. kNoModule, kReplaceOutsideTree, kToolchainTooOld, kPrepareFailed, kNoPackage,
/// kNoBenchmark, kSubmoduleInPackage, kLfsPointerInPackage, ...
[[nodiscard]] Result<Packages> find_packages(Services& services, go::Go& go,
                                             const go::Context& context,
                                             const config::Settings& settings, Sandbox& sandbox,
                                             const stats::Sides<git::TreeProblems>& problems,
                                             Narrator& narrator);

/// The flags of every build, from the settings.
[[nodiscard]] go::BuildFlags build_flags(const config::Build& build);

}  // namespace headgate::app
