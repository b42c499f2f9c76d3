#include "core/benchfmt/unit_table.h"

#include <gmock/gmock.h>

namespace headgate::benchfmt {
namespace {

UnitMetadata metadata(std::string_view unit, std::string_view key, std::string_view value) {
  return {.position = {.file = "bench.txt", .line = 1}, .unit = unit, .key = key, .value = value};
}

TEST(UnitTable, AnswersByBaseUnit) {
  UnitTable table;
  EXPECT_EQ(table.add(metadata("ns/op", "better", "lower")), std::nullopt);
  EXPECT_EQ(table.find("sec/op", "better"), "lower");
  EXPECT_EQ(table.find("sec/op", "assume"), std::nullopt);
  EXPECT_EQ(table.find("B/op", "better"), std::nullopt);
}

TEST(UnitTable, ARepeatedStatementIsFine) {
  UnitTable table;
  EXPECT_EQ(table.add(metadata("ns/op", "better", "lower")), std::nullopt);
  EXPECT_EQ(table.add(metadata("sec/op", "better", "lower")), std::nullopt);
}

TEST(UnitTable, TheFirstStatementWinsAndAnotherIsAConflict) {
  UnitTable table;
  EXPECT_EQ(table.add(metadata("ns/op", "better", "lower")), std::nullopt);
  EXPECT_EQ(table.add(metadata("sec/op", "better", "higher")),
            "metadata better of unit sec/op already set to lower");
  EXPECT_EQ(table.find("sec/op", "better"), "lower");
}

}  // namespace
}  // namespace headgate::benchfmt
