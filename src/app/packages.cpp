#include "app/packages.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "app/paths.h"
#include "core/gate/inputs.h"
#include "core/lint/declarations.h"
#include "edge/go/build_failure.h"

namespace headgate::app {
namespace {

using stats::Side;

struct Package {
  gate::PackagePair pair;
  stats::Sides<PackagePlace> places;

  [[nodiscard]] bool declares_benchmark() const {
    return !pair.sides.base.declared.empty() || !pair.sides.head.declared.empty();
  }
};

class PackageFinder {
 public:
  PackageFinder(Services& services, go::Go& go, const config::Settings& settings,
                const Sandbox& sandbox, const std::string& checkout)
      : services_(services), go_(go), settings_(settings), sandbox_(sandbox), checkout_(checkout) {}

  Result<Packages> find(const Modules& modules);

 private:
  Status list(const ModulePair& module);
  Result<gate::PackageSide> read(const go::Package& package, Side side);
  [[nodiscard]] std::string remedy(const go::Package& package, Side side) const;

  Services& services_;
  go::Go& go_;
  const config::Settings& settings_;
  const Sandbox& sandbox_;
  const std::string& checkout_;
  Packages packages_ = {};
  std::size_t listed_ = 0;
};

// What an earlier step made for //go:embed is there where the user looks, and in no commit.
std::string PackageFinder::remedy(const go::Package& package, Side side) const {
  const std::string_view pattern = go::missing_embed(package.error);
  const std::string plain(pattern.substr(pattern.starts_with("all:") ? 4 : 0));
  const std::string folder = relative_to(sandbox_.tree(side), package.directory);
  const std::string path = folder == "." ? plain : fmt::format("{}/{}", folder, plain);
  if (plain.empty() || checkout_.empty() ||
      !exists(services_, fmt::format("{}/{}", checkout_, path))) {
    return package.remedy;
  }
  return fmt::format("'{}' exists in the checkout but not in the commit: {}", path, package.remedy);
}

// The package as one side has it, with the benchmarks that its sources declare.
Result<gate::PackageSide> PackageFinder::read(const go::Package& package, Side side) {
  gate::PackageSide result{
      .state = package.error.empty() ? gate::PackageState::kReady : gate::PackageState::kBroken,
      .reason = Reason::kBuildFailed,
      .error = package.error,
      .remedy = remedy(package, side)};
  const std::string tree = sandbox_.tree(side);
  for (const std::string& name : package.test_files) {
    const std::string path = relative_to(tree, package.directory + "/" + name);
    const Result<std::string> text = services_.files.read_inside(tree, path, lint::kMaxSourceBytes);
    if (!text) {
      return text.error().within(std::string(stats::name(side)));
    }
    for (lint::Declaration& one : lint::declarations(*text).benchmarks) {
      result.declared.push_back({.name = std::move(one.name),
                                 .location = {.file = path, .line = one.line},
                                 .normalized = std::move(one.normalized)});
    }
  }
  return result;
}

Status PackageFinder::list(const ModulePair& module) {
  const std::vector<std::string>& patterns = settings_.scope.packages;
  const go::BuildFlags flags = build_flags(settings_.build);
  std::map<std::string, Package> by_path;
  for (const Side side : {Side::kBase, Side::kHead}) {
    const std::optional<go::Module>& own = module.sides.of(side);
    if (!own) {
      continue;
    }
    if (Status fetched = go_.download(*own, patterns, flags); !fetched) {
      return fetched;
    }
    Result<std::vector<go::Package>> found = go_.packages(*own, patterns, flags);
    if (!found) {
      return std::move(found).error().within(std::string(stats::name(side)));
    }
    listed_ += found->size();
    for (go::Package& one : *found) {
      Result<gate::PackageSide> package_side = read(one, side);
      if (!package_side) {
        return std::move(package_side).error();
      }
      Package& package = by_path[one.import_path];
      package.pair.module = module.name;
      package.pair.import_path = one.import_path;
      package.pair.sides.of(side) = *std::move(package_side);
      package.places.of(side) = {.module = *own,
                                 .directory = std::move(one.directory),
                                 .embed_files = std::move(one.embed_files)};
    }
  }
  for (auto& [path, package] : by_path) {
    if (package.declares_benchmark()) {
      packages_.pairs.push_back(std::move(package.pair));
      packages_.places.push_back(std::move(package.places));
    }
  }
  return ok();
}

Result<Packages> PackageFinder::find(const Modules& modules) {
  for (const ModulePair& module : modules.pairs) {
    if (Status done = list(module); !done) {
      return std::move(done).error();
    }
  }
  const std::string patterns = fmt::format("{}", fmt::join(settings_.scope.packages, " "));
  if (listed_ == 0) {
    return Error{.reason = Reason::kNoPackage,
                 .message = fmt::format("no package matches '{}' on base or head", patterns),
                 .remedy = "check `packages` against `go list ./...` in the module's folder"};
  }
  if (packages_.pairs.empty()) {
    return Error{.reason = Reason::kNoBenchmark,
                 .message = fmt::format(
                     "no package that matches '{}' declares a benchmark on base or head", patterns),
                 .remedy =
                     "benchmarks are functions `func BenchmarkX(b *testing.B)` in _test.go "
                     "files; check `packages`, `modules` and build tags"};
  }
  return std::move(packages_);
}

// One kind of thing that a commit's tree may hold and an exported one cannot.
struct ProblemKind {
  std::vector<std::string> git::TreeProblems::*paths;
  Reason reason;
  std::string_view caveat;
  std::string_view name;
  std::string_view remedy;
};

constexpr ProblemKind kProblemKinds[] = {
    {.paths = &git::TreeProblems::submodules,
     .reason = Reason::kSubmoduleInPackage,
     .caveat = "submodules",
     .name = "submodule",
     .remedy = "headgate exports commits, not submodules: vendor what the benchmark reads, or "
               "leave the package out"},
    {.paths = &git::TreeProblems::lfs_pointers,
     .reason = Reason::kLfsPointerInPackage,
     .caveat = "lfs-pointers",
     .name = "Git LFS pointer",
     .remedy = "headgate exports commits, where LFS files are pointers: keep what benchmarks read "
               "out of Git LFS, or leave the package out"},
};

// Import path of the first package of a side that reads `path`; nullopt when none does.
std::optional<std::string> reader_of(const std::string& path, const Packages& packages, Side side,
                                     const std::string& tree) {
  for (std::size_t i = 0; i < packages.pairs.size(); ++i) {
    const PackagePlace& place = packages.places[i].of(side);
    if (!place.directory.empty() && gate::input_use(path, relative_to(tree, place.directory),
                                                    place.embed_files) == gate::InputUse::kRead) {
      return packages.pairs[i].import_path;
    }
  }
  return std::nullopt;
}

// The caveat, an error where a package reads what is missing, or nothing where nothing is.
Result<std::optional<gate::Caveat>> check_problem(const ProblemKind& kind,
                                                  const std::vector<std::string>& paths, Side side,
                                                  const std::string& tree,
                                                  const Packages& packages) {
  if (paths.empty()) {
    return std::optional<gate::Caveat>();
  }
  for (const std::string& path : paths) {
    if (const std::optional<std::string> reader = reader_of(path, packages, side, tree)) {
      return Error{.reason = kind.reason,
                   .message = fmt::format("{} of {} has a {} at '{}'", *reader, stats::name(side),
                                          kind.name, path),
                   .remedy = std::string(kind.remedy)};
    }
  }
  return std::optional<gate::Caveat>(
      {.code = std::string(kind.caveat),
       .text = fmt::format("{} has {} {}{}, '{}' first: none in a measured package's folder",
                           stats::name(side), paths.size(), kind.name, paths.size() == 1 ? "" : "s",
                           paths.front())});
}

}  // namespace

Error no_benchmark_matches(const config::Scope& scope) {
  return {.reason = Reason::kNoBenchmark,
          .message = fmt::format("no benchmark matches bench '{}' with skip '{}'", scope.bench,
                                 scope.skip),
          .remedy =
              "names are matched as `go test -bench` does; run `headgate run --dry-run "
              "--bench .` to see what there is"};
}

go::BuildFlags build_flags(const config::Build& build) {
  return go::BuildFlags{.tags = build.tags,
                        .ldflags = build.ldflags,
                        .gcflags = build.gcflags,
                        .pgo = build.pgo,
                        .race = build.race == config::Build::Race::kOn ? go::BuildFlags::Race::kOn
                                                                       : go::BuildFlags::Race::kOff,
                        .trimpath = build.trimpath == config::Build::Trimpath::kOn
                                        ? go::BuildFlags::Trimpath::kOn
                                        : go::BuildFlags::Trimpath::kOff};
}

Result<Packages> find_packages(Services& services, go::Go& go, const config::Settings& settings,
                               const Sandbox& sandbox, const Modules& modules,
                               const std::string& checkout) {
  return PackageFinder(services, go, settings, sandbox, checkout).find(modules);
}

Result<std::vector<gate::Caveat>> check_problems(const Packages& packages, const Sandbox& sandbox,
                                                 const stats::Sides<git::TreeProblems>& problems) {
  std::vector<gate::Caveat> caveats;
  for (const Side side : {Side::kBase, Side::kHead}) {
    for (const ProblemKind& kind : kProblemKinds) {
      Result<std::optional<gate::Caveat>> checked =
          check_problem(kind, problems.of(side).*kind.paths, side, sandbox.tree(side), packages);
      if (!checked) {
        return std::move(checked).error();
      }
      if (*checked) {
        caveats.push_back(**std::move(checked));
      }
    }
    if (const std::vector<std::string>& nested = problems.of(side).nested_repositories;
        !nested.empty()) {
      caveats.push_back(
          {.code = "nested-repositories",
           .text = fmt::format("{} leaves out what git does not track either: {} with a .git of {} "
                               "own, '{}' first",
                               stats::name(side), nested.size() == 1 ? "a folder" : "folders",
                               nested.size() == 1 ? "its" : "their", nested.front())});
    }
  }
  return caveats;
}

Result<Packages> selected_packages(Packages packages, const schedule::Selection& selection,
                                   const config::Scope& scope) {
  const auto is_selected = [&](const gate::DeclaredBenchmark& one) {
    return selection.selects(one.name);
  };
  Packages selected{.pairs = {}, .places = {}};
  for (std::size_t i = 0; i < packages.pairs.size(); ++i) {
    const auto& [base, head] = packages.pairs[i].sides;
    if (std::any_of(base.declared.begin(), base.declared.end(), is_selected) ||
        std::any_of(head.declared.begin(), head.declared.end(), is_selected)) {
      selected.pairs.push_back(std::move(packages.pairs[i]));
      selected.places.push_back(std::move(packages.places[i]));
    }
  }
  if (selected.pairs.empty()) {
    return no_benchmark_matches(scope);
  }
  return selected;
}

}  // namespace headgate::app
