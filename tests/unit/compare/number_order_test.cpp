#include "core/compare/number_order.h"

#include <gtest/gtest.h>

namespace headgate::compare {
namespace {

TEST(NumberOrder, ReadsPrefixesOfBothSystems) {
  EXPECT_LT(compare_numbers("999", "1k"), 0);
  EXPECT_EQ(compare_numbers("1000", "1k"), 0);
  EXPECT_EQ(compare_numbers("1024", "1Ki"), 0);
  EXPECT_EQ(compare_numbers("1MB", "1000000"), 0);
  EXPECT_LT(compare_numbers("1MB", "1MiB"), 0);
}

TEST(NumberOrder, FindsTheFirstNumberInAText) {
  EXPECT_EQ(compare_numbers("v1.5k", "1500"), 0);
  EXPECT_GT(compare_numbers("go1.9", "go1.10"), 0);
  EXPECT_EQ(compare_numbers("x.5", "0.5"), 0);
}

TEST(NumberOrder, PutsNaNBehindNumbersAndWordsLast) {
  EXPECT_LT(compare_numbers("1e300", "NaN"), 0);
  EXPECT_LT(compare_numbers("NaN", "word"), 0);
  EXPECT_EQ(compare_numbers("word", "other"), 0);
  EXPECT_GT(compare_numbers("", "0"), 0);
}

}  // namespace
}  // namespace headgate::compare
