#include "core/stats/sample_size.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <boost/random/mersenne_twister.hpp>
#include <boost/random/uniform_int_distribution.hpp>

#include "core/result/result.h"
#include "core/stats/mann_whitney.h"

namespace headgate::stats {
namespace {

SimulatedShare share(std::size_t count, std::size_t repeats) {
  const auto size = static_cast<double>(repeats);
  const double value = static_cast<double>(count) / size;
  return {.value = value, .standard_error = std::sqrt(value * (1 - value) / size)};
}

/// The samples times 1 + effect; nullopt when one leaves the range of a double.
std::optional<std::vector<Sample>> slowed(std::span<const Sample> samples, double effect) {
  std::vector<Sample> scaled;
  scaled.reserve(samples.size());
  for (const Sample& sample : samples) {
    const std::optional<Sample> value = Sample::from(sample.value() * (1 + effect));
    if (!value) {
      return std::nullopt;
    }
    scaled.push_back(*value);
  }
  return scaled;
}

}  // namespace

std::optional<std::size_t> lehr_samples(double cv, double delta) {
  constexpr double kMost = 1e9;
  const double ratio = cv / delta;
  const double n = std::ceil(16 * ratio * ratio);
  if (!(cv >= 0) || !std::isfinite(cv) || delta == 0 || !(n <= kMost)) {
    return std::nullopt;
  }
  return static_cast<std::size_t>(std::fmax(n, 1));
}

std::optional<SimulatedPower> simulate_power(const PowerQuestion& question) {
  HEADGATE_CHECK(!question.samples.empty());
  HEADGATE_CHECK(question.n > 0 && question.repeats > 0);
  HEADGATE_CHECK(question.alpha > 0 && question.alpha <= 1);
  const std::optional<std::vector<Sample>> head_samples = slowed(question.samples, question.effect);
  if (!(1 + question.effect > 0) || !head_samples) {
    return std::nullopt;
  }
  std::size_t higher = 0;
  std::size_t lower = 0;
  if (smallest_attainable_p(question.n, question.n) < question.alpha) {
    boost::random::mt19937_64 generator(question.seed);
    const boost::random::uniform_int_distribution<std::size_t> index(0,
                                                                     question.samples.size() - 1);
    const double even = static_cast<double>(question.n) * static_cast<double>(question.n) / 2;
    std::vector<Sample> base(question.n, question.samples.front());
    std::vector<Sample> head = base;
    MannWhitneyTest test;
    for (std::size_t repeat = 0; repeat < question.repeats; ++repeat) {
      std::ranges::generate(base, [&] { return question.samples[index(generator)]; });
      std::ranges::generate(head, [&] { return (*head_samples)[index(generator)]; });
      const MannWhitney result = test.compare(base, head);
      if (result.p < question.alpha) {
        ++(result.u < even ? higher : lower);
      }
    }
  }
  return SimulatedPower{.head_higher = share(higher, question.repeats),
                        .head_lower = share(lower, question.repeats)};
}

}  // namespace headgate::stats
