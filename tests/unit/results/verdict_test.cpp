#include "core/results/verdict.h"

#include <limits>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "support/recorded_verdict.h"

namespace headgate::results {
namespace {

using testing_support::recorded_verdict;
using Json = nlohmann::ordered_json;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

Json written(const gate::Verdict& verdict, int code = 1) {
  return Json::parse(write_verdict(
      verdict,
      {.base = {.commit = "b0", .tree = {}, .describe = "b0 first", .toolchain = {}},
       .head = {.commit = "a0", .tree = {}, .describe = "a0 second", .toolchain = {}}},
      code));
}

TEST(Verdict, SaysWhatItDecided) {
  const Json document = written(recorded_verdict());
  EXPECT_EQ(document["schema"], "headgate.verdict/1");
  EXPECT_EQ(document["decision"], "regression");
  EXPECT_EQ(document["exit_code"], 1);
  EXPECT_EQ(document["reason"], "");
  EXPECT_EQ(document["message"], "1 regression in 3 compared series");
  EXPECT_EQ(document["remedy"], "look at it");
  EXPECT_EQ(document["compared"], 3);
  EXPECT_EQ(document["regressions"], 1);
  EXPECT_EQ(document["improvements"], 4);
  EXPECT_EQ(document["unstable"], 5);
  EXPECT_EQ(document["known"], 6);
  EXPECT_EQ(document["sides"].dump(), R"({"base":{"commit":"b0","describe":"b0 first"},)"
                                      R"("head":{"commit":"a0","describe":"a0 second"}})");
  EXPECT_EQ(document["caveats"].dump(), R"([{"code":"stale-base","text":"main moved on"}])");
}

TEST(Verdict, KeepsTheProcesssExitCodeApart) {
  // fail-on may have masked it.
  const Json document = written(recorded_verdict(), 0);
  EXPECT_EQ(document["decision"], "regression");
  EXPECT_EQ(document["exit_code"], 0);
}

TEST(Verdict, SaysWhatLetsARegressionPass) {
  EXPECT_EQ(written(recorded_verdict())["waiver"].dump(),
            R"({"label":"perf-accepted","pull_request":7,)"
            R"("commit":"a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0","by":"ann"})");
  gate::Verdict verdict = recorded_verdict();
  verdict.waiver.reset();
  EXPECT_EQ(written(verdict)["waiver"], nullptr);
}

TEST(Verdict, FindingHoldsTheEntryThatCoversIt) {
  const Json findings = written(recorded_verdict())["findings"];
  EXPECT_EQ(findings[0]["ledger"].dump(),
            R"({"match":"example\\.com/m/sum/BenchmarkInts/n=1000","unit":"sec/op",)"
            R"("direction":"up","max_delta":0.125,"max_from_zero":null,)"
            R"("cause":"the loop moved across a cache line",)"
            R"("check":"same instructions in perf stat","evidence":"sha256:)" +
                std::string(64, 'e') +
                R"(","author":"Ann","created":"2026-11-01","expires":"2026-12-31",)"
                R"("origin":".headgate-ledger.yml:3"})");
  EXPECT_EQ(findings[1]["ledger"], nullptr);
}

TEST(Verdict, OfAnErrorNamesItsReason) {
  gate::Verdict verdict = recorded_verdict();
  for (const ReasonText& text : all_reasons()) {
    verdict.decision = gate::Decision::kError;
    verdict.reason = text.reason;
    EXPECT_EQ(written(verdict)["reason"], std::string(text.code));
  }
}

TEST(Verdict, FindingHoldsEveryNumberOfTheStageThatDecided) {
  const Json finding = written(recorded_verdict())["findings"][0];
  EXPECT_EQ(finding["module"], "example.com/m");
  EXPECT_EQ(finding["package"], "example.com/m/sum");
  EXPECT_EQ(finding["benchmark"], "Ints/n=1000-4");
  EXPECT_EQ(finding["configuration"], "goos=linux");
  EXPECT_EQ(finding["unit"], "sec/op");
  EXPECT_EQ(finding["outcome"], "regression");
  EXPECT_EQ(finding["gated"], true);
  EXPECT_EQ(finding["stage"], "confirm");
  EXPECT_EQ(finding["delta"], 2.0);
  EXPECT_EQ(finding["p"], 0.001);
  EXPECT_EQ(finding["alpha"], 0.05);
  EXPECT_EQ(finding["floor"], 0.025);
  EXPECT_EQ(finding["base"].dump(),
            R"({"n":10,"median":2.5e-06,"lo":2.4e-06,"hi":2.6e-06,"cv":0.01})");
  EXPECT_EQ(finding["head"].dump(),
            R"({"n":9,"median":7.5e-06,"lo":7.4e-06,"hi":7.6e-06,"cv":0.02})");
  EXPECT_EQ(finding["iterations"].dump(), R"({"base":1000.0,"head":400.5})");
  EXPECT_EQ(finding["location"].dump(), R"({"file":"sum/sum_test.go","line":12})");
  EXPECT_EQ(finding["warnings"].dump(),
            R"([{"code":"benchmark-changed","text":"the benchmark itself was edited"}])");
  EXPECT_EQ(finding["reason"], "");
}

TEST(Verdict, FindingKeepsTheFirstPassBesideTheConfirmStage) {
  const Json first = written(recorded_verdict())["findings"][0]["first"];
  EXPECT_EQ(first["delta"], 2.5);
  EXPECT_EQ(first["floor"], 0.05);
  EXPECT_EQ(first["base"]["n"], 10);
  EXPECT_EQ(written(recorded_verdict())["findings"][1]["first"], nullptr);
}

TEST(Verdict, FindingWithoutNumbersHasNulls) {
  const Json finding = written(recorded_verdict())["findings"][1];
  EXPECT_EQ(finding["outcome"], "lost");
  EXPECT_EQ(finding["benchmark"], "Query") << "the function's name without Benchmark";
  EXPECT_EQ(finding["unit"], "sec/op");
  EXPECT_EQ(finding["reason"], "series-lost");
  EXPECT_EQ(finding["detail"], "head: failed\nx.go:12: no database");
  for (const std::string name :
       {"delta", "p", "alpha", "floor", "base", "head", "iterations", "first", "location"}) {
    EXPECT_TRUE(finding.at(name).is_null()) << name;
  }
}

TEST(Verdict, DeltaIsNullWhereBaseIsZero) {
  gate::Verdict verdict = recorded_verdict();
  verdict.findings[0].comparison->delta = std::nullopt;
  verdict.findings[0].comparison->sides.base.median = 0;
  const Json finding = written(verdict)["findings"][0];
  EXPECT_TRUE(finding["delta"].is_null());
  EXPECT_EQ(finding["base"]["median"], 0.0);
}

TEST(Verdict, NumbersBeyondJsonAreTexts) {
  gate::Verdict verdict = recorded_verdict();
  gate::Comparison& comparison = *verdict.findings[0].comparison;
  comparison.sides.base.lo = -kInfinity;
  comparison.sides.base.hi = kInfinity;
  comparison.sides.base.cv = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(written(verdict)["findings"][0]["base"].dump(),
            R"({"n":10,"median":2.5e-06,"lo":"-Inf","hi":"+Inf","cv":"NaN"})");
}

TEST(Verdict, EveryOutcomeAndDecisionHasItsWord) {
  gate::Verdict verdict = recorded_verdict();
  using enum gate::Outcome;
  for (const gate::Outcome outcome :
       {kRegression, kImprovement, kUnchanged, kUnstable, kNotConfirmed, kAdded, kRemoved, kSkipped,
        kLost, kInvalid, kIdentical, kKnown}) {
    verdict.findings[0].outcome = outcome;
    EXPECT_EQ(written(verdict)["findings"][0]["outcome"], std::string(gate::name(outcome)));
  }
  for (const gate::Decision decision : {gate::Decision::kPass, gate::Decision::kRegression,
                                        gate::Decision::kError, gate::Decision::kUnstable}) {
    verdict.decision = decision;
    EXPECT_EQ(written(verdict)["decision"], std::string(gate::name(decision)));
  }
}

TEST(Verdict, ReplacesWhatIsNotUtf8) {
  gate::Verdict verdict = recorded_verdict();
  verdict.findings[0].key.name = "X\xff";
  EXPECT_EQ(written(verdict)["findings"][0]["benchmark"], "X\ufffd");
}

TEST(Verdict, EndsWithALineEnd) {
  const std::string text = write_verdict(recorded_verdict(), {}, 0);
  EXPECT_TRUE(text.starts_with("{\n \"schema\": \"headgate.verdict/1\",\n \"decision\":"));
  EXPECT_TRUE(text.ends_with("}\n"));
}

}  // namespace
}  // namespace headgate::results
