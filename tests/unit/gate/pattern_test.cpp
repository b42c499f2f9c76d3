#include "core/gate/pattern.h"

#include <gmock/gmock.h>

namespace headgate::gate {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr std::string_view kPackage = "example.com/m/codec";

bool names(std::string_view expression, std::string_view name, std::vector<int> cpus = {4}) {
  return Pattern::compile(expression)->names(kPackage, name, cpus);
}

bool may_name(std::string_view expression, std::string_view function) {
  return Pattern::compile(expression)->may_name(kPackage, function);
}

TEST(Pattern, MatchesTheWholeName) {
  EXPECT_TRUE(names("BenchmarkDecode/small", "Decode/small"));
  EXPECT_FALSE(names("BenchmarkDecode", "Decode/small"));
  EXPECT_FALSE(names("Decode/small", "Decode/small"));
  EXPECT_TRUE(names("BenchmarkDecode/.*", "Decode/small"));
}

TEST(Pattern, MayBeginWithAnyTailOfThePackage) {
  for (const char* tail : {"codec/", "m/codec/", "example.com/m/codec/"}) {
    EXPECT_TRUE(names(std::string(tail) + "BenchmarkDecode", "Decode")) << tail;
  }
  EXPECT_FALSE(names("dec/BenchmarkDecode", "Decode"));
  EXPECT_FALSE(names("other/BenchmarkDecode", "Decode"));
}

TEST(Pattern, MatchesWithAndWithoutExactlyTheCpuSuffix) {
  EXPECT_TRUE(names("BenchmarkDecode", "Decode-4"));
  EXPECT_TRUE(names("BenchmarkDecode-4", "Decode-4"));
  EXPECT_FALSE(names("BenchmarkDecode", "Decode-8"));
  EXPECT_TRUE(names("BenchmarkFmt/x-8", "Fmt/x-8-4"));
  EXPECT_FALSE(names("BenchmarkFmt/x", "Fmt/x-8-4"));
}

TEST(Pattern, OddNamesCanBeQuoted) {
  EXPECT_TRUE(names(R"(\QBenchmarkWalk/[5]-*/*/*/*/target\E)", "Walk/[5]-*/*/*/*/target-4"));
  EXPECT_TRUE(names(R"(BenchmarkFmt/a\|b`c<d>)", "Fmt/a|b`c<d>-4"));
}

TEST(Pattern, WhatDoesNotCompileIsAnErrorWithItsText) {
  const auto broken = Pattern::compile("Benchmark(");
  ASSERT_FALSE(broken);
  EXPECT_EQ(broken.error().reason, Reason::kConfigInvalid);
  EXPECT_THAT(broken.error().message, HasSubstr("match \"Benchmark(\" is not a regular expression: "
                                                "missing )"));
}

TEST(Pattern, MayNameAFunctionWithWhateverIsBelowIt) {
  EXPECT_TRUE(may_name("BenchmarkDecode", "BenchmarkDecode"));
  EXPECT_TRUE(may_name("codec/BenchmarkDecode/.*", "BenchmarkDecode"));
  EXPECT_TRUE(may_name("BenchmarkDecode/small", "BenchmarkDecode"));
  EXPECT_TRUE(may_name("BenchmarkDecode/small/n=[0-9]+", "BenchmarkDecode"));
  EXPECT_TRUE(may_name("(BenchmarkEncode/x|BenchmarkDecode/y)", "BenchmarkDecode"));
  EXPECT_TRUE(may_name("BenchmarkEncode/x|BenchmarkDecode/y", "BenchmarkDecode"));
  EXPECT_TRUE(may_name("Benchmark(De|En)code.+", "BenchmarkDecode"));
  EXPECT_TRUE(may_name("BenchmarkDecode-4", "BenchmarkDecode"));
  EXPECT_TRUE(may_name(R"(\QBenchmarkDecode/[5]\E)", "BenchmarkDecode"));
  EXPECT_TRUE(may_name(".*", "BenchmarkDecode"));
}

TEST(Pattern, MayNotNameAFunctionThatNoContinuationFits) {
  EXPECT_FALSE(may_name("BenchmarkDecod/.*", "BenchmarkDecode"));
  EXPECT_FALSE(may_name("BenchmarkDecoder", "BenchmarkDecode"));
  EXPECT_FALSE(may_name("other/BenchmarkDecode/.*", "BenchmarkDecode"));
  EXPECT_FALSE(may_name("Decode", "BenchmarkDecode"));
}

TEST(Beginnings, EndBeforeEverySlashThatIsNotInBrackets) {
  EXPECT_THAT(beginnings("codec/BenchmarkDecode/(a|b)"),
              ElementsAre("codec", "codec/BenchmarkDecode"));
  EXPECT_THAT(beginnings("Benchmark[a/b]x"), IsEmpty());
  EXPECT_THAT(beginnings("Benchmark[]/]x"), IsEmpty());
  EXPECT_THAT(beginnings("Benchmark[^]/]x"), IsEmpty());
  EXPECT_THAT(beginnings("Benchmark[[:alpha:]/]x"), IsEmpty());
  EXPECT_THAT(beginnings(R"(Benchmark[\]/]x/y)"), ElementsAre(R"(Benchmark[\]/]x)"));
}

TEST(Beginnings, CloseWhatIsOpen) {
  EXPECT_THAT(beginnings("(a/b)"), ElementsAre("(a)"));
  EXPECT_THAT(beginnings("((a)b/c)"), ElementsAre("((a)b)"));
  EXPECT_THAT(beginnings(R"(\Qa/b\E/c)"), ElementsAre(R"(\Qa\E)", R"(\Qa/b\E)"));
}

TEST(Beginnings, EscapedSlashIsASlashAndOtherEscapesAreNot) {
  EXPECT_THAT(beginnings(R"(a\/b)"), ElementsAre("a"));
  EXPECT_THAT(beginnings(R"(a\(b/c)"), ElementsAre(R"(a\(b)"));
}

TEST(Beginnings, UnfinishedExpressionsAreReadToTheirEnd) {
  for (const char* expression : {"[", "[^", "[\\", "[[:", "\\", "(", "\\Q", ")"}) {
    EXPECT_THAT(beginnings(expression), IsEmpty()) << expression;
  }
}

}  // namespace
}  // namespace headgate::gate
