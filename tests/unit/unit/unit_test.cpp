#include "core/unit/unit.h"

#include <gmock/gmock.h>

namespace headgate::unit {
namespace {

struct TidyCase {
  std::string_view unit;
  std::string_view base;
  double factor;
};

TEST(Tidy, ReplacesNanosecondsAndMegabytesInTheNumerator) {
  for (const TidyCase& expected : {
           TidyCase{"ns/op", "sec/op", 1e-9},
           TidyCase{"MB/s", "B/s", 1e6},
           TidyCase{"p99-ns/op", "p99-sec/op", 1e-9},
           TidyCase{"MB*MB/s", "B*B/s", 1e12},
           TidyCase{"MB/MB", "B/MB", 1e6},
           TidyCase{"ns", "sec", 1e-9},
           TidyCase{"op/ns*ns", "op/ns*sec", 1e-9},
       }) {
    const Tidied tidied = tidy(expected.unit);
    EXPECT_EQ(tidied.base, expected.base);
    EXPECT_EQ(tidied.factor, expected.factor) << expected.unit;
  }
}

TEST(Tidy, LeavesEveryOtherUnitAlone) {
  for (const std::string_view unit :
       {"sec/op", "B/op", "allocs/op", "op/ns", "B/op-ns", "ms/op", "us/op", "GB/s", "KB/s",
        "nsec/op", "MBit/s", "rows/op", "", "/", "--"}) {
    const Tidied tidied = tidy(unit);
    EXPECT_EQ(tidied.base, unit);
    EXPECT_EQ(tidied.factor, 1.0) << unit;
  }
}

// golang.org/x/perf prints 1718 ns as 1.7180000000000001e-06 (its CSV output): multiplied by 1e-9,
// not divided by 1e9.
TEST(Tidy, TheFactorGivesTheDigitsOfTheReference) {
  EXPECT_EQ(1718 * tidy("ns/op").factor, 1.7180000000000001e-06);
  EXPECT_NE(1718 * tidy("ns/op").factor, 1718 / 1e9);
}

TEST(Direction, IsKnownForFourBaseUnitsAndGuessedForNone) {
  EXPECT_EQ(direction("sec/op"), Direction::kLower);
  EXPECT_EQ(direction("B/op"), Direction::kLower);
  EXPECT_EQ(direction("allocs/op"), Direction::kLower);
  EXPECT_EQ(direction("B/s"), Direction::kHigher);
  for (const std::string_view unit :
       {"rows/s", "p99-sec/op", "ns/op", "MB/s", "sec", "hit-ratio", ""}) {
    EXPECT_EQ(direction(unit), Direction::kUnknown) << unit;
  }
}

}  // namespace
}  // namespace headgate::unit
