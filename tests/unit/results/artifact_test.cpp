#include "core/results/artifact.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "support/artifacts.h"
#include "support/findings.h"
#include "support/recorded_verdict.h"

namespace headgate::results {
namespace {

using testing::HasSubstr;
using testing_support::artifact_of;
using testing_support::artifact_texts;
using testing_support::bare_finding;
using testing_support::compared_finding;
using testing_support::finished_run;
using testing_support::recorded_verdict;
using testing_support::verdict_of;
using Json = nlohmann::ordered_json;

gate::Verdict red() {
  return verdict_of(gate::Decision::kRegression,
                    {compared_finding("A-4", gate::Outcome::kRegression, 1e-6, 2e-6),
                     compared_finding("B-4", gate::Outcome::kUnchanged, 1e-6, 1e-6)});
}

// The artifact after one value of verdict.json was replaced.
Result<Artifact> with(const gate::Verdict& verdict, const std::string& pointer, const Json& value) {
  ArtifactTexts texts = artifact_texts(verdict, finished_run());
  Json document = Json::parse(texts.verdict_json);
  document[Json::json_pointer(pointer)] = value;
  texts.verdict_json = document.dump();
  return read_artifact(texts);
}

void expect_refused(const Result<Artifact>& artifact, const std::string& place) {
  ASSERT_FALSE(artifact) << place;
  EXPECT_EQ(artifact.error().reason, Reason::kResultsInvalid) << artifact.error().message;
  EXPECT_THAT(artifact.error().message, HasSubstr(place));
  EXPECT_FALSE(artifact.error().remedy.empty());
}

TEST(Artifact, ReadsBackEveryFieldThatTheGateWrites) {
  gate::Verdict verdict = recorded_verdict();
  verdict.findings[1].key.unit = "";  // a text may be empty
  const ArtifactTexts texts = artifact_texts(verdict, finished_run());
  const Result<Artifact> artifact = read_artifact(texts);
  ASSERT_TRUE(artifact) << artifact.error().message;
  const RecordedVerdict& recorded = artifact->recorded;
  EXPECT_EQ(write_verdict(recorded.verdict, finished_run().sides, recorded.exit_code),
            texts.verdict_json);
  EXPECT_EQ(recorded.exit_code, 1);
  EXPECT_EQ(recorded.commits.base, finished_run().sides.base.commit);
  EXPECT_EQ(artifact->run->pull_request, 7U);
}

TEST(Artifact, ReadsEveryDecisionOutcomeAndWarning) {
  for (int value = 0; !gate::name(static_cast<gate::Outcome>(value)).empty(); ++value) {
    const auto outcome = static_cast<gate::Outcome>(value);
    gate::Finding finding = bare_finding("A-4", outcome);
    finding.gating = gate::Gating::kShown;
    const Artifact artifact = artifact_of(verdict_of(gate::Decision::kPass, {finding}));
    EXPECT_EQ(artifact.recorded.verdict.findings.at(0).outcome, outcome);
  }
  for (int value = 0; !gate::name(static_cast<gate::WarningKind>(value)).empty(); ++value) {
    const auto kind = static_cast<gate::WarningKind>(value);
    gate::Finding finding = bare_finding("A-4", gate::Outcome::kUnchanged);
    finding.warnings = {{.kind = kind, .text = "t"}};
    const Artifact artifact = artifact_of(verdict_of(gate::Decision::kPass, {finding}));
    EXPECT_EQ(artifact.recorded.verdict.findings.at(0).warnings.at(0).kind, kind);
  }
}

TEST(Artifact, NamesTheFunctionThatABenchmarkBelongsTo) {
  const struct {
    std::string benchmark;
    std::string function;
  } cases[] = {{"Ints/n=1000-4", "BenchmarkInts"},
               {"Ints-4", "BenchmarkInts"},
               {"Ints", "BenchmarkInts"},
               {"A-b", "BenchmarkA-b"},
               {"/x-4", "Benchmark"},
               {"", "Benchmark"}};

  for (const auto& [benchmark, function] : cases) {
    gate::Finding finding = bare_finding(benchmark, gate::Outcome::kUnchanged);
    finding.function.clear();
    EXPECT_EQ(artifact_of(verdict_of(gate::Decision::kPass, {finding}))
                  .recorded.verdict.findings.at(0)
                  .function,
              function);
  }
}

TEST(Artifact, OfAnEarlyErrorHasNoRun) {
  gate::Verdict verdict = verdict_of(gate::Decision::kError, {});
  verdict.reason = Reason::kShallowCheckout;
  ArtifactTexts texts = artifact_texts(verdict, finished_run());
  texts.run_json = std::nullopt;
  const Result<Artifact> artifact = read_artifact(texts);
  ASSERT_TRUE(artifact) << artifact.error().message;
  EXPECT_FALSE(artifact->run);
}

TEST(Artifact, OfADecisionHasARun) {
  ArtifactTexts texts = artifact_texts(red(), finished_run());
  texts.run_json = std::nullopt;
  expect_refused(read_artifact(texts), "run.json");
}

TEST(Artifact, AnUnknownWordIsRefused) {
  expect_refused(with(red(), "/decision", "excellent"), "decision");
  expect_refused(with(red(), "/findings/0/outcome", "great"), "findings[0].outcome");
  expect_refused(with(red(), "/findings/0/stage", "third"), "findings[0].stage");
  expect_refused(with(red(), "/findings/0/reason", "because"), "findings[0].reason");
  expect_refused(with(red(), "/findings/0/warnings", {{{"code", "x"}, {"text", "t"}}}),
                 "findings[0].warnings[0].code");
  expect_refused(with(red(), "/reason", "because"), "reason");
}

TEST(Artifact, ANewerSchemaSaysSo) {
  const Result<Artifact> newer = with(red(), "/schema", "headgate.verdict/2");
  ASSERT_FALSE(newer);
  EXPECT_EQ(newer.error().reason, Reason::kSchemaTooNew);
  expect_refused(with(red(), "/schema", "somebody.else/1"), "schema");
}

TEST(Artifact, FieldsThatWereAddedAreNoneOfItsBusiness) {
  EXPECT_TRUE(with(red(), "/new", {{"a", 1}}));
  EXPECT_TRUE(with(red(), "/findings/0/new", "x"));
}

TEST(Artifact, AWrongTypeOrRangeIsRefusedWithItsPlace) {
  const struct {
    std::string pointer;
    Json value;
    std::string place;
  } cases[] = {{"/decision", 1, "decision"},
               {"/exit_code", 4, "exit_code"},
               {"/exit_code", -1, "exit_code"},
               {"/exit_code", 1.5, "exit_code"},
               {"/compared", -1, "compared"},
               {"/message", nullptr, "message"},
               {"/findings", Json::object(), "findings"},
               {"/findings/0", "x", "findings[0]"},
               {"/findings/0/gated", "true", "findings[0].gated"},
               {"/findings/0/p", 1.5, "findings[0].p"},
               {"/findings/0/p", nullptr, "findings[0].p"},
               {"/findings/0/base/n", -3, "findings[0].base.n"},
               {"/findings/0/base", nullptr, "findings[0].base"},
               {"/findings/0/location", {{"file", "x"}, {"line", -1}}, "location.line"},
               {"/caveats", {{{"code", 1}, {"text", "t"}}}, "caveats[0].code"},
               {"/sides/base/commit", "../x", "sides.base.commit"}};

  for (const auto& [pointer, value, place] : cases) {
    expect_refused(with(red(), pointer, value), place);
  }
}

TEST(Artifact, ATextOfMegabytesIsRefused) {
  const std::string huge((std::size_t{64} << 10) + 1, 'x');
  for (const char* pointer : {"/message", "/findings/0/benchmark", "/findings/0/detail",
                              "/findings/0/package", "/sides/head/commit"}) {
    expect_refused(with(red(), pointer, huge), "bytes");
  }
}

TEST(Artifact, ThatContradictsItselfIsRefused) {
  expect_refused(with(red(), "/decision", "pass"), "contradict");
  expect_refused(with(red(), "/decision", "error"), "contradict");
  expect_refused(with(red(), "/reason", "build-failed"), "contradict");
  expect_refused(with(red(), "/regressions", 0), "counts");
  expect_refused(with(red(), "/improvements", 3), "counts");
  expect_refused(with(red(), "/unstable", 3), "counts");

  gate::Verdict pass = verdict_of(gate::Decision::kPass, {});
  expect_refused(with(pass, "/exit_code", 1), "contradict");
  expect_refused(with(pass, "/regressions", 2), "regressions");
}

TEST(Artifact, AChangeThatItsNumbersDoNotShowIsRefused) {
  expect_refused(with(red(), "/findings/0/p", 0.9), "do not show");
  expect_refused(with(red(), "/findings/0/base/n", 0), "do not show");
  expect_refused(with(red(), "/findings/0/delta", -0.9), "contradict");
}

TEST(Artifact, APassThatComparedNothingHasNoFindings) {
  gate::Verdict pass = verdict_of(gate::Decision::kPass,
                                  {compared_finding("A-4", gate::Outcome::kUnchanged, 100, 101)});
  expect_refused(with(pass, "/compared", 0), "compared nothing");
}

TEST(Artifact, WhoseFilesBelongToDifferentRunsIsRefused) {
  results::Run other = finished_run();
  other.sides.head.commit = std::string(40, 'c');
  ArtifactTexts texts = artifact_texts(red(), finished_run());
  texts.run_json = write_run(other);
  expect_refused(read_artifact(texts), "commits");

  results::Run unfinished_one = unfinished(finished_run());
  texts.run_json = write_run(unfinished_one);
  expect_refused(read_artifact(texts), "measured to the end");
}

TEST(Artifact, AMaskedExitCodeIsNoContradiction) { EXPECT_TRUE(with(red(), "/exit_code", 0)); }

TEST(Artifact, ThatIsTornAnywhereIsRefused) {
  const ArtifactTexts whole = artifact_texts(red(), finished_run());
  // The last two bytes are a brace and a line end.
  for (std::size_t size = 0; size + 1 < whole.verdict_json.size(); size += 7) {
    ArtifactTexts torn = whole;
    torn.verdict_json.resize(size);
    ASSERT_FALSE(read_artifact(torn)) << size;
  }
  for (std::size_t size = 0; size + 1 < whole.run_json->size(); size += 97) {
    ArtifactTexts torn = whole;
    torn.run_json->resize(size);
    ASSERT_FALSE(read_artifact(torn)) << size;
  }
}

TEST(Artifact, ThatIsNoJsonOfOursIsRefused) {
  for (const char* text : {"", "null", "[]", "{}", "7", "<html>", "{\"schema\": 1}", "\xff"}) {
    EXPECT_FALSE(read_artifact({.verdict_json = text, .run_json = std::nullopt})) << text;
  }
}

}  // namespace
}  // namespace headgate::results
