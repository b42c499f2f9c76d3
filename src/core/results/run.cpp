#include "core/results/run.h"

#include <limits>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "core/results/extent_json.h"
#include "core/results/json_field.h"
#include "core/results/ledger_json.h"
#include "core/results/names.h"
#include "core/results/settings_json.h"
#include "core/results/verdict.h"

namespace headgate::results {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::int64_t kMostInt = std::numeric_limits<int>::max();
constexpr std::string_view kUnfinished =
    "the run did not finish: it was killed, or the machine went down";

int small_number(const Field& field, std::int64_t least) {
  return static_cast<int>(field.integer(least, kMostInt));
}

Json side_json(const SideRecord& side) {
  Json binaries = Json::array();
  for (const Binary& binary : side.binaries) {
    binaries.push_back({{"module", binary.module},
                        {"package", binary.package},
                        {"sha256", binary.sha256},
                        {"godebug", binary.godebug}});
  }
  return {{"commit", side.commit},           {"tree", side.tree},
          {"describe", side.describe},       {"toolchain", side.toolchain},
          {"build_flags", side.build_flags}, {"binaries", std::move(binaries)}};
}

SideRecord read_side(const Field& field) {
  SideRecord side{.commit = field.at("commit").text(),
                  .tree = field.at("tree").text(),
                  .describe = field.at("describe").text(),
                  .toolchain = field.at("toolchain").text(),
                  .build_flags = field.at("build_flags").texts()};
  for (const Field& binary : field.at("binaries").elements()) {
    side.binaries.push_back({.module = binary.at("module").text(),
                             .package = binary.at("package").text(),
                             .sha256 = binary.at("sha256").text(),
                             .godebug = binary.at("godebug").text()});
  }
  return side;
}

Json host_json(const Host& host) {
  return {{"goos", host.goos},
          {"goarch", host.goarch},
          {"cpu_model", host.cpu_model},
          {"kernel", host.kernel},
          {"cpus_online", host.cpus_online},
          {"cpus_allowed", host.cpus_allowed},
          {"cpu_limit", number_json(host.cpu_limit)},
          {"memory_bytes", host.memory_bytes},
          {"network", host.network}};
}

Host read_host(const Field& field) {
  return {.goos = field.at("goos").text(),
          .goarch = field.at("goarch").text(),
          .cpu_model = field.at("cpu_model").text(),
          .kernel = field.at("kernel").text(),
          .cpus_online = small_number(field.at("cpus_online"), 0),
          .cpus_allowed = small_number(field.at("cpus_allowed"), 0),
          .cpu_limit = field.at("cpu_limit").number(),
          .memory_bytes = field.at("memory_bytes").natural(),
          .network = field.at("network").text()};
}

Json timing_json(const Timing& timing) {
  return {{"total_sec", number_json(timing.total_sec)},
          {"trees_sec", number_json(timing.trees_sec)},
          {"build_sec", number_json(timing.build_sec)},
          {"listing_sec", number_json(timing.listing_sec)},
          {"benchmark_sec", number_json(timing.benchmark_sec)}};
}

Timing read_timing(const Field& field) {
  return {.total_sec = field.at("total_sec").number(),
          .trees_sec = field.at("trees_sec").number(),
          .build_sec = field.at("build_sec").number(),
          .listing_sec = field.at("listing_sec").number(),
          .benchmark_sec = field.at("benchmark_sec").number()};
}

Json benchmark_json(const gate::Benchmark& benchmark) {
  Json entry = {{"module", benchmark.module},
                {"package", benchmark.package},
                {"function", benchmark.function},
                {"base", word(kPresence, benchmark.presence.base)},
                {"head", word(kPresence, benchmark.presence.head)},
                {"identity", word(kIdentity, benchmark.identity)},
                {"own_text", word(kOwnText, benchmark.own_text)}};
  if (benchmark.location) {
    entry["location"] = {{"file", benchmark.location->file}, {"line", benchmark.location->line}};
  }
  return entry;
}

gate::Benchmark read_benchmark(const Field& field) {
  gate::Benchmark benchmark{.module = field.at("module").text(),
                            .package = field.at("package").text(),
                            .function = field.at("function").text(),
                            .presence = {.base = enumerator(kPresence, field.at("base")),
                                         .head = enumerator(kPresence, field.at("head"))},
                            .identity = enumerator(kIdentity, field.at("identity")),
                            .own_text = enumerator(kOwnText, field.at("own_text"))};
  if (const std::optional<Field> location = field.find("location")) {
    benchmark.location = {.file = location->at("file").text(),
                          .line = location->at("line").natural()};
  }
  return benchmark;
}

Json error_json(const Error& error) {
  return {{"reason", code(error.reason)},
          {"message", error.message},
          {"remedy", error.remedy},
          {"detail", error.detail}};
}

Error read_error(const Field& field) {
  const std::optional<Reason> reason = reason_from_code(field.at("reason").text());
  if (!reason) {
    field.at("reason").fail("a known reason code");
  }
  return {.reason = *reason,
          .message = field.at("message").text(),
          .remedy = field.at("remedy").text(),
          .detail = field.at("detail").text()};
}

Run read_fields(const Field& field) {
  Run run{.headgate_version = field.at("headgate_version").text(),
          .started_sec = field.at("started_sec").number(),
          .event = field.at("event").text(),
          .why = field.at("why").text(),
          .sides = {.base = read_side(field.at("sides").at("base")),
                    .head = read_side(field.at("sides").at("head"))},
          .host = read_host(field.at("host")),
          .settings = read_settings(field.at("settings")),
          .timing = read_timing(field.at("timing")),
          .processes = field.at("processes").natural()};
  if (const std::optional<Field> number = field.find("pull_request")) {
    run.pull_request = number->natural();
  }
  for (const Field& cpu : field.at("cpus").elements()) {
    run.cpus.push_back(small_number(cpu, 1));
  }
  for (const Field& benchmark : field.at("benchmarks").elements()) {
    run.benchmarks.push_back(read_benchmark(benchmark));
  }
  if (const std::optional<Field> shard = field.find("shard")) {
    run.shard = read_shard(*shard);
  }
  if (const std::optional<Field> changed_only = field.find("changed_only")) {
    run.changed_only = read_changed_only(*changed_only);
  }
  for (const Field& caveat : field.at("caveats").elements()) {
    run.caveats.push_back({.code = caveat.at("code").text(), .text = caveat.at("text").text()});
  }
  if (const std::optional<Field> ledger = field.find("ledger")) {
    run.ledger = read_ledger(*ledger);
  }
  if (const std::optional<Field> error = field.find("error")) {
    run.error = read_error(*error);
  }
  return run;
}

}  // namespace

std::string write_run(const Run& run) {
  Json document = {
      {"schema", kRunSchema},
      {"headgate_version", run.headgate_version},
      {"started_sec", number_json(run.started_sec)},
      {"event", run.event},
      {"why", run.why},
      {"pull_request", nullptr},
      {"sides", {{"base", side_json(run.sides.base)}, {"head", side_json(run.sides.head)}}},
      {"host", host_json(run.host)},
      {"settings", settings_json(run.settings)},
      {"cpus", run.cpus},
      {"benchmarks", Json::array()},
      {"shard", nullptr},
      {"changed_only", nullptr},
      {"caveats", Json::array()},
      {"ledger", nullptr},
      {"timing", timing_json(run.timing)},
      {"processes", run.processes},
      {"error", nullptr}};
  if (run.pull_request) {
    document["pull_request"] = *run.pull_request;
  }
  for (const gate::Benchmark& benchmark : run.benchmarks) {
    document["benchmarks"].push_back(benchmark_json(benchmark));
  }
  if (run.shard) {
    document["shard"] = shard_json(*run.shard);
  }
  if (run.changed_only) {
    document["changed_only"] = changed_only_json(*run.changed_only);
  }
  for (const gate::Caveat& caveat : run.caveats) {
    document["caveats"].push_back({{"code", caveat.code}, {"text", caveat.text}});
  }
  if (run.ledger) {
    document["ledger"] = ledger_json(*run.ledger);
  }
  if (run.error) {
    document["error"] = error_json(*run.error);
  }
  return dump(document, 1);
}

Run unfinished(Run run) {
  run.error = Error{.reason = Reason::kInterrupted,
                    .message = std::string(kUnfinished),
                    .remedy = "measure again; what was measured is in the results folder"};
  return run;
}

bool is_unfinished(const Run& run) { return run.error && run.error->message == kUnfinished; }

Status check_complete(const Run& run, std::size_t processes, std::string_view samples_name) {
  if (run.error || processes == run.processes) {
    return ok();
  }
  return Error{.reason = Reason::kResultsInvalid,
               .message = fmt::format("{} holds {} whole lines, and the run had {} processes",
                                      samples_name, processes, run.processes),
               .remedy = "copy the whole results folder again, or measure again"};
}

Result<Run> read_run(std::string_view json, std::string_view file_name) {
  try {
    const nlohmann::json document = parse_json(json);
    const Field field(document);
    if (Status checked = check_schema(field.at("schema").text(), "headgate.run", 1, file_name);
        !checked) {
      return std::move(checked).error();
    }
    return read_fields(field);
  } catch (const FormatError& error) {
    return damaged(file_name, error);
  }
}

}  // namespace headgate::results
