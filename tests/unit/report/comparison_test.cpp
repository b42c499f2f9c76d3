#include "core/report/comparison.h"

#include <gmock/gmock.h>

#include "support/compare_inputs.h"
#include "support/markdown_reader.h"

namespace headgate::report {
namespace {

using compare::input;
using compare::lines;
using compare::made;
using testing::ElementsAre;
using testing::HasSubstr;

compare::Table table(const std::string& name = "X", const std::string& label = "a") {
  return made({}, {input(label, lines(name, {"1", "2", "3", "4"})),
                   input("b", lines(name, {"11", "12", "13", "14"}))})
      .front();
}

std::vector<std::string> rows(const std::string& markdown) {
  std::vector<std::string> rows;
  for (std::size_t begin = 0; begin < markdown.size();) {
    const std::size_t end = markdown.find('\n', begin);
    if (markdown[begin] == '|') {
      rows.push_back(markdown.substr(begin, end - begin));
    }
    begin = end + 1;
  }
  return rows;
}

TEST(ComparisonMarkdown, HasARowPerBenchmarkAndNotesBelow) {
  const std::string markdown = comparison_markdown(table(), {});
  EXPECT_TRUE(markdown.starts_with("**sec/op**\n\n"));
  const std::vector<std::string> lines = rows(markdown);
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_THAT(testing_support::cells(lines[2]),
              ElementsAre("`X`", "2.500n ± ∞ ¹", "12.500n ± ∞ ¹", "**+400.00%** (p=0.029 n=4)"));
  EXPECT_THAT(markdown, HasSubstr("\n¹ need"));
}

TEST(ComparisonMarkdown, ACorrectionHasAColumnAndIsExplained) {
  compare::Question question;
  question.correction = compare::Correction::kHolm;
  const std::string markdown = comparison_markdown(
      made(question, {input("a", lines("X", {"1", "2", "3", "4"}) + lines("Y", {"1", "1", "1"})),
                      input("b", lines("X", {"11", "12", "13", "14"}))})
          .front(),
      {});
  const std::vector<std::string> all = rows(markdown);
  ASSERT_EQ(all.size(), 5U) << markdown;
  EXPECT_THAT(testing_support::cells(all[0]), testing::Contains("adjusted p"));
  for (const std::string& row : all) {
    EXPECT_EQ(testing_support::cells(row).size(), 5U) << row;
  }
  EXPECT_EQ(testing_support::cells(all[2]).back(), "adj=0.029");
  EXPECT_THAT(markdown, HasSubstr("adj: p adjusted with Holm"));
}

// A benchmark of somebody else may be called anything.
TEST(ComparisonMarkdown, NamesOpenNoCellAndNoTag) {
  const std::string markdown = comparison_markdown(table("X/a|b`c<img>", "<b>|x"), {});
  for (const std::string& row : rows(markdown)) {
    EXPECT_EQ(testing_support::cells(row).size(), 4U) << row;
  }
  EXPECT_THAT(markdown, testing::Not(HasSubstr("<b>")));
}

TEST(ComparisonJson, IsOneDocumentOfAllTables) {
  std::string out;
  ComparisonJson json({.headgate_version = "1.2.3", .confidence = 0.95}, out);
  json.append(table(), out);
  json.append(table("Y"), out);
  json.finish({"a:1: missing units"}, {"no doubt"}, out);
  EXPECT_TRUE(out.starts_with(
      R"({"schema":"headgate.compare/1","headgate":"1.2.3","confidence":0.95,"tables":[)"));
  EXPECT_THAT(out, HasSubstr(R"("key":{".fullname":"Y"})"));
  EXPECT_THAT(out, HasSubstr(R"("lo":"-Infinity","hi":"Infinity")"));
  EXPECT_TRUE(
      out.ends_with("],\"messages\":[\"a:1: missing units\"],\"doubts\":[\"no doubt\"]}\n"));
}

}  // namespace
}  // namespace headgate::report
