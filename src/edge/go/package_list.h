// Packages as `go list -e -test -json` prints them.
//
// With -test it also lists, for each package, the test binary and the variants of the package that
// would be linked into it. They are what can be built or not, so their errors are the package's.

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "edge/go/go.h"

namespace headgate::go {

/// The arguments of `go list` that print what read_package_list needs; flags and patterns follow.
[[nodiscard]] std::vector<std::string> package_list_arguments();

/// The packages in it that lie in `module_directory` or in a main module, sorted by import path.
/// Patterns that matched nothing are entries without a folder and left out. nullopt when the text
/// is not what go list prints.
[[nodiscard]] std::optional<std::vector<Package>> read_package_list(
    std::string_view text, const std::string& module_directory);

}  // namespace headgate::go
