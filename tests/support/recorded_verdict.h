// A verdict with a confirmed regression and a lost benchmark in which every field says something.

#pragma once

#include <utility>

#include "core/gate/finding.h"
#include "support/ledgers.h"

namespace headgate::testing_support {

/// A side's numbers with an interval and nothing remarkable.
inline stats::Summary summary(std::size_t n, double median, double lo, double hi, double cv) {
  return {.n = n,
          .median = median,
          .lo = lo,
          .hi = hi,
          .confidence = 0.95,
          .mean = median,
          .cv = cv,
          .warnings = {}};
}

inline gate::Verdict recorded_verdict() {
  gate::Finding regression{
      .key = {.module = "example.com/m",
              .package = "example.com/m/sum",
              .name = "Ints/n=1000-4",
              .configuration = "goos=linux",
              .unit = "sec/op"},
      .function = "BenchmarkInts",
      .outcome = gate::Outcome::kRegression,
      .gating = gate::Gating::kGated,
      .stage = stats::Stage::kConfirm,
      .comparison = gate::Comparison{.sides = {.base = summary(10, 2.5e-6, 2.4e-6, 2.6e-6, 0.01),
                                               .head = summary(9, 7.5e-6, 7.4e-6, 7.6e-6, 0.02)},
                                     .delta = 2.0,
                                     .p = 0.001,
                                     .alpha = 0.05,
                                     .floor = 0.025,
                                     .iterations = {.base = 1000, .head = 400.5}},
      .first = std::nullopt,
      .location = gate::Location{.file = "sum/sum_test.go", .line = 12},
      .warnings = {{.kind = gate::WarningKind::kBenchmarkChanged,
                    .text = "the benchmark itself was edited"}},
      .ledger = ledger_entry()};
  regression.first = regression.comparison;
  regression.first->delta = 2.5;
  regression.first->floor = 0.05;
  gate::Finding lost{.key = {.module = "example.com/m",
                             .package = "example.com/m/store",
                             .name = {},
                             .configuration = {},
                             .unit = "sec/op"},
                     .function = "BenchmarkQuery",
                     .outcome = gate::Outcome::kLost,
                     .gating = gate::Gating::kGated,
                     .detail = "head: failed\nx.go:12: no database",
                     .error = Reason::kSeriesLost};
  return {.decision = gate::Decision::kRegression,
          .reason = std::nullopt,
          .message = "1 regression in 3 compared series",
          .remedy = "look at it",
          .compared = 3,
          .regressions = 1,
          .improvements = 4,
          .unstable = 5,
          .known = 6,
          .findings = {std::move(regression), std::move(lost)},
          .caveats = {{.code = "stale-base", .text = "main moved on"}},
          .waiver = gate::Waiver{.label = "perf-accepted",
                                 .pull_request = 7,
                                 .commit = "a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0",
                                 .by = "ann"}};
}

}  // namespace headgate::testing_support
