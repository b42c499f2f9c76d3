// The environment of children: built from nothing, by an allow-list. No token of any kind, no
// command file, no variable that changes what one side builds and the other does not. GitHub's
// runner gives its actions the job's tokens and the files that steer later steps; a pull request's
// code must see neither.

#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/result/result.h"
#include "edge/proc/process.h"

namespace headgate::go {

/// What our own process got, name to value.
using Variables = std::map<std::string, std::string>;

/// What `go env` says to the user that we are, the GOENV file included: GOFLAGS, GOCACHE,
/// GOMODCACHE, GOROOT and what build_environment takes from it ("" for what is not set). Builds run
/// with a HOME of their own, where that file is not. kToolchainMissing when the command does not
/// answer; kInterrupted.
[[nodiscard]] Result<Variables> user_go_settings(proc::Launcher& launcher, const std::string& go,
                                                 const Variables& ours);

/// `ours` for asking user_go_settings without a trace in the user's HOME, where the go command and
/// the C compiler that it calls would leave caches: HOME and the build cache lie in `home`, which
/// need not be there yet, and the user's GOENV file still counts. GOCACHE, GOMODCACHE and GOPATH of
/// the answer are those of `home`.
[[nodiscard]] Variables away_from_home(const Variables& ours, const std::string& home);

/// Flags of a GOFLAGS value that builds override, because they would instrument what is measured:
/// "-race", "-cover", "-covermode=atomic", "-msan", ... as written; a flag set to false is none.
[[nodiscard]] std::vector<std::string> overridden_goflags(const std::string& goflags);

/// Where builds keep their files, instead of where our own user does.
struct BuildFolders {
  std::string home, temp;
  /// "" or "off", as `go env` says where there is no HOME: inside `home`.
  std::string build_cache, module_cache;
  /// No folder from here upwards may be taken for a git repository.
  std::string ceiling;
};

/// For the go command, sorted by name: PATH, locale, network proxies, certificates, and what steers
/// Go and C compilers. Dropped: proxies and module proxies that hold a password (module proxies
/// that all do become "off", so that no private name reaches a public one), and certificate and
/// pkg-config folders that do not exist here, because the runner hands over paths of its host. GOOS
/// stays the machine's: binaries are run here. Nothing in it asks for a password.
[[nodiscard]] std::vector<std::string> build_environment(const Variables& ours,
                                                         const Variables& user_settings,
                                                         const BuildFolders& folders);

struct MeasureFolders {
  std::string home, temp, ceiling;
  std::string goroot;  ///< for users of runtime.GOROOT, which -trimpath empties; "": none
};

/// For test binaries, sorted by name: PATH, locale, HOME, TMPDIR, GOROOT, GOMAXPROCS, GOGC,
/// GOMEMLIMIT, GODEBUG, what `pass` names and we have, then what `set` says (which wins).
[[nodiscard]] std::vector<std::string> measure_environment(const Variables& ours,
                                                           const MeasureFolders& folders,
                                                           const std::vector<std::string>& pass,
                                                           const Variables& set);

/// The names that measure_environment does not pass whatever `pass` says: tokens of the job, inputs
/// of the action, and the files that steer later steps. A pull request may have written `pass`.
[[nodiscard]] std::vector<std::string> never_passed(const std::vector<std::string>& pass);

}  // namespace headgate::go
