// What `go version -m` prints of a binary: the settings that it was built with.

#pragma once

#include <map>
#include <string>
#include <string_view>

namespace headgate::go {

/// The lines "build KEY=VALUE", with the quotes of Go strings taken off both.
[[nodiscard]] std::map<std::string, std::string> read_build_settings(std::string_view text);

}  // namespace headgate::go
