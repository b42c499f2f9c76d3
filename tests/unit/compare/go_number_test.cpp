#include "core/compare/go_number.h"

#include <limits>

#include <gtest/gtest.h>

namespace headgate::compare {
namespace {

// As printed by fmt.Println of Go 1.26.
TEST(GoNumber, IsWhatGoPrints) {
  EXPECT_EQ(go_number(0), "0");
  EXPECT_EQ(go_number(5), "5");
  EXPECT_EQ(go_number(-0.25), "-0.25");
  EXPECT_EQ(go_number(999999.5), "999999.5");
  EXPECT_EQ(go_number(1e6), "1e+06");
  EXPECT_EQ(go_number(1234567.5), "1.2345675e+06");
  EXPECT_EQ(go_number(0.0001), "0.0001");
  EXPECT_EQ(go_number(0.00009), "9e-05");
  EXPECT_EQ(go_number(1e100), "1e+100");
  EXPECT_EQ(go_number(1.7180000000000001e-06), "1.7180000000000001e-06");
  EXPECT_EQ(go_number(std::numeric_limits<double>::infinity()), "+Inf");
  EXPECT_EQ(go_number(-std::numeric_limits<double>::infinity()), "-Inf");
  EXPECT_EQ(go_number(std::numeric_limits<double>::quiet_NaN()), "NaN");
}

}  // namespace
}  // namespace headgate::compare
