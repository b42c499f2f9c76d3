// What the go command says when it refuses, turned into errors that say what to do.

#pragma once

#include <string>
#include <string_view>

#include "core/result/result.h"

namespace headgate::go {

/// kToolchainTooOld when go.mod asks for a toolchain that cannot be had, kBuildFailed for anything
/// else that keeps `go env` from answering in a module.
[[nodiscard]] Error toolchain_failure(std::string_view output);

/// kNoPackage or kBuildFailed: `go list` itself failed.
[[nodiscard]] Error listing_failure(std::string_view output);

/// kBuildFailed with the compiler's text, trimmed, paths below `directory` relative to it.
[[nodiscard]] Error build_failure(std::string_view output, const std::string& import_path,
                                  const std::string& directory);

/// What can be done about the class of failure that a text shows; "" when it is not known.
[[nodiscard]] std::string remedy_for(std::string_view output);

}  // namespace headgate::go
