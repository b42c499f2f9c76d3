// Most values are short decimals, and those are read without looking at them twice: as an integer
// that a double holds exactly, divided by a power of ten that a double holds exactly, which IEEE
// division rounds once and correctly. Everything else goes through Go's grammar, loses what
// std::from_chars does not know (underscores, '+', "0x") and is read by it.

#include "core/benchfmt/number.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <system_error>

namespace headgate::benchfmt {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool is_hex_digit(char c) { return is_digit(c) || (lower(c) >= 'a' && lower(c) <= 'f'); }

bool all_digits(std::string_view text) { return std::ranges::all_of(text, is_digit); }

bool equals_ignoring_case(std::string_view text, std::string_view lower_case) {
  if (text.size() != lower_case.size()) {
    return false;
  }
  for (std::size_t index = 0; index < text.size(); ++index) {
    if (lower(text[index]) != lower_case[index]) {
      return false;
    }
  }
  return true;
}

constexpr int kMaxShortDigits = 18;  // 10^18 < 2^63
constexpr std::uint64_t kExactIntegers = std::uint64_t{1} << 53;
constexpr auto kPowersOfTen =
    std::to_array<double>({1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13,
                           1e14, 1e15, 1e16, 1e17, 1e18});
static_assert(kPowersOfTen.size() == kMaxShortDigits + 1);

// `123`, `12.3`, `-.5`; nullopt for any other spelling, which may still be a number.
std::optional<double> parse_short_decimal(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative) {
    text.remove_prefix(1);
  }
  // One character more than the digits, for the point.
  if (text.size() > kMaxShortDigits + 1) {
    return std::nullopt;
  }
  std::uint64_t digits = 0;
  std::size_t point = text.size();
  for (std::size_t index = 0; index < text.size(); ++index) {
    if (is_digit(text[index])) {
      digits = digits * 10 + static_cast<std::uint64_t>(text[index] - '0');
    } else if (text[index] == '.' && point == text.size()) {
      point = index;
    } else {
      return std::nullopt;
    }
  }
  const bool has_point = point != text.size();
  const std::size_t digit_count = text.size() - (has_point ? 1 : 0);
  if (digit_count == 0 || digit_count > kMaxShortDigits) {
    return std::nullopt;
  }
  double value = static_cast<double>(digits);
  if (has_point) {
    if (digits > kExactIntegers) {
      return std::nullopt;
    }
    value /= kPowersOfTen[text.size() - point - 1];
  }
  return negative ? -value : value;
}

std::optional<double> parse_special(std::string_view text) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (equals_ignoring_case(text, "nan")) {
    return std::numeric_limits<double>::quiet_NaN();
  }
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) {
    text.remove_prefix(1);
  }
  if (equals_ignoring_case(text, "inf") || equals_ignoring_case(text, "infinity")) {
    return negative ? -kInfinity : kInfinity;
  }
  return std::nullopt;
}

// The parts of a number that is no short decimal and has no underscores: "-0x1.8p+3" is '-', hex,
// "1.8" and "p+3".
struct Spelling {
  bool negative;
  bool hex;
  std::string_view mantissa;
  /// With its letter; empty when there is none.
  std::string_view exponent;
};

// Every underscore stands between two digits, or between "0x" and a digit.
bool underscores_separate_digits(std::string_view text) {
  const bool hex = text.find_first_of("xX") != std::string_view::npos;
  const auto is_number_digit = [&](char c) { return hex ? is_hex_digit(c) : is_digit(c); };
  for (std::size_t at = text.find('_'); at != std::string_view::npos; at = text.find('_', at + 1)) {
    if (at == 0 || at + 1 == text.size() || !is_number_digit(text[at + 1])) {
      return false;
    }
    if (!is_number_digit(text[at - 1]) && lower(text[at - 1]) != 'x') {
      return false;
    }
  }
  return true;
}

// An exponent with its letter: "e5", "p-10".
bool is_exponent(std::string_view text, char letter) {
  if (text.empty() || lower(text.front()) != letter) {
    return false;
  }
  text.remove_prefix(1);
  if (text.starts_with('+') || text.starts_with('-')) {
    text.remove_prefix(1);
  }
  return !text.empty() && all_digits(text);
}

std::optional<Spelling> spell(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) {
    text.remove_prefix(1);
  }
  const bool hex = text.size() > 2 && text[0] == '0' && lower(text[1]) == 'x';
  if (hex) {
    text.remove_prefix(2);
  }
  const std::string_view mantissa =
      text.substr(0, text.find_first_not_of(hex ? "0123456789abcdefABCDEF." : "0123456789."));
  const auto points = static_cast<std::size_t>(std::ranges::count(mantissa, '.'));
  if (points > 1 || mantissa.size() == points) {
    return std::nullopt;
  }
  const std::string_view exponent = text.substr(mantissa.size());
  const bool may_lack_exponent = !hex;
  if (!(exponent.empty() && may_lack_exponent) && !is_exponent(exponent, hex ? 'p' : 'e')) {
    return std::nullopt;
  }
  return Spelling{.negative = negative, .hex = hex, .mantissa = mantissa, .exponent = exponent};
}

// The exponent as an integer, limited to what no double comes near.
std::int64_t exponent_of(std::string_view exponent) {
  constexpr std::int64_t kLimit = 1'000'000'000;
  if (exponent.empty()) {
    return 0;
  }
  const Number<std::int64_t> parsed = parse_integer(exponent.substr(1));
  if (parsed.status == NumberStatus::kOutOfRange) {
    return exponent[1] == '-' ? -kLimit : kLimit;
  }
  return std::clamp(parsed.value, -kLimit, kLimit);
}

// Whether a number outside the range of double is too large rather than too small: whether its
// first significant digit stands before the point once the exponent is applied.
bool is_too_large(const Spelling& number) {
  const std::size_t first = number.mantissa.find_first_not_of("0.");
  if (first == std::string_view::npos) {
    return false;
  }
  const std::size_t point = std::min(number.mantissa.find('.'), number.mantissa.size());
  const auto digits_before_point =
      static_cast<std::int64_t>(point) - static_cast<std::int64_t>(first);
  const std::int64_t exponents_per_digit = number.hex ? 4 : 1;
  return digits_before_point * exponents_per_digit + exponent_of(number.exponent) > 0;
}

Number<double> evaluate(const Spelling& number) {
  std::string text(number.mantissa);
  text += number.exponent;
  const char* const end = text.data() + text.size();
  double value = 0;
  const auto [read_to, error] = std::from_chars(
      text.data(), end, value, number.hex ? std::chars_format::hex : std::chars_format::general);
  if (error == std::errc::result_out_of_range) {
    if (is_too_large(number)) {
      return {.value = 0, .status = NumberStatus::kOutOfRange};
    }
    value = 0;
  } else if (error != std::errc{} || read_to != end) {
    return {.value = 0, .status = NumberStatus::kInvalidSyntax};
  }
  return {.value = number.negative ? -value : value, .status = NumberStatus::kOk};
}

Number<double> parse_any_float(std::string_view text) {
  if (const std::optional<double> special = parse_special(text)) {
    return {.value = *special, .status = NumberStatus::kOk};
  }
  std::string without_underscores;
  if (text.find('_') != std::string_view::npos) {
    if (!underscores_separate_digits(text)) {
      return {.value = 0, .status = NumberStatus::kInvalidSyntax};
    }
    std::ranges::copy_if(text, std::back_inserter(without_underscores),
                         [](char c) { return c != '_'; });
    text = without_underscores;
  }
  const std::optional<Spelling> number = spell(text);
  if (!number) {
    return {.value = 0, .status = NumberStatus::kInvalidSyntax};
  }
  return evaluate(*number);
}

}  // namespace

Number<std::int64_t> parse_integer(std::string_view text) {
  if (text.starts_with('+')) {
    text.remove_prefix(1);
    if (text.starts_with('-')) {
      return {.value = 0, .status = NumberStatus::kInvalidSyntax};
    }
  }
  std::int64_t value = 0;
  const char* const end = text.data() + text.size();
  const auto [read_to, error] = std::from_chars(text.data(), end, value);
  if (read_to != end || error == std::errc::invalid_argument) {
    return {.value = 0, .status = NumberStatus::kInvalidSyntax};
  }
  if (error == std::errc::result_out_of_range) {
    return {.value = 0, .status = NumberStatus::kOutOfRange};
  }
  return {.value = value, .status = NumberStatus::kOk};
}

Number<double> parse_float(std::string_view text) {
  if (const std::optional<double> value = parse_short_decimal(text)) {
    return {.value = *value, .status = NumberStatus::kOk};
  }
  return parse_any_float(text);
}

}  // namespace headgate::benchfmt
