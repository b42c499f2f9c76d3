// GOFLAGS, split as the go command splits it, into what a build keeps and what it overrides.

#pragma once

#include <string>
#include <vector>

namespace headgate::go {

struct GoFlags {
  std::vector<std::string> kept;
  /// Flags that would instrument what is measured, as written; one that is switched off is none.
  std::vector<std::string> overridden;
};

/// Fields are separated by blanks; a field that begins with a quote ends at the next one of its
/// kind. Flags that change what commands print or do, not what is built (-n, -json), are dropped.
[[nodiscard]] GoFlags split_goflags(const std::string& goflags);

/// GOFLAGS of the kept flags alone.
[[nodiscard]] std::string kept_goflags(const std::string& goflags);

}  // namespace headgate::go
