#include "app/progress_text.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace headgate::app {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

BenchmarkProgress benchmark() {
  return {.package = "example.com/m/codec",
          .name = "BenchmarkDecode",
          .stage = stats::Stage::kFirst,
          .round = 3,
          .rounds = 10,
          .ratio = 1.0213,
          .lost = 0};
}

constexpr schedule::Progress kSecondRound{.done = 80, .total = 200, .remaining_sec = 72};

TEST(ProgressText, TheBarTellsShareTimeLeftBenchmarkRoundAndRatio) {
  EXPECT_EQ(bar_line(benchmark(), kSecondRound, 200),
            "[########------------]  40%  1m12s left  codec.BenchmarkDecode 4/10  head/base 1.021");
}

TEST(ProgressText, TheBarIsCutToTheTerminal) {
  for (const std::size_t columns : {1U, 20U, 40U, 79U}) {
    EXPECT_EQ(bar_line(benchmark(), kSecondRound, columns).size(), columns);
  }
}

TEST(ProgressText, TheConfirmStageIsNamed) {
  BenchmarkProgress confirming = benchmark();
  confirming.stage = stats::Stage::kConfirm;
  EXPECT_THAT(bar_line(confirming, kSecondRound, 200), HasSubstr("confirming codec."));
}

TEST(ProgressText, TheBarIsNeverBeyondItsEnds) {
  EXPECT_THAT(bar_line(benchmark(), {.done = 0, .total = 0, .remaining_sec = 0}, 200),
              StartsWith("[--------------------]   0%  0s left"));
  EXPECT_THAT(bar_line(benchmark(), {.done = 9, .total = 9, .remaining_sec = -1}, 200),
              StartsWith("[####################] 100%  0s left"));
}

TEST(ProgressText, HostileNamesCannotActOnTheTerminal) {
  BenchmarkProgress hostile = benchmark();
  hostile.name = "Benchmark\x1b[2J\r::error::x";
  EXPECT_THAT(bar_line(hostile, kSecondRound, 200), Not(HasSubstr("\x1b")));
  EXPECT_THAT(benchmark_line(hostile), Not(HasSubstr("\x1b")));
  EXPECT_THAT(benchmark_line(hostile), Not(HasSubstr("\r")));
}

TEST(ProgressText, StagesSayHowMuchIsAhead) {
  EXPECT_EQ(stage_line(stats::Stage::kFirst, 200, 72.4), "measuring: 200 processes, about 1m12s");
  EXPECT_EQ(stage_line(stats::Stage::kConfirm, 1, 0.4),
            "confirming what was flagged: 1 process, about 0s");
}

TEST(ProgressText, ARoundSaysWhereItStands) {
  EXPECT_EQ(round_line(benchmark(), kSecondRound),
            "round 4 of 10: 80 of 200 processes done, 1m12s left");
}

TEST(ProgressText, ABenchmarkSaysItsEstimateAndWhatWasLost) {
  EXPECT_EQ(benchmark_line(benchmark()),
            "example.com/m/codec.BenchmarkDecode: head/base 1.021 after 4 rounds");
  BenchmarkProgress poor = benchmark();
  poor.name.clear();
  poor.round = 0;
  poor.ratio = std::nullopt;
  poor.lost = 2;
  EXPECT_EQ(benchmark_line(poor),
            "example.com/m/codec: no estimate after 1 round, 2 processes without a sample");
}

TEST(ProgressText, CuttingCountsCharactersNotBytes) {
  EXPECT_EQ(cut_to(3, "größe"), "grö");
  EXPECT_EQ(cut_to(9, "größe"), "größe");
  EXPECT_EQ(cut_to(0, "größe"), "");
}

}  // namespace
}  // namespace headgate::app
