// Which packages a change may have made slower: those that it touches, and those whose test binary
// is made of one that it touches. For `changed-only`, which leaves the others out.
//
// What counts is what is built: files of both exported trees. A file counts for the package whose
// folder it lies in or below (test data, C sources), or that embeds it; a `_test.go` file only for
// the tests of its own package, because nobody can import it. Go files of a folder that no test
// binary is made of touch none. Requirements of go.mod count by what the go command makes of them:
// other versions of the modules that a test binary is made of. Everything in a module counts as
// touched by a file that belongs to none of its packages, everything there is by one outside of all
// modules. Documents (.md, .rst, .adoc) in no package's folder, and what lies in hidden folders,
// touch nothing.

#pragma once

#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "core/gate/gate.h"
#include "core/stats/design.h"

namespace headgate::gate {

/// Where things lie in the trees of both sides. Folders are relative to the repository, "." is its
/// root.
struct Layout {
  std::set<std::string> packages;  ///< folders with Go sources
  std::set<std::string> modules;   ///< folders with a go.mod
  /// Embedded file to the folders of the packages that embed it.
  std::map<std::string, std::set<std::string>> embedded;
  /// Paths, or ends of paths, that bear on every build: a profile to optimise with.
  std::set<std::string> shared = {};
};

/// What a change touches.
struct Touched {
  std::set<std::string> code;     ///< folders of packages, as others import them
  std::set<std::string> tests;    ///< folders of packages of which a _test.go file differs
  std::set<std::string> modules;  ///< folders of modules of which everything counts
  /// go.mod, go.sum or a list of vendored modules differs.
  enum class Requirements { kSame, kDiffer } requirements = Requirements::kSame;
  enum class Everything { kNo, kYes } everything = Everything::kNo;  ///< counts as touched
};

/// Folders of a tree that hold Go sources, by the paths of its files; those that the go command
/// never looks into by itself (testdata, hidden ones) are none.
[[nodiscard]] std::set<std::string> package_folders(std::span<const std::string> files);

/// Folders of a tree that hold a go.mod.
[[nodiscard]] std::set<std::string> module_folders(std::span<const std::string> files);

/// `paths` differ between the trees, or are in one of them only.
[[nodiscard]] Touched touched_by(std::span<const std::string> paths, const Layout& layout);

[[nodiscard]] Touches touches(const Touched& change);

/// One package as the go command links it: a package, its variant for a test, or a test binary.
struct Linked {
  std::string name;    ///< as listed: "m/p", "m/p [m/q.test]", "m/q.test"
  std::string folder;  ///< below the repository; "" outside of the tree
  /// The module, with its version, replacement and language version; "" in the standard library.
  std::string module;
  std::vector<std::string> imports;
  std::string godebug = {};  ///< defaults baked into a test binary
  enum class Loading { kWhole, kBroken } loading = Loading::kWhole;
};

/// What the test binaries of one module are made of, on each side, by name.
using LinkedByName = std::map<std::string, Linked>;

/// May the package's benchmarks have changed? True also when it is there on one side only, and when
/// something that it is made of cannot be loaded.
[[nodiscard]] bool is_touched(const std::string& import_path,
                              const stats::Sides<LinkedByName>& linked, const Touched& change,
                              const Layout& layout);

}  // namespace headgate::gate
