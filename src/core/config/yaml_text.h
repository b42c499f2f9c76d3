// The bytes of a settings file, before a YAML parser sees them.
//
// yaml-cpp passes invalid UTF-8 through, guesses UTF-16 and reads some control characters as the
// end of the file; whatever could be misread is turned away here, with its line.

#pragma once

#include <cstddef>
#include <string_view>

#include "core/result/result.h"

namespace headgate::config {

/// Larger files are refused: no settings file is.
inline constexpr std::size_t kMaxYamlBytes = std::size_t{1} << 20U;

/// kConfigInvalid with "file:line: ..." for more than kMaxYamlBytes, UTF-16, invalid UTF-8, control
/// characters, carriage returns that end no line, and YAML directives.
[[nodiscard]] Status check_yaml_text(std::string_view text, std::string_view file_name);

}  // namespace headgate::config
