// What is accepted follows the documentation of Go's strconv.ParseFloat and ParseInt; expected
// values are C++ literals, which the compiler rounds correctly.

#include "core/benchfmt/number.h"

#include <cmath>
#include <limits>
#include <string>

#include <gmock/gmock.h>

namespace headgate::benchfmt {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

void expect_float(std::string_view text, double expected) {
  const Number<double> number = parse_float(text);
  EXPECT_EQ(number.status, NumberStatus::kOk) << text;
  EXPECT_EQ(number.value, expected) << text;
  EXPECT_EQ(std::signbit(number.value), std::signbit(expected)) << text;
}

TEST(ParseFloat, ReadsDecimals) {
  expect_float("0", 0);
  expect_float("7", 7);
  expect_float("+7", 7);
  expect_float("-7.25", -7.25);
  expect_float(".5", .5);
  expect_float("5.", 5);
  expect_float("-.5", -.5);
  expect_float("0.0000003", 0.0000003);
  expect_float("1e3", 1000);
  expect_float("1E+3", 1000);
  expect_float("25e-1", 2.5);
  expect_float("007.50", 7.5);
}

TEST(ParseFloat, ZeroKeepsItsSign) {
  expect_float("-0", -0.0);
  expect_float("-0.00", -0.0);
  expect_float("-0e5", -0.0);
  expect_float("+0", 0.0);
}

// Where a shortcut through integers or through long double would be off by one in the last place.
TEST(ParseFloat, RoundsToTheNearestDouble) {
  expect_float("9007199254740993", 9007199254740992);    // 2^53 + 1: half way, to even
  expect_float("9007199254740995", 9007199254740996);    // 2^53 + 3: half way, to even
  expect_float("9007199254740993.1", 9007199254740994);  // a little more than half way
  expect_float("0.1", 0.1);
  expect_float("123456789012.345678", 123456789012.345678);
  expect_float("0.30000000000000004", 0.30000000000000004);
  expect_float("123456789012345678", 123456789012345678.0);
  expect_float("1234567890123456789", 1234567890123456789.0);
  expect_float("18446744073709551616", 0x1p64);
  expect_float("1000000000000000000000", 1e21);
  expect_float("1.7976931348623157e308", std::numeric_limits<double>::max());
  expect_float("4.9e-324", std::numeric_limits<double>::denorm_min());
  expect_float("2.2250738585072011e-308", 2.2250738585072011e-308);
}

TEST(ParseFloat, UnderscoresSeparateDigits) {
  expect_float("1_000.5", 1000.5);
  expect_float("1_2_3", 123);
  expect_float("0.000_5", 0.0005);
  expect_float("1e1_0", 1e10);
  expect_float("0x_1p4", 16);
  expect_float("0xf_fp0", 255);
}

TEST(ParseFloat, ReadsHexadecimals) {
  expect_float("0x1p4", 16);
  expect_float("0X1.8P1", 3);
  expect_float("-0x.8p0", -.5);
  expect_float("0xAp-1", 5);
  expect_float("0x1.fffffffffffffp1023", std::numeric_limits<double>::max());
}

TEST(ParseFloat, ReadsInfinitiesAndNan) {
  for (const std::string_view text : {"inf", "Inf", "+INF", "infinity", "+Infinity"}) {
    expect_float(text, kInfinity);
  }
  expect_float("-inf", -kInfinity);
  expect_float("-iNFINITy", -kInfinity);
  for (const std::string_view text : {"nan", "NaN", "NAN"}) {
    EXPECT_EQ(parse_float(text).status, NumberStatus::kOk);
    EXPECT_TRUE(std::isnan(parse_float(text).value)) << text;
  }
}

TEST(ParseFloat, TooLargeIsOutOfRange) {
  const std::string digits(400, '9');
  for (const std::string& text : {std::string("1e400"), std::string("-1e400"),
                                  std::string("1.8e308"), digits, digits + "e-50",
                                  // 4 * 400 binary places before the point, less 450.
                                  "0x" + digits + "p-450", "0." + std::string(100, '0') + "1e500",
                                  std::string("1e99999999999999999999"), std::string("0x1p1024"),
                                  std::string("0x1p99999999999999999999")}) {
    EXPECT_EQ(parse_float(text).status, NumberStatus::kOutOfRange) << text;
  }
}

TEST(ParseFloat, TooSmallIsZero) {
  expect_float("1e-400", 0);
  expect_float("-1e-400", -0.0);
  expect_float("1e-99999999999999999999", 0);
  expect_float("0." + std::string(400, '0') + "1", 0);
  expect_float("1" + std::string(100, '0') + "e-500", 0);
  expect_float("0x1p-1080", 0);
  expect_float("0e99999999999999999999", 0);
}

TEST(ParseFloat, RejectsWhatGoRejects) {
  for (const std::string_view text :
       {"",     "+",    "-",      ".",      "-.",     "+-1",   "--1",   "1,000",
        "1 ",   "0x10", "0x",     "0xp1",   "0x1p",   "0x.p1", "1e",    "1e+",
        "e5",   "1p4",  "1.2.3",  "_1",     "1_",     "1__0",  "1_.5",  "1._5",
        "1_e5", "1e_5", "0_x1p4", "0x1_p4", "0x1p_4", "infi",  "in",    "infinityx",
        "+nan", "-nan", "nano",   "ns/op",  "0b1",    "12ns",  "1e5.5", "\u0663"}) {
    EXPECT_EQ(parse_float(text).status, NumberStatus::kInvalidSyntax) << text;
  }
}

TEST(ParseInteger, ReadsSignedDecimals) {
  for (const auto& [text, expected] :
       {std::pair<std::string_view, std::int64_t>{"0", 0},
        {"100", 100},
        {"+1", 1},
        {"-10", -10},
        {"007", 7},
        {"9223372036854775807", std::numeric_limits<std::int64_t>::max()},
        {"-9223372036854775808", std::numeric_limits<std::int64_t>::min()}}) {
    const Number<std::int64_t> number = parse_integer(text);
    EXPECT_EQ(number.status, NumberStatus::kOk) << text;
    EXPECT_EQ(number.value, expected) << text;
  }
}

TEST(ParseInteger, TellsRangeFromSyntax) {
  for (const std::string_view text :
       {"9223372036854775808", "-9223372036854775809", "99999999999999999999999"}) {
    EXPECT_EQ(parse_integer(text).status, NumberStatus::kOutOfRange) << text;
  }
  for (const std::string_view text : {"", "+", "-", "+-1", "--1", "++1", "1_0", "1e6", "1.0", "0x1",
                                      "x", "99999999999999999999999x"}) {
    EXPECT_EQ(parse_integer(text).status, NumberStatus::kInvalidSyntax) << text;
  }
}

}  // namespace
}  // namespace headgate::benchfmt
