// The patterns of -test.bench and -test.skip, taken apart and put together as package testing does.
//
// Source: the behaviour of go1.26's test binaries (src/testing/match.go), checked by hand; the
// observed facts stand beside the tests.

#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace headgate::schedule {

/// One alternative of a pattern, cut at "/": one expression per level of a name, as written. Never
/// empty; a level may be.
using Levels = std::vector<std::string>;

/// Cuts a pattern at "|" into alternatives and each at "/" into levels, outside brackets and
/// parentheses; a backslash protects the character behind it. "" is one alternative with one empty
/// level.
[[nodiscard]] std::vector<Levels> split_pattern(std::string_view pattern);

/// The expression that matches exactly this text as one level: "^n=1\.5$". Texts that package
/// testing prints hold no white space, which it would turn into "_".
[[nodiscard]] std::string exact_level(std::string_view text);

/// One level with Go's `(?<name>` spelt `(?P<name>`, which RE2 reads too.
[[nodiscard]] std::string with_re2_groups(std::string_view level);

/// Does the level hold `\C`, which RE2 reads and Go refuses?
enum class ByteEscape { kAbsent, kPresent };
[[nodiscard]] ByteEscape byte_escape(std::string_view level);

}  // namespace headgate::schedule
