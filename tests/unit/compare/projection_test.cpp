#include "core/compare/projection.h"

#include <gmock/gmock.h>

#include "support/compare_inputs.h"

namespace headgate::compare {
namespace {

using testing::ElementsAre;

// Labels of the rows of a table without configuration, in their order.
std::vector<std::string> rows(const std::string& projection, const std::string& names) {
  std::string text;
  std::string name;
  for (const char character : names + ' ') {
    if (character == ' ') {
      text.append("Benchmark" + name + " 1 1 ns/op\n");
      name.clear();
    } else {
      name.push_back(character);
    }
  }
  Question question;
  question.row = projection;
  const std::vector<Table> tables = made(question, {input("a", text)});
  std::vector<std::string> labels;
  for (const Row& row : tables.front().rows) {
    labels.push_back(row.label);
  }
  return labels;
}

std::string error(std::string_view query) {
  const Parsed<ProjectionFields> parsed = parse_projection(query);
  const auto* error = std::get_if<QueryError>(&parsed);
  return error == nullptr ? "" : error->message + " at " + std::to_string(error->offset);
}

TEST(Projection, RowsComeInTheOrderOfTheirFirstAppearance) {
  EXPECT_THAT(rows(".fullname", "B A C A"), ElementsAre("B", "A", "C"));
}

TEST(Projection, AlphaOrdersByBytes) {
  EXPECT_THAT(rows(".fullname@alpha", "b B a10 a2"), ElementsAre("B", "a10", "a2", "b"));
}

TEST(Projection, NumOrdersNumbersWithPrefixesBeforeWords) {
  EXPECT_THAT(rows("/s@num", "X/s=1MiB X/s=big X/s=2k X/s=1MB X/s=64"),
              ElementsAre("64", "2k", "1MB", "1MiB", "big"));
}

TEST(Projection, AFixedOrderLeavesEverythingElseOut) {
  EXPECT_THAT(rows("/s@(b a)", "X/s=a X/s=b X/s=c"), ElementsAre("b", "a"));
}

TEST(Projection, ANamedPartLeavesTheFullName) {
  EXPECT_THAT(rows("/s .fullname", "X/s=1/t=2-8"), ElementsAre("1 X/t=2-8"));
  EXPECT_THAT(rows(".name .fullname", "X/s=1-8"), ElementsAre("X */s=1-8"));
  EXPECT_THAT(rows("/gomaxprocs .fullname", "X/s=1-8"), ElementsAre("8 X/s=1"));
  EXPECT_THAT(rows("/gomaxprocs .fullname", "X/gomaxprocs=4"), ElementsAre("4 X"));
}

// The second input has them in another order, and one more.
TEST(Projection, RowsAreNumberedByFirstAppearanceOverAllInputs) {
  const std::vector<Table> tables =
      made({}, {input("a", lines("C", {"1"}) + lines("A", {"1"}) + lines("B", {"1"})),
                input("b", lines("A", {"1"}) + lines("B", {"1"}) + lines("D", {"1"}) +
                               lines("C", {"1"}) + lines("A", {"2"}))});
  ASSERT_EQ(tables.size(), 1U);
  std::vector<std::string> labels;
  for (const Row& row : tables.front().rows) {
    labels.push_back(row.label);
  }
  EXPECT_THAT(labels, ElementsAre("C", "A", "B", "D"));
  EXPECT_EQ(tables.front().rows[1].cells.at(1)->estimate.n, 2U);
  EXPECT_FALSE(tables.front().rows[3].cells.at(0).has_value());
}

// Names that differ only in what another projection took out of them share a row.
TEST(Projection, ShortenedNamesThatAgreeAreOneRow) {
  Question question;
  question.col = "/side";
  const std::vector<Table> tables =
      made(question, {input("a", lines("X/side=l/n=1", {"1"}) + lines("Y/side=l/n=1", {"1"}) +
                                     lines("X/side=r/n=1", {"2"}))});
  ASSERT_EQ(tables.size(), 1U);
  ASSERT_EQ(tables.front().rows.size(), 2U);
  EXPECT_EQ(tables.front().rows[0].label, "X/n=1");
  EXPECT_TRUE(tables.front().rows[0].cells.at(1).has_value());
}

TEST(Projection, ConfigurationTablesAreOrderedByTheirValuesBytewise) {
  const std::vector<Table> tables =
      made({}, {input("a",
                      "pkg: z\nBenchmarkX 1 1 ns/op\npkg: a\nBenchmarkX 1 1 ns/op\npkg:\n"
                      "BenchmarkX 1 1 ns/op\n")});
  ASSERT_EQ(tables.size(), 3U);
  EXPECT_EQ(tables[0].key.front().second, "");
  EXPECT_EQ(tables[1].key.front().second, "a");
  EXPECT_EQ(tables[2].key.front().second, "z");
}

// Messages and places as benchstat of scripts/versions.sh prints them.
TEST(Projection, ErrorsAreThoseOfBenchstat) {
  EXPECT_EQ(error(""), "");
  EXPECT_EQ(error("a b,c"), "");
  EXPECT_EQ(error(","), "expected key at 0");
  EXPECT_EQ(error("a,"), "expected key at 2");
  EXPECT_EQ(error("a@"), "expected named sort order or parenthesized list at 2");
  EXPECT_EQ(error("a@foo"), "unknown order \"foo\" at 2");
  EXPECT_EQ(error("a@()"), "nothing to match at 3");
  EXPECT_EQ(error("a@(x,y)"), "missing ) at 4");
  EXPECT_EQ(error("a@(x y"), "missing ) at 6");
  EXPECT_EQ(error(".unit"), ".unit is only allowed in filters at 0");
  EXPECT_EQ(error(".config@(a)"), "fixed order not allowed for .config at 8");
  EXPECT_EQ(error("\"\""), "key must not be empty at 0");
  EXPECT_EQ(error("a@alpha@num"), "expected key at 7");
}

}  // namespace
}  // namespace headgate::compare
