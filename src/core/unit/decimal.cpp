// A double is m 2^-s with m < 2^53. Times 10^d that still fits into 64 bits for d <= 3, so the
// digits are a shift away, and what the shift drops says exactly how to round.

#include "core/unit/decimal.h"

#include <array>
#include <bit>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>

#include <fmt/core.h>

namespace headgate::unit {
namespace {

constexpr auto kPowersOfTen = std::to_array<std::uint64_t>({1, 10, 100, 1000});
constexpr int kFractionBits = 52;
constexpr std::uint64_t kHiddenBit = std::uint64_t{1} << kFractionBits;
constexpr std::uint64_t kExponentMask = 0x7FF;
// Of an integer: the value is m itself.
constexpr int kExponentOfOne = 1023 + kFractionBits;
static_assert(2 * kHiddenBit <= UINT64_MAX / kPowersOfTen.back());

// The magnitude in units of the last decimal; nullopt where that takes more than 64 bits.
std::optional<std::uint64_t> in_last_decimals(std::uint64_t bits, std::uint64_t power) {
  const auto exponent = static_cast<int>(bits >> kFractionBits & kExponentMask);
  const int shift = kExponentOfOne - exponent;
  if (shift <= 0) {
    return std::nullopt;
  }
  constexpr int kBits = 64;
  if (shift >= kBits) {
    return 0;  // the product is below 2^63: less than half of the last decimal
  }
  const std::uint64_t product = ((bits & (kHiddenBit - 1)) | kHiddenBit) * power;
  const std::uint64_t whole = product >> shift;
  const std::uint64_t rest = product - (whole << shift);
  const std::uint64_t half = std::uint64_t{1} << (shift - 1);
  return whole + (rest > half || (rest == half && whole % 2 == 1) ? 1 : 0);
}

}  // namespace

std::string decimal(double value, int decimals) {
  const auto places = static_cast<std::size_t>(decimals);
  const auto bits = std::bit_cast<std::uint64_t>(value);
  const std::optional<std::uint64_t> number =
      places < kPowersOfTen.size() ? in_last_decimals(bits, kPowersOfTen[places]) : std::nullopt;
  if (!number) {
    return fmt::format("{:.{}f}", value, decimals);
  }
  constexpr std::size_t kMostDigits = 20;
  std::array<char, kMostDigits> digits{};
  const auto end =
      std::to_chars(digits.data(), digits.data() + kMostDigits, *number / kPowersOfTen[places]);
  std::string text(bits >> 63U == 1 ? "-" : "");
  text.append(digits.data(), end.ptr);
  if (places > 0) {
    text.push_back('.');
    std::uint64_t rest = *number % kPowersOfTen[places];
    for (std::size_t place = places; place-- > 0;) {
      text.push_back(static_cast<char>('0' + rest / kPowersOfTen[place]));
      rest %= kPowersOfTen[place];
    }
  }
  return text;
}

}  // namespace headgate::unit
