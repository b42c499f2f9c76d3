// Go modules in a temporary folder and the real go command, without network.
//
// When the tests run as root the go command runs as the user without rights that builds get, in
// folders that belong to it. All tests share one build cache, which stays: compiling the standard
// library takes longer than all of them.

#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "edge/go/environment.h"
#include "edge/go/go.h"
#include "edge/proc/posix_launcher.h"
#include "support/scratch_folder.h"

namespace headgate::go {

/// Runs child processes for all projects of a test.
proc::Launcher& launcher();

/// What a command prints, run as we are with a PATH and nothing else; fails the test when it fails.
std::string output_of(const std::vector<std::string>& argv, const std::string& directory);

/// The tests' PATH.
std::string path_variable();

/// A test file of `package` with one benchmark.
std::string benchmark_file(std::string_view package, std::string_view name = "BenchmarkA");

class GoProject {
 public:
  GoProject();

  /// Writes a file, with the folders above it.
  void add(const std::string& path, std::string_view text);
  void add_folder(const std::string& path);

  /// A go.mod for example.com/m in `folder`, with more lines.
  void add_module(const std::string& folder = ".", std::string_view go_version = "1.21",
                  std::string_view more = "");

  [[nodiscard]] std::string path(const std::string& name) const;

  /// `folder` as a module without a workspace, for the toolchain that is here.
  [[nodiscard]] Module module(const std::string& folder = ".") const;

  /// Where the go command may write.
  [[nodiscard]] std::string output(const std::string& name) const;

  /// What a run gives the go command, as `settings` of the user change it.
  [[nodiscard]] Context context(const Variables& settings = {}) const;
  [[nodiscard]] std::unique_ptr<Go> go(const Variables& settings = {}) const;

  /// Builds a package's test binary, failing the test when that fails; returns its path.
  std::string build(const Module& module, const std::string& import_path,
                    const BuildFlags& flags = {});

 private:
  [[nodiscard]] std::string own(const std::string& name) const { return folder_ / name; }

  os::ScratchFolder folder_;
  int builds_ = 0;
};

}  // namespace headgate::go
