// Which files beside the code a package's benchmarks are expected to read.
//
// Files elsewhere may be read too; nobody can know. What stands here decides whether a submodule or
// an LFS pointer spoils a measurement, and what must be equal for two binaries to be identical.

#pragma once

#include <span>
#include <string>
#include <string_view>

namespace headgate::gate {

enum class InputUse { kUnused, kRead };

/// `path` and `package_folder` are relative to the repository ("" or "." for its root);
/// `embed_files` to the package's folder. kRead: a file or folder directly inside the package's
/// folder, anything below its testdata, an embedded file or a folder on the way to one.
[[nodiscard]] InputUse input_use(std::string_view path, std::string_view package_folder,
                                 std::span<const std::string> embed_files);

}  // namespace headgate::gate
