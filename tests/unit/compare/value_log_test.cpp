#include "core/compare/value_log.h"

#include <gmock/gmock.h>

namespace headgate::compare {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(ValueLog, PutsTheValuesOfASeriesNextToEachOther) {
  ValueLog log;
  log.append(1, 10);
  log.append(0, 20);
  log.append(2, 30);
  log.append(1, 40);
  EXPECT_THAT(std::move(log).in_order({0, 1, 3}), ElementsAre(20, 10, 40, 30));
}

TEST(ValueLog, OfNothingIsEmpty) {
  ValueLog log;
  EXPECT_THAT(std::move(log).in_order({}), IsEmpty());
}

// A block holds 16,384.
TEST(ValueLog, LosesNothingWhereABlockEnds) {
  for (const std::size_t count : {16'383U, 16'384U, 16'385U, 100'001U}) {
    ValueLog log;
    for (std::size_t i = 0; i < count; ++i) {
      log.append(i % 2, static_cast<double>(i));
    }
    const std::size_t second = (count + 1) / 2;  // begins behind the even ones
    const std::vector<double> values = std::move(log).in_order({0, second});
    ASSERT_EQ(values.size(), count);
    for (std::size_t i = 0; i < count; ++i) {
      ASSERT_EQ(values[i], static_cast<double>(i < second ? 2 * i : 2 * (i - second) + 1));
    }
  }
}

}  // namespace
}  // namespace headgate::compare
