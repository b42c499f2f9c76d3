#include "core/unit/decimal.h"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <random>
#include <string>

#include <gtest/gtest.h>

namespace headgate::unit {
namespace {

// What the C library makes of a number.
std::string printed(double value, int decimals) {
  std::array<char, 512> text{};
  const int length = std::snprintf(text.data(), text.size(), "%.*f", decimals, value);
  return {text.data(), static_cast<std::size_t>(length)};
}

TEST(Decimal, HalvesGoToTheEvenDigit) {
  EXPECT_EQ(decimal(0.5, 0), "0");
  EXPECT_EQ(decimal(1.5, 0), "2");
  EXPECT_EQ(decimal(2.5, 0), "2");
  EXPECT_EQ(decimal(0.125, 2), "0.12");
  EXPECT_EQ(decimal(-0.375, 2), "-0.38");
}

// 1.005 is a little less in binary.
TEST(Decimal, TheExactValueIsRounded) {
  EXPECT_EQ(decimal(1.005, 2), "1.00");
  EXPECT_EQ(decimal(2.675, 2), "2.67");
  EXPECT_EQ(decimal(99.9995, 3), "99.999");
  EXPECT_EQ(decimal(99.99951, 3), "100.000");
}

TEST(Decimal, ASignStaysWhenAllDigitsAreZero) {
  EXPECT_EQ(decimal(-0.0, 2), "-0.00");
  EXPECT_EQ(decimal(-1e-9, 3), "-0.000");
  EXPECT_EQ(decimal(0, 1), "0.0");
}

TEST(Decimal, EveryMagnitudeIsAsPrintfPrintsIt) {
  std::mt19937_64 random(20250510);
  std::uniform_int_distribution<std::uint64_t> all;
  std::uniform_int_distribution<std::uint64_t> near_one(std::uint64_t{1000} << 52U,
                                                        std::uint64_t{1090} << 52U);
  for (int i = 0; i < 20'000; ++i) {
    for (const std::uint64_t bits : {all(random), near_one(random)}) {
      const auto value = std::bit_cast<double>(bits);
      if (value - value != 0) {
        continue;  // NaN and infinities
      }
      for (int decimals = 0; decimals <= 4; ++decimals) {
        ASSERT_EQ(decimal(value, decimals), printed(value, decimals)) << bits;
      }
    }
  }
}

// Multiples of 2^-11 lie exactly halfway between decimals more often than anything else.
TEST(Decimal, EveryTieIsAsPrintfPrintsIt) {
  for (int i = -50'000; i <= 50'000; ++i) {
    const double value = i / 2048.0;
    for (int decimals = 0; decimals <= 3; ++decimals) {
      ASSERT_EQ(decimal(value, decimals), printed(value, decimals));
    }
  }
}

TEST(Decimal, LimitsAreAsPrintfPrintsThem) {
  for (const double value :
       {std::numeric_limits<double>::denorm_min(), std::numeric_limits<double>::min(), 0x1p-11,
        0x1p-12, 0x1p52, 0x1.fffffffffffffp52, 0x1p53, 1e300}) {
    for (int decimals = 0; decimals <= 3; ++decimals) {
      EXPECT_EQ(decimal(value, decimals), printed(value, decimals));
    }
  }
}

}  // namespace
}  // namespace headgate::unit
