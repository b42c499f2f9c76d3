#include "core/compare/number_order.h"

#include <cmath>
#include <cstddef>
#include <optional>

#include "core/benchfmt/number.h"

namespace headgate::compare {
namespace {

constexpr std::string_view kPrefixes = "KMGTPEZY";

bool is_digit(char character) { return character >= '0' && character <= '9'; }

// The end of "digits[.digits]" or ".digits" at `at`; `at` when there is none.
std::size_t number_end(std::string_view text, std::size_t at) {
  std::size_t end = at;
  const auto skip_digits = [&] {
    while (end < text.size() && is_digit(text[end])) {
      ++end;
    }
  };
  skip_digits();
  if (end < text.size() && text[end] == '.') {
    const std::size_t dot = end++;
    skip_digits();
    if (end == dot + 1 && dot == at) {
      return at;
    }
  }
  return end;
}

double scale(std::string_view rest) {
  if (rest.empty()) {
    return 1;
  }
  const char prefix = rest.front() == 'k' ? 'K' : rest.front();
  const std::size_t power = kPrefixes.find(prefix);
  if (power == std::string_view::npos) {
    return 1;
  }
  const double base = rest.size() > 1 && rest[1] == 'i' ? 1024 : 1000;
  return std::pow(base, static_cast<double>(power + 1));
}

std::optional<double> number_in(std::string_view text) {
  if (const auto whole = benchfmt::parse_float(text); whole.status == benchfmt::NumberStatus::kOk) {
    return whole.value;
  }
  for (std::size_t at = 0; at < text.size(); ++at) {
    const std::size_t end = number_end(text, at);
    if (end == at) {
      continue;
    }
    const auto number = benchfmt::parse_float(text.substr(at, end - at));
    if (number.status == benchfmt::NumberStatus::kOk) {
      return number.value * scale(text.substr(end));
    }
    return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace

int compare_numbers(std::string_view left, std::string_view right) {
  const std::optional<double> a = number_in(left);
  const std::optional<double> b = number_in(right);
  if (!a || !b) {
    return (a ? 0 : 1) - (b ? 0 : 1);
  }
  if (std::isnan(*a) || std::isnan(*b)) {
    return (std::isnan(*a) ? 1 : 0) - (std::isnan(*b) ? 1 : 0);
  }
  return *a < *b ? -1 : *b < *a ? 1 : 0;
}

}  // namespace headgate::compare
