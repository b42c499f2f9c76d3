// Both sides as files on disk: exported copies in the private folder that builds can use. Nothing
// is written to the user's repository.

#pragma once

#include "app/sandbox.h"
#include "app/services.h"
#include "app/sources.h"
#include "core/config/settings.h"

namespace headgate::app {

/// Exports both trees into the sandbox, with the `copy` paths of the work tree where a commit does
/// not have them: kConfigInvalid for one that git does not ignore. kInterrupted past the deadline
/// too. Returned is what is wrong with the trees and need not matter: the caller knows which
/// packages are measured.
[[nodiscard]] Result<stats::Sides<git::TreeProblems>> export_trees(Services& services,
                                                                   const Sources& sources,
                                                                   const config::Settings& settings,
                                                                   const Sandbox& sandbox,
                                                                   const Deadline& deadline);

}  // namespace headgate::app
