// Which packages of the two trees declare benchmarks, and where they lie.

#pragma once

#include <string>
#include <vector>

#include "app/modules.h"
#include "app/sandbox.h"
#include "app/services.h"
#include "core/config/settings.h"
#include "core/gate/catalogue.h"
#include "core/schedule/selection.h"

namespace headgate::app {

/// Where a package of one side lies.
struct PackagePlace {
  go::Module module;                     ///< to build it with
  std::string directory;                 ///< absolute, inside the side's tree; "" where absent
  std::vector<std::string> embed_files;  ///< relative to `directory`
};

struct Packages {
  /// Packages that declare a benchmark on either side, in module and import path order.
  std::vector<gate::PackagePair> pairs;
  /// places[i] are those of pairs[i].
  std::vector<stats::Sides<PackagePlace>> places;
};

/// Lists the packages of all modules and reads their benchmarks. `checkout` is the work tree where
/// the user looks, "" for none. kNoPackage, kNoBenchmark, what the go command says.
[[nodiscard]] Result<Packages> find_packages(Services& services, go::Go& go,
                                             const config::Settings& settings,
                                             const Sandbox& sandbox, const Modules& modules,
                                             const std::string& checkout);

/// Only the packages that declare a benchmark which the selection takes; kNoBenchmark when there is
/// none.
[[nodiscard]] Result<Packages> selected_packages(Packages packages,
                                                 const schedule::Selection& selection,
                                                 const config::Scope& scope);

/// Caveats for `problems`, of which none lies where one of these packages reads it:
/// kSubmoduleInPackage and kLfsPointerInPackage.
[[nodiscard]] Result<std::vector<gate::Caveat>> check_problems(
    const Packages& packages, const Sandbox& sandbox,
    const stats::Sides<git::TreeProblems>& problems);

/// No benchmark matches what the user asked for.
[[nodiscard]] Error no_benchmark_matches(const config::Scope& scope);

/// The flags of every build, from the settings.
[[nodiscard]] go::BuildFlags build_flags(const config::Build& build);

}  // namespace headgate::app
