#include "core/compare/go_number.h"

#include <array>
#include <charconv>
#include <cmath>
#include <string_view>

namespace headgate::compare {
namespace {

constexpr int kLeastFixedExponent = -4;
constexpr int kMostFixedExponent = 5;

std::string shortest(double value, std::chars_format format) {
  std::array<char, 40> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value, format).ptr;
  return {text.data(), end};
}

}  // namespace

std::string go_number(double value) {
  if (std::isnan(value)) {
    return "NaN";
  }
  if (std::isinf(value)) {
    return value > 0 ? "+Inf" : "-Inf";
  }
  std::string scientific = shortest(value, std::chars_format::scientific);
  const std::string_view exponent_text =
      std::string_view(scientific).substr(scientific.find('e') + 1);
  int exponent = 0;
  const std::size_t sign = exponent_text.starts_with('+') ? 1 : 0;
  std::from_chars(exponent_text.data() + sign, exponent_text.data() + exponent_text.size(),
                  exponent);
  if (exponent < kLeastFixedExponent || exponent > kMostFixedExponent) {
    return scientific;
  }
  return shortest(value, std::chars_format::fixed);
}

}  // namespace headgate::compare
