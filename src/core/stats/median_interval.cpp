#include "core/stats/median_interval.h"

#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>

#include <boost/math/special_functions/erf.hpp>

#include "core/result/result.h"

namespace headgate::stats {
namespace {

/// Beyond this many samples the advice is only "more".
constexpr std::size_t kMostAdvised = 50;

MedianInterval exact_interval(std::size_t n, double confidence) {
  // ways[k]: in how many of 2^n equally likely ways do exactly k samples fall below the median?
  std::array<std::uint64_t, kExactInterval + 1> ways{};
  ways[0] = 1;
  for (std::size_t k = 1; k <= n; ++k) {
    ways[k] = ways[k - 1] * (n - k + 1) / k;
  }
  // Ranks [lower, upper] cover the median when lower <= k < upper. A product with 2^n is exact.
  const double wanted = std::ldexp(confidence, static_cast<int>(n));
  std::size_t lower = n / 2;
  std::size_t upper = lower + 1;
  std::uint64_t covered = ways[lower];
  while (static_cast<double>(covered) < wanted) {
    const std::uint64_t left = lower > 0 ? ways[lower - 1] : 0;
    const std::uint64_t right = upper <= n ? ways[upper] : 0;
    if (left >= right) {
      --lower;
      covered += left;
    } else {
      ++upper;
      covered += right;
    }
  }
  return {.lower = lower,
          .upper = upper,
          .confidence = std::ldexp(static_cast<double>(covered), -static_cast<int>(n))};
}

MedianInterval normal_interval(std::size_t n, double confidence) {
  const double size = static_cast<double>(n);
  const double mean = size / 2;
  const double deviation = std::sqrt(size) / 2;
  const double reach =
      std::numbers::sqrt2 * boost::math::erfc_inv(1 - confidence) * deviation;  // z times deviation
  const auto below = [&](double rank) {
    return std::erfc((mean - (rank - 0.5)) / (std::numbers::sqrt2 * deviation)) / 2;
  };
  const double lower = std::fmax(0, std::floor(mean - reach + 0.5));
  double upper = size + 1 - lower;
  double covered = below(upper) - below(lower);
  // Rounding outwards may take in one rank more than the confidence needs; it is the upper one that
  // goes, unless the two bounds would meet.
  const double narrower = below(upper - 1) - below(lower);
  if (narrower >= confidence && upper - 1 > lower) {
    upper -= 1;
    covered = narrower;
  }
  if (lower == 0 && upper == size + 1) {
    return {.lower = 0, .upper = n + 1, .confidence = 1};
  }
  return {.lower = static_cast<std::size_t>(lower),
          .upper = static_cast<std::size_t>(upper),
          .confidence = covered};
}

}  // namespace

MedianInterval median_interval(std::size_t n, double confidence) {
  HEADGATE_CHECK(n > 0);
  HEADGATE_CHECK(confidence >= 0 && confidence <= 1);
  if (confidence == 1) {
    return {.lower = 0, .upper = n + 1, .confidence = 1};
  }
  return n <= kExactInterval ? exact_interval(n, confidence) : normal_interval(n, confidence);
}

std::optional<std::size_t> samples_for_interval(double confidence) {
  for (std::size_t n = 2; n <= kMostAdvised; ++n) {
    const MedianInterval interval = median_interval(n, confidence);
    if (interval.lower >= 1 && interval.upper <= n) {
      return n;
    }
  }
  return std::nullopt;
}

}  // namespace headgate::stats
