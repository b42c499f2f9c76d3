// GOFLAGS, split as the go command splits it, into what a build keeps and what it overrides.

#pragma once

#include <string>
#include <vector>

namespace headgate::go {

struct GoFlags {
  std::vector<std::string> kept;
  /// Flags that would instrument what is measured, as written; one set to false is neither.
  std::vector<std::string> overridden;
};

/// Fields are separated by blanks; a field that begins with a quote ends at the next one.
[[nodiscard]] GoFlags split_goflags(const std::string& goflags);

/// GOFLAGS with the overridden flags taken out.
[[nodiscard]] std::string without_overridden(const std::string& goflags);

}  // namespace headgate::go
