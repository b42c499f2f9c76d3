#include "core/gate/wording.h"

#include <cmath>

#include <fmt/core.h>

namespace headgate::gate {
namespace {

// Below this a p-value is shown as "<0.001".
constexpr double kSmallestShownP = 0.0005;
// From here on percentages have an exponent.
constexpr double kWidestRatio = 1e7;

}  // namespace

std::string full_name(const Finding& finding) {
  const dataset::SeriesKey& key = finding.key;
  return fmt::format("{}{}{}", key.package, key.package.empty() ? "" : "/",
                     key.name.empty() ? finding.function : fmt::format("Benchmark{}", key.name));
}

std::string signed_percent(double ratio) {
  return ratio >= kWidestRatio ? fmt::format("{:+.3g}%", ratio * 100)
                               : fmt::format("{:+.1f}%", ratio * 100);
}

std::string percent(double ratio) {
  return ratio >= kWidestRatio ? fmt::format("{:.3g}%", ratio * 100)
                               : fmt::format("{:.1f}%", ratio * 100);
}

std::string estimate(const Comparison& comparison) {
  const std::string change = comparison.delta
                                 ? signed_percent(*comparison.delta)
                                 : fmt::format("from {:g} to {:g}", comparison.sides.base.median,
                                               comparison.sides.head.median);
  const std::string p = comparison.p < kSmallestShownP ? std::string("p<0.001")
                                                       : fmt::format("p={:.3f}", comparison.p);
  return fmt::format("{} ({}, n={}+{})", change, p, comparison.sides.base.n,
                     comparison.sides.head.n);
}

std::string counted(std::size_t count, std::string_view noun) {
  const bool plural = count != 1;
  if (plural && noun.ends_with("series")) {
    return fmt::format("{} {}", count, noun);
  }
  return fmt::format("{} {}{}", count, noun, plural ? "s" : "");
}

}  // namespace headgate::gate
