#include "core/compare/placed.h"

#include <gmock/gmock.h>

namespace headgate::compare {
namespace {

using testing::ElementsAre;

Placed placed(std::uint32_t table, std::uint32_t unit, std::uint32_t row, std::uint32_t column,
              std::uint32_t series) {
  return {.at = {.table = table, .row = row, .column = column, .residue = 0},
          .unit = unit,
          .input = 0,
          .series = series};
}

std::vector<std::uint32_t> series_in_order(std::vector<Placed> all) {
  std::vector<std::uint32_t> series;
  for (const Placed& one :
       in_output_order(std::move(all), {.tables = 2, .units = 2, .rows = 3, .columns = 2})) {
    series.push_back(one.series);
  }
  return series;
}

TEST(Placed, TablesComeBeforeUnitsRowsAndColumns) {
  EXPECT_THAT(series_in_order({placed(1, 0, 0, 0, 5), placed(0, 1, 0, 0, 4), placed(0, 0, 2, 0, 3),
                               placed(0, 0, 0, 1, 2), placed(0, 0, 0, 0, 1)}),
              ElementsAre(1, 2, 3, 4, 5));
}

TEST(Placed, SeriesOfOneCellStayInTheirOrder) {
  EXPECT_THAT(series_in_order({placed(0, 0, 1, 0, 7), placed(0, 0, 0, 0, 9), placed(0, 0, 1, 0, 3),
                               placed(0, 0, 1, 0, 5)}),
              ElementsAre(9, 7, 3, 5));
}

TEST(Placed, AUnitHasATableOfItsOwn) {
  EXPECT_TRUE(share_table(placed(0, 1, 0, 0, 0), placed(0, 1, 2, 1, 0)));
  EXPECT_FALSE(share_table(placed(0, 1, 0, 0, 0), placed(0, 0, 0, 0, 0)));
  EXPECT_FALSE(share_table(placed(0, 1, 0, 0, 0), placed(1, 1, 0, 0, 0)));
}

}  // namespace
}  // namespace headgate::compare
