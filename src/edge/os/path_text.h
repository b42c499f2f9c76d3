// Paths as text: what can be said about one without asking the disk.

#pragma once

#include <string>

namespace headgate::os {

/// Without slashes at its end; "/" stays.
[[nodiscard]] std::string without_end_slashes(const std::string& path);

/// What stands before the last name: "." where there is nothing, "/" for a name in the root.
[[nodiscard]] std::string parent_of(const std::string& path);

/// The last name; empty for "/".
[[nodiscard]] std::string last_name_of(const std::string& path);

/// Whether one absolute path without symlinks is the other or lies below it. Nothing lies in "".
[[nodiscard]] bool lies_in(const std::string& path, const std::string& folder);

}  // namespace headgate::os
