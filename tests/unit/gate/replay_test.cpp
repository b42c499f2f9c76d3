// Replays of recorded texts: reports from the field (tests/data/reports) and samples of identical
// binaries (tests/data/aa).

#include <cmath>
#include <tuple>

#include <fmt/core.h>
#include <gmock/gmock.h>

#include "core/gate/gate.h"
#include "support/data_file.h"
#include "support/findings.h"
#include "support/samples.h"

namespace headgate::gate {
namespace {

using dataset::read_text;
using dataset::Text;
using ::testing::Contains;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using ::testing::StartsWith;
using testing_support::codes;
using testing_support::data_file;
using testing_support::finding;
using testing_support::kinds;
using testing_support::SeededNumbers;
using testing_support::told;

Evidence of_texts(const std::string& base, const std::string& head) {
  return {.texts = stats::Sides<Text>{.base = read_text(base, "base.txt"),
                                      .head = read_text(head, "head.txt")}};
}

Evidence of_pair(const std::string& name) {
  return of_texts(data_file(name + ".base.txt"), data_file(name + ".head.txt"));
}

std::string repeated(const std::string& text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) {
    all += text;
  }
  return all;
}

TEST(Replay, LinesOfTheProgramDoNotHideARegression) {
  // Each process printed another `listening: ADDRESS`; head is twice as slow (the report's claim).
  const Verdict verdict = decide(of_pair("reports/config-line-port"), Policy{});
  EXPECT_EQ(verdict.decision, Decision::kRegression);
  EXPECT_EQ(verdict.regressions, 1U);
  EXPECT_NEAR(*finding(verdict, "Serve-4").comparison->delta, 1.0, 0.02);
  EXPECT_EQ(finding(verdict, "Serve-4").comparison->sides.base.n, 10U);
}

TEST(Replay, CoverageDoesNotHideARegression) {
  const Verdict verdict = decide(of_pair("reports/coverage-trailer"), Policy{});
  EXPECT_EQ(verdict.decision, Decision::kRegression);
  EXPECT_NEAR(*finding(verdict, "Decode-4").comparison->delta, 0.12, 0.01);
}

TEST(Replay, TimeThatGrowsWithTheIterationsIsNeverAPlainRegression) {
  const Verdict verdict = decide(of_pair("reports/n-dependent"), Policy{});
  const Finding& one = finding(verdict, "AppendRow-2");
  EXPECT_EQ(one.outcome, Outcome::kRegression);
  EXPECT_THAT(kinds(one), Contains(WarningKind::kIterationsDiffer));
  EXPECT_THAT(kinds(one), Contains(WarningKind::kGrowsWithIterations));
  EXPECT_THAT(kinds(one), Contains(WarningKind::kNoConfirm));
}

TEST(Replay, RepairOfABenchmarkThatMeasuredNothingIsNotRed) {
  const Verdict verdict = decide(of_pair("reports/measured-nothing"), Policy{});
  const Finding& one = finding(verdict, "ValueEqual/2_with_1-10");
  EXPECT_EQ(one.outcome, Outcome::kInvalid);
  EXPECT_EQ(one.error, std::nullopt);
  EXPECT_EQ(verdict.regressions, 0U);
  EXPECT_THAT(codes(verdict), ElementsAre("measures-nothing"));
  EXPECT_EQ(verdict.reason, Reason::kNothingCompared) << "the file holds nothing else";
}

TEST(Replay, MetricsWithoutARatioAreShownAsInvalid) {
  const std::string text = repeated(data_file("reports/metric-inf-nan-zero.txt"), 5);
  const Verdict verdict = decide(of_texts(text, text), Policy{});
  for (const auto& [benchmark, unit] :
       {std::pair("Reader-4", "rows/op"), {"HitRate-4", "hit-ratio"}, {"Net-4", "net/op"}}) {
    EXPECT_EQ(finding(verdict, benchmark, unit).outcome, Outcome::kInvalid);
    EXPECT_EQ(finding(verdict, benchmark, unit).error, std::nullopt);
  }
  EXPECT_EQ(finding(verdict, "Reader-4").outcome, Outcome::kUnchanged);
  EXPECT_THAT(kinds(finding(verdict, "Net-4", "net/op")), ElementsAre(WarningKind::kNegative));
}

TEST(Replay, MetricThatIsNotFiniteIsAnErrorWhenItIsGated) {
  const std::string text = repeated(data_file("reports/metric-inf-nan-zero.txt"), 5);
  const Verdict verdict =
      decide(of_texts(text, text),
             {.units = {{"rows/op", UnitLimits{.direction = unit::Direction::kHigher}}}});
  EXPECT_EQ(finding(verdict, "Reader-4", "rows/op").error, Reason::kSeriesInvalid);
  EXPECT_EQ(verdict.decision, Decision::kError);
}

TEST(Replay, NegativeTimeIsAnErrorNeverAnImprovement) {
  const Verdict verdict = decide(of_texts(repeated("BenchmarkA-4 10 240 ns/op\n", 10),
                                          repeated("BenchmarkA-4 10 -12 ns/op\n", 10)),
                                 Policy{});
  EXPECT_EQ(verdict.reason, Reason::kSeriesInvalid);
  EXPECT_EQ(finding(verdict, "A-4").outcome, Outcome::kInvalid);
  EXPECT_EQ(verdict.message, "BenchmarkA-4 reports sec/op that is negative");
  EXPECT_EQ(finding(verdict, "A-4").detail,
            "0 values of base and 10 values of head are negative, where a ratio says nothing");
}

TEST(Replay, BenchmarksThatFailOnBothSidesAreLost) {
  // The file ends with "--- FAIL: BenchmarkBreak" and "--- FAIL: BenchmarkStop".
  const std::string text = repeated(data_file("reports/metric-inf-nan-zero.txt"), 5);
  const Verdict verdict = decide(of_texts(text, text), Policy{});
  EXPECT_EQ(verdict.reason, Reason::kSeriesLost);
  EXPECT_THAT(told(verdict), Contains("lost BenchmarkBreak sec/op"));
  EXPECT_THAT(told(verdict), Contains("lost BenchmarkStop sec/op"));
}

TEST(Replay, NameOfOneSideThatTheOtherReportsAsFailedIsLostNotRemoved) {
  const std::string good =
      repeated("pkg: p\nBenchmarkA-4 10 5 ns/op\nBenchmarkB-4 10 5 ns/op\n", 4);
  const std::string bad =
      repeated("pkg: p\nBenchmarkA-4 10 5 ns/op\n--- FAIL: BenchmarkB\n    b_test.go:1: boom\n", 4);
  const Verdict verdict = decide(of_texts(good, bad), Policy{});
  EXPECT_THAT(told(verdict), ElementsAre("lost BenchmarkB sec/op", "unchanged A-4 sec/op"));
  EXPECT_EQ(finding(verdict, "BenchmarkB").detail, "head: failed");
}

// Ten results of each, with `closing` behind them.
std::string package_of(const std::vector<std::string>& names, const std::string& closing) {
  std::string text = "pkg: m\n";
  for (const std::string& name : names) {
    text += repeated(fmt::format("Benchmark{}-4 \t 10\t 5 ns/op\n", name), 10);
  }
  return text + closing;
}

TEST(Replay, WhatAPackageLacksThatDiedIsLostOnEitherSide) {
  const std::string whole = package_of({"A", "B/x", "B/y"}, "PASS\nok  \tm\t1s\n");
  const std::string died = package_of({"A", "B/x"}, "exit status 3\nFAIL\tm\t1s\n");
  for (const auto& [base, head, side] : {std::tuple(whole, died, "head"), {died, whole, "base"}}) {
    const Verdict verdict = decide(of_texts(base, head), Policy{});
    EXPECT_EQ(verdict.reason, Reason::kSeriesLost);
    EXPECT_EQ(finding(verdict, "B/y-4").outcome, Outcome::kLost);
    EXPECT_EQ(finding(verdict, "B/y-4").detail, fmt::format("{}: exit status 3", side));
    EXPECT_THAT(codes(verdict), ElementsAre("package-failed"));
  }
}

TEST(Replay, WholeFunctionsOfAPackageThatDiedAreLostToo) {
  const Verdict verdict = decide(
      of_texts(package_of({"A", "B", "C"}, "PASS\n"),
               package_of({"A"}, "BenchmarkB-4 \tpanic: boom\nexit status 2\nFAIL\tm\t1s\n")),
      Policy{});
  EXPECT_THAT(told(verdict), ElementsAre("lost BenchmarkB sec/op", "lost BenchmarkC sec/op",
                                         "unchanged A-4 sec/op"));
  EXPECT_EQ(finding(verdict, "BenchmarkB").detail, "head: failed: panic: boom");
  EXPECT_EQ(finding(verdict, "BenchmarkC").detail, "head: panic: boom");
}

TEST(Replay, BenchmarkThatDiedAfterSomeSamplesIsLost) {
  const Verdict verdict =
      decide(of_texts(package_of({"A"}, "PASS\n"),
                      package_of({"A"}, "BenchmarkA-4 \tpanic: boom\nFAIL\tm\t1s\n")),
             Policy{});
  EXPECT_EQ(verdict.reason, Reason::kSeriesLost);
  EXPECT_EQ(finding(verdict, "BenchmarkA").detail, "head: failed: panic: boom");
}

TEST(Replay, PackageThatDiedBehindItsLastResultIsComparedWithACaveat) {
  const Verdict verdict =
      decide(of_texts(package_of({"A"}, "PASS\n"), package_of({"A"}, "exit status 3\n")), Policy{});
  EXPECT_EQ(verdict.decision, Decision::kPass);
  ASSERT_THAT(codes(verdict), ElementsAre("package-failed"));
  EXPECT_THAT(verdict.caveats[0].text, HasSubstr("head: m failed"));
}

TEST(Replay, WhatAPackageThatGotThroughLacksIsRemoved) {
  const Verdict verdict =
      decide(of_texts(package_of({"A", "B"}, "PASS\n"), package_of({"A"}, "PASS\nok  \tm\t1s\n")),
             Policy{});
  EXPECT_EQ(verdict.decision, Decision::kPass);
  EXPECT_EQ(finding(verdict, "BenchmarkB").outcome, Outcome::kRemoved);
}

TEST(Replay, FailureInAnotherPackageExplainsNothing) {
  const std::string base =
      repeated("pkg: p\nBenchmarkA-4 10 5 ns/op\nBenchmarkB-4 10 5 ns/op\n", 4);
  const std::string head =
      repeated("pkg: p\nBenchmarkA-4 10 5 ns/op\npkg: q\n--- FAIL: BenchmarkB\n", 4);
  EXPECT_THAT(told(decide(of_texts(base, head), Policy{})), Contains("removed BenchmarkB sec/op"));
}

TEST(Replay, BytesThatSwingOnEqualCodeAreUnstableNeverRed) {
  // Pooled buffers: 3.6 MiB and 7.9 MiB in turn on both sides.
  const std::string text = repeated(
      "BenchmarkPool-4 10 5 ns/op 3774873 B/op\nBenchmarkPool-4 10 5 ns/op 8283750 B/op\n", 5);
  const Policy policy{.units = {{"B/op", UnitLimits{.min_delta = 0.0}}}};
  const Verdict verdict = decide(of_texts(text, text), policy);
  EXPECT_EQ(verdict.decision, Decision::kUnstable);
  EXPECT_EQ(decide(of_texts(text, text), {.units = {{"sec/op", {}}}}).decision, Decision::kPass)
      << "bytes are not gated by default";
}

TEST(Replay, OddNamesPairAndCanBeGivenLimits) {
  const std::string text = repeated(data_file("reports/odd-names.txt"), 4);
  std::string slower;  // of the benchmark with globs in its name only
  for (const char* line = text.c_str(); *line != '\0';) {
    const std::string_view rest(line);
    std::string one(rest.substr(0, rest.find('\n') + 1));
    line += one.size();
    if (const std::size_t at = one.find("21749543"); at != std::string::npos) {
      one.replace(at, 8, "23000000");  // + 5.7 %
    }
    slower += one;
  }
  const Verdict verdict = decide(of_texts(text, slower), Policy{});
  EXPECT_EQ(verdict.compared, 14U);
  EXPECT_EQ(verdict.regressions, 1U);
  const Policy policy{.benchmarks = {{.match = R"(names/\QBenchmarkWalk/[5]-*/*/*/*/target\E)",
                                      .min_delta = 0.06}}};
  EXPECT_EQ(decide(of_texts(text, slower), policy).decision, Decision::kPass)
      << "the limit names it without the CPU suffix -4";
}

TEST(Replay, NamesThatDifferInEveryProcessAreSaidOnce) {
  std::string base;
  std::string head;
  for (int round = 0; round < 10; ++round) {
    base += fmt::format("BenchmarkA-4 10 5 ns/op\nBenchmarkTmp//tmp/{}-4 10 5 ns/op\n", round);
    head += fmt::format("BenchmarkA-4 10 5 ns/op\nBenchmarkTmp//tmp/{}-4 10 5 ns/op\n", round + 99);
  }
  const Verdict verdict = decide(of_texts(base, head), Policy{});
  EXPECT_EQ(verdict.decision, Decision::kPass);
  EXPECT_THAT(told(verdict), ElementsAre("unchanged A-4 sec/op", "invalid BenchmarkTmp sec/op"));
  EXPECT_THAT(codes(verdict), ElementsAre("names-differ"));
}

TEST(Replay, NoiseOfFourSamplesGivesCaveatsAndNoRed) {
  // 36 benchmarks of pure noise with a standard deviation of 1.5 %. Four against four samples are
  // "significant" whenever they separate, about once in 35; the floor of 5 % holds them back.
  SeededNumbers random(20);
  std::string base;
  std::string head;
  for (int benchmark = 0; benchmark < 36; ++benchmark) {
    for (int sample = 0; sample < 4; ++sample) {
      base += fmt::format("BenchmarkN{}-4 10 {} ns/op\n", benchmark, 100 + 1.5 * random.normal());
      head += fmt::format("BenchmarkN{}-4 10 {} ns/op\n", benchmark, 100 + 1.5 * random.normal());
    }
  }
  const Verdict verdict = decide(of_texts(base, head), Policy{});
  EXPECT_EQ(verdict.decision, Decision::kPass);
  EXPECT_EQ(verdict.compared, 36U);
  for (const Finding& one : verdict.findings) {
    EXPECT_EQ(one.outcome, Outcome::kUnchanged);
    EXPECT_THAT(kinds(one), ElementsAre(WarningKind::kFewLevels));
  }
  ASSERT_THAT(codes(verdict), ElementsAre("few-levels"));
  EXPECT_THAT(verdict.caveats[0].text, HasSubstr("(36 benchmarks)"));
}

TEST(Replay, OneSampleIsAnErrorNeverAPass) {
  const Verdict verdict =
      decide(of_texts("BenchmarkA-4 10 5 ns/op\n", "BenchmarkA-4 10 500 ns/op\n"), Policy{});
  EXPECT_EQ(verdict.reason, Reason::kTooFewSamples);
}

TEST(Replay, AnotherMachineIsAMismatchInsteadOfAddedAndRemoved) {
  const std::string line = repeated("BenchmarkA-4 10 5 ns/op\n", 10);
  const Verdict verdict = decide(of_texts("cpu: a\n" + line, "cpu: b\n" + line), Policy{});
  EXPECT_EQ(verdict.reason, Reason::kEnvironmentMismatch);
  EXPECT_THAT(verdict.message, HasSubstr("cpu: \"a\" on base, \"b\" on head"));
  EXPECT_THAT(verdict.findings, IsEmpty());
  EXPECT_THAT(codes(verdict), ElementsAre("environment-mismatch"));
}

TEST(Replay, AnotherNumberOfCpusIsAMismatch) {
  EXPECT_EQ(decide(of_texts(repeated("BenchmarkA-4 10 5 ns/op\n", 10),
                            repeated("BenchmarkA-8 10 5 ns/op\n", 10)),
                   Policy{})
                .reason,
            Reason::kEnvironmentMismatch);
}

TEST(Replay, EmptyTextsAreNothingComparedAndSayWhichSide) {
  const std::string line = "BenchmarkA-4 10 5 ns/op\n";
  EXPECT_EQ(decide(of_texts("", ""), Policy{}).message,
            "nothing was compared: neither side has a benchmark result");
  const Verdict verdict = decide(of_texts(line, ""), Policy{});
  EXPECT_EQ(verdict.reason, Reason::kNothingCompared);
  EXPECT_EQ(verdict.message, "nothing was compared: 1 removed");
}

TEST(Replay, LinesThatCannotBeReadAreCaveats) {
  std::string text = repeated("BenchmarkA-4 10 5 ns/op\n", 10);
  const Verdict verdict =
      decide(of_texts(text, text + repeated("BenchmarkA-4 10 x ns/op\n", 7)), Policy{});
  EXPECT_EQ(verdict.decision, Decision::kPass);
  ASSERT_THAT(codes(verdict), SizeIs(6));
  EXPECT_THAT(codes(verdict), Each("syntax-error"));
  EXPECT_THAT(verdict.caveats[0].text, StartsWith("head.txt:11: parsing measurement"));
  EXPECT_EQ(verdict.caveats[5].text, "2 more lines of head could not be read");
}

TEST(Replay, LostSamplesCountAgainstTheMinimum) {
  const std::string good = repeated("BenchmarkA-4   \t10\t 5 ns/op\n", 10);
  const std::string wedged = repeated("BenchmarkA-4   \ttalk\n10\t 5 ns/op\n", 7) +
                             repeated("BenchmarkA-4   \t10\t 5 ns/op\n", 3);
  EXPECT_EQ(decide(of_texts(good, wedged), Policy{}).reason, Reason::kTooFewSamples);
}

// head's values times `factor`.
Evidence recorded(const std::string& name, double factor) {
  Evidence evidence = of_pair("aa/" + name);
  for (Text::Line& line : evidence.texts->head.lines) {
    for (dataset::Reading& reading : line.result.readings) {
      reading.value *= factor;
    }
  }
  return evidence;
}

TEST(RecordedIdenticalBinaries, NeverReportARegression) {
  for (const char* name : {"x1", "y1"}) {
    const Verdict verdict = decide(recorded(name, 1), Policy{});
    EXPECT_EQ(verdict.compared, 40U) << name;
    EXPECT_EQ(verdict.regressions, 0U) << name;
    EXPECT_NE(verdict.decision, Decision::kRegression) << name;
    EXPECT_NE(verdict.decision, Decision::kError) << name;
  }
}

TEST(RecordedIdenticalBinaries, SlowedByAQuarterAreFoundInFourOfFive) {
  for (const char* name : {"x1", "y1"}) {
    const Verdict verdict = decide(recorded(name, 1.25), Policy{});
    EXPECT_EQ(verdict.decision, Decision::kRegression) << name;
    EXPECT_GE(verdict.regressions, 32U) << name;
  }
}

TEST(RecordedIdenticalBinaries, RegressionsBecomeImprovementsWhenTheSidesAreSwapped) {
  // With a CV limit that no series reaches, so that unstable does not come in between.
  const Policy policy{.cv_threshold = 10};
  for (const char* name : {"x1", "y1"}) {
    const Evidence forward = recorded(name, 1.25);
    Evidence backward = forward;
    std::swap(backward.texts->base, backward.texts->head);
    const Verdict there = decide(forward, policy);
    const Verdict back = decide(backward, policy);
    EXPECT_GT(there.regressions, 0U);
    EXPECT_EQ(there.regressions, back.improvements) << name;
    EXPECT_EQ(there.improvements, back.regressions) << name;
    for (const Finding& one : there.findings) {
      const Finding& other = finding(back, one.key.name);
      EXPECT_EQ(one.comparison->p, other.comparison->p) << one.key.name;
    }
  }
}

}  // namespace
}  // namespace headgate::gate
