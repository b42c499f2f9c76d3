#include "edge/os/random.h"

#include <set>
#include <string>

#include <gtest/gtest.h>

namespace headgate::os {
namespace {

TEST(RandomHex, IsThirtyTwoHexadecimalDigits) {
  const std::string text = random_hex();
  EXPECT_EQ(text.size(), 32U);
  EXPECT_EQ(text.find_first_not_of("0123456789abcdef"), std::string::npos) << text;
}

TEST(RandomHex, UsesEveryDigitAndRepeatsNothing) {
  // A digit is missing from 32,000 random ones with probability 16 * (15/16)^32000 < 1e-890.
  std::set<std::string> texts;
  std::string all;
  for (int i = 0; i < 1000; ++i) {
    const std::string text = random_hex();
    texts.insert(text);
    all += text;
  }
  for (const char digit : std::string("0123456789abcdef")) {
    EXPECT_NE(all.find(digit), std::string::npos) << digit;
  }
  EXPECT_EQ(texts.size(), 1000U);
}

}  // namespace
}  // namespace headgate::os
