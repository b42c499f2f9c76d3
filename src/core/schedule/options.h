// How a run is laid out: rounds, order, isolation, time per sample. Defaults live here.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/result/result.h"
#include "core/stats/mann_whitney.h"

namespace headgate::schedule {

/// kAbab: base before head in every round. kBalanced: in each block of four rounds two are base
/// first and two head first, drawn with the seed.
enum class Order { kAbab, kBalanced };

/// kBenchmark: one process per sample and benchmark function. kPackage: one per sample and package.
enum class Isolate { kBenchmark, kPackage };

/// What `-test.benchtime` says: a duration or a number of iterations.
class Benchtime {
 public:
  /// Reads "200ms", "1.5s", "1m30s" (duration.h) or "1000x"; kConfigInvalid for anything else, zero
  /// included.
  [[nodiscard]] static Result<Benchtime> parse(std::string_view text);

  /// "1000x"; at least one iteration (HEADGATE_CHECK).
  [[nodiscard]] static Benchtime of_iterations(std::int64_t iterations);

  /// As the test binary takes it: the text that was parsed.
  [[nodiscard]] const std::string& text() const { return text_; }

  /// Seconds; nullopt for a number of iterations.
  [[nodiscard]] std::optional<double> seconds() const { return seconds_; }

  friend bool operator==(const Benchtime&, const Benchtime&) = default;

 private:
  Benchtime(std::string text, std::optional<double> seconds)
      : text_(std::move(text)), seconds_(seconds) {}
  friend struct Options;
  std::string text_;
  std::optional<double> seconds_;
};

struct Options {
  std::size_t rounds = 10;  ///< samples per side and benchmark, at least 1
  Benchtime benchtime = Benchtime("200ms", 0.2);
  Order order = Order::kAbab;
  Isolate isolate = Isolate::kBenchmark;
  std::uint64_t seed = 0;   ///< for Order::kBalanced; printed in the report
  double deadline_sec = 0;  ///< whole run; 0: none
  friend bool operator==(const Options&, const Options&) = default;
};

using stats::kFewestSamples;

/// The fewest rounds after which a benchmark can be called slower at all: kFewestSamples, or as
/// many as the exact rank test needs for a p below alpha. nullopt when no affordable number is
/// enough.
[[nodiscard]] std::optional<std::size_t> fewest_rounds(double alpha);

}  // namespace headgate::schedule
