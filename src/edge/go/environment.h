// The environment of children: built from nothing, by an allow-list. No token of any kind, no
// command file, no variable that changes what one side builds and the other does not.
//
// Source: reference of what GitHub's runner puts into a container action's environment.

#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/result/result.h"
#include "edge/proc/process.h"

namespace headgate::go {

/// What our own process got, name to value.
using Variables = std::map<std::string, std::string>;

/// What `go env` says to the user that we are, the GOENV file included: GOPROXY, GOPRIVATE,
/// GOFLAGS, GOCACHE, GOMODCACHE and the like. Builds run with a HOME of their own, where that file
/// is not.
[[nodiscard]] Result<Variables> user_go_settings(proc::Launcher& launcher, const std::string& go,
                                                 const Variables& ours);

/// Flags of a GOFLAGS value that builds override, because they would instrument what is measured:
/// "-race", "-cover", "-covermode=atomic", "-msan", ... as written; a flag set to false is none.
[[nodiscard]] std::vector<std::string> overridden_goflags(const std::string& goflags);

/// For the go command: PATH, locale, proxies without credentials, certificates, and the GO* and cgo
/// variables that steer builds, minus those that name folders which do not exist. `home`, `temp`,
/// `build_cache` and `module_cache` replace ours. Never prompts for a password.
struct BuildFolders {
  std::string home, temp, build_cache, module_cache;
  /// No folder from here upwards may be taken for a git repository.
  std::string ceiling;
};

[[nodiscard]] std::vector<std::string> build_environment(const Variables& ours,
                                                         const Variables& user_settings,
                                                         const BuildFolders& folders);

/// For test binaries: PATH, locale, HOME, TMPDIR, GOMAXPROCS, GOGC, GOMEMLIMIT, GODEBUG, what
/// `pass` names and exists, then what `set` says (which wins). GOROOT so that runtime.GOROOT users
/// work.
struct MeasureFolders {
  std::string home, temp, ceiling, goroot;
};

[[nodiscard]] std::vector<std::string> measure_environment(const Variables& ours,
                                                           const MeasureFolders& folders,
                                                           const std::vector<std::string>& pass,
                                                           const Variables& set);

}  // namespace headgate::go
