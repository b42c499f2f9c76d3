// Whether a person is watching: colours and progress bars are for terminals only.

#pragma once

#include <optional>

namespace headgate::os {

/// Whether the descriptor is a terminal; false for one that is not open.
[[nodiscard]] bool is_terminal(int fd);

/// The terminal's width in columns; nullopt when it is no terminal or does not tell.
[[nodiscard]] std::optional<int> terminal_width(int fd);

}  // namespace headgate::os
