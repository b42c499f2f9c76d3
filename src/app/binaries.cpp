#include "app/binaries.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <optional>
#include <utility>

#include <fmt/core.h>

#include "app/package_inputs.h"
#include "core/lint/declarations.h"
#include "edge/go/environment.h"
#include "edge/os/path_text.h"
#include "edge/proc/captured_output.h"

namespace headgate::app {
namespace {

using gate::PackageState;
using stats::Side;

constexpr std::size_t kMostListingBytes = 1 << 20;
// Far above what a benchmark needs: a Go program may have 10,000 threads.
constexpr proc::Limits kLimitsOfStrangers{.file_size_bytes = std::uint64_t{8} << 30,
                                          .processes = 16'384};
constexpr double kListingTimeoutSec = 60;
constexpr const char* kGodebug = "DefaultGODEBUG";

class Builder {
 public:
  Builder(Services& services, go::Go& go, const config::Settings& settings, Sandbox& sandbox,
          Packages packages, const MeasureEnvironment& environment, const Deadline& deadline,
          Narrator& narrator)
      : services_(services),
        go_(go),
        settings_(settings),
        sandbox_(sandbox),
        packages_(std::move(packages)),
        environment_(environment),
        deadline_(deadline),
        narrator_(narrator) {
    for (const gate::PackagePair& pair : packages_.pairs) {
      binaries_.packages.push_back(
          {.module = pair.module, .package = pair.import_path, .sides = {}});
    }
  }

  Status build_all();
  Status list_all();
  void record_all();
  Result<Binaries> take(const Share& share);

 private:
  Status build(std::size_t index, Side side);
  Status seal(const std::string& built, TestBinary& binary);
  Status read_inputs(std::size_t index);
  Result<std::string> inputs_digest(const PackagePlace& place, Side side);
  Status list(std::size_t index, Side side);
  void record(std::size_t index);

  Services& services_;
  go::Go& go_;
  const config::Settings& settings_;
  Sandbox& sandbox_;
  Packages packages_;
  const MeasureEnvironment& environment_;
  const Deadline& deadline_;
  Narrator& narrator_;
  Binaries binaries_ = {};
  std::map<std::string, ModuleInputs> inputs_;  // by absolute folder
};

// A build that fails is the package's state; what stops the run is an error.
Status Builder::build(std::size_t index, Side side) {
  const gate::PackagePair& pair = packages_.pairs[index];
  const PackagePlace& place = packages_.places[index].of(side);
  gate::PackageSide& package = packages_.pairs[index].sides.of(side);
  if (package.state != PackageState::kReady || package.declared.empty()) {
    return ok();
  }
  narrator_.step(fmt::format("building {} on {}", pair.import_path, stats::name(side)));
  const std::string name = fmt::format("p{}.test", index);
  const std::string built = sandbox_.output() + "/" + name;
  Status done = go_.build_test(place.module, pair.import_path, build_flags(settings_.build), built);
  if (!done && done.error().reason != Reason::kBuildFailed) {
    return done;
  }
  if (!done) {
    package.state = PackageState::kBroken;
    package.reason = Reason::kBuildFailed;
    package.error = done.error().detail.empty() ? done.error().message : done.error().detail;
    package.remedy = done.error().remedy;
    return ok();
  }
  TestBinary& binary = binaries_.packages[index].sides.of(side);
  binary.path = sandbox_.binaries(side) + "/" + name;
  binary.directory = place.directory;
  if (Status sealed = seal(built, binary); !sealed) {
    return sealed;
  }
  package.binary_sha256 = binary.sha256;
  return ok();
}

Status Builder::seal(const std::string& built, TestBinary& binary) {
  if (Status sealed = sandbox_.seal(built, binary.path); !sealed) {
    return sealed;
  }
  Result<std::string> digest = services_.files.sha256_file(binary.path);
  if (!digest) {
    return std::move(digest).error();
  }
  binary.sha256 = *std::move(digest);
  return ok();
}

Status Builder::build_all() {
  const double begin = services_.clock.steady_sec();
  for (std::size_t i = 0; i < packages_.pairs.size(); ++i) {
    for (const Side side : {Side::kBase, Side::kHead}) {
      if (Status built = build(i, side); !built) {
        return built;
      }
    }
    if (Status read = read_inputs(i); !read) {
      return read;
    }
  }
  binaries_.build_sec = services_.clock.steady_sec() - begin;
  return ok();
}

// Only where the binaries are equal: elsewhere inputs decide nothing.
Status Builder::read_inputs(std::size_t index) {
  auto& [base, head] = packages_.pairs[index].sides;
  if (base.binary_sha256.empty() || base.binary_sha256 != head.binary_sha256) {
    return ok();
  }
  for (const Side side : {Side::kBase, Side::kHead}) {
    Result<std::string> digest = inputs_digest(packages_.places[index].of(side), side);
    if (!digest) {
      return std::move(digest).error();
    }
    packages_.pairs[index].sides.of(side).inputs_sha256 = *std::move(digest);
  }
  return ok();
}

Result<std::string> Builder::inputs_digest(const PackagePlace& place, Side side) {
  // A workspace lets a module name packages of another one.
  const std::string& folder = os::lies_in(place.directory, place.module.directory)
                                  ? place.module.directory
                                  : place.directory;
  auto known = inputs_.find(folder);
  if (known == inputs_.end()) {
    Result<ModuleInputs> inputs =
        ModuleInputs::read(services_, sandbox_.tree(side), folder, settings_.build.copy);
    if (!inputs) {
      return std::move(inputs).error();
    }
    known = inputs_.emplace(folder, *std::move(inputs)).first;
  }
  return known->second.digest_of(place.directory);
}

Status Builder::list(std::size_t index, Side side) {
  gate::PackageSide& package = packages_.pairs[index].sides.of(side);
  const TestBinary& binary = binaries_.packages[index].sides.of(side);
  proc::CapturedOutput output(kMostListingBytes);
  const double timeout_sec = std::min(settings_.execution.timeout_sec, kListingTimeoutSec);
  const proc::Completion completion = services_.launcher.run(
      test_command(environment_, sandbox_, binary, side, {binary.path, "-test.list=^Benchmark"},
                   deadline_.within(
                       std::chrono::milliseconds(static_cast<std::int64_t>(timeout_sec * 1000)))),
      output);
  if (std::holds_alternative<proc::Interrupted>(completion.how)) {
    return Error{.reason = Reason::kInterrupted, .message = "interrupted while listing benchmarks"};
  }
  if (std::holds_alternative<proc::TimedOut>(completion.how) && deadline_.is_past()) {
    return deadline_.reached("while benchmarks were listed");
  }
  if (!proc::succeeded(completion)) {
    package.state = PackageState::kBroken;
    package.reason = Reason::kListFailed;
    package.error =
        fmt::format("{} -test.list: {}\n{}{}", packages_.pairs[index].import_path,
                    proc::describe(completion), output.err().text(), output.out().text());
    return ok();
  }
  lint::ListedBenchmarks listed = lint::listed_benchmarks(output.out().text());
  package.listed = std::move(listed.names);
  package.listed_twice = std::move(listed.duplicates);
  return ok();
}

Status Builder::list_all() {
  narrator_.step("listing benchmarks");
  for (const Side side : {Side::kBase, Side::kHead}) {
    if (Status given = sandbox_.give_tree(side, sandbox_.measurer(side)); !given) {
      return given;
    }
  }
  const double begin = services_.clock.steady_sec();
  for (std::size_t i = 0; i < binaries_.packages.size(); ++i) {
    for (const Side side : {Side::kBase, Side::kHead}) {
      if (binaries_.packages[i].sides.of(side).path.empty()) {
        continue;
      }
      if (Status done = list(i, side); !done) {
        return done;
      }
    }
  }
  binaries_.listing_sec = services_.clock.steady_sec() - begin;
  return ok();
}

// What run.json keeps of each binary; GODEBUG defaults that differ are a caveat, because the go
// line of go.mod changes them without a line of code.
void Builder::record(std::size_t index) {
  const PackageBinaries& package = binaries_.packages[index];
  const auto& [base, head] = package.sides;
  stats::Sides<std::string> godebug;
  for (const Side side : {Side::kBase, Side::kHead}) {
    const TestBinary& binary = package.sides.of(side);
    if (binary.path.empty()) {
      continue;
    }
    if (base.sha256 != head.sha256) {
      if (const Result<std::map<std::string, std::string>> baked = go_.build_settings(binary.path);
          baked && baked->contains(kGodebug)) {
        godebug.of(side) = baked->at(kGodebug);
      }
    }
    binaries_.records.of(side).push_back({.module = package.module,
                                          .package = package.package,
                                          .sha256 = binary.sha256,
                                          .godebug = godebug.of(side)});
  }
  if (!base.path.empty() && !head.path.empty() && godebug.base != godebug.head) {
    binaries_.caveats.push_back(
        {.code = "godebug-differs",
         .text = fmt::format(
             "{}: the go line of go.mod (or //go:debug) gives base the defaults '{}' and head '{}'",
             package.package, godebug.base, godebug.head)});
  }
}

void Builder::record_all() {
  for (std::size_t i = 0; i < binaries_.packages.size(); ++i) {
    record(i);
  }
}

Result<Binaries> Builder::take(const Share& share) {
  Result<gate::Catalogue> catalogue = gate::catalogue(
      packages_.pairs,
      [&](const gate::PackagePair& package, const std::string& name) {
        return share.takes(package.module, package.import_path, name);
      },
      share.extent());
  if (!catalogue) {
    return std::move(catalogue).error();
  }
  // Of no package at all there is nothing to miss: the shard has none, or the change touches none.
  if (catalogue->benchmarks.empty() && !binaries_.packages.empty() &&
      share.extent() == gate::Extent::kWholeRun) {
    return no_benchmark_matches(settings_.scope);
  }
  // Broken on head is an error that says so itself.
  for (const gate::PackagePair& pair : packages_.pairs) {
    if (const gate::PackageSide& base = pair.sides.base; base.state == PackageState::kBroken) {
      narrator_.foreign_output(fmt::format("{} is broken on base", pair.import_path), base.error);
    }
  }
  binaries_.benchmarks = std::move(catalogue->benchmarks);
  binaries_.caveats.insert(binaries_.caveats.end(), catalogue->caveats.begin(),
                           catalogue->caveats.end());
  return std::move(binaries_);
}

}  // namespace

MeasureEnvironment measure_environment(const Services& services, const Sandbox& sandbox,
                                       const config::Settings& settings,
                                       const stats::Sides<std::string>& goroots) {
  const go::Variables ours(services.environment.all().begin(), services.environment.all().end());
  MeasureEnvironment environment;
  for (const Side side : {Side::kBase, Side::kHead}) {
    environment.variables.of(side) =
        go::measure_environment(ours,
                                go::MeasureFolders{.home = sandbox.home(side),
                                                   .temp = sandbox.temp(side),
                                                   .ceiling = sandbox.root(),
                                                   .goroot = goroots.of(side)},
                                settings.execution.pass_env, settings.execution.env);
  }
  using enum config::Execution::Network;
  const config::Execution::Network wanted = settings.execution.network;
  if (wanted == kNone || (wanted == kAuto && os::is_root(services.user))) {
    const Status cut = services.launcher.cut_network();
    environment.network = cut ? proc::Network::kNone : proc::Network::kHost;
    environment.network_refusal = cut ? std::string() : cut.error().message;
  }
  return environment;
}

proc::Command test_command(const MeasureEnvironment& environment, const Sandbox& sandbox,
                           const TestBinary& binary, Side side, std::vector<std::string> argv,
                           std::chrono::milliseconds timeout) {
  const std::optional<proc::Identity> identity = sandbox.measurer(side);
  return {.argv = std::move(argv),
          .directory = binary.directory,
          .environment = environment.variables.of(side),
          .identity = identity,
          .timeout = timeout,
          .limits = identity ? kLimitsOfStrangers : proc::Limits{},
          .network = environment.network};
}

Result<Binaries> build_binaries(Services& services, go::Go& go, const config::Settings& settings,
                                Sandbox& sandbox, Packages packages, const Share& share,
                                const MeasureEnvironment& environment, const Deadline& deadline,
                                Narrator& narrator) {
  Builder builder(services, go, settings, sandbox, std::move(packages), environment, deadline,
                  narrator);
  if (Status built = builder.build_all(); !built) {
    return std::move(built).error();
  }
  if (Status listed = builder.list_all(); !listed) {
    return std::move(listed).error();
  }
  builder.record_all();
  return builder.take(share);
}

Status check_unchanged(const Services& services, const Binaries& binaries) {
  for (const PackageBinaries& package : binaries.packages) {
    for (const Side side : {Side::kBase, Side::kHead}) {
      const TestBinary& binary = package.sides.of(side);
      if (binary.path.empty()) {
        continue;
      }
      const Result<std::string> now = services.files.sha256_file(binary.path);
      if (!now || *now != binary.sha256) {
        return Error{.reason = Reason::kBinaryChanged,
                     .message = fmt::format("the test binary of {} on {} is not the one that was "
                                            "built any more",
                                            package.package, stats::name(side)),
                     .remedy =
                         "something wrote to headgate's private folder while it measured; "
                         "nothing of this run can be trusted"};
      }
    }
  }
  return ok();
}

}  // namespace headgate::app
