// The Go modules of both trees: where they are, what they are called, and which toolchain builds
// them.

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/sandbox.h"
#include "app/services.h"
#include "core/config/settings.h"
#include "core/gate/finding.h"

namespace headgate::app {

/// A module of the run. A side without a go.mod there has no packages.
struct ModulePair {
  std::string folder;  ///< below the repository, "." for its root
  std::string name;    ///< module path, of head where it has one; told apart by folder if need be
  stats::Sides<std::optional<go::Module>> sides;
};

struct Modules {
  std::vector<ModulePair> pairs;
  stats::Sides<std::string> toolchains;  ///< "go1.26.8"; several are joined by ", "
  stats::Sides<std::string> goroots;     ///< of each side's first module
  std::string goos, goarch;
  std::vector<gate::Caveat> caveats;
};

/// Reads go.mod and go.work files, refuses what cannot be built alike, and asks for toolchains.
/// kNoModule, kReplaceOutsideTree, kToolchainTooOld, kToolchainMissing, kBuildFailed.
[[nodiscard]] Result<Modules> find_modules(Services& services, go::Go& go,
                                           const config::Settings& settings,
                                           const Sandbox& sandbox);

}  // namespace headgate::app
