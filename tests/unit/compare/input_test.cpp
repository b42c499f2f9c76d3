#include "core/compare/input.h"

#include <span>
#include <string>
#include <vector>

#include <gmock/gmock.h>

#include "support/compare_inputs.h"

namespace headgate::compare {
namespace {

using testing::ElementsAre;
using testing::Pair;
using testing::SizeIs;

std::vector<double> values(const Input& input, std::size_t series) {
  const std::span<const double> all = input.values_of(input.series[series]);
  return {all.begin(), all.end()};
}

TEST(Input, ValuesThatAgreeInEverythingAreOneSeries) {
  const Input read = input("f",
                           "pkg: p\nBenchmarkX 1 10 ns/op 3 B/op\nBenchmarkY 1 5 ns/op\n"
                           "BenchmarkX 1 12 ns/op\n");
  ASSERT_THAT(read.series, SizeIs(3));
  EXPECT_THAT(values(read, 0), ElementsAre(10 * 1e-9, 12 * 1e-9));
  EXPECT_THAT(values(read, 1), ElementsAre(3));
}

TEST(Input, AUnitThatComesTwiceOnALineGivesTwoValues) {
  const Input read = input("f", "BenchmarkX 1 1 a/op 2 a/op\n");
  ASSERT_THAT(read.series, SizeIs(1));
  EXPECT_THAT(values(read, 0), ElementsAre(1, 2));
}

TEST(Input, ValuesOfMixedSeriesKeepTheirOrder) {
  const Input read = input("f",
                           "BenchmarkX 1 1 a/op 2 b/op\nBenchmarkY 1 3 b/op\n"
                           "BenchmarkX 1 4 c/op 5 a/op\nBenchmarkY 1 6 b/op 7 a/op\n"
                           "BenchmarkX 1 8 a/op 9 b/op 10 c/op\n");
  ASSERT_THAT(read.series, SizeIs(5));
  EXPECT_THAT(values(read, 0), ElementsAre(1, 5, 8));  // X a/op
  EXPECT_THAT(values(read, 1), ElementsAre(2, 9));     // X b/op
  EXPECT_THAT(values(read, 2), ElementsAre(3, 6));     // Y b/op
  EXPECT_THAT(values(read, 3), ElementsAre(4, 10));    // X c/op
  EXPECT_THAT(values(read, 4), ElementsAre(7));        // Y a/op
}

TEST(Input, MoreValuesThanABlockHoldsAreAllThere) {
  constexpr int kLines = 40'000;
  std::string text;
  for (int i = 0; i < kLines; ++i) {
    text.append(i % 2 == 0 ? "BenchmarkX 1 " : "BenchmarkY 1 ")
        .append(std::to_string(i))
        .append(" a/op\n");
  }
  const Input read = input("f", text);
  ASSERT_THAT(read.series, SizeIs(2));
  for (std::size_t series = 0; series < 2; ++series) {
    const std::vector<double> all = values(read, series);
    ASSERT_THAT(all, SizeIs(kLines / 2));
    for (std::size_t i = 0; i < all.size(); ++i) {
      ASSERT_EQ(all[i], static_cast<double>(2 * i + series));
    }
  }
}

TEST(Input, ANameHasASeriesForEachConfigurationThatItComesBackTo) {
  const Input read = input("f",
                           "pkg: a\nBenchmarkX 1 1 a/op\npkg: b\nBenchmarkX 1 2 a/op\n"
                           "pkg: c\nBenchmarkX 1 3 a/op\npkg: b\nBenchmarkX 1 4 a/op\n"
                           "pkg: a\nBenchmarkX 1 5 a/op\n");
  EXPECT_THAT(read.names, ElementsAre("X"));
  ASSERT_THAT(read.series, SizeIs(3));
  EXPECT_THAT(values(read, 0), ElementsAre(1, 5));
  EXPECT_THAT(values(read, 1), ElementsAre(2, 4));
  EXPECT_THAT(values(read, 2), ElementsAre(3));
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
  EXPECT_THAT(values(read, 0), SizeIs(2));
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
  EXPECT_THAT(values(read, 1), ElementsAre(3 * 1e-9));
  EXPECT_THAT(read.configurations[read.series[2].configuration], ElementsAre(Pair("pkg", "q")));
}

}  // namespace
}  // namespace headgate::compare
