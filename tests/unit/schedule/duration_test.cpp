#include "core/schedule/duration.h"

#include <optional>
#include <string_view>

#include <gtest/gtest.h>

namespace headgate::schedule {
namespace {

TEST(Duration, ReadsEveryUnitOfGo) {
  EXPECT_EQ(parse_duration_sec("7ns"), 7e-9);
  EXPECT_EQ(parse_duration_sec("7us"), 7e-6);
  EXPECT_EQ(parse_duration_sec("7\u00b5s"), 7e-6);  // micro sign
  EXPECT_EQ(parse_duration_sec("7\u03bcs"), 7e-6);  // Greek letter mu
  EXPECT_EQ(parse_duration_sec("200ms"), 0.2);
  EXPECT_EQ(parse_duration_sec("7s"), 7);
  EXPECT_EQ(parse_duration_sec("10m"), 600);
  EXPECT_EQ(parse_duration_sec("2h"), 7200);
}

TEST(Duration, AddsUpItsParts) {
  EXPECT_EQ(parse_duration_sec("1m30s"), 90);
  EXPECT_EQ(parse_duration_sec("1h1h"), 7200);
  EXPECT_EQ(parse_duration_sec("1h15m30.5s"), 3600 + 15 * 60 + 30.5);
}

TEST(Duration, ReadsFractionsWithDigitsOnEitherSideOfThePoint) {
  EXPECT_EQ(parse_duration_sec("1.5s"), 1.5);
  EXPECT_EQ(parse_duration_sec(".5s"), 0.5);
  EXPECT_EQ(parse_duration_sec("1.s"), 1);
  EXPECT_EQ(parse_duration_sec("0.25h"), 900);
}

TEST(Duration, ZeroNeedsNoUnit) {
  EXPECT_EQ(parse_duration_sec("0"), 0);
  EXPECT_EQ(parse_duration_sec("0s"), 0);
}

TEST(Duration, LessThanANanosecondIsZero) { EXPECT_EQ(parse_duration_sec("0.0000000001s"), 0); }

TEST(Duration, RefusesWhatGoRefuses) {
  // Each was given to -test.benchtime of a go1.26.8 test binary, which refused it.
  for (const std::string_view text : {"", "5", "1d", ".s", "s", "1.2.3s", "1 s", " 1s", "1s ", "1S",
                                      "1e3s", "0x1s", "1_000s", "1s5", "infs", "nans", "-1s"}) {
    EXPECT_EQ(parse_duration_sec(text), std::nullopt) << text;
  }
}

TEST(Duration, RefusesASignThoughGoReadsPlus) {
  EXPECT_EQ(parse_duration_sec("+1s"), std::nullopt);
}

TEST(Duration, RefusesMoreThanGoCanHold) {
  // Go counts nanoseconds in 63 bits: 9223372036.854775807 s are 2562047.788 hours.
  EXPECT_TRUE(parse_duration_sec("2562047h").has_value());
  EXPECT_EQ(parse_duration_sec("2562048h"), std::nullopt);
  EXPECT_EQ(parse_duration_sec("2562047h2562047h"), std::nullopt);
  EXPECT_EQ(parse_duration_sec("99999999999999999999999999999999999999999999h"), std::nullopt);
}

TEST(DurationText, IsSpelledAsGoReadsIt) {
  EXPECT_EQ(duration_text(0.5), "500ms");
  EXPECT_EQ(duration_text(0.9), "900ms");
  EXPECT_EQ(duration_text(1.5), "1.5s");
  EXPECT_EQ(duration_text(90), "1m30s");
  EXPECT_EQ(duration_text(600), "10m");
  EXPECT_EQ(duration_text(3600), "1h");
  EXPECT_EQ(duration_text(3630.25), "1h30.25s");
  EXPECT_EQ(duration_text(2e-6), "2µs");
  EXPECT_EQ(duration_text(3e-9), "3ns");
  EXPECT_EQ(duration_text(0), "0s");
}

TEST(DurationText, IsReadBackAsTheSameDuration) {
  for (const double seconds : {0.000000001, 0.0123, 0.999999999, 59.999999999, 61.0, 86399.5}) {
    EXPECT_DOUBLE_EQ(parse_duration_sec(duration_text(seconds)).value(), seconds);
  }
}

}  // namespace
}  // namespace headgate::schedule
