#include "core/compare/estimate.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <utility>

#include <fmt/core.h>

#include "core/compare/go_number.h"
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
          .notes = Notes(std::move(notes))};
}

}  // namespace

Estimator::Estimator(double confidence, stats::ExactLimits limits)
    : confidence_(confidence),
      unbounded_note_(unbounded_note(confidence)),
      unbounded_({unbounded_note_}),
      all_equal_({"all samples are equal"}),
      test_(limits) {}

const stats::MedianInterval& Estimator::interval(std::size_t n) {
  const auto at = intervals_.find(n);
  return at != intervals_.end()
             ? at->second
             : intervals_.emplace(n, stats::median_interval(n, confidence_)).first->second;
}

const Estimator::TooFew& Estimator::too_few(double alpha) {
  if (!too_few_ || too_few_->alpha != alpha) {
    const std::optional<std::size_t> enough =
        stats::samples_needed(alpha, stats::Rejection::kAtMostAlpha);
    const bool is_known = enough && *enough <= kMostForDifference;
    std::string note =
        fmt::format("need {} samples to detect a difference at alpha level {}",
                    is_known ? fmt::format(">= {}", *enough) : "> 10", go_number(alpha));
    too_few_ = {.alpha = alpha,
                .needed = is_known ? *enough : kMostForDifference + 1,
                .notes = Notes({std::move(note)})};
  }
  return *too_few_;
}

Estimate Estimator::estimate(std::span<const stats::Sample> samples, Assumption assumption,
                             std::vector<std::string> notes) {
  if (samples.empty()) {
    constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
    return {.n = 0,
            .centre = kNone,
            .lo = kNone,
            .hi = kNone,
            .confidence = 0,
            .notes = Notes(std::move(notes))};
  }
  if (assumption == Assumption::kExact) {
    return exact_estimate(samples, std::move(notes));
  }
  const stats::MedianInterval& ranks = interval(samples.size());
  const stats::Location location = stats::locate(samples, ranks);
  Estimate estimate{.n = samples.size(),
                    .centre = location.median,
                    .lo = location.lo,
                    .hi = location.hi,
                    .confidence = ranks.confidence,
                    .notes = {}};
  const bool is_bounded = ranks.lower > 0 && ranks.upper <= samples.size();
  if (!is_bounded && notes.empty()) {
    estimate.notes = unbounded_;
  } else {
    if (!is_bounded) {
      notes.push_back(unbounded_note_);
    }
    estimate.notes = Notes(std::move(notes));
  }
  return estimate;
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
    difference.notes = all_equal_;
  } else if (test.p > alpha && std::max(difference.n_base, difference.n) <= kMostForDifference) {
    const TooFew& too_few = this->too_few(alpha);
    if (std::max(difference.n_base, difference.n) < too_few.needed) {
      difference.notes = too_few.notes;
    }
  }
  return difference;
}

}  // namespace headgate::compare
