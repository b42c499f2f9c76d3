// Random text that nobody can guess: delimiters of GitHub's command files.

#pragma once

#include <string>

namespace headgate::os {

/// 32 hexadecimal digits from the kernel's random source; it always has them once the system is up.
[[nodiscard]] std::string random_hex();

}  // namespace headgate::os
