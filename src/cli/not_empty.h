// A value that must say something: `--base "$BASE"` with an unset variable is a mistake, not a wish
// for the default.

#pragma once

#include <string>

namespace headgate::cli {

/// A check for CLI::Option::check: "" for a value that is not empty, else what is wrong.
[[nodiscard]] std::string not_empty(const std::string& value);

}  // namespace headgate::cli
