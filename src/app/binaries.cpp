#include "app/binaries.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include <fmt/core.h>

#include "core/gate/inputs.h"
#include "core/lint/declarations.h"
#include "edge/go/environment.h"
#include "edge/os/digest.h"
#include "edge/proc/captured_output.h"

namespace headgate::app {
namespace {

using stats::Side;

constexpr Side kBothSides[] = {Side::kBase, Side::kHead};
constexpr std::size_t kListingBytes = 1 << 20;
constexpr double kListingTimeoutSec = 60;
constexpr std::string_view kGodebug = "DefaultGODEBUG";

bool declares_selected(const gate::PackagePair& pair, const schedule::Selection& selection) {
  for (const Side side : kBothSides) {
    for (const gate::DeclaredBenchmark& one : pair.sides.of(side).declared) {
      if (selection.selects(one.name)) {
        return true;
      }
    }
  }
  return false;
}

// Name and content of one file of a tree, or the target of a symlink.
Status add_file(const Services& services, os::Sha256& digest, const std::string& folder,
                const std::string& file) {
  const std::string path = folder + "/" + file;
  const Result<os::FileKind> kind = services.files.kind(path);
  Result<std::string> content = kind && *kind == os::FileKind::kSymlink
                                    ? services.files.link_target(path)
                                    : services.files.sha256_file(path);
  if (!content) {
    return std::move(content).error();
  }
  digest.update(fmt::format("{}\n{}\n", file, *content));
  return ok();
}

// What the benchmarks of a package may read beside its code.
struct Inputs {
  std::string tree;     ///< absolute
  std::string module;   ///< absolute folder
  std::string package;  ///< absolute folder
  const std::vector<std::string>& copy;
};

// Digest of every file in the package's folder that is not Go source, of every testdata folder of
// its module, and of the copied paths.
Result<std::string> inputs_digest(const Services& services, const Inputs& inputs) {
  os::Sha256 digest;
  const Result<std::vector<std::string>> files = services.files.walk_files(inputs.module);
  if (!files) {
    return files.error();
  }
  const std::string folder =
      inputs.package == inputs.module ? "." : inputs.package.substr(inputs.module.size() + 1);
  for (const std::string& file : *files) {
    const bool testdata = ("/" + file).find("/testdata/") != std::string::npos;
    const bool beside =
        gate::input_use(file, folder, {}) == gate::InputUse::kRead && !file.ends_with(".go");
    if (testdata || beside) {
      if (Status added = add_file(services, digest, inputs.module, file); !added) {
        return std::move(added).error();
      }
    }
  }
  for (const std::string& path : inputs.copy) {
    const std::string root = inputs.tree + "/" + path;
    const Result<os::FileKind> kind = services.files.kind(root);
    const bool is_folder = kind && *kind == os::FileKind::kFolder;
    const Result<std::vector<std::string>> copied =
        is_folder ? services.files.walk_files(root)
                  : Result<std::vector<std::string>>(std::vector<std::string>{""});
    if (!copied) {
      return copied.error();
    }
    for (const std::string& file : *copied) {
      if (Status added = is_folder ? add_file(services, digest, root, file)
                                   : add_file(services, digest, inputs.tree, path);
          !added) {
        return std::move(added).error();
      }
    }
  }
  return digest.finish();
}

struct Builder {
  Services& services;
  go::Go& go;
  const config::Settings& settings;
  Sandbox& sandbox;
  Packages& packages;
  const schedule::Selection& selection;
  const MeasureEnvironment& environment;
  Narrator& narrator;
  Binaries binaries = {};

  [[nodiscard]] const go::Module* module(std::size_t index, Side side) const;
  Status build_all();
  Status build(std::size_t index, Side side);
  Status compare(std::size_t index);
  Status list(std::size_t index, Side side);
  Status list_all();
  Status record(std::size_t index);
};

// The module of a package on a side; null where the side does not have it.
const go::Module* Builder::module(std::size_t index, Side side) const {
  const auto& found = packages.modules[packages.module_of[index]].sides.of(side);
  return found ? &*found : nullptr;
}

Status Builder::build(std::size_t index, Side side) {
  gate::PackagePair& pair = packages.pairs[index];
  gate::PackageSide& package = pair.sides.of(side);
  const go::Module* owner = module(index, side);
  if (package.state != gate::PackageState::kReady || package.declared.empty() || owner == nullptr) {
    return ok();
  }
  narrator.step(fmt::format("building {} on {}", pair.import_path, stats::name(side)));
  const std::string name = fmt::format("p{}.test", index);
  const std::string built = sandbox.output() + "/" + name;
  if (Status done = go.build_test(*owner, pair.import_path, build_flags(settings.build), built);
      !done) {
    if (done.error().reason != Reason::kBuildFailed) {
      return done;
    }
    package.state = gate::PackageState::kBroken;
    package.reason = Reason::kBuildFailed;
    package.error = done.error().detail.empty() ? done.error().message : done.error().detail;
    package.remedy = done.error().remedy;
    return ok();
  }
  TestBinary& binary = binaries.of_package[index].of(side);
  binary = {.path = sandbox.binaries(side) + "/" + name,
            .directory = packages.places[index].of(side).directory,
            .sha256 = {}};
  if (Status sealed = sandbox.seal(built, binary.path); !sealed) {
    return sealed;
  }
  Result<std::string> digest = services.files.sha256_file(binary.path);
  if (!digest) {
    return std::move(digest).error();
  }
  binary.sha256 = *digest;
  package.binary_sha256 = *std::move(digest);
  return ok();
}

Status Builder::build_all() {
  binaries.of_package.resize(packages.pairs.size());
  const double begin = services.clock.steady_sec();
  for (std::size_t i = 0; i < packages.pairs.size(); ++i) {
    for (const Side side : kBothSides) {
      if (Status built = build(i, side); !built) {
        return built;
      }
    }
    if (Status compared = compare(i); !compared) {
      return compared;
    }
  }
  binaries.build_sec = services.clock.steady_sec() - begin;
  return ok();
}

// Inputs are read only where the binaries are equal: elsewhere they decide nothing.
Status Builder::compare(std::size_t index) {
  gate::PackagePair& pair = packages.pairs[index];
  if (pair.sides.base.binary_sha256.empty() ||
      pair.sides.base.binary_sha256 != pair.sides.head.binary_sha256) {
    return ok();
  }
  for (const Side side : kBothSides) {
    Result<std::string> digest =
        inputs_digest(services, {.tree = sandbox.tree(side),
                                 .module = module(index, side)->directory,
                                 .package = packages.places[index].of(side).directory,
                                 .copy = settings.build.copy});
    if (!digest) {
      return std::move(digest).error();
    }
    pair.sides.of(side).inputs_sha256 = *std::move(digest);
  }
  return ok();
}

Status Builder::list(std::size_t index, Side side) {
  gate::PackageSide& package = packages.pairs[index].sides.of(side);
  const TestBinary& binary = binaries.of_package[index].of(side);
  proc::CapturedOutput output(kListingBytes);
  const double timeout_sec = std::min(settings.execution.timeout_sec, kListingTimeoutSec);
  const proc::Completion completion = services.launcher.run(
      proc::Command{
          .argv = {binary.path, "-test.list=^Benchmark"},
          .directory = binary.directory,
          .environment = environment.variables.of(side),
          .identity = sandbox.measurer(side),
          .timeout = std::chrono::milliseconds(static_cast<std::int64_t>(timeout_sec * 1000))},
      output);
  if (std::holds_alternative<proc::Interrupted>(completion.how)) {
    return Error{.reason = Reason::kInterrupted, .message = "interrupted while listing benchmarks"};
  }
  if (!proc::succeeded(completion)) {
    package.state = gate::PackageState::kBroken;
    package.reason = Reason::kListFailed;
    package.error =
        fmt::format("{} -test.list: {}\n{}{}", packages.pairs[index].import_path,
                    proc::describe(completion), output.err().text(), output.out().text());
    return ok();
  }
  lint::ListedBenchmarks listed = lint::listed_benchmarks(output.out().text());
  package.listed = std::move(listed.names);
  package.listed_twice = std::move(listed.duplicates);
  return ok();
}

Status Builder::list_all() {
  narrator.step("listing benchmarks");
  if (Status given = sandbox.give_trees_to_measurers(); !given) {
    return given;
  }
  const double begin = services.clock.steady_sec();
  for (std::size_t i = 0; i < packages.pairs.size(); ++i) {
    for (const Side side : kBothSides) {
      if (!binaries.of_package[i].of(side).path.empty()) {
        if (Status done = list(i, side); !done) {
          return done;
        }
      }
    }
  }
  binaries.listing_sec = services.clock.steady_sec() - begin;
  return ok();
}

// What run.json keeps of each binary; GODEBUG defaults that differ are a caveat, because the go
// line of go.mod changes them without a line of code.
Status Builder::record(std::size_t index) {
  stats::Sides<std::string> godebug;
  const gate::PackagePair& pair = packages.pairs[index];
  const bool differ = pair.sides.base.binary_sha256 != pair.sides.head.binary_sha256;
  for (const Side side : kBothSides) {
    const TestBinary& binary = binaries.of_package[index].of(side);
    if (binary.path.empty()) {
      continue;
    }
    if (differ) {
      if (const Result<std::map<std::string, std::string>> baked = go.build_settings(binary.path);
          baked && baked->contains(std::string(kGodebug))) {
        godebug.of(side) = baked->at(std::string(kGodebug));
      }
    }
    binaries.records.of(side).push_back({.module = pair.module,
                                         .package = pair.import_path,
                                         .sha256 = binary.sha256,
                                         .godebug = godebug.of(side)});
  }
  const auto& [base, head] = binaries.of_package[index];
  if (!base.path.empty() && !head.path.empty() && godebug.base != godebug.head) {
    packages.caveats.push_back(
        {.code = "godebug-differs",
         .text = fmt::format(
             "{}: the go line of go.mod (or //go:debug) gives base the defaults '{}' and head '{}'",
             pair.import_path, godebug.base, godebug.head)});
  }
  return ok();
}

}  // namespace

MeasureEnvironment measure_environment(const Services& services, const Sandbox& sandbox,
                                       const config::Settings& settings,
                                       const std::string& goroot) {
  const go::Variables ours(services.environment.all().begin(), services.environment.all().end());
  MeasureEnvironment environment;
  for (const Side side : kBothSides) {
    environment.variables.of(side) =
        go::measure_environment(ours,
                                go::MeasureFolders{.home = sandbox.home(side),
                                                   .temp = sandbox.temp(side),
                                                   .ceiling = sandbox.root(),
                                                   .goroot = goroot},
                                settings.execution.pass_env, settings.execution.env);
  }
  return environment;
}

Result<Binaries> build_binaries(Services& services, go::Go& go, const config::Settings& settings,
                                Sandbox& sandbox, Packages& packages,
                                const schedule::Selection& selection,
                                const MeasureEnvironment& environment, Narrator& narrator) {
  for (std::size_t i = packages.pairs.size(); i-- > 0;) {
    if (!declares_selected(packages.pairs[i], selection)) {
      packages.pairs.erase(packages.pairs.begin() + static_cast<std::ptrdiff_t>(i));
      packages.places.erase(packages.places.begin() + static_cast<std::ptrdiff_t>(i));
      packages.module_of.erase(packages.module_of.begin() + static_cast<std::ptrdiff_t>(i));
    }
  }
  if (packages.pairs.empty()) {
    return Error{.reason = Reason::kNoBenchmark,
                 .message = fmt::format("no benchmark matches bench '{}' with skip '{}'",
                                        settings.scope.bench, settings.scope.skip),
                 .remedy =
                     "names are matched as `go test -bench` does; run `headgate run --dry-run` to "
                     "see what there is"};
  }
  Builder builder{.services = services,
                  .go = go,
                  .settings = settings,
                  .sandbox = sandbox,
                  .packages = packages,
                  .selection = selection,
                  .environment = environment,
                  .narrator = narrator};
  if (Status built = builder.build_all(); !built) {
    return std::move(built).error();
  }
  if (Status listed = builder.list_all(); !listed) {
    return std::move(listed).error();
  }
  for (std::size_t i = 0; i < packages.pairs.size(); ++i) {
    if (Status recorded = builder.record(i); !recorded) {
      return std::move(recorded).error();
    }
  }
  Result<gate::Catalogue> catalogue = gate::catalogue(
      packages.pairs, [&](std::string_view name) { return selection.selects(name); });
  if (!catalogue) {
    return std::move(catalogue).error();
  }
  if (catalogue->benchmarks.empty()) {
    return Error{.reason = Reason::kNoBenchmark,
                 .message = fmt::format("no benchmark matches bench '{}' with skip '{}'",
                                        settings.scope.bench, settings.scope.skip),
                 .remedy =
                     "names are matched as `go test -bench` does; run `headgate run --dry-run` to "
                     "see what there is"};
  }
  // Broken on head is an error that says so itself.
  for (const gate::PackagePair& pair : packages.pairs) {
    if (const gate::PackageSide& base = pair.sides.base;
        base.state == gate::PackageState::kBroken) {
      narrator.foreign_output(fmt::format("{} is broken on base", pair.import_path), base.error);
    }
  }
  builder.binaries.catalogue = *std::move(catalogue);
  return std::move(builder.binaries);
}

Status check_unchanged(const Services& services, const Binaries& binaries) {
  for (const stats::Sides<TestBinary>& pair : binaries.of_package) {
    for (const Side side : kBothSides) {
      const TestBinary& binary = pair.of(side);
      if (binary.path.empty()) {
        continue;
      }
      const Result<std::string> now = services.files.sha256_file(binary.path);
      if (!now || *now != binary.sha256) {
        return Error{
            .reason = Reason::kBinaryChanged,
            .message = fmt::format("a test binary of {} is not the one that was built any more",
                                   stats::name(side)),
            .remedy =
                "something wrote to headgate's private folder while it measured; nothing of this "
                "run can be trusted"};
      }
    }
  }
  return ok();
}

}  // namespace headgate::app
