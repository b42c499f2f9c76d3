#include "core/schedule/plan.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/schedule/order.h"

namespace headgate::schedule {
namespace {

using stats::Side;
using testing::ElementsAre;

constexpr auto kMeasured = TrialOutcome::kMeasured;
constexpr auto kSilent = TrialOutcome::kSilent;
constexpr auto kSparse = TrialOutcome::kSparse;
constexpr auto kFailed = TrialOutcome::kFailed;
constexpr auto kTimedOut = TrialOutcome::kTimedOut;

Item item(std::vector<std::string> functions) {
  return Item{.module = "example.com/m",
              .package = "example.com/m/sum",
              .functions = std::move(functions),
              .pattern = ".",
              .benchtime = "200ms"};
}

std::vector<Item> benchmarks(std::size_t count) {
  return std::vector<Item>(count, item({"BenchmarkInts"}));
}

Options rounds(std::size_t count) {
  Options options;
  options.rounds = count;
  return options;
}

// "0b" is item 0 on base, "1h?" explains item 1 on head.
std::string label(const Trial& trial) {
  return fmt::format("{}{}{}", trial.item, trial.side == Side::kBase ? 'b' : 'h',
                     trial.purpose == TrialPurpose::kExplain ? "?" : "");
}

using Answer = std::function<TrialOutcome(const Trial&)>;

// Runs the whole plan, each trial taking a second, and lists what ran.
std::vector<std::string> run(Plan& plan, const Answer& answer) {
  std::vector<std::string> ran;
  while (true) {
    const Step step = plan.next(0);
    const Trial* trial = std::get_if<Trial>(&step);
    if (trial == nullptr) {
      EXPECT_EQ(std::get<Finished>(step), Finished::kCompleted);
      return ran;
    }
    ran.push_back(label(*trial));
    plan.report(answer(*trial), 1);
  }
}

TrialOutcome always_measured(const Trial& /*trial*/) { return kMeasured; }

TEST(Plan, GoesRoundRobinWithBaseAndHeadNextToEachOther) {
  Plan plan(benchmarks(2), rounds(2), 0);
  EXPECT_THAT(run(plan, always_measured),
              ElementsAre("0b", "0h", "1b", "1h", "0b", "0h", "1b", "1h"));
}

TEST(Plan, BalancedOrderFollowsTheSeed) {
  Options options = rounds(12);
  options.order = Order::kBalanced;
  options.seed = 42;
  Plan plan(benchmarks(3), options, 0);
  std::vector<std::string> expected;
  for (std::size_t round = 0; round < 12; ++round) {
    for (std::size_t index = 0; index < 3; ++index) {
      const bool base_first = first_side(options, index, round) == Side::kBase;
      expected.push_back(fmt::format("{}{}", index, base_first ? 'b' : 'h'));
      expected.push_back(fmt::format("{}{}", index, base_first ? 'h' : 'b'));
    }
  }
  EXPECT_EQ(run(plan, always_measured), expected);
}

TEST(Plan, NumbersItsTrialsOnFromAnEarlierStage) {
  Plan plan(benchmarks(1), rounds(2), 100);
  std::vector<std::size_t> sequences;
  std::vector<std::size_t> in_round;
  run(plan, [&](const Trial& trial) {
    sequences.push_back(trial.sequence);
    in_round.push_back(trial.round);
    return kMeasured;
  });
  EXPECT_THAT(sequences, ElementsAre(100, 101, 102, 103));
  EXPECT_THAT(in_round, ElementsAre(0, 0, 1, 1));
  EXPECT_EQ(plan.next_sequence(), 104U);
}

TEST(Plan, NothingToDoIsCompleted) {
  Plan plan({}, rounds(10), 5);
  EXPECT_EQ(std::get<Finished>(plan.next(0)), Finished::kCompleted);
  EXPECT_EQ(plan.progress().total, 0U);
  EXPECT_EQ(plan.progress().remaining_sec, 0);
  EXPECT_EQ(plan.next_sequence(), 5U);
}

TEST(Plan, AskingAgainGivesTheSameTrial) {
  Plan plan(benchmarks(1), rounds(1), 0);
  const Step first = plan.next(0);
  EXPECT_EQ(plan.next(0), first);
}

TEST(Plan, ReportWithoutATrialIsABug) {
  Plan plan(benchmarks(1), rounds(1), 0);
  EXPECT_THROW(plan.report(kMeasured, 1), std::logic_error);
  (void)plan.next(0);
  plan.report(kMeasured, 1);
  EXPECT_THROW(plan.report(kMeasured, 1), std::logic_error);
}

TEST(Plan, NoRoundsIsABug) { EXPECT_THROW(Plan(benchmarks(1), rounds(0), 0), std::logic_error); }

TEST(Plan, GoesOnAfterAMove) {
  Plan plan(benchmarks(1), rounds(2), 0);
  (void)plan.next(0);
  plan.report(kMeasured, 1);
  Plan moved = std::move(plan);
  EXPECT_THAT(run(moved, always_measured), ElementsAre("0h", "0b", "0h"));
}

// --- deadline

TEST(Plan, EndsAtItsDeadline) {
  Options options = rounds(10);
  options.deadline_sec = 60;
  Plan plan(benchmarks(1), options, 0);
  EXPECT_TRUE(std::holds_alternative<Trial>(plan.next(59.9)));
  EXPECT_EQ(std::get<Finished>(plan.next(60)), Finished::kDeadline);
  EXPECT_EQ(std::get<Finished>(plan.next(61)), Finished::kDeadline);
}

TEST(Plan, IsCompletedWhenTheLastTrialRanPastTheDeadline) {
  Options options = rounds(1);
  options.deadline_sec = 60;
  Plan plan(benchmarks(1), options, 0);
  (void)plan.next(0);
  plan.report(kMeasured, 30);
  (void)plan.next(30);
  plan.report(kMeasured, 40);
  EXPECT_EQ(std::get<Finished>(plan.next(70)), Finished::kCompleted);
}

TEST(Plan, HasNoDeadlineByDefault) {
  Plan plan(benchmarks(1), rounds(1), 0);
  EXPECT_TRUE(std::holds_alternative<Trial>(plan.next(1e12)));
}

// --- failures and time-outs

TEST(Plan, GivesUpWhenTheFirstTwoTrialsOfASideFail) {
  Plan plan(benchmarks(2), rounds(4), 0);
  const auto head_of_first_fails = [](const Trial& trial) {
    return trial.item == 0 && trial.side == Side::kHead ? kFailed : kMeasured;
  };
  EXPECT_THAT(run(plan, head_of_first_fails),
              ElementsAre("0b", "0h", "1b", "1h", "0b", "0h", "1b", "1h", "1b", "1h", "1b", "1h"));
}

TEST(Plan, GivesUpBeforeTheOtherSideOfTheSecondRound) {
  Plan plan(benchmarks(1), rounds(4), 0);
  const auto base_fails = [](const Trial& trial) {
    return trial.side == Side::kBase ? kFailed : kMeasured;
  };
  EXPECT_THAT(run(plan, base_fails), ElementsAre("0b", "0h", "0b"));
}

TEST(Plan, GoesOnAfterOneFailure) {
  for (const std::size_t bad_round : {0U, 1U, 2U}) {
    Plan plan(benchmarks(1), rounds(4), 0);
    const std::vector<std::string> ran = run(plan, [&](const Trial& trial) {
      return trial.round == bad_round && trial.side == Side::kHead ? kFailed : kMeasured;
    });
    EXPECT_EQ(ran.size(), 8U) << "failed in round " << bad_round;
  }
}

TEST(Plan, GoesOnWhenLaterTrialsFail) {
  Plan plan(benchmarks(1), rounds(6), 0);
  const std::vector<std::string> ran = run(plan, [](const Trial& trial) {
    return trial.round > 0 && trial.side == Side::kHead ? kFailed : kMeasured;
  });
  EXPECT_EQ(ran.size(), 12U);
}

TEST(Plan, GoesOnWhileAPackageWithAFailingFunctionGivesOtherResults) {
  Plan plan(benchmarks(1), rounds(4), 0);
  const std::vector<std::string> ran = run(plan, [](const Trial& trial) {
    return trial.side == Side::kHead ? TrialOutcome::kPartial : kMeasured;
  });
  EXPECT_EQ(ran.size(), 8U);
}

TEST(Plan, GivesUpAtATimeOut) {
  for (const std::size_t round : {0U, 2U}) {
    Plan plan(benchmarks(2), rounds(3), 0);
    const std::vector<std::string> ran = run(plan, [&](const Trial& trial) {
      return trial.item == 0 && trial.round == round ? kTimedOut : kMeasured;
    });
    EXPECT_EQ(std::ranges::count(ran, "0b"), static_cast<std::ptrdiff_t>(round + 1));
    EXPECT_EQ(std::ranges::count(ran, "0h"), static_cast<std::ptrdiff_t>(round));
    EXPECT_EQ(std::ranges::count(ran, "1b"), 3);
    EXPECT_EQ(std::ranges::count(ran, "1h"), 3);
  }
}

// --- silence

TEST(Plan, ExplainsAndGivesUpWhatIsSilentOnBothSides) {
  Plan plan(benchmarks(2), rounds(2), 0);
  const auto first_is_silent = [](const Trial& trial) {
    return trial.item == 0 ? kSilent : kMeasured;
  };
  EXPECT_THAT(run(plan, first_is_silent),
              ElementsAre("0b", "0b?", "0h", "0h?", "1b", "1h", "1b", "1h"));
}

TEST(Plan, TriesBothSidesOnceWhenOneIsSilent) {
  for (const Side silent : {Side::kBase, Side::kHead}) {
    Plan plan(benchmarks(1), rounds(3), 0);
    const std::vector<std::string> ran = run(
        plan, [silent](const Trial& trial) { return trial.side == silent ? kSilent : kMeasured; });
    if (silent == Side::kBase) {
      EXPECT_THAT(ran, ElementsAre("0b", "0b?", "0h"));
    } else {
      EXPECT_THAT(ran, ElementsAre("0b", "0h", "0h?"));
    }
  }
}

TEST(Plan, ExplainsASideThatFailedBeforeItFellSilent) {
  Plan plan(benchmarks(1), rounds(3), 0);
  const auto answer = [](const Trial& trial) {
    if (trial.side == Side::kHead) {
      return kMeasured;
    }
    return trial.round == 0 ? kFailed : kSilent;
  };
  EXPECT_THAT(run(plan, answer), ElementsAre("0b", "0h", "0b", "0b?"));
}

TEST(Plan, TakesLaterSilenceForALostSample) {
  Plan plan(benchmarks(1), rounds(4), 0);
  const std::vector<std::string> ran = run(plan, [](const Trial& trial) {
    return trial.round > 0 && trial.side == Side::kHead ? kSilent : kMeasured;
  });
  EXPECT_THAT(ran, ElementsAre("0b", "0h", "0b", "0h", "0b", "0h", "0b", "0h"));
}

TEST(Plan, ExplainsASideOnceThatPrintsLessAndGoesOn) {
  for (const Side sparse : {Side::kBase, Side::kHead}) {
    Plan plan(benchmarks(1), rounds(3), 0);
    const std::vector<std::string> ran = run(plan, [sparse](const Trial& trial) {
      return trial.side == sparse && trial.round > 0 ? kSparse : kMeasured;
    });
    if (sparse == Side::kBase) {
      EXPECT_THAT(ran, ElementsAre("0b", "0h", "0b", "0b?", "0h", "0b", "0h"));
    } else {
      EXPECT_THAT(ran, ElementsAre("0b", "0h", "0b", "0h", "0h?", "0b", "0h"));
    }
  }
}

TEST(Plan, WhatTheExplanationShowsDecidesNothing) {
  for (const TrialOutcome outcome : {kMeasured, kSilent, kFailed, kTimedOut}) {
    Plan plan({item({"BenchmarkA", "BenchmarkB"})}, rounds(2), 0);
    const std::vector<std::string> ran = run(plan, [outcome](const Trial& trial) {
      if (trial.purpose == TrialPurpose::kExplain) {
        return outcome;
      }
      return trial.side == Side::kBase ? kSilent : kMeasured;
    });
    EXPECT_THAT(ran, ElementsAre("0b", "0b?", "0h", "0b", "0h"));
  }
}

TEST(Plan, ExplainsPackagesOncePerSideAndGoesOn) {
  Plan plan({item({"BenchmarkA", "BenchmarkB"})}, rounds(3), 0);
  const auto silent = [](const Trial& /*trial*/) { return kSilent; };
  EXPECT_THAT(run(plan, silent), ElementsAre("0b", "0b?", "0h", "0h?", "0b", "0h", "0b", "0h"));
}

TEST(Plan, ExplanationsStandInTheRoundTheyExplain) {
  Plan plan(benchmarks(1), rounds(3), 7);
  std::vector<Trial> trials;
  run(plan, [&](const Trial& trial) {
    trials.push_back(trial);
    return kSilent;
  });
  ASSERT_EQ(trials.size(), 4U);
  EXPECT_EQ(trials[1], (Trial{.sequence = 8,
                              .item = 0,
                              .side = Side::kBase,
                              .round = 0,
                              .purpose = TrialPurpose::kExplain}));
  EXPECT_EQ(plan.next_sequence(), 11U);
}

// --- progress

TEST(Plan, CountsWhatIsDoneAndWhatIsLeft) {
  Plan plan(benchmarks(2), rounds(3), 50);
  EXPECT_EQ(plan.progress().done, 0U);
  EXPECT_EQ(plan.progress().total, 12U);
  (void)plan.next(0);
  plan.report(kMeasured, 1);
  EXPECT_EQ(plan.progress().done, 1U);
  EXPECT_EQ(plan.progress().total, 12U);
}

TEST(Plan, DoesNotCountTrialsThatItGaveUp) {
  Plan plan(benchmarks(2), rounds(3), 0);
  (void)plan.next(0);
  plan.report(kTimedOut, 600);
  // One done, and the three rounds of the other item left.
  EXPECT_EQ(plan.progress().done, 1U);
  EXPECT_EQ(plan.progress().total, 7U);
}

TEST(Plan, CountsAnExplanationAsAnExtraTrial) {
  Plan plan({item({"BenchmarkA", "BenchmarkB"})}, rounds(3), 0);
  (void)plan.next(0);
  plan.report(kSilent, 1);
  EXPECT_EQ(plan.progress().total, 7U);
}

TEST(Plan, EndsWithEverythingDone) {
  Plan plan(benchmarks(3), rounds(5), 0);
  run(plan, [](const Trial& trial) { return trial.item == 1 ? kSilent : kMeasured; });
  EXPECT_EQ(plan.progress().done, plan.progress().total);
  EXPECT_EQ(plan.progress().remaining_sec, 0);
}

TEST(Plan, GuessesTheTimeLeftFromTheBenchtimeAtFirst) {
  Plan plan(benchmarks(2), rounds(3), 0);
  EXPECT_DOUBLE_EQ(plan.progress().remaining_sec, expected_sec(plan.items(), rounds(3)));
}

TEST(Plan, KnowsTheTimeLeftFromFinishedTrials) {
  Plan plan(benchmarks(1), rounds(3), 0);
  (void)plan.next(0);
  plan.report(kMeasured, 2);
  (void)plan.next(2);
  plan.report(kMeasured, 4);
  // Mean 3 s, four trials left.
  EXPECT_DOUBLE_EQ(plan.progress().remaining_sec, 12);
}

TEST(Plan, ForgetsTheTimeOfWhatItGaveUp) {
  Plan plan(benchmarks(2), rounds(2), 0);
  (void)plan.next(0);
  plan.report(kTimedOut, 600);
  // Nothing known of the other item yet: four trials of 0.31 s (see ExpectedSec).
  EXPECT_DOUBLE_EQ(plan.progress().remaining_sec, 4 * 0.31);
  (void)plan.next(600);
  plan.report(kMeasured, 2);
  EXPECT_DOUBLE_EQ(plan.progress().remaining_sec, 6);
}

TEST(ExpectedSec, IsOneAndAHalfBenchtimesAndAStartPerProcess) {
  // 2 sides * 10 rounds * (0.01 s + 1.5 * 0.2 s)
  EXPECT_DOUBLE_EQ(expected_sec(benchmarks(1), rounds(10)), 20 * 0.31);
  EXPECT_DOUBLE_EQ(expected_sec(benchmarks(3), rounds(10)), 60 * 0.31);
}

TEST(ExpectedSec, CountsEveryFunctionOfAPackage) {
  // 2 sides * 1 round * (0.01 s + 2 functions * 1.5 * 0.2 s)
  EXPECT_DOUBLE_EQ(expected_sec({item({"BenchmarkA", "BenchmarkB"})}, rounds(1)), 2 * 0.61);
}

TEST(ExpectedSec, TakesAFixedNumberOfIterationsForOneBenchtime) {
  Item fixed = item({"BenchmarkInts"});
  fixed.benchtime = "1234x";
  EXPECT_DOUBLE_EQ(expected_sec({fixed}, rounds(1)), 2 * 0.31);
  // Nothing says how long the user's own N takes: Go's default of one second.
  Options options = rounds(1);
  options.benchtime = Benchtime::of_iterations(1234);
  EXPECT_DOUBLE_EQ(expected_sec({fixed}, options), 2 * 1.51);
}

TEST(ExpectedTime, OfWhatWasMeasuredBeforeIsWhatItTook) {
  Item known = item({"BenchmarkA"});
  known.expected_sec = 0.02;
  EXPECT_DOUBLE_EQ(expected_sec({known}, rounds(4)), 8 * 0.02);
}

}  // namespace
}  // namespace headgate::schedule
