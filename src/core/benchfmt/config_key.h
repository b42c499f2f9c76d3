// What can be the key of a configuration line. Reader and writer must agree on it.
//
// Source:  the Go benchmark data format (golang.org/design/14313-benchmark-format), with Unicode's
//          notion of letters and whitespace.

#pragma once

#include <cstddef>
#include <string_view>

namespace headgate::benchfmt {

/// The length in bytes of the longest key at the beginning of `line`: a lower-case letter, then
/// characters that are neither upper-case letters nor whitespace nor a colon. 0 when it begins with
/// no key.
[[nodiscard]] std::size_t config_key_length(std::string_view line);

}  // namespace headgate::benchfmt
