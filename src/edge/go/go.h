// The go command: which toolchain a module gets, which packages it has, test binaries.
//
// Every call names its folder and its environment; nothing is inherited. Building runs code that a
// pull request controls (cgo, toolchain lines), so the caller says as whom. Test binaries
// themselves are run by the caller, not here.

#pragma once

#include <chrono>
#include <cstdint>
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
  /// Complete environment of the children but for GOTOOLCHAIN, GOWORK and GOFLAGS, which calls set.
  std::vector<std::string> environment;
  /// The caller's own GOFLAGS, kept but for what the build sets explicitly.
  std::string goflags;
  std::optional<proc::Identity> identity;
  std::chrono::milliseconds timeout;  ///< of one go command
};

/// A module's folder and how the go command is to see it.
struct Module {
  std::string directory;  ///< absolute
  std::string workspace;  ///< absolute path of its side's go.work, or "off"
  std::string toolchain;  ///< value for GOTOOLCHAIN: "auto", "local", "go1.26.1"
};

struct Toolchain {
  std::string version;  ///< "go1.26.8"
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
  /// What is wrong with it, first lines; "" when it loads. Untrusted text.
  std::string error;
};

/// What the build is to be like; the same on both sides.
struct BuildFlags {
  std::vector<std::string> tags;
  std::string ldflags, gcflags, pgo;
  enum class Race { kOff, kOn } race = Race::kOff;
  enum class Trimpath { kOn, kOff } trimpath = Trimpath::kOn;
};

/// The interface; CommandGo is the real one.
class Go {
 public:
  virtual ~Go() = default;

  /// The toolchain that a module gets. kToolchainMissing when there is no go command,
  /// kToolchainTooOld when go.mod asks for one that cannot be had; the text names both versions.
  virtual Result<Toolchain> toolchain(const Module& module) = 0;

  /// kNoModule when there is no go.mod, kBuildFailed when it cannot be parsed.
  virtual Result<ModuleFile> module_file(const Module& module) = 0;

  /// The local replaces and `use` folders of a go.work, as LocalReplace (module "" for use).
  virtual Result<std::vector<LocalReplace>> workspace_file(const Module& module) = 0;

  /// Fetches the modules that building these packages and their tests needs: the only call with
  /// network use, before `packages`. What cannot be had makes the packages that need it broken.
  virtual Status download(const Module& module, const std::vector<std::string>& patterns,
                          const BuildFlags& flags) = 0;

  /// Packages that match, sorted by import path, broken ones included. A pattern that matches
  /// nothing is not an error here: the list is then shorter. kBuildFailed when go list itself
  /// fails.
  virtual Result<std::vector<Package>> packages(const Module& module,
                                                const std::vector<std::string>& patterns,
                                                const BuildFlags& flags) = 0;

  /// Builds one test binary to `output` (absolute). kBuildFailed with the compiler's text, trimmed,
  /// in `detail`. kInterrupted when told to stop.
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

/// The newer of two toolchain names ("go1.26.8" beats "go1.26rc1" and "go1.9"); an empty one loses.
[[nodiscard]] std::string newer_toolchain(const std::string& one, const std::string& other);

/// Path of the go command: the first `go` in the absolute folders of `path` (as in PATH), else
/// /usr/local/go/bin/go. kToolchainMissing with what to install.
[[nodiscard]] Result<std::string> find_go(const std::string& path);

}  // namespace headgate::go
