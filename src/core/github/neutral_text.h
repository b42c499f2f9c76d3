// Foreign text, made harmless: what commands.h promises of `neutralise` and `neutral_word` is done
// here, one character at a time.

#pragma once

#include <string>
#include <string_view>

namespace headgate::github {

/// One line of foreign text without its line end: valid UTF-8, every control character visible,
/// `##[` as `##\[`, and `x.go:1:2:` as `x.go(1,2):`, which no problem matcher takes.
[[nodiscard]] std::string neutral_line(std::string_view line);

/// Several lines, each neutral, joined by LF: CR and CRLF end lines too, and a line that would
/// start with `::` gets a visible prefix.
[[nodiscard]] std::string neutral_lines(std::string_view text);

}  // namespace headgate::github
