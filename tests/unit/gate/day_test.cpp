#include "core/gate/day.h"

#include <gtest/gtest.h>

namespace headgate::gate {
namespace {

TEST(Day, IsReadAsWritten) {
  for (const std::string_view text : {"2026-11-30", "2024-02-29", "0001-01-01", "9999-12-31"}) {
    const std::optional<Day> day = parse_day(text);
    ASSERT_TRUE(day) << text;
    EXPECT_EQ(day_text(*day), text);
  }
}

TEST(Day, ThatDoesNotExistIsNone) {
  for (const std::string_view text :
       {"2026-02-29", "2026-11-31", "2026-13-01", "2026-00-10", "2026-01-00", "0000-01-01", "",
        "2026-1-01", "2026-11-3", "26-11-30", "2026/11/30", "2026-11-30 ", " 2026-11-30",
        "2026-11-30T00:00:00Z", "30-11-2026", "2026-11-3x", "+026-11-30", "-026-11-30"}) {
    EXPECT_FALSE(parse_day(text)) << text;
  }
}

TEST(Day, OfAMomentIsTheOneInUtc) {
  // date -u -d @1796083199: Mon Nov 30 23:59:59 UTC 2026; a second later it is December.
  EXPECT_EQ(day_text(day_of(1796083199)), "2026-11-30");
  EXPECT_EQ(day_text(day_of(1796083199.999)), "2026-11-30");
  EXPECT_EQ(day_text(day_of(1796083200)), "2026-12-01");
  EXPECT_EQ(day_text(day_of(0)), "1970-01-01");
  EXPECT_EQ(day_text(day_of(-0.5)), "1969-12-31");
}

}  // namespace
}  // namespace headgate::gate
