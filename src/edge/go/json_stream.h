// `go list -json` prints one JSON object after the other, without separators.

#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace headgate::go {

/// The top-level objects of a text, each whole; text between them is dropped, an unfinished last
/// one too. Linear; constant stack.
[[nodiscard]] std::vector<std::string> json_objects(std::string_view text);

}  // namespace headgate::go
