// The parser that judges other tests must itself see what the runner sees.

#include "support/runner_parser.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace headgate::testing_support {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

TEST(RunnerParser, FindsCommandsAtTheStartOfALine) {
  for (const std::string line :
       {"::error::x", "  ::error::x", "\t::ERROR::x", "\u3000::error::x", "::error ::x",
        ":\u200b:error::x", "\u00ad::error::x", "::error\u2060::x"}) {
    const auto command = command_of(line);
    ASSERT_TRUE(command) << line;
    EXPECT_EQ(command->name, "error") << line;
    EXPECT_EQ(command->message, "x");
  }
}

TEST(RunnerParser, FindsMarksAnywhereInALine) {
  for (const std::string line : {"##[error]x", "text ##[error]x", "| ##[error a=b;c=d]x",
                                 "#\u200d#[error]x", "###[error]x"}) {
    const auto command = command_of(line);
    ASSERT_TRUE(command) << line;
    EXPECT_EQ(command->name, "error") << line;
    EXPECT_EQ(command->message, "x");
  }
}

TEST(RunnerParser, TakesOtherLinesForText) {
  for (const std::string line : {"", "x ::error::y", "| ::error::y", ":error::", "::error", "::::x",
                                 "\\::error::x", "##\\[error]x", "# #[error]x", "##[error"}) {
    EXPECT_FALSE(command_of(line)) << line;
  }
}

TEST(RunnerParser, UndoesTheEscapesInTheRunnersOrder) {
  const auto command = command_of("::error file=a%2Cb%3Ac,line=7,title=,x::1%25%0A2%250A");
  ASSERT_TRUE(command);
  EXPECT_THAT(command->properties, ElementsAre(Pair("file", "a,b:c"), Pair("line", "7")));
  EXPECT_EQ(command->message, "1%\n2%0A");
}

TEST(RunnerParser, EndsLinesAtEveryKindOfLineEnd) {
  EXPECT_THAT(log_lines("a\rb\r\nc\n\nd"), ElementsAre("a", "b", "c", "", "d"));
  EXPECT_THAT(log_lines("a\n"), ElementsAre("a"));
  EXPECT_THAT(log_lines(""), IsEmpty());
}

TEST(RunnerParser, KnowsWhatSetupGosMatcherTakes) {
  for (const std::string line : {"a.go:1:2: x", " a/b.go:1:2: x", "a.go: x", "x a.go:12:3:\ty",
                                 "c.go:1 a.go:1:2: x", "a.go:\u00a0x"}) {
    EXPECT_TRUE(is_go_problem(line)) << line;
  }
  for (const std::string line : {".go: x", "a.go:1: x", "a.go:1:2:x", "a.go:x", "a.go:12 +0x1d",
                                 "a.go(1,2): x", "a.go : x", "a.go:1:2:", "a.goo:1:2: x"}) {
    EXPECT_FALSE(is_go_problem(line)) << line;
  }
}

TEST(RunnerParser, ReadsOutputsInBothForms) {
  EXPECT_THAT(*output_values("a=1=2\n\nb<<E\nx\n\ny\nE\nc<<E\nE\n"),
              ElementsAre(Pair("a", "1=2"), Pair("b", "x\n\ny"), Pair("c", "")));
  EXPECT_FALSE(output_values("nothing\n"));
  EXPECT_FALSE(output_values("a<<E\nx\n"));
  EXPECT_FALSE(output_values("<<E\nx\nE\n"));
}

TEST(RunnerParser, DecodesWhatIsNotUtf8AsReplacements) {
  EXPECT_EQ(decoded("aµ\xff\xed\xa0\x80\xf0\x9f"), U"aµ\ufffd\ufffd\ufffd\ufffd\ufffd\ufffd");
  EXPECT_EQ(decoded("😀"), U"😀");
}

}  // namespace
}  // namespace headgate::testing_support
