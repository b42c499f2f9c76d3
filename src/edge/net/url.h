// Which server an address leads to.

#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace headgate::net {

/// "https://host:443": scheme, host and port in one spelling; equal for addresses of one server.
/// nullopt for what is no http or https address, or one that carries a user.
[[nodiscard]] std::optional<std::string> origin_of(std::string_view url);

}  // namespace headgate::net
