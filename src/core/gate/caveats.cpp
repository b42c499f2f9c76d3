#include "core/gate/caveats.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include <fmt/core.h>

#include "core/gate/wording.h"

namespace headgate::gate {
namespace {

constexpr std::size_t kMostSyntaxErrors = 5;

// Shares of the wall time of the benchmark processes above which the machine is called noisy.
// Stolen: if it all fell on a benchmark of one thread, it would amount to the default floor.
constexpr double kMostStolen = 0.05;
// Waiting: a fifth is more than a benchmark of up to GOMAXPROCS threads causes by itself.
constexpr double kMostWaiting = 0.2;
// The kernel counts stolen time in ticks of 10 ms: in less wall time a few of them mean nothing.
constexpr double kLeastWallSec = 1;

// The full names of the findings that `wanted` takes, each once.
std::vector<std::string> names_of(const std::vector<Finding>& findings,
                                  const std::function<bool(const Finding&)>& wanted) {
  std::vector<std::string> names;
  std::set<std::string> known;
  for (const Finding& finding : findings) {
    if (wanted(finding) && known.insert(full_name(finding)).second) {
      names.push_back(full_name(finding));
    }
  }
  return names;
}

bool warns(const Finding& finding, WarningKind kind) {
  return std::any_of(finding.warnings.begin(), finding.warnings.end(),
                     [&](const Warning& warning) { return warning.kind == kind; });
}

class Collector {
 public:
  explicit Collector(const std::vector<Finding>& findings) : findings_(findings) {}

  // A caveat about the benchmarks that `wanted` takes, where there are any.
  void add(std::string_view code, const std::function<bool(const Finding&)>& wanted,
           std::string_view text) {
    const std::vector<std::string> names = names_of(findings_, wanted);
    if (!names.empty()) {
      caveats_.push_back({.code = std::string(code),
                          .text = fmt::format("{} ({}): {}", text,
                                              counted(names.size(), "benchmark"), listed(names))});
    }
  }

  // The text of the first warning of this kind, for each benchmark once.
  void add_each(std::string_view code, WarningKind kind) {
    std::set<std::string> known;
    for (const Finding& finding : findings_) {
      const auto warning = std::find_if(finding.warnings.begin(), finding.warnings.end(),
                                        [&](const Warning& one) { return one.kind == kind; });
      if (warning != finding.warnings.end() && known.insert(full_name(finding)).second) {
        caveats_.push_back({.code = std::string(code),
                            .text = fmt::format("{}: {}", full_name(finding), warning->text)});
      }
    }
  }

  void add_text(std::string_view code, std::string text) {
    caveats_.push_back({.code = std::string(code), .text = std::move(text)});
  }

  [[nodiscard]] std::vector<Caveat> take() { return std::move(caveats_); }

 private:
  const std::vector<Finding>& findings_;
  std::vector<Caveat> caveats_;
};

bool is_skipped(const Finding& finding) { return finding.outcome == Outcome::kSkipped; }

bool says(const Finding& finding, std::string_view words) {
  return finding.detail.find(words) != std::string::npos;
}

// "open example.com/m/codec/testdata/a.txt: no such file": what -trimpath makes of a source path.
bool looks_for_trimmed_path(const Finding& finding) {
  return says(finding, finding.key.package + "/") && says(finding, "no such file or directory");
}

// Identical code cannot differ: the machine did, and all the other numbers come from it too.
void add_controls(Collector& collector, const std::vector<Finding>& findings) {
  const auto differs = [](const Finding& finding) {
    return warns(finding, WarningKind::kControlDiffers);
  };
  const auto first = std::find_if(findings.begin(), findings.end(), differs);
  if (first != findings.end()) {
    collector.add("control-differs", differs,
                  fmt::format("identical code differs by {}: this machine cannot be trusted now",
                              estimate(*first->comparison)));
  }
}

// What casts doubt on numbers that a green verdict may rest on.
void add_doubts(Collector& collector, const std::vector<Finding>& findings) {
  collector.add_each("measures-nothing", WarningKind::kMeasuresNothing);
  collector.add(
      "benchmark-changed",
      [](const Finding& finding) {
        return finding.comparison && warns(finding, WarningKind::kBenchmarkChanged);
      },
      "the text of the benchmark itself differs, so base and head may not measure the same");
  collector.add(
      "samples-lost",
      [](const Finding& finding) {
        return finding.gating == Gating::kGated && warns(finding, WarningKind::kSamplesLost);
      },
      "some processes gave no sample");
  collector.add(
      "drift",
      [](const Finding& finding) {
        return finding.gating == Gating::kGated && warns(finding, WarningKind::kDrift);
      },
      "the machine changed its pace while these were measured, on both sides alike");
  collector.add(
      "two-regimes",
      [](const Finding& finding) {
        return finding.gating == Gating::kGated && warns(finding, WarningKind::kTwoRegimes);
      },
      "the samples of a side lie in two heaps, as if the machine had two speeds");
  add_controls(collector, findings);
  collector.add(
      "few-levels",
      [](const Finding& finding) {
        return finding.gating == Gating::kGated && warns(finding, WarningKind::kFewLevels);
      },
      "with 4 or 5 samples on a side p has few levels; the floor and the confirm stage carry the "
      "decision");
}

void add_removed(Collector& collector, const std::vector<Finding>& findings) {
  std::set<std::string> compared;
  for (const Finding& finding : findings) {
    if (finding.comparison) {
      compared.insert(full_name(finding));
    }
  }
  collector.add(
      "removed",
      [&](const Finding& finding) {
        // Of a benchmark that was compared only a unit is gone.
        return finding.outcome == Outcome::kRemoved && !compared.contains(full_name(finding));
      },
      "base has benchmarks that head has not");
}

void add_cut_packages(Collector& collector, const Evidence& evidence) {
  if (!evidence.texts) {
    return;
  }
  for (const stats::Side side : {stats::Side::kBase, stats::Side::kHead}) {
    for (const dataset::Text::CutPackage& cut : evidence.texts->of(side).cut) {
      collector.add_text(
          "package-failed",
          fmt::format("{}: {} failed, and counts with what it printed: {}", stats::name(side),
                      cut.package.empty() ? "the package" : cut.package, cut.text));
    }
  }
}

// A limit for a unit that nobody reports, for a typo as a rule, gates nothing.
void add_unreported_units(Collector& collector, const Policy& policy,
                          const std::set<std::string>& reported) {
  if (reported.empty()) {
    return;
  }
  const auto check = [&](const std::string& unit, std::string_view place) {
    if (!reported.contains(unit)) {
      collector.add_text("unit-not-reported",
                         fmt::format("{}: no measured benchmark reports {}; they report {}", place,
                                     unit, listed(reported)));
    }
  };
  if (policy.units != Policy{}.units) {
    for (const auto& [unit, limits] : policy.units) {
      check(unit, "policy.units");
    }
  }
  for (const BenchmarkLimits& limits : policy.benchmarks) {
    if (limits.unit) {
      check(*limits.unit, limits.origin.empty() ? "policy.benchmarks" : limits.origin);
    }
  }
}

// The share of the processes' wall time that one of their counters makes up; 0 where the kernel
// does not say, or too little was measured.
double share(const Evidence& evidence, std::optional<double> dataset::ResourceUse::*counter) {
  double counted_sec = 0;
  double wall_sec = 0;
  for (const dataset::Process& process : evidence.processes) {
    if (process.purpose == dataset::Purpose::kMeasure && process.use.*counter) {
      counted_sec += *(process.use.*counter);
      wall_sec += process.use.wall_sec;
    }
  }
  return wall_sec < kLeastWallSec ? 0 : counted_sec / wall_sec;
}

void add_noise(Collector& collector, const Evidence& evidence) {
  if (const double stolen = share(evidence, &dataset::ResourceUse::steal_sec);
      stolen > kMostStolen) {
    collector.add_text("noisy-machine",
                       fmt::format("for every second of measuring the hypervisor gave {:.2f} s of "
                                   "this machine's CPUs to others",
                                   stolen));
  }
  if (const double waiting = share(evidence, &dataset::ResourceUse::pressure_sec);
      waiting > kMostWaiting) {
    collector.add_text("noisy-machine",
                       fmt::format("some task waited for a CPU in {} of the measuring time: other "
                                   "work ran on this machine, or the benchmarks start more threads "
                                   "than there are CPUs",
                                   percent(waiting)));
  }
}

void add_syntax_errors(Collector& collector, const Evidence& evidence) {
  if (!evidence.texts) {
    return;
  }
  for (const stats::Side side : {stats::Side::kBase, stats::Side::kHead}) {
    const std::vector<std::string>& errors = evidence.texts->of(side).syntax_errors;
    for (std::size_t index = 0; index < std::min(errors.size(), kMostSyntaxErrors); ++index) {
      collector.add_text("syntax-error", errors[index]);
    }
    if (errors.size() > kMostSyntaxErrors) {
      collector.add_text("syntax-error",
                         fmt::format("{} more lines of {} could not be read",
                                     errors.size() - kMostSyntaxErrors, stats::name(side)));
    }
  }
}

}  // namespace

std::vector<Caveat> caveats_of(const std::vector<Finding>& findings, const Evidence& evidence,
                               const Policy& policy, const std::set<std::string>& reported) {
  Collector collector(findings);
  add_unreported_units(collector, policy, reported);
  add_noise(collector, evidence);
  add_doubts(collector, findings);
  collector.add(
      "names-differ",
      [](const Finding& finding) {
        return finding.outcome == Outcome::kInvalid && finding.key.name.empty();
      },
      "names differ in every process, so nothing pairs");
  if (policy.removed == Removed::kWarn) {
    add_removed(collector, findings);
  }
  collector.add(
      "identical", [](const Finding& finding) { return finding.outcome == Outcome::kIdentical; },
      "taken as unchanged, because the test binaries and the files beside them are the same; files "
      "that a benchmark reads elsewhere are not seen");
  collector.add(
      "skipped", is_skipped,
      "skipped on both sides; if it is for a missing environment variable, let it through "
      "with measure.pass-env");
  collector.add(
      "trimmed-path", looks_for_trimmed_path,
      "a file was looked for below the import path: the binaries are built with -trimpath; set "
      "build.trimpath: false for benchmarks that find files by runtime.Caller");
  collector.add(
      "no-git-repository",
      [](const Finding& finding) { return says(finding, "not a git repository"); },
      "git was called: the exported trees are no repositories");
  collector.add(
      "no-network", [](const Finding& finding) { return says(finding, "network is unreachable"); },
      "the network was cut while benchmarks ran; set measure.network: host where they need one");
  add_cut_packages(collector, evidence);
  add_syntax_errors(collector, evidence);
  return collector.take();
}

}  // namespace headgate::gate
