#include <array>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "core/config/settings.h"

namespace headgate::config {
namespace {

constexpr std::array<std::string_view, 4> kKnown = {"rounds", "bench", "min-delta", "cv-threshold"};

TEST(Nearest, FindsAWordWithOneMistake) {
  EXPECT_EQ(nearest("round", kKnown), "rounds");         // a letter missing
  EXPECT_EQ(nearest("roundss", kKnown), "rounds");       // a letter too many
  EXPECT_EQ(nearest("rownds", kKnown), "rounds");        // a wrong letter
  EXPECT_EQ(nearest("bnech", kKnown), "bench");          // two letters swapped
  EXPECT_EQ(nearest("min_delta", kKnown), "min-delta");  // the other separator
}

TEST(Nearest, AllowsAThirdOfTheLetters) {
  // "treshold" lacks four of the twelve letters of "cv-threshold"; "shold" seven.
  EXPECT_EQ(nearest("treshold", kKnown), "cv-threshold");
  EXPECT_EQ(nearest("shold", kKnown), "");
}

TEST(Nearest, IsEmptyWhenNothingIsNear) {
  EXPECT_EQ(nearest("seed", kKnown), "");
  EXPECT_EQ(nearest("", kKnown), "");
  EXPECT_EQ(nearest("bench", {}), "");
}

TEST(Nearest, PrefersTheFewestMistakesThenTheFirst) {
  constexpr std::array<std::string_view, 3> kWords = {"tags", "ta", "tag"};
  EXPECT_EQ(nearest("tag", kWords), "tag");
  EXPECT_EQ(nearest("taz", kWords), "ta");
}

TEST(Nearest, DoesNotSearchForVeryLongWords) {
  const std::string word(65, 'a');
  const std::array<std::string_view, 1> known = {word};
  EXPECT_EQ(nearest(word, known), "");
}

}  // namespace
}  // namespace headgate::config
