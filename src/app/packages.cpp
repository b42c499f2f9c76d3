#include "app/packages.h"

#include <algorithm>
#include <set>

#include <fmt/core.h>

#include "core/gate/inputs.h"
#include "core/lint/declarations.h"
#include "edge/proc/captured_output.h"

namespace headgate::app {
namespace {

using stats::Side;

constexpr Side kBothSides[] = {Side::kBase, Side::kHead};
constexpr std::size_t kNamedFolders = 5;
constexpr std::uint64_t kMaxSourceBytes = lint::kMaxSourceBytes;
constexpr std::size_t kKeptOutputBytes = 64 * 1024;

std::string joined(const std::string& folder, const std::string& name) {
  return name == "." || name.empty() ? folder : folder + "/" + name;
}

// `path` relative to `root`, "." for the root itself.
std::string relative(const std::string& path, const std::string& root) {
  if (path == root) {
    return ".";
  }
  return path.starts_with(root + "/") ? path.substr(root.size() + 1) : path;
}

bool exists(const Services& services, const std::string& path) {
  const Result<os::FileKind> kind = services.files.kind(path);
  return kind && *kind != os::FileKind::kNone;
}

// Folders of a tree that hold a go.mod, as the go command would look for packages: not below
// vendor, testdata or hidden folders.
Result<std::vector<std::string>> module_folders(const Services& services, const std::string& tree) {
  const Result<std::vector<std::string>> files = services.files.walk_files(tree);
  if (!files) {
    return files.error();
  }
  std::vector<std::string> folders;
  for (const std::string& file : *files) {
    if (file == "go.mod") {
      folders.emplace_back(".");
      continue;
    }
    if (!file.ends_with("/go.mod")) {
      continue;
    }
    const std::string slashed = "/" + file;
    if (slashed.find("/vendor/") == std::string::npos &&
        slashed.find("/testdata/") == std::string::npos &&
        slashed.find("/.") == std::string::npos && slashed.find("/_") == std::string::npos) {
      folders.push_back(file.substr(0, file.size() - std::string_view("/go.mod").size()));
    }
  }
  return folders;
}

Error no_module(const Services& services, const Sandbox& sandbox, const std::string& folder) {
  Error error{.reason = Reason::kNoModule,
              .message = fmt::format("there is no go.mod in '{}' on base or head", folder),
              .remedy = "run headgate in a Go module, or name the module's folder with modules"};
  const Result<std::vector<std::string>> others =
      module_folders(services, sandbox.tree(Side::kHead));
  if (others && !others->empty()) {
    std::string list;
    for (std::size_t i = 0; i < std::min(others->size(), kNamedFolders); ++i) {
      list += (list.empty() ? "" : ", ") + (*others)[i];
    }
    error.remedy = fmt::format("these folders have one: {}{}; set modules: [{}] or modules: auto",
                               list, others->size() > kNamedFolders ? ", ..." : "", list);
  }
  return error;
}

Result<std::vector<std::string>> wanted_modules(const Services& services,
                                                const config::Settings& settings,
                                                const Sandbox& sandbox) {
  if (settings.scope.modules != std::vector<std::string>{"auto"}) {
    return settings.scope.modules;
  }
  std::set<std::string> folders;
  for (const Side side : kBothSides) {
    const Result<std::vector<std::string>> found = module_folders(services, sandbox.tree(side));
    if (!found) {
      return found.error();
    }
    folders.insert(found->begin(), found->end());
  }
  if (folders.empty()) {
    return no_module(services, sandbox, ".");
  }
  return std::vector<std::string>(folders.begin(), folders.end());
}

// The go.work that governs a folder, looked for inside its own tree only.
std::string workspace_of(const Services& services, const std::string& directory,
                         const std::string& tree) {
  for (std::string folder = directory; folder.size() >= tree.size();
       folder = folder.substr(0, folder.rfind('/'))) {
    if (exists(services, folder + "/go.work")) {
      return folder + "/go.work";
    }
  }
  return "off";
}

Status check_replaces(Services& services, go::Go& go, const go::Module& module,
                      const std::string& tree, Side side) {
  std::vector<go::Module> modules = {module};
  std::vector<go::LocalReplace> replaces;
  if (module.workspace != "off") {
    Result<std::vector<go::LocalReplace>> of_workspace = go.workspace_file(module);
    if (!of_workspace) {
      return std::move(of_workspace).error();
    }
    for (const go::LocalReplace& one : *of_workspace) {
      replaces.push_back(one);
      if (one.module.empty() && one.directory != module.directory &&
          exists(services, one.directory + "/go.mod")) {
        modules.push_back({.directory = one.directory,
                           .workspace = module.workspace,
                           .toolchain = module.toolchain});
      }
    }
  }
  for (const go::Module& one : modules) {
    Result<go::ModuleFile> file = go.module_file(one);
    if (!file) {
      return std::move(file).error().within(std::string(stats::name(side)));
    }
    replaces.insert(replaces.end(), file->local_replaces.begin(), file->local_replaces.end());
  }
  for (const go::LocalReplace& replace : replaces) {
    const Result<std::string> real = services.files.real_path(replace.directory);
    const std::string& target = real ? *real : replace.directory;
    if (target != tree && !target.starts_with(tree + "/")) {
      return Error{
          .reason = Reason::kReplaceOutsideTree,
          .message = fmt::format(
              "{} of {}: {} '{}' leaves the repository", relative(replace.file, tree),
              stats::name(side),
              replace.module.empty() ? "use" : "replace " + replace.module + " =>", replace.target),
          .remedy =
              "only what is in the commit can be built on both sides: move the module into the "
              "repository, or "
              "drop the directive for the benchmark"};
    }
  }
  return ok();
}

struct Finder {
  Services& services;
  go::Go& go;
  const go::Context& context;
  const config::Settings& settings;
  Sandbox& sandbox;
  const stats::Sides<git::TreeProblems>& problems;
  Narrator& narrator;
  Packages packages = {};
  stats::Sides<std::set<std::string>> toolchains = {};
  std::size_t listed = 0;

  Status find_modules();
  Status name_modules();
  Status choose_toolchains();
  Status prepare();
  Status run_prepare(const std::vector<std::string>& argv, Side side);
  Status list_module(std::size_t index);
  Result<gate::PackageSide> read_package(const go::Package& package, Side side);
  Status check_problems();
};

Status Finder::find_modules() {
  const Result<std::vector<std::string>> folders = wanted_modules(services, settings, sandbox);
  if (!folders) {
    return folders.error();
  }
  for (const std::string& folder : *folders) {
    ModulePair pair{
        .folder = folder, .name = {}, .sides = {.base = std::nullopt, .head = std::nullopt}};
    for (const Side side : kBothSides) {
      const std::string directory = joined(sandbox.tree(side), folder);
      if (exists(services, directory + "/go.mod")) {
        pair.sides.of(side) = go::Module{
            .directory = directory,
            .workspace = workspace_of(services, directory, sandbox.tree(side)),
            .toolchain = settings.build.toolchain == "same" ? "auto" : settings.build.toolchain};
      }
    }
    if (!pair.sides.base && !pair.sides.head) {
      return no_module(services, sandbox, folder);
    }
    packages.modules.push_back(std::move(pair));
  }
  for (const ModulePair& pair : packages.modules) {
    for (const Side side : kBothSides) {
      if (const auto& module = pair.sides.of(side)) {
        if (Status checked = check_replaces(services, go, *module, sandbox.tree(side), side);
            !checked) {
          return checked;
        }
      }
    }
  }
  return ok();
}

Status Finder::name_modules() {
  std::map<std::string, std::size_t> uses;
  for (ModulePair& pair : packages.modules) {
    const go::Module& module = pair.sides.head ? *pair.sides.head : *pair.sides.base;
    Result<go::ModuleFile> file = go.module_file(module);
    if (!file) {
      return std::move(file).error();
    }
    pair.name = file->path;
    ++uses[pair.name];
  }
  for (ModulePair& pair : packages.modules) {
    if (uses[pair.name] > 1) {
      pair.name += " in " + pair.folder;
    }
  }
  return ok();
}

Status Finder::choose_toolchains() {
  for (ModulePair& pair : packages.modules) {
    stats::Sides<std::string> versions;
    for (const Side side : kBothSides) {
      if (!pair.sides.of(side)) {
        continue;
      }
      Result<go::Toolchain> toolchain = go.toolchain(*pair.sides.of(side));
      if (!toolchain) {
        return std::move(toolchain).error().within(std::string(stats::name(side)));
      }
      versions.of(side) = toolchain->version;
      packages.goos = toolchain->goos;
      packages.goarch = toolchain->goarch;
      packages.goroot = toolchain->goroot;
    }
    if (settings.build.toolchain == "same") {
      const std::string newest = go::newer_toolchain(versions.base, versions.head);
      for (const Side side : kBothSides) {
        if (pair.sides.of(side)) {
          pair.sides.of(side)->toolchain = newest;
          versions.of(side) = newest;
        }
      }
    }
    for (const Side side : kBothSides) {
      if (!versions.of(side).empty()) {
        toolchains.of(side).insert(versions.of(side));
      }
    }
  }
  for (const Side side : kBothSides) {
    for (const std::string& version : toolchains.of(side)) {
      packages.toolchains.of(side) += (packages.toolchains.of(side).empty() ? "" : ", ") + version;
    }
  }
  if (!packages.toolchains.base.empty() && !packages.toolchains.head.empty() &&
      packages.toolchains.base != packages.toolchains.head) {
    packages.caveats.push_back(
        {.code = "toolchains-differ",
         .text =
             fmt::format("base is built with {}, head with {}: a difference may be the compiler's; "
                         "measure.toolchain: same builds both with the newer one",
                         packages.toolchains.base, packages.toolchains.head)});
  }
  return ok();
}

Status Finder::run_prepare(const std::vector<std::string>& argv, Side side) {
  proc::CapturedOutput output(kKeptOutputBytes);
  Result<proc::Command> command = sandbox.prepare_command(context, argv, side);
  if (!command) {
    return std::move(command).error();
  }
  const proc::Completion completion = services.launcher.run(*command, output);
  if (std::holds_alternative<proc::Interrupted>(completion.how)) {
    return Error{.reason = Reason::kInterrupted, .message = "interrupted while preparing"};
  }
  if (!proc::succeeded(completion)) {
    return Error{.reason = Reason::kPrepareFailed,
                 .message = fmt::format("measure.prepare: '{}' on {} {}", argv.front(),
                                        stats::name(side), proc::describe(completion)),
                 .remedy =
                     "run the command in a fresh clone of the commit; it gets a scrubbed "
                     "environment and no token",
                 .detail = output.err().text() + output.out().text()};
  }
  return ok();
}

Status Finder::prepare() {
  if (settings.build.prepare.empty()) {
    return sandbox.give_trees_to_builder();
  }
  if (Status given = sandbox.give_trees_to_preparer(); !given) {
    return given;
  }
  for (const Side side : kBothSides) {
    for (const std::vector<std::string>& argv : settings.build.prepare) {
      narrator.step(fmt::format("preparing {}: {}", stats::name(side), argv.front()));
      if (Status ran = run_prepare(argv, side); !ran) {
        return ran;
      }
    }
  }
  return sandbox.give_trees_to_builder();
}

Result<gate::PackageSide> Finder::read_package(const go::Package& package, Side side) {
  gate::PackageSide result{
      .state = package.error.empty() ? gate::PackageState::kReady : gate::PackageState::kBroken,
      .reason = Reason::kBuildFailed,
      .error = package.error,
      .remedy = package.remedy};
  const std::string& tree = sandbox.tree(side);
  for (const std::string& name : package.test_files) {
    const std::string path = relative(package.directory + "/" + name, tree);
    const Result<std::string> text = services.files.read_inside(tree, path, kMaxSourceBytes);
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

Status Finder::list_module(std::size_t index) {
  const ModulePair& module = packages.modules[index];

  struct Both {
    gate::PackagePair pair;
    stats::Sides<PackagePlace> places;
  };

  std::map<std::string, Both> by_path;
  for (const Side side : kBothSides) {
    if (!module.sides.of(side)) {
      continue;
    }
    if (Status fetched = go.download(*module.sides.of(side), settings.scope.packages,
                                     build_flags(settings.build));
        !fetched) {
      return fetched;
    }
    Result<std::vector<go::Package>> found =
        go.packages(*module.sides.of(side), settings.scope.packages, build_flags(settings.build));
    if (!found) {
      return std::move(found).error().within(std::string(stats::name(side)));
    }
    listed += found->size();
    for (const go::Package& package : *found) {
      Result<gate::PackageSide> read = read_package(package, side);
      if (!read) {
        return std::move(read).error();
      }
      Both& both = by_path[package.import_path];
      both.pair.module = module.name;
      both.pair.import_path = package.import_path;
      both.pair.sides.of(side) = *std::move(read);
      both.places.of(side) = {.directory = package.directory, .embed_files = package.embed_files};
    }
  }
  for (auto& [path, both] : by_path) {
    if (!both.pair.sides.base.declared.empty() || !both.pair.sides.head.declared.empty()) {
      packages.pairs.push_back(std::move(both.pair));
      packages.places.push_back(std::move(both.places));
      packages.module_of.push_back(index);
    }
  }
  return ok();
}

// Submodules and LFS pointers where a measured package reads are errors, elsewhere caveats.
Status Finder::check_problems() {
  for (const Side side : kBothSides) {
    const git::TreeProblems& found = problems.of(side);

    const struct {
      const std::vector<std::string>& paths;
      Reason reason;
      std::string_view what, remedy;
    } kinds[] = {
        {found.submodules, Reason::kSubmoduleInPackage, "submodule",
         "headgate exports commits, not submodules: vendor what the benchmark reads, or leave the "
         "package out"},
        {found.lfs_pointers, Reason::kLfsPointerInPackage, "Git LFS pointer",
         "headgate exports commits, where LFS files are pointers: bring the file with "
         "measure.copy, or leave the package out"},
    };

    for (const auto& kind : kinds) {
      for (const std::string& path : kind.paths) {
        for (std::size_t i = 0; i < packages.pairs.size(); ++i) {
          const PackagePlace& place = packages.places[i].of(side);
          if (place.directory.empty()) {
            continue;
          }
          const std::string folder = relative(place.directory, sandbox.tree(side));
          if (gate::input_use(path, folder, place.embed_files) == gate::InputUse::kRead) {
            return Error{
                .reason = kind.reason,
                .message = fmt::format("{} of {} has a {} at '{}'", packages.pairs[i].import_path,
                                       stats::name(side), kind.what, path),
                .remedy = std::string(kind.remedy)};
          }
        }
      }
      if (!kind.paths.empty()) {
        packages.caveats.push_back(
            {.code = kind.reason == Reason::kSubmoduleInPackage ? "submodules" : "lfs-pointers",
             .text =
                 fmt::format("{} has {} {}(s), '{}' first: none in a measured package's folder",
                             stats::name(side), kind.paths.size(), kind.what, kind.paths.front())});
      }
    }
  }
  return ok();
}

}  // namespace

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

Result<Packages> find_packages(Services& services, go::Go& go, const go::Context& context,
                               const config::Settings& settings, Sandbox& sandbox,
                               const stats::Sides<git::TreeProblems>& problems,
                               Narrator& narrator) {
  Finder finder{.services = services,
                .go = go,
                .context = context,
                .settings = settings,
                .sandbox = sandbox,
                .problems = problems,
                .narrator = narrator};
  if (Status given = sandbox.give_trees_to_builder(); !given) {
    return std::move(given).error();
  }
  narrator.step("reading modules");
  for (Status (Finder::*step)() : {&Finder::find_modules, &Finder::name_modules,
                                   &Finder::choose_toolchains, &Finder::prepare}) {
    if (Status done = (finder.*step)(); !done) {
      return std::move(done).error();
    }
  }
  narrator.step("listing packages");
  for (std::size_t i = 0; i < finder.packages.modules.size(); ++i) {
    if (Status done = finder.list_module(i); !done) {
      return std::move(done).error();
    }
  }
  std::string patterns;
  for (const std::string& pattern : settings.scope.packages) {
    patterns += (patterns.empty() ? "" : " ") + pattern;
  }
  if (finder.listed == 0) {
    return Error{.reason = Reason::kNoPackage,
                 .message = fmt::format("no package matches '{}' on base or head", patterns),
                 .remedy = "check `packages` against `go list ./...` in the module's folder"};
  }
  if (finder.packages.pairs.empty()) {
    return Error{.reason = Reason::kNoBenchmark,
                 .message = fmt::format(
                     "no package that matches '{}' declares a benchmark on base or head", patterns),
                 .remedy =
                     "benchmarks are functions `func BenchmarkX(b *testing.B)` in _test.go files; "
                     "check `packages`, "
                     "`modules` and build tags"};
  }
  if (Status checked = finder.check_problems(); !checked) {
    return std::move(checked).error();
  }
  return std::move(finder.packages);
}

}  // namespace headgate::app
