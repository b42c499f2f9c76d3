#include "core/stats/moments.h"

#include "core/result/result.h"

namespace headgate::stats {

Moments moments(std::span<const double> values) {
  HEADGATE_CHECK(!values.empty());
  long double sum = 0;
  for (const double value : values) {
    sum += static_cast<long double>(value);
  }
  const long double mean = sum / static_cast<long double>(values.size());
  long double squares = 0;
  for (const double value : values) {
    const long double deviation = static_cast<long double>(value) - mean;
    squares += deviation * deviation;
  }
  return {.mean = mean, .squares = squares};
}

}  // namespace headgate::stats
