// What the go command says when it refuses, turned into errors that say what to do.
//
// Texts are read as those of Go 1.21 and newer are written; what is not recognised is passed on
// without a remedy, never guessed at.

#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/result/result.h"

namespace headgate::go {

/// A refusal because of the Go version: "go.mod requires go >= 1.27.0 (running go 1.26.8)".
struct VersionRefusal {
  std::string subject;   ///< what asks for it: "go.mod", "../go.work", "module ./dep"
  std::string required;  ///< "1.27.0"
  std::string running;   ///< "go1.26.8"
};

/// nullopt when the output holds no such refusal; a go.work that is merely older than one of its
/// modules is none.
[[nodiscard]] std::optional<VersionRefusal> version_refusal(std::string_view output);

/// The toolchain that could not be downloaded: "go1.27.0"; nullopt when that was not the trouble.
[[nodiscard]] std::optional<std::string> missing_toolchain(std::string_view output);

/// kToolchainTooOld. `chosen` is the value of GOTOOLCHAIN that led there.
[[nodiscard]] Error toolchain_too_old(const VersionRefusal& refusal, const std::string& chosen,
                                      std::string_view output);

/// kToolchainTooOld or kBuildFailed: the go command cannot load the module in
/// `directory`. `chosen` as above.
[[nodiscard]] Error loading_failure(std::string_view output, const std::string& directory,
                                    const std::string& chosen);

/// kBuildFailed: `file` cannot be parsed; the message holds the first complaint.
[[nodiscard]] Error parsing_failure(std::string_view output, const std::string& file,
                                    const std::string& directory);

/// kBuildFailed with the compiler's text in `detail`.
[[nodiscard]] Error build_failure(std::string_view output, const std::string& import_path,
                                  const std::string& directory);

/// What can be done about the class of failure that a text shows; "" when it is not known.
[[nodiscard]] std::string remedy_for(std::string_view output);

/// The pattern of a //go:embed that matched nothing; "" when none is named, or when its text is not
/// fit to be shown as a word.
[[nodiscard]] std::string_view missing_embed(std::string_view output);

/// The first 60 lines and 8 KiB of a text, without progress messages, with paths below `directory`
/// relative to it; says so when there is more. Ends without a line end.
[[nodiscard]] std::string trimmed_output(std::string_view output, const std::string& directory);

}  // namespace headgate::go
