#include "core/compare/input.h"

#include <gmock/gmock.h>

#include "support/compare_inputs.h"

namespace headgate::compare {
namespace {

using testing::ElementsAre;
using testing::Pair;
using testing::SizeIs;

TEST(Input, ValuesThatAgreeInEverythingAreOneSeries) {
  const Input read = input("f",
                           "pkg: p\nBenchmarkX 1 10 ns/op 3 B/op\nBenchmarkY 1 5 ns/op\n"
                           "BenchmarkX 1 12 ns/op\n");
  ASSERT_THAT(read.series, SizeIs(3));
  EXPECT_THAT(read.series[0].values, ElementsAre(10 * 1e-9, 12 * 1e-9));
  EXPECT_THAT(read.series[1].values, ElementsAre(3));
}

TEST(Input, AUnitThatComesTwiceOnALineGivesTwoValues) {
  const Input read = input("f", "BenchmarkX 1 1 a/op 2 a/op\n");
  ASSERT_THAT(read.series, SizeIs(1));
  EXPECT_THAT(read.series[0].values, ElementsAre(1, 2));
}

TEST(Input, ADeletedKeyIsReplacedByTheLast) {
  const Input read =
      input("f",
            "a: 1\nb: 2\nc: 3\nBenchmarkX 1 1 ns/op\na:\nBenchmarkX 1 1 ns/op\nd: 4\n"
            "BenchmarkX 1 1 ns/op\n");
  ASSERT_THAT(read.configurations, SizeIs(3));
  EXPECT_THAT(read.configurations[1], ElementsAre(Pair("c", "3"), Pair("b", "2")));
  EXPECT_THAT(read.configurations[2], ElementsAre(Pair("c", "3"), Pair("b", "2"), Pair("d", "4")));
}

TEST(Input, AConfigurationThatComesAgainIsTheSame) {
  const Input read = input("f",
                           "pkg: a\nBenchmarkX 1 1 ns/op\npkg: b\nBenchmarkX 1 1 ns/op\n"
                           "pkg: a\nBenchmarkX 1 2 ns/op\n");
  EXPECT_THAT(read.configurations, SizeIs(2));
  ASSERT_THAT(read.series, SizeIs(2));
  EXPECT_THAT(read.series[0].values, SizeIs(2));
}

TEST(Input, PackagesOfATestEventStreamAreReadOneByOne) {
  const auto event = [](const std::string& package, const std::string& output) {
    return R"({"Time":"2026-01-01T00:00:00Z","Action":"output","Package":")" + package +
           R"(","Test":"BenchmarkOther","Output":")" + output + "\"}\n";
  };
  const Input read =
      input("f", event("p", "pkg: p\\n") + event("q", "pkg: q\\n") + event("p", "BenchmarkX\\t") +
                     event("q", "BenchmarkX\\t1\\t2 ns/op\\n") + "not an event\n" +
                     R"({"Action":"start","Package":"p"})"
                     "\n" +
                     event("p", "1\\t3 ns/op\\n") + "BenchmarkPlain 1 4 ns/op\n");
  EXPECT_THAT(read.names, ElementsAre("Plain", "X"));
  ASSERT_THAT(read.series, SizeIs(3));
  EXPECT_THAT(read.configurations[read.series[1].configuration], ElementsAre(Pair("pkg", "p")));
  EXPECT_THAT(read.series[1].values, ElementsAre(3 * 1e-9));
  EXPECT_THAT(read.configurations[read.series[2].configuration], ElementsAre(Pair("pkg", "q")));
}

}  // namespace
}  // namespace headgate::compare
