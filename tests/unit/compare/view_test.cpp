#include "core/compare/view.h"

#include <gmock/gmock.h>

#include "support/compare_inputs.h"

namespace headgate::compare {
namespace {

using testing::ElementsAre;

// X is unchanged, Y is half as long, C three times as long.
Table table() {
  std::string base;
  std::string now;
  const auto add = [&](const std::string& name, int factor_of_base, int factor_of_now) {
    for (int i = 0; i < 5; ++i) {
      base += lines(name, {std::to_string(factor_of_base * (1000 + i))});
      now += lines(name, {std::to_string(factor_of_now * (1000 + i))});
    }
  };
  add("X", 1, 1);
  add("Y", 2, 1);
  add("C", 1, 3);
  return made({}, {input("a", base), input("b", now)}).front();
}

std::vector<std::string> labels(const View& view) {
  Table shown = table();
  apply(view, shown);
  std::vector<std::string> labels;
  for (const Row& row : shown.rows) {
    labels.push_back(row.label);
  }
  return labels;
}

TEST(View, ShowsEverythingInTheOrderOfTheTable) {
  EXPECT_THAT(labels({}), ElementsAre("X", "Y", "C"));
}

TEST(View, ShowsOnlyWhatChanged) {
  EXPECT_THAT(labels({.rows = Rows::kChanged, .sort = Sort::kNone}), ElementsAre("Y", "C"));
}

TEST(View, SortsByNameOrByTheLargestChange) {
  EXPECT_THAT(labels({.rows = Rows::kAll, .sort = Sort::kName}), ElementsAre("C", "X", "Y"));
  EXPECT_THAT(labels({.rows = Rows::kAll, .sort = Sort::kDelta}), ElementsAre("C", "Y", "X"));
}

}  // namespace
}  // namespace headgate::compare
