// Expected texts of single values: the published vectors of golang.org/x/perf, package benchunit.

#include "core/unit/scale.h"

#include <array>
#include <cmath>
#include <limits>
#include <span>

#include <gmock/gmock.h>

namespace headgate::unit {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

std::string si(double value) { return Scale::for_value(value, PrefixClass::kSi).format(value); }

std::string iec(double value) { return Scale::for_value(value, PrefixClass::kIec).format(value); }

Scale of_row(std::span<const double> row, PrefixClass prefixes) {
  SmallestMagnitude smallest;
  for (const double value : row) {
    smallest.add(value);
  }
  return Scale::for_row(smallest, prefixes);
}

double just_below(double value) { return std::nextafter(value, 0); }

TEST(PrefixClass, IsIecWhenTheNumeratorCountsBytes) {
  for (const std::string_view unit : {"B/op", "bytes/op", "B/s", "MB/s", "disk-B/sec", "sec/B*B"}) {
    EXPECT_EQ(prefix_class(unit), PrefixClass::kIec) << unit;
  }
  for (const std::string_view unit : {"sec/B", "sec/disk-B", "allocs/op", "sec/op", "Bits/s", ""}) {
    EXPECT_EQ(prefix_class(unit), PrefixClass::kSi) << unit;
  }
}

TEST(Scale, ShowsFourSignificantDigitsWithSiPrefixes) {
  EXPECT_EQ(si(0), "0.000");
  EXPECT_EQ(si(999.95), "1.000k");
  EXPECT_EQ(si(just_below(999.95)), "999.9");
  EXPECT_EQ(si(9999.5), "10.00k");
  EXPECT_EQ(si(just_below(9999.5)), "9.999k");
  EXPECT_EQ(si(.99995), "1.000");
  EXPECT_EQ(si(just_below(.99995)), "999.9m");
  EXPECT_EQ(si(.00000000099995), "1.000n");
  EXPECT_EQ(si(just_below(.00000000099995)), "0.9999n");
  EXPECT_EQ(si(9999500000000000), "9999.5T");
  EXPECT_EQ(si(-.0000000099995), "-10.00n");
  EXPECT_EQ(si(2.579e-6), "2.579µ");
}

TEST(Scale, ShowsFourSignificantDigitsWithIecPrefixes) {
  EXPECT_EQ(iec(0), "0.000");
  EXPECT_EQ(iec(.99995 * 0x1p20), "1.000Mi");
  EXPECT_EQ(iec(just_below(.99995 * 0x1p20)), "1023.9Ki");
  EXPECT_EQ(iec(9.9995 * 0x1p10), "10.00Ki");
  EXPECT_EQ(iec(just_below(9.9995 * 0x1p10)), "9.999Ki");
  EXPECT_EQ(iec(.99995), "1.000");
  EXPECT_EQ(iec(just_below(.99995)), "0.9999");
  EXPECT_EQ(iec(.0099995), "0.01000");
  EXPECT_EQ(iec(.99995 * 0x1p50), "1023.9Ti");
  EXPECT_EQ(iec(.00000000005), "0.0000000001");
}

// The literal of each prefix is the first value that takes it; one double less still belongs to the
// prefix before.
TEST(Scale, EveryPrefixBeginsWhereRoundingWouldReachIt) {
  constexpr auto kSteps = std::to_array<std::pair<double, std::string_view>>({
      {.99995e12, "1.000T"},
      {.99995e9, "1.000G"},
      {.99995e6, "1.000M"},
      {.99995e3, "1.000k"},
      {.99995e-3, "1.000m"},
      {.99995e-6, "1.000µ"},
      {.99995e-9, "1.000n"},
  });
  for (const auto& [first, text] : kSteps) {
    EXPECT_EQ(si(first), text);
    EXPECT_NE(si(just_below(first)), text);
  }
}

TEST(Scale, NonFiniteNumbersHaveAText) {
  EXPECT_EQ(si(kInfinity), "+InfT");
  EXPECT_EQ(si(-kInfinity), "-InfT");
  EXPECT_EQ(si(kNan), "NaNn");
}

TEST(Scale, ARowSharesTheScaleOfItsSmallestMagnitude) {
  // 44.40n needs two decimals; the larger cell keeps them and the prefix.
  const auto row = std::to_array<double>({1073e-9, 44.4e-9});
  const Scale scale = of_row(row, PrefixClass::kSi);
  EXPECT_EQ(scale.format(row[0]), "1073.00n");
  EXPECT_EQ(scale.format(row[1]), "44.40n");
}

TEST(Scale, ZerosAndSignsDoNotChooseTheScaleOfARow) {
  const auto row = std::to_array<double>({0, -5e-3, 7});
  const Scale scale = of_row(row, PrefixClass::kSi);
  EXPECT_EQ(scale.format(0), "0.000m");
  EXPECT_EQ(scale.format(-5e-3), "-5.000m");
  EXPECT_EQ(scale.format(7), "7000.000m");
}

TEST(Scale, NanDoesNotChooseTheScaleOfARow) {
  const auto row = std::to_array<double>({kNan, 2e3, kNan});
  EXPECT_EQ(of_row(row, PrefixClass::kSi).format(2e3), "2.000k");
}

TEST(Scale, ARowWithoutMagnitudesHasThreeDecimals) {
  const auto zeros = std::to_array<double>({0, 0});
  EXPECT_EQ(of_row(zeros, PrefixClass::kIec).format(0), "0.000");
  EXPECT_EQ(of_row({}, PrefixClass::kSi).format(1.5), "1.500");
}

TEST(Scale, TellsItsParts) {
  const Scale scale = Scale::for_value(2048, PrefixClass::kIec);
  EXPECT_EQ(scale.factor(), 1024);
  EXPECT_EQ(scale.prefix(), "Ki");
  EXPECT_EQ(scale.decimals(), 3);
}

TEST(Human, WritesTimesAndSizesWithTheirUnit) {
  EXPECT_EQ(human(2.579e-6, "sec/op"), "2.579 µs");
  EXPECT_EQ(human(1.5, "sec"), "1.5 s");
  EXPECT_EQ(human(1228.8, "B/op"), "1.2 KiB");  // 1.2 * 1024
  EXPECT_EQ(human(3 * 0x1p20, "B/s"), "3 MiB/s");
}

TEST(Human, WritesOtherUnitsBehindThePrefix) {
  EXPECT_EQ(human(3, "allocs/op"), "3 allocs");
  EXPECT_EQ(human(12345, "allocs/op"), "12.35k allocs");  // 12.345 is a little more in binary
  EXPECT_EQ(human(0.25, "hit-ratio"), "250m hit-ratio");
  EXPECT_EQ(human(100, "rows/s"), "100 rows/s");
}

TEST(Human, DropsOnlyZerosBehindThePoint) {
  EXPECT_EQ(human(0, "sec/op"), "0 s");
  EXPECT_EQ(human(1000, "B/op"), "1000 B");
  EXPECT_EQ(human(5e15, "rows"), "5000T rows");
  EXPECT_EQ(human(-2.5e-3, "sec/op"), "-2.5 ms");
}

TEST(Human, WritesWhatIsTooWideWithAnExponent) {
  EXPECT_EQ(human(1e291, "sec/op"), "1e+279 Ts");
  EXPECT_EQ(human(-1.5e30, "rows"), "-1.5e+18T rows");
  EXPECT_EQ(human(0x1p100, "B/op"), "1.153e+18 TiB");  // 2^60 = 1152921504606846976
}

TEST(Human, WritesNumbersWithoutUnitAndWithoutEnd) {
  EXPECT_EQ(human(1.5, ""), "1.5");
  EXPECT_EQ(human(1500, "/op"), "1.5k");
  EXPECT_EQ(human(kInfinity, "sec/op"), "+Inf Ts");
}

}  // namespace
}  // namespace headgate::unit
