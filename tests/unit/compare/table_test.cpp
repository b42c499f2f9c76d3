#include "core/compare/table.h"

#include <cmath>
#include <limits>

#include <gmock/gmock.h>

#include "support/compare_inputs.h"

namespace headgate::compare {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;

Table only_table(const std::string& base, const std::string& now, const Question& question = {}) {
  std::vector<Table> tables = made(question, {input("a", base), input("b", now)});
  EXPECT_EQ(tables.size(), 1U);
  return std::move(tables.front());
}

const Cell& cell(const Table& table, std::size_t row, std::size_t column) {
  return table.rows.at(row).cells.at(column).value();
}

TEST(Table, ValuesOfEqualKeysShareACell) {
  const Table table =
      only_table(lines("X", {"1", "2"}) + lines("Y", {"9"}) + lines("X", {"3"}), lines("X", {"4"}));
  ASSERT_EQ(table.rows.size(), 2U);
  EXPECT_EQ(cell(table, 0, 0).estimate.n, 3U);
  EXPECT_EQ(cell(table, 0, 0).estimate.centre, 2e-9);
  EXPECT_FALSE(table.rows[1].cells[1].has_value());
}

TEST(Table, RowsSayTheirKeyWhereItIsAskedFor) {
  Question question;
  question.row = ".name,/n";
  Tables tables = arranged(question, {input("a", lines("X/n=1", {"1"}))});
  const Table with_keys = tables.make(0, RowKeys::kFilledIn);
  EXPECT_THAT(with_keys.rows.at(0).key, ElementsAre(Pair(".name", "X"), Pair("/n", "1")));
  const Table without = tables.make(0, RowKeys::kLeftOut);
  EXPECT_THAT(without.rows.at(0).key, IsEmpty());
  EXPECT_EQ(without.rows.at(0).label, with_keys.rows.at(0).label);
}

TEST(Table, CellsThatSayTheSameShareTheirNotes) {
  const Table table = only_table(lines("X", {"1"}) + lines("Y", {"2"}) + lines("Z", {"3", "3"}),
                                 lines("X", {"1"}) + lines("Y", {"2"}) + lines("Z", {"4"}));
  EXPECT_THAT(cell(table, 0, 1).difference->notes, ElementsAre("all samples are equal"));
  EXPECT_TRUE(cell(table, 0, 1).difference->notes.shares_with(cell(table, 1, 1).difference->notes));
  EXPECT_TRUE(cell(table, 0, 0).estimate.notes.shares_with(cell(table, 2, 0).estimate.notes));
}

TEST(Table, ColumnsOfOneLabelAreOne) {
  const std::vector<Table> tables =
      made({}, {input("a", lines("X", {"1"})), input("a", lines("X", {"2"}))});
  ASSERT_EQ(tables.front().columns.size(), 1U);
  EXPECT_EQ(cell(tables.front(), 0, 0).estimate.n, 2U);
}

// A benchmark with some samples of 0 ns would be in two tables of benchstat.
TEST(Table, AZeroStaysInTheTableOfItsUnit) {
  const Table table = only_table(lines("X", {"0", "5", "6"}), lines("X", {"1"}));
  EXPECT_EQ(table.unit, "sec/op");
  EXPECT_EQ(cell(table, 0, 0).estimate.n, 3U);
}

// benchstat tests the wrong tail with ties and unequal n: p = 0 one way round, 0.095 the other.
TEST(Table, TiesAndUnequalNHaveTheSamePEitherWay) {
  const std::string four = lines("X", {"2", "1", "3", "5"});
  const std::string five = lines("X", {"1", "1", "1", "1", "1"});
  const double p = 2.0 / 21;  // 12 of 252 arrangements in one tail
  EXPECT_NEAR(cell(only_table(four, five), 0, 1).difference->p, p, 1e-15);
  EXPECT_NEAR(cell(only_table(five, four), 0, 1).difference->p, p, 1e-15);
}

// benchstat prints p=1.750.
TEST(Table, PIsNeverAboveOne) {
  const Table table =
      only_table(lines("X", {"0"}), lines("X", {"0", "0", "0", "0", "0", "1", "0"}));
  EXPECT_EQ(cell(table, 0, 1).difference->p, 1);
}

// benchstat counts mass below the support of U: p = 0.079. Two values, 4 + 5: 2 / C(9, 4).
TEST(Table, TwoDistinctValuesThatDoNotOverlapHaveTheSmallestP) {
  const Table table = only_table(lines("X", {"101", "101", "101", "101"}),
                                 lines("X", {"100", "100", "100", "100", "100"}));
  EXPECT_NEAR(cell(table, 0, 1).difference->p, 2.0 / 126, 1e-15);
}

// benchstat's normal tail cancels to 0, which it then prints as if nothing had been tested.
TEST(Table, PDoesNotVanishForManySeparatedSamples) {
  std::vector<std::string> low;
  std::vector<std::string> high;
  for (int i = 0; i < 60; ++i) {
    low.push_back(std::to_string(100 + i));
    high.push_back(std::to_string(1000 + i));
  }
  const Table table = only_table(lines("X", high), lines("X", low));
  EXPECT_GT(cell(table, 0, 1).difference->p, 0);
  EXPECT_LT(cell(table, 0, 1).difference->p, 1e-15);
  EXPECT_THAT(text({}, {input("a", lines("X", high)), input("b", lines("X", low))}),
              HasSubstr("(p=0.000 n=60)"));
}

// benchstat never ends.
TEST(Table, NaNIsLeftOutWithANote) {
  const Table table = only_table(lines("X", {"1", "NaN", "2"}), lines("X", {"NaN", "+Inf"}));
  EXPECT_EQ(cell(table, 0, 0).estimate.n, 2U);
  EXPECT_THAT(cell(table, 0, 0).estimate.notes,
              testing::Contains("1 of 3 values left out: NaN or infinite"));
  EXPECT_EQ(cell(table, 0, 1).estimate.n, 0U);
  EXPECT_FALSE(cell(table, 0, 1).difference.has_value());
}

// Exact integers give ranks 7 and 17; benchstat's logarithms of factorials give 8 and 18.
TEST(Table, TheIntervalOf24SamplesTakesTheLowerNeighbour) {
  std::vector<std::string> values;
  for (int i = 1; i <= 24; ++i) {
    values.push_back(std::to_string(i) + "e9");
  }
  const Table table = only_table(lines("X", values), lines("X", {"1"}));
  EXPECT_EQ(cell(table, 0, 0).estimate.lo, 7);
  EXPECT_EQ(cell(table, 0, 0).estimate.hi, 17);
}

TEST(Table, AnExactUnitIsNotTestedAndAnyDifferenceCounts) {
  const std::string unit = "Unit ns/op assume=exact\n";
  const Table table = only_table(unit + lines("X", {"7", "7", "8"}), lines("X", {"9"}));
  EXPECT_TRUE(table.exact);
  EXPECT_EQ(cell(table, 0, 0).estimate.centre, 7 * 1e-9);
  EXPECT_THAT(
      cell(table, 0, 0).estimate.notes,
      ElementsAre("exact distribution expected, but values range from 7.000000000000001e-09 "
                  "to 8e-09"));
  EXPECT_EQ(cell(table, 0, 1).difference->significance, Significance::kExact);
}

TEST(Table, AllEqualSamplesSayWhyNothingDiffers) {
  const Table table = only_table(lines("X", {"7", "7"}), lines("X", {"7", "7"}));
  EXPECT_EQ(cell(table, 0, 1).difference->p, 1);
  EXPECT_THAT(cell(table, 0, 1).difference->notes, ElementsAre("all samples are equal"));
}

TEST(Table, TooFewSamplesSayHowManyWouldDo) {
  const Table table = only_table(lines("X", {"7", "8"}), lines("X", {"9", "10"}));
  EXPECT_THAT(cell(table, 0, 0).estimate.notes,
              ElementsAre("need >= 6 samples for confidence interval at level 0.95"));
  EXPECT_THAT(cell(table, 0, 1).difference->notes,
              ElementsAre("need >= 4 samples to detect a difference at alpha level 0.05"));
}

TEST(Table, PooledNamesAreNamed) {
  Question question;
  question.row = ".name";
  const Table table =
      only_table(lines("X/a", {"7"}) + lines("X/b", {"8"}), lines("X/a", {"9"}), question);
  EXPECT_THAT(cell(table, 0, 0).estimate.notes, testing::Contains("benchmarks vary in .fullname"));
  EXPECT_THAT(cell(table, 0, 1).estimate.notes,
              testing::Not(testing::Contains("benchmarks vary in .fullname")));
}

TEST(Table, TheGeometricMeanOfTheRatiosTakesRowsThatHaveBoth) {
  const Table table =
      only_table(lines("X", {"1"}) + lines("Y", {"4"}), lines("X", {"2"}) + lines("Z", {"100"}));
  EXPECT_NEAR(table.summaries[0].geomean.value(), 2e-9, 1e-22);  // sqrt(1 * 4)
  EXPECT_NEAR(table.summaries[1].ratio.value(), 2, 1e-14);
  EXPECT_THAT(table.summaries[1].notes,
              ElementsAre("benchmark set differs from baseline; geomeans may not be comparable"));
}

TEST(Table, AZeroHasNoGeometricMean) {
  const Table table = only_table(lines("X", {"0"}, "B/op"), lines("X", {"1"}, "B/op"));
  EXPECT_FALSE(table.summaries[0].geomean.has_value());
  EXPECT_THAT(table.summaries[0].notes, ElementsAre("summaries must be >0 to compute geomean"));
  EXPECT_FALSE(table.summaries[1].ratio.has_value());
  EXPECT_THAT(table.summaries[1].notes, IsEmpty());
}

TEST(Table, CorrectionsAdjustAllPOfATable) {
  Question question;
  question.correction = Correction::kHolm;
  const std::vector<std::string> slow = {"11", "12", "13", "14"};
  const std::vector<std::string> fast = {"1", "2", "3", "4"};
  // Completely separated, 4 + 4: p = 2 / 70 each; three of them: 6 / 70 is above 0.05.
  std::string base;
  std::string now;
  for (const char* name : {"X", "Y", "Z"}) {
    base += lines(name, fast);
    now += lines(name, slow);
  }
  const Table table = only_table(base, now, question);
  EXPECT_EQ(table.corrected, 3U);
  for (std::size_t row = 0; row < 3; ++row) {
    EXPECT_NEAR(cell(table, row, 1).difference->p, 2.0 / 70, 1e-15);
    EXPECT_NEAR(cell(table, row, 1).difference->adjusted, 6.0 / 70, 1e-15);
    EXPECT_EQ(cell(table, row, 1).difference->significance, Significance::kNone);
  }
}

TEST(Table, AUnitMayHaveItsOwnAlpha) {
  Question question;
  question.unit_alpha["sec/op"] = 0.01;
  const Table table =
      only_table(lines("X", {"1", "2", "3", "4"}), lines("X", {"11", "12", "13", "14"}), question);
  EXPECT_EQ(table.alpha, 0.01);
  EXPECT_EQ(cell(table, 0, 1).difference->significance, Significance::kNone);
}

TEST(Table, TheDirectionOfAUnitMayBeSaid) {
  const Table table = only_table("Unit rows/op better=higher\n" + lines("X", {"1"}, "rows/op"),
                                 lines("X", {"2"}, "rows/op"));
  EXPECT_EQ(table.better, unit::Direction::kHigher);
}

TEST(Table, ConflictingUnitLinesAreMessages) {
  Tables tables = arranged({}, {input("a", "Unit ns/op better=lower\nBenchmarkX 1 1 ns/op\n"),
                                input("b", "BenchmarkX 1 x ns/op\nUnit sec/op better=higher\n")});
  EXPECT_THAT(tables.messages(),
              ElementsAre("b:1: parsing measurement: invalid syntax",
                          "b:2: metadata better of unit sec/op already set to lower"));
}

TEST(Table, BadNumbersAndExpressionsNameTheirFlag) {
  const auto error = [](const Question& question) {
    const Result<Tables> tables = Tables::arrange(question, {});
    return tables ? std::string() : tables.error().message;
  };
  Question question;
  question.alpha = 1.5;
  EXPECT_EQ(error(question), "-alpha must be in range [0, 1]");
  question = {};
  question.confidence = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(error(question), "-confidence must be in range [0, 1]");
  question = {};
  question.col = "a@";
  EXPECT_THAT(error(question), HasSubstr("parsing -col: syntax error: "));
}

}  // namespace
}  // namespace headgate::compare
