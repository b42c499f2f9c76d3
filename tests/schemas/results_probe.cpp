// Writes what the program writes into a results folder, for the checks of these files from outside.
//
//   results_probe DIR BENCHMARKS   full.*: every field set; empty.*: as little as there can be;
//                                  base.txt, medians.tsv: the recorded BENCHMARKS as samples of
//                                  base
//   results_probe words            the words of enums that the files use: kind, tab, word

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

#include <fmt/core.h>

#include "core/dataset/benchmark_name.h"
#include "core/dataset/series.h"
#include "core/results/benchmark_text.h"
#include "core/results/samples.h"
#include "core/results/verdict.h"
#include "core/stats/summary.h"
#include "support/recorded_run.h"
#include "support/recorded_verdict.h"

namespace headgate {
namespace {

void write(const std::string& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  if (!file.flush()) {
    throw std::runtime_error("cannot write " + path);
  }
}

std::string read(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    throw std::runtime_error("cannot read " + path);
  }
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

dataset::Process process_of(const dataset::Text::Line& line) {
  dataset::Process process = testing_support::recorded_process();
  process.stage = stats::Stage::kFirst;
  process.side = stats::Side::kBase;
  process.purpose = dataset::Purpose::kMeasure;
  process.end = dataset::ProcessEnd::kPassed;
  process.package = line.package;
  process.functions = {dataset::function_of(line.result.name)};
  process.results = {line.result};
  process.ambiguous_names.clear();
  return process;
}

// The medians of the gate: package, benchmark, unit, value.
std::string medians_of(const std::vector<dataset::Process>& processes) {
  std::string lines;
  const dataset::Dataset series = dataset::from_processes(processes, stats::Stage::kFirst);
  for (const dataset::PairedSeries& one : series.series) {
    std::vector<stats::Sample> samples;
    for (const dataset::Observation& observation : one.sides.base.observations) {
      samples.push_back(observation.sample);
    }
    lines += fmt::format("{}\t{}\t{}\t{}\n", one.key.package, one.key.name, one.key.unit,
                         stats::summarize(samples, 0.95).median);
  }
  return lines;
}

void write_files(const std::string& folder, const std::string& benchmarks) {
  const results::Run run = testing_support::recorded_run();
  const gate::Verdict verdict = testing_support::recorded_verdict();
  write(folder + "/full.run.json", results::write_run(run));
  write(folder + "/empty.run.json", results::write_run({}));
  write(folder + "/full.verdict.json",
        results::write_verdict(verdict, run.sides, gate::exit_code(verdict.decision)));
  write(folder + "/empty.verdict.json",
        results::write_verdict(
            gate::undecided({.reason = Reason::kBuildFailed, .message = "it does not build"}, {}),
            {}, 2));
  write(folder + "/full.sample.json", results::write_process(testing_support::recorded_process()));

  const dataset::Text recorded = dataset::read_text(read(benchmarks), benchmarks);
  std::vector<dataset::Process> processes;
  for (const dataset::Text::Line& line : recorded.lines) {
    processes.push_back(process_of(line));
  }
  dataset::Process zero = processes.front();
  zero.results.front().readings.front().value = 0;
  processes.push_back(std::move(zero));
  write(folder + "/base.txt",
        results::benchmark_text(processes, stats::Stage::kFirst, stats::Side::kBase, run.host));
  write(folder + "/medians.tsv", medians_of(processes));
}

void print_words() {
  using enum gate::Outcome;
  for (const gate::Outcome outcome :
       {kRegression, kImprovement, kUnchanged, kUnstable, kNotConfirmed, kAdded, kRemoved, kSkipped,
        kLost, kInvalid, kIdentical, kKnown}) {
    fmt::print("outcome\t{}\n", gate::name(outcome));
  }
  for (const gate::Decision decision : {gate::Decision::kPass, gate::Decision::kRegression,
                                        gate::Decision::kError, gate::Decision::kUnstable}) {
    fmt::print("decision\t{}\n", gate::name(decision));
  }
  for (const ReasonText& reason : all_reasons()) {
    fmt::print("reason\t{}\n", reason.code);
  }
}

}  // namespace
}  // namespace headgate

int main(int argc, char** argv) {
  const std::span<char*> arguments(argv, static_cast<std::size_t>(argc));
  if (arguments.size() == 2 && std::string_view(arguments[1]) == "words") {
    headgate::print_words();
    return EXIT_SUCCESS;
  }
  if (arguments.size() != 3) {
    fmt::print(stderr, "usage: results_probe DIR BENCHMARKS | results_probe words\n");
    return EXIT_FAILURE;
  }
  headgate::write_files(arguments[1], arguments[2]);
  return EXIT_SUCCESS;
}
