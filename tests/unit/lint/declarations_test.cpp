#include "core/lint/declarations.h"

#include <fstream>
#include <sstream>

#include <gmock/gmock.h>

namespace headgate::lint {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> names_in(std::string_view source) {
  std::vector<std::string> names;
  for (const Declaration& declaration : declarations(source).benchmarks) {
    names.push_back(declaration.name);
  }
  return names;
}

/// The normalized text of the only benchmark, whose body is `body`.
std::string normalized(const std::string& body) {
  const Declarations found =
      declarations("package p\nfunc BenchmarkX(b *testing.B) {" + body + "}\n");
  EXPECT_EQ(found.benchmarks.size(), 1U) << body;
  EXPECT_FALSE(found.has_error) << body;
  return found.benchmarks.empty() ? "" : found.benchmarks.front().normalized;
}

TEST(Declarations, TellNameLineAndTextOfEachBenchmark) {
  const Declarations found = declarations(
      "package sum_test\n"
      "\n"
      "import \"testing\"\n"
      "\n"
      "// BenchmarkInts adds.\n"
      "func BenchmarkInts(b *testing.B) {\n"
      "\tfor b.Loop() {\n"
      "\t}\n"
      "}\n"
      "func BenchmarkFloats(b *testing.B) { run(b) }\n");
  EXPECT_EQ(found.package_name, "sum_test");
  EXPECT_FALSE(found.has_error);
  EXPECT_THAT(
      found.benchmarks,
      ElementsAre(
          Declaration{
              .name = "BenchmarkInts",
              .line = 6,
              .text = "func BenchmarkInts(b *testing.B) {\n\tfor b.Loop() {\n\t}\n}",
              .normalized = "func BenchmarkInts ( b * testing . B ) { for b . Loop ( ) { } }"},
          Declaration{.name = "BenchmarkFloats",
                      .line = 10,
                      .text = "func BenchmarkFloats(b *testing.B) { run(b) }",
                      .normalized = "func BenchmarkFloats ( b * testing . B ) { run ( b ) }"}));
}

TEST(Declarations, AcceptEveryWayToWriteTheParameter) {
  EXPECT_THAT(names_in("package p\n"
                       "func BenchmarkPlain(b *testing.B) {}\n"
                       "func BenchmarkRenamedImport(b *tt.B) {}\n"
                       "func BenchmarkDotImport(b *B) {}\n"
                       "func BenchmarkBlank(_ *testing.B) {}\n"
                       "func BenchmarkUnnamed(*testing.B) {}\n"
                       "func BenchmarkEmptyResult(b *testing.B) () {}\n"
                       "func BenchmarkCommented(/* a */ b /* b */ * /* c */ testing.B /* d */) {}\n"
                       "func BenchmarkTrailingComma(\n\tb *testing.B,\n) {}\n"),
              ElementsAre("BenchmarkPlain", "BenchmarkRenamedImport", "BenchmarkDotImport",
                          "BenchmarkBlank", "BenchmarkUnnamed", "BenchmarkEmptyResult",
                          "BenchmarkCommented", "BenchmarkTrailingComma"));
}

TEST(Declarations, LeaveOutWhatGoDoesNotRunAsABenchmark) {
  EXPECT_THAT(names_in("package p\n"
                       "func (s *suite) BenchmarkMethod(b *testing.B) {}\n"
                       "func BenchmarkGeneric[T any](b *testing.B) {}\n"
                       "func BenchmarkResult(b *testing.B) error { return nil }\n"
                       "func BenchmarkNamedResult(b *testing.B) (err error) { return nil }\n"
                       "func BenchmarkNone() {}\n"
                       "func BenchmarkTwo(b *testing.B, n int) {}\n"
                       "func BenchmarkTwoNames(a, b *testing.B) {}\n"
                       "func BenchmarkVariadic(b ...*testing.B) {}\n"
                       "func BenchmarkValue(b testing.B) {}\n"
                       "func BenchmarkTest(t *testing.T) {}\n"
                       "func BenchmarkInParentheses(b (*testing.B)) {}\n"
                       "func BenchmarkPointerToPointer(b **testing.B) {}\n"
                       "func Benchmarking(b *testing.B) {}\n"
                       "func helper(b *testing.B) { f := func(b *testing.B) {}; f(b) }\n"
                       "var BenchmarkVariable = func(b *testing.B) {}\n"
                       "/* func BenchmarkInComment(b *testing.B) {} */\n"
                       "var s = `\nfunc BenchmarkInString(b *testing.B) {}\n`\n"),
              IsEmpty());
}

TEST(Declarations, SurviveAByteOrderMarkAndCarriageReturns) {
  const Declarations found =
      declarations("\xef\xbb\xbfpackage p\r\n\r\nfunc BenchmarkX(b *testing.B) {\r\n}\r\n");
  EXPECT_FALSE(found.has_error);
  EXPECT_EQ(found.package_name, "p");
  ASSERT_EQ(found.benchmarks.size(), 1U);
  EXPECT_EQ(found.benchmarks[0].line, 3U);
}

TEST(Declarations, SayWhenTheSourceHasASyntaxError) {
  EXPECT_TRUE(declarations("package p\nfunc BenchmarkX(b *testing.B) {\n").has_error);
  EXPECT_TRUE(declarations("\xff\xfe\x00 not Go").has_error);
  EXPECT_FALSE(declarations("package p\n").has_error);
}

TEST(Declarations, AnEmptySourceDeclaresNothing) {
  const Declarations found = declarations("");
  EXPECT_EQ(found.package_name, "");
  EXPECT_THAT(found.benchmarks, IsEmpty());
}

TEST(Declarations, RefuseASourceThatIsTooLarge) {
  std::string source = "package p\nfunc BenchmarkX(b *testing.B) {}\n";
  source.resize(kMaxSourceBytes, '\n');
  EXPECT_FALSE(declarations(source).has_error);
  source += '\n';
  EXPECT_TRUE(declarations(source).has_error);
  EXPECT_THAT(declarations(source).benchmarks, IsEmpty());
}

TEST(Declarations, NestingWithoutEndDoesNotOverflowTheStack) {
  // At 32 bytes a level, recursion would need more than the usual 8 MiB of stack.
  constexpr std::size_t kDepth = 300'000;
  const std::string source =
      "package p\nfunc BenchmarkDeep(b *testing.B) { x := " + std::string(kDepth, '(') + "1" +
      std::string(kDepth, ')') + "; _ = x }\n";
  const Declarations found = declarations(source);
  ASSERT_EQ(found.benchmarks.size(), 1U);
  // Each parenthesis is a token with a blank before it.
  EXPECT_GT(found.benchmarks[0].normalized.size(), 4 * kDepth);
}

TEST(Normalized, IgnoresCommentsBlankLinesAndIndentation) {
  const std::string plain = normalized("\n\tx := f(1)\n\tg(x)\n");
  EXPECT_EQ(plain, "func BenchmarkX ( b * testing . B ) { x := f ( 1 ) ; g ( x ) }");
  EXPECT_EQ(normalized("\n  // why\n  x:=f( 1 ) // so\n\n\n  /* and */ g(x)\n"), plain);
}

TEST(Normalized, IgnoresWhetherStatementsStandOnOneLine) {
  EXPECT_EQ(normalized(" x := f(1); g(x) "), normalized("\n\tx := f(1)\n\tg(x)\n"));
  EXPECT_EQ(normalized(" if a { g() } "), normalized("\n\tif a {\n\t\tg()\n\t}\n"));
}

TEST(Normalized, IgnoresTheCommaThatALineBreakNeeds) {
  EXPECT_EQ(normalized(" f(a, []int{1, 2}) "),
            normalized("\n\tf(\n\t\ta,\n\t\t[]int{\n\t\t\t1,\n\t\t\t2,\n\t\t},\n\t)\n"));
}

TEST(Normalized, KeepsWhatSeparatesStatements) {
  EXPECT_NE(normalized("\n\treturn\n\tf()\n"), normalized("\n\treturn f()\n"));
  EXPECT_NE(normalized("\n\tx := a\n\t-b()\n"), normalized("\n\tx := a - b()\n"));
  EXPECT_EQ(normalized("\n\tx := a -\n\t\tb()\n"), normalized("\n\tx := a - b()\n"));
  EXPECT_NE(normalized("\n\tif a {\n\t\treturn\n\t}\n\tf()\n"),
            normalized("\n\tif a {\n\t\treturn\n\t\tf()\n\t}\n"));
  EXPECT_THAT(normalized(" for ;; { } "), testing::HasSubstr("for ; ; {"));
  EXPECT_THAT(normalized(" for i := 0; i < 9; i++ { } "),
              testing::HasSubstr("for i := 0 ; i < 9 ; i ++ {"));
}

TEST(Normalized, EndsStatementsWhereGoDoes) {
  // The specification's rule: names, literals, closing brackets, ++, -- and four words.
  EXPECT_EQ(
      normalized(
          "\n\ta++\n\tb--\n\tx := \"s\"\n\ty := 'r'\n\tz := `w`\n\tu := 1.\n\tf(é)\n\tv[0] = x\n"),
      normalized("a++; b--; x := \"s\"; y := 'r'; z := `w`; u := 1.; f(é); v[0] = x"));
  EXPECT_EQ(normalized("\n\tfor {\n\t\tif a {\n\t\t\tbreak\n\t\t}\n\t\tcontinue\n\t}\n\treturn\n"),
            normalized("for { if a { break }; continue }; return"));
}

TEST(Normalized, KeepsLiteralsByteForByte) {
  EXPECT_THAT(normalized(" f(\"a  b // c\", `x\n\ty`, ' ', \"\\n\") "),
              testing::HasSubstr("( \"a  b // c\" , `x\n\ty` , ' ' , \"\\n\" )"));
  EXPECT_NE(normalized(" f(\"a b\") "), normalized(" f(\"a  b\") "));
}

TEST(Normalized, SeesEveryOtherChange) {
  const std::string before = normalized("\n\tfor range b.N {\n\t\tf(10)\n\t}\n");
  EXPECT_NE(before, normalized("\n\tfor b.Loop() {\n\t\tf(10)\n\t}\n"));
  EXPECT_NE(before, normalized("\n\tfor range b.N {\n\t\tf(11)\n\t}\n"));
  EXPECT_NE(before, normalized("\n\tfor range b.N {\n\t\tf(1, 0)\n\t}\n"));
}

TEST(ListedBenchmarks, AreWholeLinesOnlyAmongWhatTestMainPrints) {
  std::ifstream file(HEADGATE_TEST_DATA "/reports/test-list-noise.txt");
  std::stringstream output;
  output << file.rdbuf();
  const ListedBenchmarks listed = listed_benchmarks(output.str());
  EXPECT_THAT(listed.names, ElementsAre("Benchmark", "BenchmarkQuery", "Benchmark_Legacy",
                                        "BenchmarkÜbersetzung"));
  EXPECT_THAT(listed.duplicates, ElementsAre("BenchmarkQuery"));
}

TEST(ListedBenchmarks, LinesThatOnlyLookAlikeDoNotCount) {
  const ListedBenchmarks listed = listed_benchmarks(
      "BenchmarkX-8\n BenchmarkX\nBenchmarkX \nBenchmarkX\r\nBenchmark X\nBenchmarks\n"
      "BenchmarkX\t1 ns/op\nPASS\nBenchmarkX\xff\n");
  EXPECT_THAT(listed.names, IsEmpty());
  EXPECT_THAT(listed.duplicates, IsEmpty());
}

TEST(ListedBenchmarks, TheLastLineNeedsNoLineFeed) {
  EXPECT_THAT(listed_benchmarks("BenchmarkA\nBenchmarkB").names,
              ElementsAre("BenchmarkA", "BenchmarkB"));
  EXPECT_THAT(listed_benchmarks("").names, IsEmpty());
}

}  // namespace
}  // namespace headgate::lint
