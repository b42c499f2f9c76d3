#include "core/results/samples.h"

#include <limits>
#include <optional>
#include <set>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "core/results/json_field.h"
#include "core/results/names.h"
#include "core/results/verdict.h"

namespace headgate::results {
namespace {

using Json = nlohmann::ordered_json;

Json results_json(const std::vector<dataset::BenchmarkResult>& results) {
  Json list = Json::array();
  for (const dataset::BenchmarkResult& result : results) {
    Json values = Json::array();
    for (const dataset::Reading& reading : result.readings) {
      values.push_back({{"value", number_json(reading.value)}, {"unit", reading.unit}});
    }
    list.push_back(
        {{"name", result.name}, {"iterations", result.iterations}, {"values", std::move(values)}});
  }
  return list;
}

std::vector<dataset::BenchmarkResult> read_results(const Field& field) {
  std::vector<dataset::BenchmarkResult> results;
  for (const Field& entry : field.elements()) {
    dataset::BenchmarkResult result{.name = entry.at("name").text(),
                                    .iterations = entry.at("iterations").integer(1),
                                    .readings = {}};
    for (const Field& value : entry.at("values").elements()) {
      result.readings.push_back(
          {.value = value.at("value").number(), .unit = value.at("unit").text()});
    }
    results.push_back(std::move(result));
  }
  return results;
}

std::optional<double> optional_number(const Field& field, std::string_view name) {
  const std::optional<Field> member = field.find(name);
  return member ? std::optional(member->number()) : std::nullopt;
}

dataset::Process read_process(const Field& field) {
  dataset::Process process{
      .sequence = field.at("sequence").natural(),
      .round = field.at("round").natural(),
      .stage = enumerator(kStages, field.at("stage")),
      .side = enumerator(kSides, field.at("side")),
      .purpose = enumerator(kPurposes, field.at("purpose")),
      .module = field.at("module").text(),
      .package = field.at("package").text(),
      .functions = field.at("functions").texts(),
      .leaf = field.at("leaf").text(),
      .argv = field.at("argv").texts(),
      .start_sec = field.at("start_sec").number(),
      .use = {.wall_sec = field.at("wall_sec").number(),
              .user_sec = field.at("user_sec").number(),
              .system_sec = field.at("system_sec").number(),
              .voluntary_switches = field.at("voluntary_switches").integer(0),
              .involuntary_switches = field.at("involuntary_switches").integer(0),
              .minor_faults = field.at("minor_faults").integer(0),
              .major_faults = field.at("major_faults").integer(0),
              .steal_sec = optional_number(field, "steal_sec"),
              .pressure_sec = optional_number(field, "pressure_sec")},
      .end = enumerator(kEnds, field.at("end")),
      .code = static_cast<int>(field.at("code").integer(std::numeric_limits<int>::min(),
                                                        std::numeric_limits<int>::max())),
      .results = read_results(field.at("results")),
      .ambiguous_names = field.at("ambiguous_names").texts(),
      .broken_lines = field.at("broken_lines").texts(),
      .skips = {},
      .failed = field.at("failed").texts(),
      .failure = field.at("failure").text()};
  for (const Field& skip : field.at("skips").elements()) {
    process.skips.push_back(
        {.function = skip.at("function").text(), .reason = skip.at("reason").text()});
  }
  return process;
}

}  // namespace

std::string write_process(const dataset::Process& process) {
  Json skips = Json::array();
  for (const dataset::Skip& skip : process.skips) {
    skips.push_back({{"function", skip.function}, {"reason", skip.reason}});
  }
  Json line = {{"sequence", process.sequence},
               {"round", process.round},
               {"stage", word(kStages, process.stage)},
               {"side", word(kSides, process.side)},
               {"purpose", word(kPurposes, process.purpose)},
               {"module", process.module},
               {"package", process.package},
               {"functions", process.functions},
               {"leaf", process.leaf},
               {"argv", process.argv},
               {"start_sec", number_json(process.start_sec)},
               {"wall_sec", number_json(process.use.wall_sec)},
               {"user_sec", number_json(process.use.user_sec)},
               {"system_sec", number_json(process.use.system_sec)},
               {"voluntary_switches", process.use.voluntary_switches},
               {"involuntary_switches", process.use.involuntary_switches},
               {"minor_faults", process.use.minor_faults},
               {"major_faults", process.use.major_faults},
               {"steal_sec", optional_json(process.use.steal_sec)},
               {"pressure_sec", optional_json(process.use.pressure_sec)},
               {"end", word(kEnds, process.end)},
               {"code", process.code},
               {"results", results_json(process.results)},
               {"ambiguous_names", process.ambiguous_names},
               {"broken_lines", process.broken_lines},
               {"skips", std::move(skips)},
               {"failed", process.failed},
               {"failure", process.failure}};
  return dump(line, -1);
}

Result<std::vector<dataset::Process>> read_processes(std::string_view jsonl,
                                                     std::string_view file_name) {
  std::vector<dataset::Process> processes;
  std::set<std::uint64_t> sequences;
  std::size_t number = 0;
  while (!jsonl.empty()) {
    const std::size_t end = jsonl.find('\n');
    if (end == std::string_view::npos) {
      break;  // cut off while it was written
    }
    ++number;
    try {
      const nlohmann::json line = parse_json(jsonl.substr(0, end));
      processes.push_back(read_process(Field(line)));
      if (!sequences.insert(processes.back().sequence).second) {
        throw FormatError{fmt::format("process {} stands twice", processes.back().sequence)};
      }
    } catch (const FormatError& error) {
      return damaged(fmt::format("{}:{}", file_name, number), error);
    }
    jsonl.remove_prefix(end + 1);
  }
  return processes;
}

}  // namespace headgate::results
