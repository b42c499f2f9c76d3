// What test binaries are made of, as `go list -e -deps -test -json` prints it.

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "edge/go/go.h"

namespace headgate::go {

/// The arguments of `go list` that print what read_link_list needs; flags and patterns follow.
[[nodiscard]] std::vector<std::string> link_list_arguments();

/// The packages in it, in its order. nullopt when the text is not what go list prints.
[[nodiscard]] std::optional<std::vector<Linked>> read_link_list(std::string_view text);

}  // namespace headgate::go
