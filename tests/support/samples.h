// Builders of samples for tests: from a list of numbers, repeated, or drawn with a seed.

#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <utility>
#include <vector>

#include "core/stats/sample.h"

namespace headgate::testing_support {

/// The samples of these finite values, in their order; anything else throws.
inline std::vector<stats::Sample> samples(const std::vector<double>& values) {
  std::vector<stats::Sample> result;
  result.reserve(values.size());
  for (const double value : values) {
    result.push_back(stats::Sample::from(value).value());
  }
  return result;
}

/// `count` times the same value.
inline std::vector<double> repeated(std::size_t count, double value) {
  return std::vector<double>(count, value);
}

/// `count` values first, first + step, ...
inline std::vector<double> progression(std::size_t count, double first, double step) {
  std::vector<double> values;
  values.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    values.push_back(first + step * static_cast<double>(i));
  }
  return values;
}

/// Ten samples with median `middle` and a CV of about 0.3 %.
inline std::vector<double> around(double middle) {
  return progression(10, middle * 0.9955, middle * 0.001);
}

/// Ten samples with median `middle` and a CV of 10.5 %: 90 and 110 % in turn.
inline std::vector<double> noisy(double middle) {
  std::vector<double> values;
  for (int pair = 0; pair < 5; ++pair) {
    values.push_back(middle * 0.9);
    values.push_back(middle * 1.1);
  }
  return values;
}

/// SplitMix64 (Steele, Lea and Flood, 2014): small, and the same on every machine, unlike the
/// distributions of <random>.
class SeededNumbers {
 public:
  explicit SeededNumbers(std::uint64_t seed) : state_(seed) {}

  /// Uniform over all 64-bit numbers.
  std::uint64_t next() {
    state_ += 0x9e3779b97f4a7c15;
    std::uint64_t mixed = state_;
    mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111eb;
    return mixed ^ (mixed >> 31);
  }

  /// Uniform in [0, bound).
  std::size_t below(std::size_t bound) { return next() % bound; }

  /// Uniform in (0, 1).
  double uniform() { return (static_cast<double>(next() >> 11) + 0.5) * 0x1p-53; }

  /// Standard normal, by Box and Muller.
  double normal() {
    const double radius = std::sqrt(-2 * std::log(uniform()));
    return radius * std::cos(2 * std::numbers::pi * uniform());
  }

  template <typename T>
  void shuffle(std::vector<T>& values) {
    for (std::size_t i = values.size(); i > 1; --i) {
      std::swap(values[i - 1], values[below(i)]);
    }
  }

 private:
  std::uint64_t state_;
};

}  // namespace headgate::testing_support
