#include "core/gate/verdict.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string_view>
#include <tuple>
#include <utility>

#include <fmt/core.h>

#include "core/gate/wording.h"

namespace headgate::gate {
namespace {

bool is_gated(const Finding& finding) { return finding.gating == Gating::kGated; }

bool is_gated(const Finding& finding, Outcome outcome) {
  return is_gated(finding) && finding.outcome == outcome;
}

// Was the pair compared, so that it may carry a green verdict?
bool is_compared(const Finding& finding) {
  if (!is_gated(finding) || finding.error) {
    return false;
  }
  switch (finding.outcome) {
    case Outcome::kRegression:
    case Outcome::kImprovement:
    case Outcome::kUnchanged:
    case Outcome::kUnstable:
    case Outcome::kNotConfirmed:
    case Outcome::kIdentical:
    case Outcome::kKnown:
      return true;
    case Outcome::kAdded:
    case Outcome::kRemoved:
    case Outcome::kSkipped:
    case Outcome::kLost:
    case Outcome::kInvalid:
      break;
  }
  return false;
}

enum class Rank { kRegression, kForbiddenRemoval, kError, kUnstable, kNotConfirmed, kKnown, kRest };

Rank rank_of(const Finding& finding) {
  if (finding.error) {
    return Rank::kError;
  }
  if (is_gated(finding, Outcome::kRegression)) {
    return Rank::kRegression;
  }
  if (is_gated(finding, Outcome::kRemoved)) {
    return Rank::kForbiddenRemoval;
  }
  if (is_gated(finding, Outcome::kUnstable)) {
    return Rank::kUnstable;
  }
  if (is_gated(finding, Outcome::kNotConfirmed)) {
    return Rank::kNotConfirmed;
  }
  return is_gated(finding, Outcome::kKnown) ? Rank::kKnown : Rank::kRest;
}

// How many times the smaller median goes into the larger one; infinite when one is 0.
double size_of(const Finding& finding) {
  if (!finding.comparison) {
    return 0;
  }
  const double base = std::abs(finding.comparison->sides.base.median);
  const double head = std::abs(finding.comparison->sides.head.median);
  const double small = std::min(base, head);
  return small == 0 ? std::numeric_limits<double>::infinity() : std::max(base, head) / small;
}

void put_worst_first(std::vector<Finding>& findings) {
  const auto place = [](const Finding& finding) {
    const Rank rank = rank_of(finding);
    return std::tuple(rank, rank == Rank::kRegression ? -size_of(finding) : 0.0,
                      std::string_view(finding.key.module), std::string_view(finding.key.package));
  };
  std::stable_sort(
      findings.begin(), findings.end(),
      [&](const Finding& left, const Finding& right) { return place(left) < place(right); });
}

std::size_t count(const std::vector<Finding>& findings, Outcome outcome) {
  return static_cast<std::size_t>(
      std::count_if(findings.begin(), findings.end(),
                    [&](const Finding& finding) { return is_gated(finding, outcome); }));
}

struct Advice {
  Reason reason;
  std::string_view remedy;
};

constexpr auto kAdvice = std::to_array<Advice>({
    {Reason::kSeriesLost,
     "make the benchmark print a result on both sides (its output is in the results folder), or "
     "leave it out with measure.skip"},
    {Reason::kSeriesInvalid,
     "make the benchmark report finite values from 0 up, or leave the unit out of policy.units"},
    {Reason::kAmbiguousName, "give each sub-benchmark a name of its own"},
    {Reason::kTooFewSamples, "measure more rounds, or choose a larger alpha"},
    {Reason::kEnvironmentMismatch,
     "measure both sides on the same machine, with the same GOMAXPROCS"},
});

std::string remedy_for(Reason reason) {
  const auto known = std::find_if(kAdvice.begin(), kAdvice.end(),
                                  [&](const Advice& advice) { return advice.reason == reason; });
  return known == kAdvice.end() ? std::string() : std::string(known->remedy);
}

// ", 2 unstable": what else a reader of the one line must know.
std::string also(std::size_t number, std::string_view what) {
  return number == 0 ? std::string() : fmt::format(", {} {}", number, what);
}

std::string also_found(const Verdict& verdict) {
  return also(verdict.improvements, "improved") +
         also(count(verdict.findings, Outcome::kNotConfirmed), "not confirmed") +
         also(verdict.unstable, "unstable") + also(verdict.known, "known");
}

bool warns(const Finding& finding, WarningKind kind) {
  return std::any_of(finding.warnings.begin(), finding.warnings.end(),
                     [&](const Warning& warning) { return warning.kind == kind; });
}

bool lost_samples(const Finding& finding) { return warns(finding, WarningKind::kSamplesLost); }

// What is wrong with a finding that alone makes the run an error.
std::string error_in_words(const Finding& finding) {
  const std::string name = full_name(finding);
  if (finding.outcome == Outcome::kLost) {
    return fmt::format("{} has no usable sample on a side", name);
  }
  if (finding.error == Reason::kAmbiguousName) {
    return fmt::format("{} occurs twice in the output of one process", name);
  }
  if (finding.error == Reason::kTooFewSamples) {
    return fmt::format("{} has too few samples{}", name,
                       lost_samples(finding) ? ": some of its processes gave none" : "");
  }
  return fmt::format("{} reports {} that is {}", name, finding.key.unit,
                     warns(finding, WarningKind::kNegative) ? "negative" : "NaN or infinite");
}

std::string remedy_for(const Finding& finding) {
  if (finding.error == Reason::kTooFewSamples && lost_samples(finding)) {
    return "see what its processes died of or printed instead (their output is in the results "
           "folder): more rounds help only if most of them give a sample";
  }
  if (finding.error == Reason::kSeriesLost && finding.key.unit != "sec/op") {
    return fmt::format(
        "let the benchmark report {} on both sides, or leave the unit out of "
        "policy.units",
        finding.key.unit);
  }
  return remedy_for(*finding.error);
}

void decide_error(Verdict& verdict, Reason reason, std::string message, std::string remedy) {
  verdict.decision = Decision::kError;
  verdict.reason = reason;
  verdict.remedy = std::move(remedy);
  verdict.message = std::move(message);
  if (verdict.regressions > 0) {
    verdict.message += fmt::format("; also {}", counted(verdict.regressions, "regression"));
  }
  if (verdict.unstable > 0) {
    verdict.message += fmt::format("; also {} unstable", verdict.unstable);
  }
}

const Finding* worst(const Verdict& verdict, Rank rank) {
  const auto found = std::find_if(verdict.findings.begin(), verdict.findings.end(),
                                  [&](const Finding& finding) { return rank_of(finding) == rank; });
  return found == verdict.findings.end() ? nullptr : &*found;
}

std::string more_of(const Verdict& verdict, Rank rank) {
  const auto number =
      std::count_if(verdict.findings.begin(), verdict.findings.end(),
                    [&](const Finding& finding) { return rank_of(finding) == rank; });
  return number > 1 ? fmt::format(" and {} more", number - 1) : std::string();
}

void decide_regression(Verdict& verdict) {
  verdict.decision = Decision::kRegression;
  if (const Finding* regression = worst(verdict, Rank::kRegression)) {
    verdict.message = fmt::format("{} in {} compared series: {} {} {}{}",
                                  counted(verdict.regressions, "regression"), verdict.compared,
                                  full_name(*regression), regression->key.unit,
                                  estimate(*regression->comparison), also_found(verdict));
    if (const Finding* removed = worst(verdict, Rank::kForbiddenRemoval)) {
      verdict.message += fmt::format("; removed against policy.removed: {}{}", full_name(*removed),
                                     more_of(verdict, Rank::kForbiddenRemoval));
    }
    return;
  }
  const Finding* removed = worst(verdict, Rank::kForbiddenRemoval);
  verdict.message =
      fmt::format("head has no longer {}{}, and policy.removed is fail{}", full_name(*removed),
                  more_of(verdict, Rank::kForbiddenRemoval), also_found(verdict));
}

void decide_unstable(Verdict& verdict) {
  verdict.decision = Decision::kUnstable;
  const Finding& noisy = *worst(verdict, Rank::kUnstable);
  const Comparison& comparison = *noisy.comparison;
  verdict.message = fmt::format(
      "no regression, but {} of {} compared series too noisy to trust: {} {} scatters by {} on "
      "base "
      "and {} on head",
      verdict.unstable, verdict.compared, full_name(noisy), noisy.key.unit,
      percent(comparison.sides.base.cv), percent(comparison.sides.head.cv));
  verdict.remedy = "measure on a quieter machine or for longer, or raise cv-threshold";
}

// Nothing is wrong where the change cannot have made anything slower; a shard cannot tell by
// itself.
void decide_nothing(Verdict& verdict, const Conclusion& conclusion) {
  if (conclusion.touches == Touches::kNoPackage && verdict.findings.empty()) {
    verdict.decision = Decision::kPass;
    verdict.message = "nothing to compare: the change touches no Go package";
    return;
  }
  NothingCompared nothing = nothing_compared(verdict.findings, conclusion.emptiness);
  switch (conclusion.extent) {
    case Extent::kWholeRun:
      decide_error(verdict, Reason::kNothingCompared, std::move(nothing.message),
                   std::move(nothing.remedy));
      return;
    case Extent::kShard:
      break;
  }
  decide_error(verdict, Reason::kShardEmpty,
               fmt::format("no verdict from this shard alone: {}", nothing.message),
               "merge it with the other shards (`headgate merge`), which decides for all of them");
}

void decide(Verdict& verdict, const Conclusion& conclusion) {
  const Finding* error = worst(verdict, Rank::kError);
  if (!conclusion.mismatches.empty()) {
    decide_error(verdict, Reason::kEnvironmentMismatch,
                 fmt::format("base and head were measured under different conditions: {}",
                             conclusion.mismatches.front()),
                 remedy_for(Reason::kEnvironmentMismatch));
  } else if (error != nullptr) {
    decide_error(verdict, *error->error, error_in_words(*error) + more_of(verdict, Rank::kError),
                 remedy_for(*error));
  } else if (verdict.compared == 0) {
    decide_nothing(verdict, conclusion);
  } else if (verdict.regressions > 0 || worst(verdict, Rank::kForbiddenRemoval) != nullptr) {
    decide_regression(verdict);
  } else if (verdict.unstable > 0) {
    decide_unstable(verdict);
  } else {
    verdict.decision = Decision::kPass;
    verdict.message =
        fmt::format("no regression in {} compared series{}", verdict.compared, also_found(verdict));
  }
}

}  // namespace

Verdict conclude(Conclusion conclusion) {
  put_worst_first(conclusion.findings);
  Verdict verdict{.decision = Decision::kPass, .reason = std::nullopt, .message = {}};
  verdict.findings = std::move(conclusion.findings);
  verdict.caveats = std::move(conclusion.caveats);
  verdict.compared = static_cast<std::size_t>(
      std::count_if(verdict.findings.begin(), verdict.findings.end(), is_compared));
  verdict.regressions = count(verdict.findings, Outcome::kRegression);
  verdict.improvements = count(verdict.findings, Outcome::kImprovement);
  verdict.unstable = count(verdict.findings, Outcome::kUnstable);
  verdict.known = count(verdict.findings, Outcome::kKnown);
  decide(verdict, conclusion);
  return verdict;
}

}  // namespace headgate::gate
