// Who is at the other end of our output: colours and progress bars are for terminals only, and a
// reader who went away on purpose needs no complaint.

#pragma once

#include <optional>

namespace headgate::os {

/// Whether the descriptor is a terminal; false for one that is not open.
[[nodiscard]] bool is_terminal(int fd);

/// The terminal's width in columns; nullopt when it is no terminal or does not tell.
[[nodiscard]] std::optional<int> terminal_width(int fd);

/// Whether the descriptor is a pipe or a socket that nobody reads any more, as after `| head -1`.
[[nodiscard]] bool reader_left(int fd);

}  // namespace headgate::os
