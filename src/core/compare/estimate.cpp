#include "core/compare/estimate.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <utility>

#include <fmt/core.h>

#include "core/compare/go_number.h"
#include "core/stats/median_interval.h"
#include "core/stats/summary.h"

namespace headgate::compare {
namespace {

// Where benchstat stops looking for a number of samples that would do.
constexpr std::size_t kMostForDifference = 9;

std::string unbounded_note(double confidence) {
  const std::optional<std::size_t> needed = stats::samples_for_interval(confidence);
  return fmt::format("need {} samples for confidence interval at level {}",
                     needed ? fmt::format(">= {}", *needed) : "> 50", go_number(confidence));
}

std::optional<std::size_t> needed_for_difference(double alpha) {
  const std::optional<std::size_t> needed =
      stats::samples_needed(alpha, stats::Rejection::kAtMostAlpha);
  return needed && *needed <= kMostForDifference ? needed : std::nullopt;
}

// The longest run of equal samples, the first of several.
double most_frequent(std::span<const stats::Sample> sorted) {
  double mode = sorted.front().value();
  std::size_t longest = 0;
  for (std::size_t begin = 0, end = 0; begin < sorted.size(); begin = end) {
    while (end < sorted.size() && sorted[end] == sorted[begin]) {
      ++end;
    }
    if (end - begin > longest) {
      longest = end - begin;
      mode = sorted[begin].value();
    }
  }
  return mode;
}

Estimate exact_estimate(std::span<const stats::Sample> sorted, std::vector<std::string> notes) {
  const double lo = sorted.front().value();
  const double hi = sorted.back().value();
  if (lo != hi) {
    notes.push_back(fmt::format("exact distribution expected, but values range from {} to {}",
                                go_number(lo), go_number(hi)));
  }
  return {.n = sorted.size(),
          .centre = most_frequent(sorted),
          .lo = lo,
          .hi = hi,
          .confidence = 1,
          .notes = std::move(notes)};
}

}  // namespace

Estimator::Estimator(double confidence, stats::ExactLimits limits)
    : confidence_(confidence), unbounded_note_(unbounded_note(confidence)), test_(limits) {}

Estimate Estimator::estimate(std::span<const stats::Sample> samples, Assumption assumption,
                             std::vector<std::string> notes) const {
  if (samples.empty()) {
    constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
    return {.n = 0,
            .centre = kNone,
            .lo = kNone,
            .hi = kNone,
            .confidence = 0,
            .notes = std::move(notes)};
  }
  if (assumption == Assumption::kExact) {
    return exact_estimate(samples, std::move(notes));
  }
  const stats::Summary summary = stats::summarize(samples, confidence_);
  if (summary.lo == -std::numeric_limits<double>::infinity() ||
      summary.hi == std::numeric_limits<double>::infinity()) {
    notes.push_back(unbounded_note_);
  }
  return {.n = summary.n,
          .centre = summary.median,
          .lo = summary.lo,
          .hi = summary.hi,
          .confidence = summary.confidence,
          .notes = std::move(notes)};
}

Difference Estimator::difference(const Measured& base, const Measured& now, Assumption assumption,
                                 double alpha) {
  Difference difference{.n_base = base.samples.size(),
                        .n = now.samples.size(),
                        .p = 0,
                        .adjusted = 0,
                        .ratio = now.estimate.centre / base.estimate.centre,
                        .significance = Significance::kExact,
                        .notes = {}};
  if (assumption == Assumption::kExact) {
    return difference;
  }
  const stats::MannWhitney test = test_.compare(base.samples, now.samples);
  difference.p = test.p;
  difference.adjusted = test.p;
  difference.significance = test.p <= alpha ? Significance::kSignificant : Significance::kNone;
  if (test.method == stats::PMethod::kAllEqual) {
    difference.notes.emplace_back("all samples are equal");
  } else if (test.p > alpha) {
    const std::optional<std::size_t> needed = needed_for_difference(alpha);
    const std::size_t most = std::max(difference.n_base, difference.n);
    if (most < needed.value_or(kMostForDifference + 1)) {
      difference.notes.push_back(
          fmt::format("need {} samples to detect a difference at alpha level {}",
                      needed ? fmt::format(">= {}", *needed) : "> 10", go_number(alpha)));
    }
  }
  return difference;
}

}  // namespace headgate::compare
