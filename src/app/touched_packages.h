// `changed-only`: which packages are left out, because the change can have made none of them
// slower.

#pragma once

#include <vector>

#include "app/modules.h"
#include "app/packages.h"
#include "app/sandbox.h"
#include "app/services.h"
#include "core/config/settings.h"
#include "core/gate/finding.h"
#include "core/results/extent.h"

namespace headgate::app {

struct TouchedPackages {
  Packages packages;
  results::ChangedOnly record;
  std::vector<gate::Caveat> caveats;
};

/// Compares the trees of both sides as they are built, `prepare` and `copy` included, and keeps the
/// packages that the differences touch. A change that touches Go packages, but none with
/// benchmarks, leaves none out: green is for what was compared, and identical binaries are.
[[nodiscard]] Result<TouchedPackages> touched_packages(Services& services, go::Go& go,
                                                       const config::Settings& settings,
                                                       const Sandbox& sandbox,
                                                       const Modules& modules, Packages packages);

}  // namespace headgate::app
