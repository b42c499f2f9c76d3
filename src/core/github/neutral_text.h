// Foreign text, made harmless: what commands.h promises of `neutralise` and `neutral_word` is done
// here, one character at a time.

#pragma once

#include <string>
#include <string_view>

namespace headgate::github {

/// One line of foreign text without its line end: valid UTF-8 of visible characters, `##[` as
/// `##\[`, `x.go:1:2:` as `x.go(1,2):`, which no problem matcher takes, and a backslash before a
/// `::` that it would start with. Neutral text comes back as it is.
[[nodiscard]] std::string neutral_line(std::string_view line);

/// Several lines, each neutral, joined by LF, without one at the end: CR and CRLF end lines too.
/// Empty lines at the end are left out.
[[nodiscard]] std::string neutral_lines(std::string_view text);

/// JSON with the same values in which the runner finds neither a command nor a problem: `##[` and
/// `.go:` inside strings are spelled with an escape.
[[nodiscard]] std::string neutral_json(std::string_view json);

}  // namespace headgate::github
