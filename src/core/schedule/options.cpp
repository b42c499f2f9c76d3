#include "core/schedule/options.h"

#include <algorithm>
#include <charconv>
#include <system_error>

#include <fmt/core.h>

#include "core/schedule/duration.h"
#include "core/stats/mann_whitney.h"

namespace headgate::schedule {
namespace {

std::optional<std::int64_t> parse_iterations(std::string_view digits) {
  std::int64_t iterations = 0;
  const char* end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, iterations);
  if (error != std::errc{} || stop != end || iterations < 1) {
    return std::nullopt;
  }
  return iterations;
}

}  // namespace

Result<Benchtime> Benchtime::parse(std::string_view text) {
  if (text.ends_with('x')) {
    if (parse_iterations(text.substr(0, text.size() - 1))) {
      return Benchtime(std::string(text), std::nullopt);
    }
  } else if (const std::optional<double> seconds = parse_duration_sec(text);
             seconds && *seconds > 0) {
    return Benchtime(std::string(text), seconds);
  }
  return Error{
      .reason = Reason::kConfigInvalid,
      .message = fmt::format("\"{}\" is neither a duration nor a number of iterations", text),
      .remedy = "write a duration above zero, such as 200ms or 1.5s, or iterations, such as 1000x"};
}

Benchtime Benchtime::of_iterations(std::int64_t iterations) {
  HEADGATE_CHECK(iterations >= 1);
  return Benchtime(fmt::format("{}x", iterations), std::nullopt);
}

std::optional<std::size_t> fewest_rounds(double alpha) {
  const std::optional<std::size_t> samples =
      stats::samples_needed(alpha, stats::Rejection::kBelowAlpha);
  if (!samples) {
    return std::nullopt;
  }
  return std::max(*samples, kFewestSamples);
}

}  // namespace headgate::schedule
