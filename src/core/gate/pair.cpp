#include "core/gate/pair.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include "core/gate/coverage.h"
#include "core/gate/doubts.h"
#include "core/gate/functions.h"
#include "core/gate/steadiness.h"
#include "core/gate/wording.h"
#include "core/stats/summary.h"

namespace headgate::gate {
namespace {

using stats::Side;
using stats::Stage;

constexpr double kEmptyLoopSec = 1e-9;
constexpr double kMostIterations = 1e9;

Loop loop_of(const dataset::Series& series) {
  if (series.observations.empty()) {
    return Loop::kMeasured;
  }
  std::vector<double> seconds;
  std::vector<double> iterations;
  for (const dataset::Observation& observation : series.observations) {
    seconds.push_back(observation.sample.value());
    iterations.push_back(static_cast<double>(observation.iterations));
  }
  std::sort(seconds.begin(), seconds.end());
  std::sort(iterations.begin(), iterations.end());
  return stats::median(seconds) < kEmptyLoopSec && stats::median(iterations) >= kMostIterations
             ? Loop::kEmpty
             : Loop::kMeasured;
}

bool has_empty_loop(const PairContext& context) {
  if (context.time == nullptr) {
    return false;
  }
  const stats::Sides<Loop> both = loops(*context.time);
  return both.base == Loop::kEmpty || both.head == Loop::kEmpty;
}

Warning empty_loop(const dataset::PairedSeries& time) {
  const stats::Sides<Loop> both = loops(time);
  const std::string_view who = both.base != Loop::kEmpty   ? "head measures"
                               : both.head != Loop::kEmpty ? "base measures"
                                                           : "base and head measure";
  return {.kind = WarningKind::kMeasuresNothing,
          .text = fmt::format("{} nothing: less than 1 ns per operation at a billion iterations; "
                              "the loop may ignore b.N, or the compiler may have removed it",
                              who)};
}

std::string samples_in_words(const dataset::PairedSeries& series) {
  return fmt::format("{} of base and {} of head",
                     counted(series.sides.base.observations.size(), "sample"),
                     series.sides.head.observations.size());
}

class Judge {
 public:
  Judge(const dataset::PairedSeries& first, const PairContext& context, Comparer& comparer)
      : first_(first),
        context_(context),
        comparer_(comparer),
        assessment_(comparer.assess(first.sides, context.limits, Stage::kFirst)),
        finding_(
            unmeasured(context.function, first.key, Outcome::kUnchanged, context.limits.gating)) {
    finding_.comparison = assessment_.comparison;
  }

  [[nodiscard]] bool is_flagged() const {
    return context_.role == PairContext::Role::kJudged && is_gated() && !has_empty_loop(context_) &&
           assessment_.change == Change::kWorse;
  }

  [[nodiscard]] Finding finding() {
    if (context_.role == PairContext::Role::kControl) {
      finding_.outcome = Outcome::kIdentical;
      warn_of_the_control();
    } else if (has_empty_loop(context_)) {
      finding_.outcome = Outcome::kInvalid;
      finding_.warnings.push_back(empty_loop(*context_.time));
    } else if (assessment_.fitness != Fitness::kFit) {
      reject(first_, assessment_.fitness);
    } else {
      decide_first();
    }
    return std::move(finding_);
  }

 private:
  [[nodiscard]] bool is_gated() const { return finding_.gating == Gating::kGated; }

  void warn(std::optional<Warning> warning) {
    if (warning) {
      finding_.warnings.push_back(*std::move(warning));
    }
  }

  // The samples of one stage cannot be judged: an error where the series is gated.
  void reject(const dataset::PairedSeries& series, Fitness fitness) {
    finding_.outcome = Outcome::kInvalid;
    Reason reason = Reason::kTooFewSamples;
    if (fitness == Fitness::kNotFinite || fitness == Fitness::kNegative) {
      reason = Reason::kSeriesInvalid;
      warn(fitness == Fitness::kNegative ? negative(series.sides) : not_finite(series.sides));
      finding_.detail = finding_.warnings.back().text;
    } else {
      finding_.detail = fmt::format("{} are too few to be compared at alpha {:g}",
                                    samples_in_words(series), context_.limits.alpha);
      tell_failures();
      warn(samples_lost());
    }
    if (is_gated()) {
      finding_.error = reason;
    }
  }

  void decide_first() {
    const std::optional<Warning> scattered =
        unstable(*assessment_.comparison, context_.limits.cv_threshold);
    if (assessment_.change == Change::kWorse) {
      finding_.outcome = Outcome::kRegression;
      if (is_flagged() && context_.confirmation == PairContext::Confirmation::kRun) {
        decide_confirm();
      } else {
        if (is_gated()) {
          warn(Warning{.kind = WarningKind::kNoConfirm,
                       .text = "decided by the first pass alone: it was not measured again"});
        }
        warn(scattered);
      }
    } else if (scattered) {
      finding_.outcome = Outcome::kUnstable;
      warn(scattered);
    } else if (assessment_.change == Change::kBetter) {
      finding_.outcome = Outcome::kImprovement;
    } else if (assessment_.change == Change::kUndirected) {
      warn(Warning{.kind = WarningKind::kUnknownDirection,
                   .text = fmt::format("it changed by {}, and nobody knows whether more {} is "
                                       "better",
                                       estimate(*assessment_.comparison), first_.key.unit)});
    }
    warn_of_the_first_pass();
  }

  void decide_confirm() {
    finding_.stage = Stage::kConfirm;
    finding_.first = std::exchange(finding_.comparison, std::nullopt);
    if (context_.confirm == nullptr) {
      lose_confirm();
      return;
    }
    const Assessment again =
        comparer_.assess(context_.confirm->sides, context_.limits, Stage::kConfirm);
    finding_.comparison = again.comparison;
    if (again.fitness == Fitness::kMissing) {
      lose_confirm();
      return;
    }
    if (again.fitness != Fitness::kFit) {
      reject(*context_.confirm, again.fitness);
      return;
    }
    if (again.change == Change::kWorse) {
      warn(unstable(*again.comparison, context_.limits.cv_threshold));
      return;
    }
    finding_.outcome =
        again.spread == Spread::kScattered || assessment_.spread == Spread::kScattered
            ? Outcome::kUnstable
            : Outcome::kNotConfirmed;
    warn(Warning{
        .kind = WarningKind::kNotConfirmed,
        .text = fmt::format("the first pass said {}, measured again it was {}",
                            estimate(*assessment_.comparison), estimate(*again.comparison))});
    if (finding_.outcome == Outcome::kUnstable) {
      const Comparison& scattered =
          again.spread == Spread::kScattered ? *again.comparison : *assessment_.comparison;
      warn(unstable(scattered, context_.limits.cv_threshold));
    }
  }

  void lose_confirm() {
    finding_.outcome = Outcome::kLost;
    finding_.detail = "flagged by the first pass, but a side gave no sample when measured again";
    tell_failures();
    finding_.error = Reason::kSeriesLost;
  }

  // What processes that should have given a sample died of.
  void tell_failures() {
    for (const Side side : {Side::kBase, Side::kHead}) {
      const FunctionSide& function = context_.function.sides.of(side);
      if (function.failures > 0) {
        finding_.detail += fmt::format("\n{}", why_without_samples(function, side));
      }
    }
  }

  // What the gate would have flagged of other code cannot be the code's doing here.
  void warn_of_the_control() {
    if (is_gated() && assessment_.change != Change::kNone) {
      warn(Warning{
          .kind = WarningKind::kControlDiffers,
          .text = fmt::format("identical code differs by {}", estimate(*assessment_.comparison))});
    }
  }

  void warn_of_the_first_pass() {
    warn(iterations_of_the_first_pass());
    if (finding_.outcome != Outcome::kUnchanged) {
      warn(grows_with_iterations(first_.sides, context_.limits.direction));
    }
    warn(few_levels(*assessment_.comparison));
    warn(drift(first_.sides, context_.limits.floor));
    warn(two_regimes(first_.sides, context_.limits.floor));
    warn(samples_lost());
  }

  // Measured again, both sides ran equally many: the warning explains what was not confirmed, and
  // has nothing to do with what was.
  [[nodiscard]] std::optional<Warning> iterations_of_the_first_pass() const {
    std::optional<Warning> differ = iterations_differ(*assessment_.comparison);
    if (!differ || finding_.stage != Stage::kConfirm) {
      return differ;
    }
    if (finding_.outcome == Outcome::kRegression) {
      return std::nullopt;
    }
    differ->text = fmt::format("in the first pass {}", differ->text);
    return differ;
  }

  // Processes of the first stage that gave no reading of this series.
  [[nodiscard]] std::optional<Warning> samples_lost() const {
    const auto& [base, head] = context_.function.sides;
    const auto missing = [&](const FunctionSide& function, Side side) {
      const dataset::Series& series = first_.sides.of(side);
      const std::size_t given = series.observations.size() + series.not_finite;
      return function.processes - std::min(function.processes, given);
    };
    const std::size_t base_missing = missing(base, Side::kBase);
    const std::size_t head_missing = missing(head, Side::kHead);
    if (base_missing == 0 && head_missing == 0) {
      return std::nullopt;
    }
    return Warning{.kind = WarningKind::kSamplesLost,
                   .text = fmt::format("{} of {} processes of base and {} of {} of head gave no "
                                       "sample",
                                       base_missing, base.processes, head_missing, head.processes)};
  }

  const dataset::PairedSeries& first_;
  const PairContext& context_;
  Comparer& comparer_;
  Assessment assessment_;
  Finding finding_;
};

}  // namespace

Finding judge(const dataset::PairedSeries& first, const PairContext& context, Comparer& comparer) {
  return Judge(first, context, comparer).finding();
}

bool is_flagged(const dataset::PairedSeries& first, const PairContext& context,
                Comparer& comparer) {
  return Judge(first, context, comparer).is_flagged();
}

stats::Sides<Loop> loops(const dataset::PairedSeries& time) {
  return {.base = loop_of(time.sides.base), .head = loop_of(time.sides.head)};
}

}  // namespace headgate::gate
