#include "core/compare/csv.h"

#include <gmock/gmock.h>

#include "support/compare_inputs.h"

namespace headgate::compare {
namespace {

struct Written {
  std::string out;
  std::string notes;
};

Written written(const Question& question, std::vector<Input> inputs,
                CsvLayout layout = CsvLayout::kFullRecords) {
  CsvWriter writer(layout);
  Written written;
  for (const Table& table : made(question, std::move(inputs))) {
    writer.append(table, written.out, written.notes);
  }
  return written;
}

// As benchstat prints it for these files. exp(ln x) is not x to the last digit.
TEST(Csv, HasUnscaledValuesWithAllDigits) {
  const Written csv = written({}, {input("before", "pkg: p\n" + lines("X", {"100"})),
                                   input("after", "pkg: p\n" + lines("X", {"101"}))});
  EXPECT_EQ(csv.out,
            "pkg: p\n"
            ",before,,after,,,\n"
            ",sec/op,CI,sec/op,CI,vs base,P\n"
            "X,1.0000000000000001e-07,∞,1.01e-07,∞,~,p=1.000 n=1\n"
            "geomean,9.999999999999994e-08,,1.01e-07,,+1.00%,\n");
  EXPECT_EQ(csv.notes,
            "B4: need >= 6 samples for confidence interval at level 0.95\n"
            "D4: need >= 6 samples for confidence interval at level 0.95\n"
            "F4: need >= 4 samples to detect a difference at alpha level 0.05\n");
}

TEST(Csv, RecordsAreAsWideAsTheTableUnlessCompatible) {
  const std::string base = lines("X", {"100"}) + lines("Y", {"100"});
  const std::string now = lines("X", {"100"});
  const auto last_but_one = [&](CsvLayout layout) {
    const std::string out = written({}, {input("a", base), input("b", now)}, layout).out;
    const std::size_t end = out.find("\ngeomean");
    const std::size_t begin = out.rfind('\n', end - 1) + 1;
    return out.substr(begin, end - begin);
  };
  EXPECT_EQ(last_but_one(CsvLayout::kFullRecords), "Y,1.0000000000000001e-07,∞,,,,");
  EXPECT_EQ(last_but_one(CsvLayout::kCompatible), "Y,1.0000000000000001e-07,∞");
}

TEST(Csv, FieldsAreQuotedWhereTheyMustBe) {
  Question question;
  question.table = "note";
  const Written csv = written(question, {input("a,b", "note: a, \"b\"\n" + lines("X", {"100"}))});
  EXPECT_EQ(csv.out.substr(0, csv.out.find("\n,sec")), "\"note: a, \"\"b\"\"\"\n,\"a,b\",");
}

TEST(Csv, ACorrectionHasAColumn) {
  Question question;
  question.correction = Correction::kHolm;
  const Written csv = written(question, {input("a", lines("X", {"1", "2", "3", "4"})),
                                         input("b", lines("X", {"11", "12", "13", "14"}))});
  EXPECT_THAT(csv.out, testing::HasSubstr(",sec/op,CI,sec/op,CI,vs base,P,adjusted P\n"));
  EXPECT_THAT(csv.out, testing::HasSubstr(",+400.00%,p=0.029 n=4,adj=0.029\n"));
  EXPECT_THAT(csv.out, testing::HasSubstr("\ngeomean,"));
}

// Fields 0, 1 and 2 belong to the label and the first column, four more to each other one: the
// eighth column's centre is field 27, AB; benchstat calls it BB.
TEST(Csv, LettersGoOnWithAABehindZ) {
  std::vector<Input> inputs;
  for (int i = 0; i < 8; ++i) {
    inputs.push_back(input("f" + std::to_string(i), lines("X", {"100"})));
  }
  EXPECT_THAT(written({}, inputs).notes, testing::HasSubstr("\nAB3: "));
  EXPECT_THAT(written({}, inputs, CsvLayout::kCompatible).notes, testing::HasSubstr("\nBB3: "));
}

}  // namespace
}  // namespace headgate::compare
