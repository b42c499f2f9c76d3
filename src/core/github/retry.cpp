#include "core/github/retry.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>

namespace headgate::github {
namespace {

constexpr double kUnsaidLimitSec = 60;
constexpr double kServerErrorSec = 1;
// A limit that is reset "now" by a clock which differs from ours.
constexpr double kLeastWaitSec = 1;

// A header that is a whole number, infinite beyond 64 bits; nullopt for anything else.
std::optional<double> number(const Reply& reply, std::string_view name) {
  const std::optional<std::string_view> text = reply.header(name);
  std::uint64_t value = 0;
  if (!text) {
    return std::nullopt;
  }
  const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), value);
  if (end != text->data() + text->size() || error == std::errc::invalid_argument) {
    return std::nullopt;
  }
  return error == std::errc() ? static_cast<double>(value)
                              : std::numeric_limits<double>::infinity();
}

}  // namespace

double Retries::backed_off(double first_sec) const { return std::ldexp(first_sec, attempts_); }

std::optional<double> Retries::granted(double wait_sec) {
  const double least_sec = std::max(wait_sec, kLeastWaitSec);
  ++attempts_;
  if (attempts_ >= patience_.attempts || waited_sec_ + least_sec > patience_.wait_sec) {
    return std::nullopt;
  }
  waited_sec_ += least_sec;
  return least_sec;
}

std::optional<double> Retries::after(const Reply& reply, double now_sec) {
  const std::optional<double> asked = number(reply, "retry-after");
  if (is_rate_limit(reply)) {
    const std::optional<double> reset = number(reply, "x-ratelimit-reset");
    const bool is_spent = reply.header("x-ratelimit-remaining") == "0" && reset;
    return granted(asked ? *asked : is_spent ? *reset - now_sec : backed_off(kUnsaidLimitSec));
  }
  if (reply.status >= 500) {
    return granted(asked ? *asked : backed_off(kServerErrorSec));
  }
  return std::nullopt;
}

std::optional<double> Retries::after_failure() { return granted(backed_off(kServerErrorSec)); }

}  // namespace headgate::github
