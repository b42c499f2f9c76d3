#include "core/report/page.h"

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support/samples.h"

namespace headgate::report {
namespace {

const std::vector<Table> kTables = {{.heading = "[A]\n", .rows = {"a1\n", "a2\n"}},
                                    {.heading = "[none]\n", .rows = {}},
                                    {.heading = "[B]\n", .rows = {"b1\n"}}};

TEST(Page, HoldsEverythingWhereThereIsRoom) {
  EXPECT_EQ(page("head\n", kTables, "foot\n", "there", 1'000),
            "head\n[A]\na1\na2\n[B]\nb1\nfoot\n");
}

TEST(Page, CutsAtARowAndCountsTheRest) {
  // Head and foot are ten bytes, the sentence on the rest is 30: 47 leave room for "[A]\na1\n".
  const std::string cut = "head\n[A]\na1\n\n**2 more rows** in there.\nfoot\n";
  EXPECT_EQ(page("head\n", kTables, "foot\n", "there", cut.size()), cut);
  EXPECT_EQ(page("head\n", kTables, "foot\n", "there", cut.size() + 2), cut);
  EXPECT_EQ(page("head\n", kTables, "foot\n", "there", cut.size() + 3),
            "head\n[A]\na1\na2\n\n**1 more row** in there.\nfoot\n");
}

TEST(Page, GivesATableNoHeadingWithoutARow) {
  const std::string text = page("head\n", kTables, "foot\n", "there", 42);
  EXPECT_EQ(text, "head\n\n**3 more rows** in there.\nfoot\n");
}

TEST(Page, GivesUpTheFootBeforeTheHead) {
  EXPECT_EQ(page("head\n", kTables, "foot\n", "there", 20), "head\n");
  EXPECT_EQ(page("µµµ", {}, "foot\n", "there", 5), "µµ");
  EXPECT_EQ(page("head", {}, "", "there", 0), "");
}

TEST(Page, IsNeverLongerThanItsLimitAndCountsEveryRow) {
  testing_support::SeededNumbers numbers(1);
  for (int i = 0; i < 2'000; ++i) {
    std::vector<Table> tables;
    std::size_t rows = 0;
    for (std::size_t t = numbers.below(5); t > 0; --t) {
      tables.push_back({.heading = std::string(numbers.below(30), 'h'), .rows = {}});
      for (std::size_t r = numbers.below(20); r > 0; --r) {
        tables.back().rows.push_back(std::string(numbers.below(40), 'x') + ";");
        ++rows;
      }
    }
    const std::string head(numbers.below(100), 'H');
    const std::size_t limit = numbers.below(1'500);
    const std::string text = page(head, tables, "foot", "there", limit);
    ASSERT_LE(text.size(), limit);
    if (text.ends_with("foot")) {
      // Only rows end in ";".
      const auto shown = static_cast<std::size_t>(std::count(text.begin(), text.end(), ';'));
      const std::size_t at = text.find("**");
      const std::size_t left_out = at == std::string::npos ? 0 : std::stoul(text.substr(at + 2));
      ASSERT_EQ(shown + left_out, rows);
    }
  }
}

}  // namespace
}  // namespace headgate::report
