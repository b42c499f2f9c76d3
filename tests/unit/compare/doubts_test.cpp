#include "core/compare/doubts.h"

#include <gmock/gmock.h>

#include "support/compare_inputs.h"

namespace headgate::compare {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<std::string> doubts_of(const std::string& base, const std::string& now) {
  return doubts(arranged({}, {input("a", base), input("b", now)}));
}

TEST(Doubts, ThereAreNoneAboutAnOrdinaryComparison) {
  EXPECT_THAT(doubts_of(lines("X", {"1.5"}), lines("X", {"2"})), IsEmpty());
}

TEST(Doubts, DifferentSuffixesAreWhyNothingWasCompared) {
  EXPECT_THAT(doubts_of(lines("X-8", {"10"}), lines("X-16", {"10"})),
              ElementsAre("nothing was compared, no row has two columns: names end in different "
                          "GOMAXPROCS suffixes (-8 and -16); compare with -ignore /gomaxprocs"));
  EXPECT_THAT(doubts_of(lines("X", {"10"}), lines("X-16", {"10"})),
              ElementsAre(HasSubstr("(none and -16)")));
}

TEST(Doubts, DifferentConfigurationIsWhyNothingWasCompared) {
  EXPECT_THAT(
      doubts_of("goos: linux\ncpu: A\n" + lines("X", {"10"}),
                "goos: linux\ncpu: B\n" + lines("X", {"10"})),
      ElementsAre("nothing was compared, no row has two columns: cpu: is 'A' and 'B'; compare with "
                  "-ignore cpu"));
}

TEST(Doubts, InputsWithoutACommonBenchmarkSaySo) {
  EXPECT_THAT(doubts_of(lines("X", {"10"}), lines("Y", {"10"})),
              ElementsAre(HasSubstr("the inputs share no benchmark")));
}

TEST(Doubts, OneColumnIsNoDoubt) {
  EXPECT_THAT(doubts(arranged({}, {input("a", lines("X", {"10"}))})), IsEmpty());
}

TEST(Doubts, AKeyThatComesUpBehindAResultMayBeALine) {
  EXPECT_THAT(
      doubts_of(lines("X", {"10"}) + "port: 8080\n" + lines("X", {"10"}), lines("X", {"10"})),
      ElementsAre("a:2: 'port: 8080' counts as configuration of the results behind it; if it "
                  "is output of a program, use -ignore port"));
  EXPECT_THAT(doubts_of(lines("X", {"10"}) + "pkg: p\n" + lines("X", {"10"}) + "panic: oh no\n",
                        lines("X", {"10"})),
              IsEmpty());
}

TEST(Doubts, LessThanANanosecondMeasuresNothing) {
  EXPECT_THAT(doubts_of(lines("X", {"0.25"}), lines("X", {"10"})),
              ElementsAre(HasSubstr("a: BenchmarkX measures nothing")));
  EXPECT_THAT(doubts_of("BenchmarkX 1000000000 1.5 ns/op\n", lines("X", {"10"})),
              ElementsAre(HasSubstr("a: BenchmarkX measures nothing")));
  EXPECT_THAT(doubts_of("BenchmarkX 999999999 1.5 ns/op\n", lines("X", {"10"})), IsEmpty());
  EXPECT_THAT(doubts_of(lines("X", {"0"}, "B/op"), lines("X", {"0"}, "B/op")), IsEmpty());
}

}  // namespace
}  // namespace headgate::compare
