// Terminal escape codes out of a line: coloured output of wrappers and loggers must not hide a
// result.
//
// Source:  ECMA-48, sections 5.3 to 5.6: control sequences (ESC [), control strings (ESC P, ESC ],
//          ESC X, ESC ^, ESC _) and the shorter escape sequences.

#pragma once

#include <string>
#include <string_view>

namespace headgate::benchfmt {

/// Begins every escape code.
inline constexpr char kEscape = '\x1b';

/// `line` without its escape codes. A control string that does not end within the line loses only
/// its introducer, so that it cannot swallow a result.
[[nodiscard]] std::string without_escape_codes(std::string_view line);

}  // namespace headgate::benchfmt
