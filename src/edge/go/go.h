// The go command: which toolchain a module gets, which packages it has, test binaries.
//
// Every call names its folder and its environment; nothing is inherited. Building runs code that a
// pull request controls (cgo, toolchain lines), so the caller says as whom. Test binaries
// themselves are run by the caller, not here.
//
// Errors:  kInterrupted from every call that is told to stop; kToolchainMissing when the go command
//          cannot be executed; kProcessFailed when it cannot be started otherwise, does not end in
//          time, or prints what it should not. Texts of the go command stand in `detail`, trimmed,
//          with paths relative to the module's folder.

#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/result/result.h"
#include "edge/proc/process.h"

namespace headgate::go {

/// How the go command is run.
struct Context {
  /// Absolute path of the go command to start with; it may switch to another toolchain.
  std::string command;
  /// Complete environment of the children but for GOTOOLCHAIN, GOWORK, GOFLAGS and PWD, which calls
  /// set, and GOPROXY and GONOPROXY, which calls without network use set.
  std::vector<std::string> environment;
  /// The caller's own GOFLAGS, kept but for what the build sets explicitly.
  std::string goflags;
  std::optional<proc::Identity> identity;
  /// Asked before each go command: the longest that it may take.
  std::function<std::chrono::milliseconds()> timeout;
};

/// A module's folder and how the go command is to see it.
struct Module {
  std::string directory;  ///< absolute
  std::string workspace;  ///< absolute path of its side's go.work, or "off"
  std::string toolchain;  ///< value for GOTOOLCHAIN: "auto", "local", "go1.26.1"
};

struct Toolchain {
  std::string version;  ///< "go1.26.8", as GOTOOLCHAIN takes it
  std::string goroot, goos, goarch;
};

/// One replace directive that points to a folder.
struct LocalReplace {
  std::string module;
  std::string target;     ///< as written: "../dep"
  std::string directory;  ///< absolute, lexically normalised
  std::string file;       ///< the go.mod or go.work that has it, absolute
};

/// go.mod as `go mod edit -json` reads it.
struct ModuleFile {
  std::string path;        ///< module path
  std::string go_version;  ///< of the go line: "1.24"; "" if none
  std::string toolchain;   ///< of the toolchain line; "" if none
  std::vector<LocalReplace> local_replaces;
};

struct Package {
  std::string import_path;
  std::string directory;                 ///< absolute
  std::vector<std::string> test_files;   ///< _test.go files of both kinds, names inside `directory`
  std::vector<std::string> embed_files;  ///< of the package and its tests, relative to `directory`
  /// Why its test binary cannot be built, as far as loading shows: "sum/a_test.go:3:8: no required
  /// module provides ...", first lines. "" when it loads; it may still not compile. Untrusted text.
  std::string error = {};
  /// What can be done about `error`; "" when that is not known.
  std::string remedy = {};
};

/// One package as it is linked: a package, its variant for a test ("m/p [m/q.test]"), or a test
/// binary ("m/q.test").
struct Linked {
  std::string name;
  std::string directory;  ///< absolute; "" in the standard library
  /// Path, version, replacement and language version of its module, in words; "" in the standard
  /// library.
  std::string module;
  std::vector<std::string> imports;      ///< names, as they are linked
  std::vector<std::string> embed_files;  ///< relative to `directory`
  std::string godebug;                   ///< defaults baked into a test binary
  enum class Loading { kWhole, kBroken } loading = Loading::kWhole;
};

/// What the build is to be like; the same on both sides.
struct BuildFlags {
  std::vector<std::string> tags = {};
  std::string ldflags = {}, gcflags = {}, pgo = {};
  enum class Race { kOff, kOn } race = Race::kOff;
  enum class Trimpath { kOn, kOff } trimpath = Trimpath::kOn;
};

/// The interface; CommandGo is the real one.
class Go {
 public:
  virtual ~Go() = default;

  /// The toolchain that a module gets. kToolchainTooOld when go.mod or go.work asks for one that
  /// cannot be had: "go.mod requires go >= 1.27.0, the toolchain is go1.26.8". Uses the network to
  /// download a toolchain.
  virtual Result<Toolchain> toolchain(const Module& module) = 0;

  /// go.mod, also one that asks for a newer Go. kNoModule when there is none, kBuildFailed when it
  /// cannot be parsed.
  virtual Result<ModuleFile> module_file(const Module& module) = 0;

  /// The local replaces and `use` folders of the module's go.work, as LocalReplace (module "" for
  /// use); nothing when there is no workspace. kBuildFailed when it cannot be parsed.
  virtual Result<std::vector<LocalReplace>> workspace_file(const Module& module) = 0;

  /// Fetches the modules that building these packages and their tests needs: with toolchain() the
  /// only use of the network, before `packages`. What cannot be had is no error here: it makes the
  /// packages that need it broken, with what was said now.
  virtual Status download(const Module& module, const std::vector<std::string>& patterns,
                          const BuildFlags& flags) = 0;

  /// Packages of the module, and of other modules of its workspace that `patterns` name, sorted by
  /// import path, broken ones included; the standard library and dependencies never. A pattern that
  /// matches nothing is not an error: the list is then shorter. When the module cannot be loaded at
  /// all: kToolchainTooOld (a dependency asks for a newer Go), else kBuildFailed.
  virtual Result<std::vector<Package>> packages(const Module& module,
                                                const std::vector<std::string>& patterns,
                                                const BuildFlags& flags) = 0;

  /// What the test binaries of these packages are made of, dependencies and the standard library
  /// included. Errors as `packages`.
  virtual Result<std::vector<Linked>> linked(const Module& module,
                                             const std::vector<std::string>& patterns,
                                             const BuildFlags& flags) = 0;

  /// Builds one test binary to `output` (absolute), in place of what is there. kBuildFailed with
  /// the compiler's text in `detail`, also when the package has no test files.
  virtual Status build_test(const Module& module, const std::string& import_path,
                            const BuildFlags& flags, const std::string& output) = 0;

  /// The build settings baked into a binary (`go version -m`): "-tags", "DefaultGODEBUG",
  /// "GOAMD64", ...
  virtual Result<std::map<std::string, std::string>> build_settings(const std::string& binary) = 0;
};

/// Runs the go command through a launcher.
[[nodiscard]] std::unique_ptr<Go> make_command_go(proc::Launcher& launcher, Context context);

/// The exact arguments of a test build after `go test`, for reports and --dry-run.
[[nodiscard]] std::vector<std::string> build_arguments(const BuildFlags& flags);

/// The newer of two toolchain names ("go1.26.8" beats "go1.26rc1" and "go1.9"); one that is no
/// toolchain name, "" among them, loses. Of equal ones the first.
[[nodiscard]] std::string newer_toolchain(const std::string& one, const std::string& other);

/// Path of the go command: the first executable `go` in the absolute folders of `path` (as in PATH;
/// others are left out), else /usr/local/go/bin/go. kToolchainMissing with what to install.
[[nodiscard]] Result<std::string> find_go(const std::string& path);

}  // namespace headgate::go
