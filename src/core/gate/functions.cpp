#include "core/gate/functions.h"

#include <string>

#include <fmt/core.h>

#include "core/gate/coverage.h"

namespace headgate::gate {
namespace {

using stats::Side;

constexpr std::string_view kUnitOfTheUnmeasured = "sec/op";

dataset::SeriesKey key_of(const Benchmark& benchmark) {
  return {.module = benchmark.module,
          .package = benchmark.package,
          .name = {},
          .configuration = {},
          .unit = std::string(kUnitOfTheUnmeasured)};
}

Finding whole(const Function& function, Outcome outcome, Gating gating) {
  return unmeasured(function, key_of(function.benchmark), outcome, gating);
}

Finding lost(const Function& function, std::string detail) {
  return lost(function, key_of(function.benchmark), std::move(detail));
}

// Skipped, and nothing of it went wrong otherwise: a function skips as soon as one of its
// sub-benchmarks does.
bool is_skipped(const FunctionSide& side) {
  return side.failures == 0 && side.failed.empty() && side.broken.empty() && !side.skipped.empty();
}

bool has_results(const FunctionSide& side) { return side.results == FunctionSide::Results::kSome; }

std::optional<Finding> one_sided(const Function& function, Removed removed) {
  const auto& [base, head] = function.benchmark.presence;
  if (base == Presence::kAbsent) {
    return whole(function, Outcome::kAdded, Gating::kShown);
  }
  if (head == Presence::kAbsent) {
    return whole(function, Outcome::kRemoved,
                 removed == Removed::kFail ? Gating::kGated : Gating::kShown);
  }
  return std::nullopt;
}

Finding without_results(const Function& function) {
  const auto& [base, head] = function.sides;
  if (!has_results(base) && !has_results(head)) {
    if (is_skipped(base) && is_skipped(head)) {
      Finding finding = whole(function, Outcome::kSkipped, Gating::kShown);
      finding.detail = head.skipped.all().front().text;
      return finding;
    }
    return lost(function, fmt::format("{}\n{}", why_without_samples(base, Side::kBase),
                                      why_without_samples(head, Side::kHead)));
  }
  return has_results(head) ? lost(function, why_without_samples(base, Side::kBase))
                           : lost(function, why_without_samples(head, Side::kHead));
}

}  // namespace

std::optional<Finding> settled(const Function& function, Unchanged unchanged, Removed removed) {
  if (std::optional<Finding> finding = one_sided(function, removed)) {
    return finding;
  }
  const bool is_measured = has_results(function.sides.base) && has_results(function.sides.head);
  if (is_left_alone(function.benchmark, unchanged)) {
    if (unchanged == Unchanged::kControl && is_measured) {
      return std::nullopt;
    }
    Finding finding = whole(function, Outcome::kIdentical, Gating::kGated);
    if (unchanged == Unchanged::kControl) {
      finding.warnings.push_back(
          {.kind = WarningKind::kSamplesLost,
           .text = "it was to be measured as a control, and a side gave no sample"});
    }
    return finding;
  }
  if (is_measured) {
    return std::nullopt;
  }
  return without_results(function);
}

std::optional<Finding> failed_on_one_side(const Function& function) {
  const std::optional<Side> side = function.failing_side();
  if (!side) {
    return std::nullopt;
  }
  return lost(function, why_without_samples(function.sides.of(*side), *side));
}

std::optional<Finding> failed_always(const Function& function) {
  const auto& [base, head] = function.sides;
  if (base.always_fails() && head.always_fails()) {
    return lost(function, fmt::format("{}\n{}", why_without_samples(base, Side::kBase),
                                      why_without_samples(head, Side::kHead)));
  }
  if (base.always_fails() || head.always_fails()) {
    const Side side = base.always_fails() ? Side::kBase : Side::kHead;
    return lost(function, why_without_samples(function.sides.of(side), side));
  }
  return std::nullopt;
}

Finding lost(const Function& function, dataset::SeriesKey key, std::string detail) {
  Finding finding = unmeasured(function, std::move(key), Outcome::kLost, Gating::kGated);
  finding.detail = std::move(detail);
  finding.error = Reason::kSeriesLost;
  return finding;
}

std::string why_failed(const Mention& mention, Side side) {
  return fmt::format("{}: failed{}{}", stats::name(side), mention.text.empty() ? "" : ": ",
                     mention.text);
}

std::string why_spoilt(const Mention& mention, Side side) {
  return fmt::format("{}: something was printed between the name and the numbers: {}",
                     stats::name(side), mention.text);
}

std::string why_without_samples(const FunctionSide& function, Side side) {
  const std::string_view name = stats::name(side);
  if (function.failures > 0 && function.all_processes > 0) {
    return fmt::format("{}: failed in {} of {} processes: {}", name, function.failures,
                       function.all_processes, function.failure);
  }
  if (function.failures > 0) {
    return fmt::format("{}: failed{}{}", name, function.failure.empty() ? "" : ": ",
                       function.failure);
  }
  if (is_skipped(function)) {
    const std::string& reason = function.skipped.all().front().text;
    return fmt::format("{}: skipped{}{}", name, reason.empty() ? "" : ": ", reason);
  }
  if (!function.broken.empty()) {
    return why_spoilt(function.broken.all().front(), side);
  }
  if (!function.failure.empty()) {
    return fmt::format("{}: {}", name, function.failure);
  }
  return fmt::format("{}: no result was printed", name);
}

bool is_to_be_run(const Benchmark& benchmark, Unchanged unchanged) {
  const auto& [base, head] = benchmark.presence;
  return base == Presence::kPresent && head == Presence::kPresent &&
         (unchanged == Unchanged::kControl || !is_left_alone(benchmark, unchanged));
}

bool is_left_alone(const Benchmark& benchmark, Unchanged unchanged) {
  return benchmark.identity == Identity::kIdentical && unchanged != Unchanged::kMeasure;
}

}  // namespace headgate::gate
