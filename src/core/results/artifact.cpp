#include "core/results/artifact.h"

#include <algorithm>
#include <limits>
#include <utility>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "core/results/json_field.h"
#include "core/results/ledger_json.h"
#include "core/results/verdict.h"

namespace headgate::results {
namespace {

constexpr std::string_view kVerdictName = "verdict.json";
constexpr std::string_view kRunName = "run.json";
constexpr std::size_t kMostCommitBytes = 64;
constexpr int kMostExitCode = 3;

std::string text_of(const Field& field, std::size_t most_bytes = kMostVerdictTextBytes) {
  std::string text = field.text();
  if (text.size() > most_bytes) {
    field.fail(fmt::format("a text of at most {} bytes", most_bytes));
  }
  return text;
}

bool flag_of(const Field& field) {
  if (const std::optional<bool> flag = field.flag()) {
    return *flag;
  }
  field.fail("true or false");
}

// The enumerator that is called so. Enumerators count up from 0, and each has a name.
template <typename Enum>
Enum named(const Field& field) {
  const std::string text = text_of(field);
  for (int value = 0; !gate::name(static_cast<Enum>(value)).empty(); ++value) {
    if (gate::name(static_cast<Enum>(value)) == text) {
      return static_cast<Enum>(value);
    }
  }
  field.fail("a word that this version knows");
}

// A reason's code; "" is none.
std::optional<Reason> reason_of(const Field& field) {
  const std::string text = text_of(field);
  const std::optional<Reason> reason = reason_from_code(text);
  if (!reason && !text.empty()) {
    field.fail("a reason code that this version knows");
  }
  return reason;
}

std::string commit_of(const Field& side) {
  const Field field = side.at("commit");
  std::string id = text_of(field, kMostCommitBytes);
  if (id.find_first_not_of("0123456789abcdef") != std::string::npos) {
    field.fail("the id of a commit");
  }
  return id;
}

stats::Summary summary_of(const Field& field) {
  constexpr double kUnrecorded = std::numeric_limits<double>::quiet_NaN();
  return {.n = field.at("n").natural(),
          .median = field.at("median").number(),
          .lo = field.at("lo").number(),
          .hi = field.at("hi").number(),
          .confidence = kUnrecorded,
          .mean = kUnrecorded,
          .cv = field.at("cv").number(),
          .warnings = {}};
}

// Of a finding, or of its first pass; nullopt where nothing was compared.
std::optional<gate::Comparison> comparison_of(const Field& field) {
  if (!field.find("base") && !field.find("head")) {
    return std::nullopt;
  }
  const std::optional<Field> delta = field.find("delta");
  const Field iterations = field.at("iterations");
  return gate::Comparison{
      .sides = {.base = summary_of(field.at("base")), .head = summary_of(field.at("head"))},
      .delta = delta ? std::optional(delta->number()) : std::nullopt,
      .p = field.at("p").amount(1),
      .alpha = field.at("alpha").amount(1),
      .floor = field.at("floor").number(),
      .iterations = {.base = iterations.at("base").number(),
                     .head = iterations.at("head").number()}};
}

stats::Stage stage_of(const Field& field) {
  const std::string text = text_of(field);
  for (const stats::Stage stage : {stats::Stage::kFirst, stats::Stage::kConfirm}) {
    if (stats::name(stage) == text) {
      return stage;
    }
  }
  field.fail("first or confirm");
}

// "BenchmarkInts" of "Ints/n=1000-4".
std::string function_of(std::string_view benchmark) {
  const std::size_t slash = std::min(benchmark.find('/'), benchmark.size());
  std::string_view word = benchmark.substr(0, slash);
  const std::size_t dash = word.rfind('-');
  const bool has_cpus = slash == benchmark.size() && dash != std::string_view::npos &&
                        word.find_first_not_of("0123456789", dash + 1) == std::string_view::npos;
  return fmt::format("Benchmark{}", has_cpus ? word.substr(0, dash) : word);
}

std::vector<gate::Warning> warnings_of(const Field& field) {
  std::vector<gate::Warning> warnings;
  for (const Field& warning : field.elements()) {
    warnings.push_back({.kind = named<gate::WarningKind>(warning.at("code")),
                        .text = text_of(warning.at("text"))});
  }
  return warnings;
}

gate::Finding finding_of(const Field& field) {
  const std::string benchmark = text_of(field.at("benchmark"));
  const std::optional<Field> configuration = field.find("configuration");
  gate::Finding finding{
      .key = {.module = text_of(field.at("module")),
              .package = text_of(field.at("package")),
              .name = benchmark,
              .configuration = configuration ? text_of(*configuration) : std::string(),
              .unit = text_of(field.at("unit"))},
      .function = function_of(benchmark),
      .outcome = named<gate::Outcome>(field.at("outcome")),
      .gating = flag_of(field.at("gated")) ? gate::Gating::kGated : gate::Gating::kShown,
      .stage = stage_of(field.at("stage")),
      .comparison = comparison_of(field)};
  if (const std::optional<Field> first = field.find("first")) {
    finding.first = comparison_of(*first);
  }
  if (const std::optional<Field> location = field.find("location")) {
    finding.location = gate::Location{.file = text_of(location->at("file")),
                                      .line = location->at("line").natural()};
  }
  finding.warnings = warnings_of(field.at("warnings"));
  if (const std::optional<Field> detail = field.find("detail")) {
    finding.detail = text_of(*detail);
  }
  if (const std::optional<Field> reason = field.find("reason")) {
    finding.error = reason_of(*reason);
  }
  if (const std::optional<Field> entry = field.find("ledger")) {
    finding.ledger = read_entry(*entry);
  }
  return finding;
}

gate::Waiver waiver_of(const Field& field) {
  return {.label = text_of(field.at("label")),
          .pull_request = field.at("pull_request").natural(),
          .commit = text_of(field.at("commit"), kMostCommitBytes),
          .by = text_of(field.at("by"))};
}

gate::Verdict verdict_of(const Field& document) {
  const std::optional<Field> remedy = document.find("remedy");
  gate::Verdict verdict{.decision = named<gate::Decision>(document.at("decision")),
                        .reason = reason_of(document.at("reason")),
                        .message = text_of(document.at("message")),
                        .remedy = remedy ? text_of(*remedy) : std::string(),
                        .compared = document.at("compared").natural(),
                        .regressions = document.at("regressions").natural(),
                        .improvements = document.at("improvements").natural(),
                        .unstable = document.at("unstable").natural()};
  if (const std::optional<Field> known = document.find("known")) {
    verdict.known = known->natural();
  }
  if (const std::optional<Field> waiver = document.find("waiver")) {
    verdict.waiver = waiver_of(*waiver);
  }
  for (const Field& finding : document.at("findings").elements()) {
    verdict.findings.push_back(finding_of(finding));
  }
  for (const Field& caveat : document.at("caveats").elements()) {
    verdict.caveats.push_back(
        {.code = text_of(caveat.at("code")), .text = text_of(caveat.at("text"))});
  }
  return verdict;
}

// A change that its own numbers do not show.
std::string contradiction_in(const gate::Finding& finding) {
  const bool is_change = finding.outcome == gate::Outcome::kRegression ||
                         finding.outcome == gate::Outcome::kImprovement ||
                         finding.outcome == gate::Outcome::kKnown;
  if (!is_change || finding.gating != gate::Gating::kGated) {
    return {};
  }
  if (!finding.comparison) {
    return "a change without numbers";
  }
  const gate::Comparison& comparison = *finding.comparison;
  const auto& [base, head] = comparison.sides;
  if (base.n == 0 || head.n == 0 || !(comparison.p < comparison.alpha) ||
      base.median == head.median) {
    return "a change that its numbers do not show";
  }
  if (comparison.delta && (*comparison.delta > 0) != (head.median > base.median)) {
    return "a delta that its medians contradict";
  }
  return {};
}

// What no gate writes; "" where nothing speaks against the verdict.
std::string contradiction_in(const RecordedVerdict& recorded) {
  const gate::Verdict& verdict = recorded.verdict;
  const auto gated = [&](gate::Outcome outcome) {
    return static_cast<std::size_t>(
        std::ranges::count_if(verdict.findings, [outcome](const gate::Finding& finding) {
          return finding.gating == gate::Gating::kGated && finding.outcome == outcome;
        }));
  };
  const bool is_error = verdict.decision == gate::Decision::kError;
  const bool is_pass = verdict.decision == gate::Decision::kPass;
  if (is_error != verdict.reason.has_value()) {
    return "decision and reason contradict each other";
  }
  if ((is_error && recorded.exit_code != gate::exit_code(gate::Decision::kError)) ||
      (is_pass && recorded.exit_code != gate::exit_code(gate::Decision::kPass))) {
    return "decision and exit_code contradict each other";
  }
  if (is_pass && (verdict.regressions > 0 || verdict.unstable > 0)) {
    return "a pass with regressions or with unstable benchmarks";
  }
  if (gated(gate::Outcome::kRegression) != verdict.regressions ||
      gated(gate::Outcome::kUnstable) != verdict.unstable ||
      gated(gate::Outcome::kImprovement) != verdict.improvements) {
    return "the counts are not those of the findings";
  }
  if (is_pass && verdict.compared == 0 && !verdict.findings.empty()) {
    return "a pass that compared nothing";
  }
  for (const gate::Finding& finding : verdict.findings) {
    if (std::string problem = contradiction_in(finding); !problem.empty()) {
      return problem;
    }
  }
  return {};
}

std::string contradiction_between(const RecordedVerdict& recorded, const Run& run) {
  if (recorded.commits.base != run.sides.base.commit ||
      recorded.commits.head != run.sides.head.commit) {
    return "the commits are not those of run.json";
  }
  if (run.error && recorded.verdict.decision != gate::Decision::kError) {
    return "run.json says that the run was not measured to the end";
  }
  return {};
}

Error refused(std::string_view file_name, std::string problem) {
  Error error = damaged(file_name, {std::move(problem)});
  error.remedy =
      "take the artifact that the gate's own job uploaded: it is torn, or not the "
      "gate's";
  return error;
}

}  // namespace

Result<RecordedVerdict> read_verdict(std::string_view json, std::string_view file_name) {
  try {
    const nlohmann::json parsed = parse_json(json);
    const Field document(parsed);
    if (Status schema =
            check_schema(text_of(document.at("schema")), "headgate.verdict", 1, file_name);
        !schema) {
      return std::move(schema).error();
    }
    RecordedVerdict recorded{
        .verdict = verdict_of(document),
        .commits = {.base = commit_of(document.at("sides").at("base")),
                    .head = commit_of(document.at("sides").at("head"))},
        .exit_code = static_cast<int>(document.at("exit_code").integer(0, kMostExitCode))};
    if (std::string problem = contradiction_in(recorded); !problem.empty()) {
      return refused(file_name, std::move(problem));
    }
    return recorded;
  } catch (const FormatError& error) {
    return refused(file_name, error.message);
  }
}

Result<Artifact> read_artifact(const ArtifactTexts& texts) {
  Result<RecordedVerdict> recorded = read_verdict(texts.verdict_json, kVerdictName);
  if (!recorded) {
    return std::move(recorded).error();
  }
  if (!texts.run_json) {
    return recorded->verdict.decision == gate::Decision::kError
               ? Result<Artifact>(Artifact{.recorded = *std::move(recorded), .run = std::nullopt})
               : refused(kRunName, "it is missing, though the gate decided");
  }
  Result<Run> run = read_run(*texts.run_json, kRunName);
  if (!run) {
    return std::move(run).error();
  }
  if (std::string problem = contradiction_between(*recorded, *run); !problem.empty()) {
    return refused(kVerdictName, std::move(problem));
  }
  return Artifact{.recorded = *std::move(recorded), .run = *std::move(run)};
}

}  // namespace headgate::results
