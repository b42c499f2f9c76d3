#include "core/gate/roster.h"

#include <algorithm>
#include <functional>
#include <utility>

#include <fmt/core.h>

#include "core/dataset/benchmark_name.h"

namespace headgate::gate {
namespace {

using dataset::Process;
using dataset::ProcessEnd;
using dataset::Purpose;
using stats::Side;
using stats::Stage;

// The function of "BenchmarkX/sub-4".
std::string function_in(std::string_view benchmark) {
  return dataset::function_of(dataset::without_benchmark(benchmark));
}

bool contains(const std::vector<std::string>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::string end_in_words(const Process& process) {
  switch (process.end) {
    case ProcessEnd::kPassed:
      return "passed";
    case ProcessEnd::kFailed:
      return process.code == 0 ? std::string("exit status 0 without PASS (os.Exit?)")
                               : fmt::format("exit status {}", process.code);
    case ProcessEnd::kSignaled:
      return fmt::format("killed by signal {}{}", process.code,
                         process.code == 9 ? " (out of memory?)" : "");
    case ProcessEnd::kTimedOut:
      return "stopped at the time limit of one process";
    case ProcessEnd::kNotStarted:
      return "could not be started";
    case ProcessEnd::kInterrupted:
      return "interrupted";
  }
  return "";
}

std::string failure_text(const Process& process) {
  return fmt::format("{}{}{}", end_in_words(process), process.failure.empty() ? "" : "\n",
                     process.failure);
}

// Is it the benchmark's fault that the process ended like this?
bool is_failure(ProcessEnd end) {
  switch (end) {
    case ProcessEnd::kFailed:
    case ProcessEnd::kSignaled:
    case ProcessEnd::kTimedOut:
      return true;
    case ProcessEnd::kPassed:
    case ProcessEnd::kNotStarted:
    case ProcessEnd::kInterrupted:
      break;
  }
  return false;
}

// The functions of which the process printed a result.
std::set<std::string, std::less<>> printing_functions(const Process& process) {
  std::set<std::string, std::less<>> functions;
  for (const dataset::BenchmarkResult& result : process.results) {
    functions.insert(dataset::function_of(result.name));
  }
  return functions;
}

// Did the process end before package testing could sum up? It does so with FAIL and exit status 1.
bool was_cut_short(const Process& process) {
  return process.end != ProcessEnd::kFailed || process.code != 1;
}

// Where the stack of a crash runs through the function: "example.com/m.BenchmarkX(0xc000...)", or
// "...BenchmarkX.func1()"; npos where it does not.
std::size_t place_in_stack(const Process& process, const std::string& function) {
  return std::min(process.failure.find(fmt::format(".{}(", function)),
                  process.failure.find(fmt::format(".{}.func", function)));
}

// The function that ran when the process was cut short: the one in the stack; else, because
// functions run in order, the first that neither failed nor has a result; else the last, which may
// not have finished.
const std::string& running_function(const Process& process,
                                    const std::set<std::string, std::less<>>& printing,
                                    const std::vector<std::string>& named) {
  const auto in_stack =
      std::min_element(process.functions.begin(), process.functions.end(),
                       [&](const std::string& left, const std::string& right) {
                         return place_in_stack(process, left) < place_in_stack(process, right);
                       });
  if (place_in_stack(process, *in_stack) != std::string::npos) {
    return *in_stack;
  }
  const auto silent = std::find_if(
      process.functions.begin(), process.functions.end(),
      [&](const std::string& name) { return !printing.contains(name) && !contains(named, name); });
  return silent != process.functions.end() ? *silent : process.functions.back();
}

// The functions to blame for a failed process: those that package testing names, and the one that
// cut it short.
std::vector<std::string> culprits(const Process& process,
                                  const std::set<std::string, std::less<>>& printing) {
  std::vector<std::string> blamed;
  for (const std::string& function : process.functions) {
    if (std::any_of(process.failed.begin(), process.failed.end(),
                    [&](const std::string& failed) { return function_in(failed) == function; })) {
      blamed.push_back(function);
    }
  }
  if (process.functions.empty() || (!blamed.empty() && !was_cut_short(process))) {
    return blamed;
  }
  if (const std::string& running = running_function(process, printing, blamed);
      !contains(blamed, running)) {
    blamed.push_back(running);
  }
  return blamed;
}

}  // namespace

std::optional<Side> Function::failing_side() const {
  if ((sides.base.failures > 0) == (sides.head.failures > 0)) {
    return std::nullopt;
  }
  return sides.base.failures > 0 ? Side::kBase : Side::kHead;
}

Roster Roster::of(const Evidence& evidence) {
  Roster roster;
  for (const Benchmark& benchmark : evidence.benchmarks) {
    const Name name{benchmark.module, benchmark.package, benchmark.function};
    if (roster.index_.try_emplace(name, roster.functions_.size()).second) {
      roster.functions_.push_back({.benchmark = benchmark, .sides = {}});
      roster.listed_.insert(name);
    }
  }
  if (evidence.texts) {
    roster.add_text(evidence.texts->base, Side::kBase);
    roster.add_text(evidence.texts->head, Side::kHead);
    roster.add_cut_packages(evidence.texts->base, Side::kBase);
    roster.add_cut_packages(evidence.texts->head, Side::kHead);
    return roster;
  }
  for (const Process& process : evidence.processes) {
    roster.add_process(process);
  }
  return roster;
}

const Function& Roster::function_of(const dataset::SeriesKey& key) const {
  return functions_[index_.at({key.module, key.package, dataset::function_of(key.name)})];
}

Function& Roster::note(Name name, Side side) {
  const auto [entry, is_new] = index_.try_emplace(name, functions_.size());
  if (is_new) {
    functions_.push_back(
        {.benchmark = {.module = std::get<0>(name),
                       .package = std::get<1>(name),
                       .function = std::get<2>(name),
                       .presence = {.base = Presence::kAbsent, .head = Presence::kAbsent}},
         .sides = {}});
  }
  Function& function = functions_[entry->second];
  if (!listed_.contains(name)) {
    function.benchmark.presence.of(side) = Presence::kPresent;
  }
  return function;
}

void Roster::add_process(const Process& process) {
  for (const std::string& function : process.functions) {
    FunctionSide& side =
        note({process.module, process.package, function}, process.side).sides.of(process.side);
    if (process.purpose == Purpose::kMeasure) {
      ++side.all_processes;
      side.processes += process.stage == Stage::kFirst ? 1U : 0U;
    }
  }
  for (const dataset::Skip& skip : process.skips) {
    add_mention(process, skip.function, skip.reason, &FunctionSide::skipped);
  }
  if (process.purpose == Purpose::kMeasure) {
    add_results(process);
    add_failure(process);
  }
}

void Roster::add_results(const Process& process) {
  const bool counts = dataset::gives_samples(process);
  for (const std::string& function : printing_functions(process)) {
    if (process.stage == Stage::kFirst && counts && contains(process.functions, function)) {
      note({process.module, process.package, function}, process.side)
          .sides.of(process.side)
          .results = FunctionSide::Results::kSome;
    }
  }
  // Package testing prints a name before it measures: the last one without numbers is where a
  // process that was cut short died.
  const bool has_died = is_failure(process.end) && was_cut_short(process);
  for (const std::string& line : process.broken_lines) {
    const std::string benchmark = line.substr(0, line.find_first_of(" \t"));
    if (has_died && &line == &process.broken_lines.back()) {
      add_mention(process, benchmark, failure_text(process), &FunctionSide::failed);
    } else {
      add_mention(process, benchmark, line, &FunctionSide::broken);
    }
  }
  for (const std::string& name : process.ambiguous_names) {
    if (contains(process.functions, dataset::function_of(name)) &&
        ambiguous_names_.insert({process.module, process.package, name}).second) {
      ambiguous_.push_back({.module = process.module,
                            .package = process.package,
                            .name = name,
                            .side = process.side});
    }
  }
}

void Roster::add_failure(const Process& process) {
  if (process.end == ProcessEnd::kPassed) {
    return;
  }
  const std::set<std::string, std::less<>> printing = printing_functions(process);
  const std::vector<std::string> blamed = culprits(process, printing);
  for (const std::string& function : process.functions) {
    FunctionSide& side =
        note({process.module, process.package, function}, process.side).sides.of(process.side);
    const bool is_blamed = contains(blamed, function);
    if (is_blamed && is_failure(process.end)) {
      ++side.failures;
      side.first_failures += process.stage == Stage::kFirst ? 1U : 0U;
    }
    if (side.failure.empty() && (is_blamed || !printing.contains(function))) {
      side.failure = failure_text(process);
    }
  }
  for (const std::string& failed : process.failed) {
    add_mention(process, failed, process.failure, &FunctionSide::failed);
  }
}

void Roster::add_mention(const Process& process, std::string_view benchmark,
                         const std::string& text, Mentions FunctionSide::*list) {
  const std::string function = function_in(benchmark);
  if (contains(process.functions, function)) {
    Function& known = note({process.module, process.package, function}, process.side);
    (known.sides.of(process.side).*list).add(benchmark, text);
  }
}

void Roster::add_text(const dataset::Text& text, Side side) {
  for (const dataset::Text::Line& line : text.lines) {
    note({"", line.package, dataset::function_of(line.result.name)}, side).sides.of(side).results =
        FunctionSide::Results::kSome;
  }
  const auto noted = [&](const dataset::Text::Mention& mention) -> FunctionSide& {
    return note({"", mention.package, function_in(mention.benchmark)}, side).sides.of(side);
  };
  for (const dataset::Text::Mention& mention : text.failed) {
    FunctionSide& function = noted(mention);
    ++function.failures;
    function.failed.add(mention.benchmark, mention.text);
  }
  for (const dataset::Text::Mention& mention : text.skipped) {
    noted(mention).skipped.add(mention.benchmark, mention.text);
  }
  for (const dataset::Text::Mention& mention : text.broken) {
    noted(mention).broken.add(mention.benchmark, mention.text);
  }
}

// Whatever the other side has of the package may be there on this one too: it did not come to it.
void Roster::add_cut_packages(const dataset::Text& text, Side side) {
  for (const dataset::Text::CutPackage& cut : text.cut) {
    for (Function& function : functions_) {
      if (function.benchmark.package != cut.package) {
        continue;
      }
      function.benchmark.presence.of(side) = Presence::kPresent;
      FunctionSide& state = function.sides.of(side);
      state.cut_short = cut.text;
      if (state.failure.empty()) {
        state.failure = cut.text;
      }
      if (!cut.running.empty() && function_in(cut.running) == function.benchmark.function) {
        ++state.failures;
      }
    }
  }
}

}  // namespace headgate::gate
