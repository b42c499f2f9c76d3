#include "core/gate/catalogue.h"

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/core.h>

namespace headgate::gate {
namespace {

using stats::Side;

// A ready package that lists nothing while its sources declare benchmarks is as good as broken.
PackageSide judged(PackageSide side) {
  if (side.state == PackageState::kReady && side.listed.empty() && !side.declared.empty()) {
    side.state = PackageState::kBroken;
    side.reason = Reason::kListFailed;
    side.error = fmt::format(
        "the test binary lists no benchmark, but the sources declare {} ({} first); TestMain may "
        "have ended the process",
        side.declared.size(), side.declared.front().name);
  }
  return side;
}

Error broken(const PackagePair& package, Side side, const PackageSide& what) {
  const bool listing = what.reason == Reason::kListFailed;
  const std::string general =
      listing ? "run the package's tests with `go test -list=.` and see what TestMain or an init "
                "prints or needs; variables reach it by measure.env and measure.pass-env only"
              : fmt::format("fix the build on {}, or leave the package out with `packages`",
                            stats::name(side));
  return Error{
      .reason = what.reason,
      .message = fmt::format("{} of {} on {} failed",
                             listing ? "listing the benchmarks" : "building the test binary",
                             package.import_path, stats::name(side)),
      .remedy = what.remedy.empty() ? general : what.remedy,
      .detail = what.error};
}

// What fails alike on both sides is not the change's doing.
Error broken_alike(const PackagePair& package) {
  Error error = broken(package, Side::kHead, package.sides.head);
  const bool listing = error.reason == Reason::kListFailed;
  error.message = fmt::format("{} of {} fails in the same way on base and on head",
                              listing ? "listing the benchmarks" : "building the test binary",
                              package.import_path);
  if (package.sides.head.remedy.empty() && !listing) {
    error.remedy =
        "look for the cause outside the change: the settings of measure.build, the toolchain, or "
        "what the checkout lacks; or leave the package out with `packages`";
  }
  return error;
}

bool are_broken_alike(const PackagePair& package) {
  const auto& [base, head] = package.sides;
  return base.state == PackageState::kBroken && head.state == PackageState::kBroken &&
         base.reason == head.reason && base.error == head.error;
}

const DeclaredBenchmark* find(const PackageSide& side, std::string_view function) {
  const auto found =
      std::find_if(side.declared.begin(), side.declared.end(),
                   [&](const DeclaredBenchmark& one) { return one.name == function; });
  return found == side.declared.end() ? nullptr : &*found;
}

bool contains(const std::vector<std::string>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

Benchmark entry(const PackagePair& package, std::string_view function,
                stats::Sides<Presence> presence) {
  const DeclaredBenchmark* base = find(package.sides.base, function);
  const DeclaredBenchmark* head = find(package.sides.head, function);
  Benchmark benchmark{.module = package.module,
                      .package = package.import_path,
                      .function = std::string(function),
                      .presence = presence};
  if (base != nullptr && head != nullptr && base->normalized != head->normalized) {
    benchmark.own_text = OwnText::kChanged;
  }
  if (head != nullptr) {
    benchmark.location = head->location;
  } else if (base != nullptr) {
    benchmark.location = base->location;
  }
  const auto& [base_side, head_side] = package.sides;
  if (base_side.state == PackageState::kReady && head_side.state == PackageState::kReady &&
      !base_side.binary_sha256.empty() && base_side.binary_sha256 == head_side.binary_sha256 &&
      base_side.inputs_sha256 == head_side.inputs_sha256) {
    benchmark.identity = Identity::kIdentical;
  }
  return benchmark;
}

Presence presence_of(bool present) { return present ? Presence::kPresent : Presence::kAbsent; }

// The functions of one package in the order of head, then those that only base has.
std::vector<std::string> union_of(const std::vector<std::string>& head,
                                  const std::vector<std::string>& base) {
  std::vector<std::string> names = head;
  for (const std::string& name : base) {
    if (!contains(names, name)) {
      names.push_back(name);
    }
  }
  return names;
}

std::vector<std::string> names_of(const std::vector<DeclaredBenchmark>& declared) {
  std::vector<std::string> names;
  for (const DeclaredBenchmark& one : declared) {
    if (!contains(names, one.name)) {
      names.push_back(one.name);
    }
  }
  return names;
}

std::optional<Error> listed_twice(const PackagePair& package, const Selected& selected) {
  for (const Side side : {Side::kHead, Side::kBase}) {
    for (const std::string& name : package.sides.of(side).listed_twice) {
      if (selected(package, name)) {
        return Error{.reason = Reason::kAmbiguousName,
                     .message = fmt::format("{} of {} on {} is listed twice", name,
                                            package.import_path, stats::name(side)),
                     .remedy =
                         "rename one of the two (the package and its _test package may each "
                         "declare one), keep TestMain "
                         "from printing the name, or leave it out with `skip`"};
      }
    }
  }
  return std::nullopt;
}

}  // namespace

Result<Catalogue> catalogue(std::span<const PackagePair> packages, const Selected& selected,
                            Extent extent) {
  Catalogue result;
  std::optional<Error> base_error;
  bool comparable = false;
  for (const PackagePair& raw : packages) {
    const PackagePair package{
        .module = raw.module,
        .import_path = raw.import_path,
        .sides = {.base = judged(raw.sides.base), .head = judged(raw.sides.head)}};
    const auto& [base, head] = package.sides;
    if (are_broken_alike(package)) {
      return broken_alike(package);
    }
    if (head.state == PackageState::kBroken) {
      return broken(package, Side::kHead, head);
    }
    if (base.state == PackageState::kBroken) {
      Error error = broken(package, Side::kBase, base);
      result.caveats.push_back(
          {.code = "base-broken",
           .text = fmt::format("{}, so its benchmarks count as added", error.message)});
      if (!base_error) {
        base_error = std::move(error);
      }
    }
    if (std::optional<Error> twice = listed_twice(package, selected)) {
      return *std::move(twice);
    }
    const std::vector<std::string> base_names =
        base.state == PackageState::kReady ? base.listed : std::vector<std::string>{};
    for (const std::string& name : union_of(head.listed, base_names)) {
      if (!selected(package, name)) {
        continue;
      }
      const bool on_base = contains(base_names, name);
      const bool on_head = contains(head.listed, name);
      comparable = comparable || (on_base && on_head);
      result.benchmarks.push_back(
          entry(package, name, {.base = presence_of(on_base), .head = presence_of(on_head)}));
    }
  }
  if (base_error && !comparable && extent == Extent::kWholeRun) {
    return *std::move(base_error);
  }
  return result;
}

std::vector<Benchmark> declared_benchmarks(std::span<const PackagePair> packages) {
  std::vector<Benchmark> benchmarks;
  for (const PackagePair& package : packages) {
    const std::vector<std::string> base = names_of(package.sides.base.declared);
    const std::vector<std::string> head = names_of(package.sides.head.declared);
    for (const std::string& name : union_of(head, base)) {
      benchmarks.push_back(entry(
          package, name,
          {.base = presence_of(contains(base, name)), .head = presence_of(contains(head, name))}));
    }
  }
  return benchmarks;
}

}  // namespace headgate::gate
