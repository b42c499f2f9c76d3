#include "core/schedule/options.h"

#include <optional>
#include <stdexcept>
#include <string_view>

#include <gtest/gtest.h>

namespace headgate::schedule {
namespace {

TEST(Benchtime, KeepsTheTextThatTheTestBinaryTakes) {
  for (const std::string_view text : {"200ms", "1.5s", "1m30s", "1000x", "007x"}) {
    const Result<Benchtime> benchtime = Benchtime::parse(text);
    ASSERT_TRUE(benchtime) << text;
    EXPECT_EQ(benchtime->text(), text);
  }
}

TEST(Benchtime, KnowsItsSecondsUnlessItCountsIterations) {
  EXPECT_EQ(Benchtime::parse("1m30s")->seconds(), 90);
  EXPECT_EQ(Benchtime::parse("1000x")->seconds(), std::nullopt);
}

TEST(Benchtime, OfIterationsIsWhatParsingItsTextGives) {
  EXPECT_EQ(Benchtime::of_iterations(1234), *Benchtime::parse("1234x"));
  EXPECT_EQ(Benchtime::of_iterations(1).text(), "1x");
  EXPECT_THROW((void)Benchtime::of_iterations(0), std::logic_error);
}

TEST(Benchtime, RefusesZeroAndEverythingElse) {
  // go1.26.8 refuses each but the last two, which have a sign that nobody writes.
  for (const std::string_view text :
       {"", "0", "0s", "0x", "x", "-5x", "5X", " 5x", "1e3x", "0x10x", "1_000x", "5", "fast",
        "9223372036854775808x", "0.0000000001s", "-1s", "+5x", "+1s"}) {
    const Result<Benchtime> benchtime = Benchtime::parse(text);
    ASSERT_FALSE(benchtime) << text;
    EXPECT_EQ(benchtime.error().reason, Reason::kConfigInvalid);
  }
}

TEST(Benchtime, ErrorNamesTheValueAndShowsBothForms) {
  const Error error = Benchtime::parse("1000").error();
  EXPECT_EQ(error.message, "\"1000\" is neither a duration nor a number of iterations");
  EXPECT_EQ(error.remedy,
            "write a duration above zero, such as 200ms or 1.5s, or iterations, such as 1000x");
}

TEST(Options, DefaultsAreTheDocumentedOnes) {
  const Options options;
  EXPECT_EQ(options.rounds, 10U);
  EXPECT_EQ(options.benchtime, *Benchtime::parse("200ms"));
  EXPECT_EQ(options.order, Order::kAbab);
  EXPECT_EQ(options.isolate, Isolate::kBenchmark);
  EXPECT_EQ(options.deadline_sec, 0);
}

TEST(FewestRounds, IsWhereTwoSeparateSeriesFirstFallBelowAlpha) {
  // The smallest p of n against n is 2 / C(2n, n): n = 4: 2/70 = 0.0286, n = 5: 2/252 = 0.0079,
  // n = 6: 2/924 = 0.0022, n = 7: 2/3432 = 0.00058.
  EXPECT_EQ(fewest_rounds(0.05), 4U);
  EXPECT_EQ(fewest_rounds(0.01), 5U);
  EXPECT_EQ(fewest_rounds(0.001), 7U);
}

TEST(FewestRounds, IsNeverBelowTheFewestSamples) {
  // 2 against 2 reach 2/6 = 0.33, which is below 0.5.
  EXPECT_EQ(fewest_rounds(0.5), kFewestSamples);
}

TEST(FewestRounds, AsksForPBelowAlphaNotForAlphaItself) { EXPECT_EQ(fewest_rounds(2.0 / 70), 5U); }

TEST(FewestRounds, IsUnknownForAnAlphaBeyondEveryExactTest) {
  EXPECT_EQ(fewest_rounds(1e-200), std::nullopt);
}

}  // namespace
}  // namespace headgate::schedule
