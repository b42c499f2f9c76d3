#include "core/schedule/selection.h"

#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

// Every claim on what a test binary does was checked by hand on one built by go1.26.8, with these
// patterns: `go test -c`, then `-test.bench PATTERN -test.skip SKIP`.

namespace headgate::schedule {
namespace {

Selection select(std::string_view bench, std::string_view skip = "") {
  Result<Selection> selection = Selection::create(bench, skip);
  EXPECT_TRUE(selection) << selection.error().message;
  return std::move(selection).value();
}

TEST(Selection, DotTakesEverything) { EXPECT_TRUE(select(".").selects("BenchmarkA")); }

TEST(Selection, MatchesUnanchored) {
  const Selection selection = select("Int");
  EXPECT_TRUE(selection.selects("BenchmarkInts"));
  EXPECT_FALSE(selection.selects("BenchmarkFloats"));
}

TEST(Selection, OnlyTheFirstLevelChoosesFunctions) {
  const Selection selection = select("A$/x");
  EXPECT_TRUE(selection.selects("BenchmarkA"));
  EXPECT_FALSE(selection.selects("BenchmarkAx"));
}

TEST(Selection, AnyAlternativeMayTakeAFunction) {
  const Selection selection = select("A$/x|B$");
  EXPECT_TRUE(selection.selects("BenchmarkA"));
  EXPECT_TRUE(selection.selects("BenchmarkB"));
  EXPECT_FALSE(selection.selects("BenchmarkC"));
}

TEST(Selection, AnEmptyFirstLevelTakesEverything) {
  EXPECT_TRUE(select("/x").selects("BenchmarkA"));
  EXPECT_TRUE(select("A|").selects("BenchmarkB"));
}

TEST(Selection, WhiteSpaceMatchesAnUnderscore) {
  EXPECT_TRUE(select("k Ctx").selects("Benchmark_Ctx"));
  EXPECT_TRUE(select("k\u00a0Ctx").selects("Benchmark_Ctx"));
  EXPECT_TRUE(select("k\u2003Ctx").selects("Benchmark_Ctx"));
}

TEST(Selection, ReadsGoSyntax) {
  EXPECT_TRUE(select("(?<n>A)").selects("BenchmarkA"));
  EXPECT_TRUE(select("(?P<n>A)").selects("BenchmarkA"));
  EXPECT_TRUE(select(R"(^Benchmark\pL\p{Latin}é$)").selects("Benchmarkété"));
  EXPECT_TRUE(select("(?i)benchmarkÉ").selects("Benchmarké"));
}

TEST(Selection, ASkipWithOneLevelTakesTheFunctionAway) {
  const Selection selection = select(".", "A$|B$");
  EXPECT_FALSE(selection.selects("BenchmarkA"));
  EXPECT_FALSE(selection.selects("BenchmarkB"));
  EXPECT_TRUE(selection.selects("BenchmarkC"));
}

TEST(Selection, ASkipWithDeeperLevelsKeepsTheFunction) {
  EXPECT_TRUE(select(".", "A/x").selects("BenchmarkA"));
}

TEST(Selection, TheFirstSkipThatMatchesTheFunctionDecides) {
  // -test.bench BenchmarkB -test.skip 'BenchmarkB/x|BenchmarkB' runs BenchmarkB, which has no
  // sub-benchmarks; with the alternatives swapped it does not.
  EXPECT_TRUE(select(".", "BenchmarkB/x|BenchmarkB").selects("BenchmarkB"));
  EXPECT_FALSE(select(".", "BenchmarkB|BenchmarkB/x").selects("BenchmarkB"));
}

TEST(Selection, PassesTheSkipOn) {
  EXPECT_EQ(select(".").skip(), "");
  EXPECT_EQ(select(".", "A/x y|B").skip(), "A/x y|B");
}

TEST(Selection, PatternOfOneFunctionIsAnchored) {
  EXPECT_EQ(select(".").pattern({"BenchmarkA"}), "^BenchmarkA$");
}

TEST(Selection, PatternOfManyFunctionsIsOneLevel) {
  EXPECT_EQ(select(".").pattern({"BenchmarkA", "BenchmarkB"}), "(^BenchmarkA$|^BenchmarkB$)");
}

TEST(Selection, PatternKeepsDeeperLevelsAsWritten) {
  EXPECT_EQ(select("Fmt/size=1,024 /[a/]").pattern({"BenchmarkFmt"}),
            "^BenchmarkFmt$/size=1,024 /[a/]");
}

TEST(Selection, PatternGivesEachFunctionTheLevelsOfItsOwnAlternatives) {
  const Selection selection = select("A/x|C/y|[AB]/z");
  EXPECT_EQ(selection.pattern({"BenchmarkA", "BenchmarkB"}),
            "^BenchmarkA$/x|(^BenchmarkA$|^BenchmarkB$)/z");
}

TEST(Selection, PatternKeepsTheOrderOfAlternatives) {
  // It matters: 'B/x|B' runs nothing of a BenchmarkB without sub-benchmarks, 'B|B/x' runs it.
  EXPECT_EQ(select("B/x|B").pattern({"BenchmarkB"}), "^BenchmarkB$/x|^BenchmarkB$");
  EXPECT_EQ(select("B|B/x").pattern({"BenchmarkB"}), "^BenchmarkB$|^BenchmarkB$/x");
}

TEST(Selection, PatternLeavesOutWhatBenchDoesNotTake) {
  EXPECT_EQ(select("A").pattern({"BenchmarkA", "BenchmarkB"}), "^BenchmarkA$");
  EXPECT_EQ(select("A").pattern({"BenchmarkB"}), "^$");
}

struct Invalid {
  std::string_view bench;
  std::string_view skip;
  std::string_view message;
};

TEST(Selection, RefusesWhatATestBinaryRefuses) {
  const Invalid cases[] = {
      {"a(", "", "bench: \"a(\" is not a Go regular expression: missing ): a("},
      {".", "B/[a", "skip: \"[a\" is not a Go regular expression: missing ]: [a"},
      {"A|B/x/a**", "",
       "bench: \"a**\" is not a Go regular expression: bad repetition operator: **"},
      {R"(A\C)", "", R"(bench: "A\C" is not a Go regular expression: invalid escape sequence: \C)"},
      {"(?<=A)B", "",
       "bench: \"(?<=A)B\" is not a Go regular expression: invalid perl operator: (?<"},
      // Go spells U+200B as \u200b before it compiles, which is no valid escape.
      {"A\u200b", "", "bench: \"A\u200b\" is not a Go regular expression: invisible character"},
      {"A\xff", "", "bench: \"A\xff\" is not a Go regular expression: invalid UTF-8"},
  };
  for (const Invalid& invalid : cases) {
    const Result<Selection> selection = Selection::create(invalid.bench, invalid.skip);
    ASSERT_FALSE(selection) << invalid.message;
    EXPECT_EQ(selection.error().reason, Reason::kConfigInvalid);
    EXPECT_EQ(selection.error().message, invalid.message);
    EXPECT_NE(selection.error().remedy, "");
  }
}

TEST(Selection, RefusesAnEmptyBenchWhichTakesNothing) {
  const Result<Selection> selection = Selection::create("", "");
  ASSERT_FALSE(selection);
  EXPECT_EQ(selection.error().message, "bench: the expression is empty, which takes no benchmark");
  EXPECT_EQ(selection.error().remedy, "write . for every benchmark");
}

TEST(Selection, MovesAsAValue) {
  Selection first = select("A");
  Selection second = select("B");
  second = std::move(first);
  EXPECT_TRUE(second.selects("BenchmarkA"));
}

struct Leaf {
  std::string_view leaf;
  std::string_view pattern;
};

TEST(LeafPattern, QuotesEveryLevel) {
  // Each leaf was printed by a go1.26.8 test binary, and each pattern ran that leaf and no other of
  // 31 beside it. Most names were reported by users of other tools as breaking them.
  const Leaf cases[] = {
      {"Ints/n=1000", "^BenchmarkInts$/^n=1000$"},
      {"Walk/[5]-*/*/*/*/target", R"(^BenchmarkWalk$/^\[5\]-\*$/^\*$/^\*$/^\*$/^target$)"},
      {"Walk/[6]-**-!*/*/**", R"(^BenchmarkWalk$/^\[6\]-\*\*-!\*$/^\*$/^\*\*$)"},
      {"Load/*sync.Map", R"(^BenchmarkLoad$/^\*sync\.Map$)"},
      {R"(_Ctx/run-[]string{"json",_"xml"})",
       R"(^Benchmark_Ctx$/^run-\[\]string\{"json",_"xml"\}$)"},
      {R"(Fmt/size=1,024_β_é_\x00)", R"(^BenchmarkFmt$/^size=1,024_β_é_\\x00$)"},
      {"Fmt/#00", "^BenchmarkFmt$/^#00$"},
      {"Fmt/x-8", "^BenchmarkFmt$/^x-8$"},
      {"Fmt/x-8#01", "^BenchmarkFmt$/^x-8#01$"},
      {"Fmt/100%", "^BenchmarkFmt$/^100%$"},
      {"Fmt/::error_title=x::y", "^BenchmarkFmt$/^::error_title=x::y$"},
      {"Fmt/a|b`c<d>", R"(^BenchmarkFmt$/^a\|b`c<d>$)"},
      {"Fmt/(a/b)", R"(^BenchmarkFmt$/^\(a$/^b\)$)"},
      {"Fmt/^$", R"(^BenchmarkFmt$/^\^\$$)"},
      {R"(Fmt/a\b)", R"(^BenchmarkFmt$/^a\\b$)"},
      {R"(Fmt/zw\u200bsp)", R"(^BenchmarkFmt$/^zw\\u200bsp$)"},
      {"Tmp//tmp/BenchmarkTmp1972253285/001",
       "^BenchmarkTmp$/^$/^tmp$/^BenchmarkTmp1972253285$/^001$"},
      {"Tmp/1796037156199696371", "^BenchmarkTmp$/^1796037156199696371$"},
      {"Tmp//", "^BenchmarkTmp$/^$/^$"},
      {"", "^Benchmark$"},
      {"Été_2", "^BenchmarkÉté_2$"},
  };
  for (const Leaf& leaf : cases) {
    EXPECT_EQ(leaf_pattern(leaf.leaf), leaf.pattern);
  }
}

TEST(LeafPattern, SurvivesItsOwnCutting) {
  // Read back as a selection, it takes the function and nothing that merely contains its name.
  const Selection selection = select(leaf_pattern("Walk/[5]-*/*|(/target"));
  EXPECT_TRUE(selection.selects("BenchmarkWalk"));
  EXPECT_FALSE(selection.selects("BenchmarkWalker"));
}

}  // namespace
}  // namespace headgate::schedule
