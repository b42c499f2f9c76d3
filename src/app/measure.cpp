#include "app/measure.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <utility>

#include <fmt/core.h>

#include "core/dataset/benchmark_name.h"
#include "core/dataset/process_output.h"
#include "core/dataset/series.h"
#include "edge/proc/captured_output.h"

namespace headgate::app {
namespace {

using schedule::Trial;
using schedule::TrialOutcome;
using schedule::TrialPurpose;
using stats::Side;

constexpr std::size_t kLogBytesPerProcess = 1 << 20;
constexpr std::size_t kLogBytesPerRun = 16 << 20;

// Reads results as they come and keeps a bounded copy for the log.
class BenchmarkSink final : public proc::OutputSink {
 public:
  void on_stdout(std::string_view piece) override {
    output_.feed_stdout(piece);
    log_.append(piece);
  }

  void on_stderr(std::string_view piece) override {
    output_.feed_stderr(piece);
    log_.append(piece);
  }

  [[nodiscard]] dataset::Printed finish() { return output_.finish(); }

  [[nodiscard]] std::string log() const { return log_.text(); }

 private:
  dataset::ProcessOutput output_;
  proc::CappedText log_{kLogBytesPerProcess};
};

struct End {
  dataset::ProcessEnd end;
  int code;
};

struct EndOf {
  dataset::Printed::Closing closing;

  End operator()(const proc::Exited& exited) const {
    const bool passed = exited.code == 0 && closing == dataset::Printed::Closing::kPass;
    return {passed ? dataset::ProcessEnd::kPassed : dataset::ProcessEnd::kFailed, exited.code};
  }

  End operator()(const proc::Signaled& signaled) const {
    return {dataset::ProcessEnd::kSignaled, signaled.signal};
  }

  End operator()(const proc::TimedOut&) const { return {dataset::ProcessEnd::kTimedOut, 0}; }

  End operator()(const proc::Interrupted&) const { return {dataset::ProcessEnd::kInterrupted, 0}; }

  End operator()(const proc::LaunchFailed& failed) const {
    return {dataset::ProcessEnd::kNotStarted, failed.error_number};
  }
};

std::optional<double> grown(std::optional<double> before, std::optional<double> after) {
  return before && after ? std::optional(*after - *before) : std::nullopt;
}

bool has_result(const dataset::Process& process, const std::string& function) {
  return std::any_of(process.results.begin(), process.results.end(),
                     [&](const dataset::BenchmarkResult& result) {
                       return dataset::function_of(result.name) == function;
                     });
}

TrialOutcome outcome_of(const dataset::Process& process) {
  switch (process.end) {
    case dataset::ProcessEnd::kPassed:
      return std::all_of(process.functions.begin(), process.functions.end(),
                         [&](const std::string& function) { return has_result(process, function); })
                 ? TrialOutcome::kMeasured
                 : TrialOutcome::kSilent;
    case dataset::ProcessEnd::kTimedOut:
      return TrialOutcome::kTimedOut;
    case dataset::ProcessEnd::kFailed:
    case dataset::ProcessEnd::kSignaled:
    case dataset::ProcessEnd::kNotStarted:
    case dataset::ProcessEnd::kInterrupted:
      break;
  }
  return TrialOutcome::kFailed;
}

class Measurer {
 public:
  Measurer(const MeasureContext& context, schedule::Plan& plan, stats::Stage stage,
           ResultsFolder& folder, Narrator& narrator)
      : context_(context), plan_(plan), stage_(stage), folder_(folder), narrator_(narrator) {
    for (std::size_t i = 0; i < context.packages.pairs.size(); ++i) {
      const gate::PackagePair& pair = context.packages.pairs[i];
      binaries_[{pair.module, pair.import_path}] = &context.binaries.of_package[i];
    }
  }

  Measured run();

 private:
  [[nodiscard]] const TestBinary& binary(const Trial& trial) const;
  [[nodiscard]] proc::Command command(const Trial& trial) const;
  dataset::Process execute(const Trial& trial);
  void keep_log(const dataset::Process& process, const std::string& log);
  void tell(const Trial& trial, const dataset::Process& process);

  const MeasureContext& context_;
  schedule::Plan& plan_;
  stats::Stage stage_;
  ResultsFolder& folder_;
  Narrator& narrator_;
  std::map<std::pair<std::string, std::string>, const stats::Sides<TestBinary>*> binaries_;
  Measured measured_;
  std::size_t log_bytes_ = 0;
  // Values of the first leaf and unit of each item so far, for the running estimate.
  std::map<std::size_t, stats::Sides<std::vector<double>>> running_;
  std::map<std::size_t, std::size_t> lost_;
};

const TestBinary& Measurer::binary(const Trial& trial) const {
  const schedule::Item& item = plan_.items()[trial.item];
  return binaries_.at({item.module, item.package})->of(trial.side);
}

proc::Command Measurer::command(const Trial& trial) const {
  const TestBinary& test = binary(trial);
  const double timeout_ms = context_.settings.execution.timeout_sec * 1000;
  return proc::Command{.argv = benchmark_arguments(test.path, plan_.items()[trial.item],
                                                   trial.purpose, context_.cpu, context_.skip),
                       .directory = test.directory,
                       .environment = context_.environment.variables.of(trial.side),
                       .identity = context_.sandbox.measurer(trial.side),
                       .timeout = std::chrono::milliseconds(static_cast<std::int64_t>(timeout_ms))};
}

void Measurer::keep_log(const dataset::Process& process, const std::string& log) {
  if (log_bytes_ + log.size() > kLogBytesPerRun) {
    return;
  }
  log_bytes_ += log.size();
  const std::string name = fmt::format("{:05}.{}.txt", process.sequence, stats::name(process.side));
  if (Status kept = folder_.add_log(name, log); !kept && !measured_.error) {
    measured_.error = kept.error();
  }
}

dataset::Process Measurer::execute(const Trial& trial) {
  const schedule::Item& item = plan_.items()[trial.item];
  const proc::Command to_run = command(trial);
  BenchmarkSink sink;
  const os::HostCounters before = context_.services.host.counters();
  const double start_sec = context_.services.clock.wall_sec();
  const proc::Completion completion = context_.services.launcher.run(to_run, sink);
  const os::HostCounters after = context_.services.host.counters();
  dataset::Printed printed = sink.finish();
  const End end = std::visit(EndOf{printed.closing}, completion.how);
  if (!printed.cpu.empty()) {
    measured_.cpu_model = printed.cpu;
  }
  dataset::Process process{
      .sequence = trial.sequence,
      .round = trial.round,
      .stage = stage_,
      .side = trial.side,
      .purpose = trial.purpose == TrialPurpose::kExplain ? dataset::Purpose::kExplain
                                                         : dataset::Purpose::kMeasure,
      .module = item.module,
      .package = item.package,
      .functions = item.functions,
      .argv = to_run.argv,
      .start_sec = start_sec,
      .use = {.wall_sec = completion.wall_sec,
              .user_sec = completion.usage.user_sec,
              .system_sec = completion.usage.system_sec,
              .voluntary_switches = completion.usage.voluntary_switches,
              .involuntary_switches = completion.usage.involuntary_switches,
              .minor_faults = completion.usage.minor_faults,
              .major_faults = completion.usage.major_faults,
              .steal_sec = grown(before.steal_sec, after.steal_sec),
              .pressure_sec = grown(before.cpu_pressure_some_sec, after.cpu_pressure_some_sec)},
      .end = end.end,
      .code = end.code,
      .results = std::move(printed.results),
      .ambiguous_names = std::move(printed.ambiguous_names),
      .broken_lines = std::move(printed.broken_lines),
      .skips = std::move(printed.skips),
      .failed = std::move(printed.failed),
      .failure = std::move(printed.failure)};
  if (process.end != dataset::ProcessEnd::kPassed) {
    if (process.failure.empty()) {
      process.failure = proc::describe(completion);
    }
    keep_log(process, sink.log());
  }
  return process;
}

void Measurer::tell(const Trial& trial, const dataset::Process& process) {
  const schedule::Item& item = plan_.items()[trial.item];
  if (process.end == dataset::ProcessEnd::kPassed && !process.results.empty() &&
      !process.results.front().readings.empty()) {
    running_[trial.item].of(trial.side).push_back(process.results.front().readings.front().value);
  } else {
    ++lost_[trial.item];
  }
  BenchmarkProgress progress{
      .package = item.package,
      .function = item.functions.size() == 1 ? item.functions.front() : std::string(),
      .stage = stage_,
      .round = trial.round,
      .rounds = context_.settings.schedule.rounds,
      .ratio = std::nullopt,
      .lost = lost_[trial.item]};
  stats::Sides<std::vector<double>> values = running_[trial.item];
  if (!values.base.empty() && !values.head.empty()) {
    std::sort(values.base.begin(), values.base.end());
    std::sort(values.head.begin(), values.head.end());
    if (const double base = stats::median(values.base); base != 0) {
      progress.ratio = stats::median(values.head) / base;
    }
  }
  narrator_.trial_ended(progress, plan_.progress());
}

Measured Measurer::run() {
  narrator_.measuring_begins(stage_, plan_.progress().total, plan_.progress().remaining_sec);
  while (!measured_.error) {
    const double elapsed_sec = context_.services.clock.steady_sec() - context_.run_began_sec;
    const schedule::Step step = plan_.next(elapsed_sec);
    if (const auto* finished = std::get_if<schedule::Finished>(&step)) {
      if (*finished == schedule::Finished::kDeadline) {
        measured_.error = Error{
            .reason = Reason::kDeadline,
            .message = fmt::format("the deadline of {:.0f} s was reached after {} of {} processes",
                                   context_.settings.schedule.deadline_sec, plan_.progress().done,
                                   plan_.progress().total),
            .remedy =
                "raise `deadline`, or measure less: fewer `rounds`, a shorter `benchtime`, a "
                "narrower "
                "`bench`"};
      }
      break;
    }
    const Trial& trial = std::get<Trial>(step);
    dataset::Process process = execute(trial);
    if (process.end == dataset::ProcessEnd::kInterrupted) {
      measured_.error = Error{.reason = Reason::kInterrupted,
                              .message = fmt::format("interrupted after {} of {} processes",
                                                     plan_.progress().done, plan_.progress().total),
                              .remedy = "what was measured is in the results folder"};
      break;
    }
    measured_.benchmark_sec += process.use.wall_sec;
    if (Status added = folder_.add(process); !added) {
      measured_.error = added.error();
    }
    plan_.report(outcome_of(process), process.use.wall_sec);
    tell(trial, process);
    measured_.processes.push_back(std::move(process));
  }
  narrator_.measuring_ends();
  return std::move(measured_);
}

}  // namespace

Measured measure(const MeasureContext& context, schedule::Plan& plan, stats::Stage stage,
                 ResultsFolder& folder, Narrator& narrator) {
  return Measurer(context, plan, stage, folder, narrator).run();
}

std::vector<schedule::Item> first_items(const std::vector<gate::Benchmark>& benchmarks,
                                        const schedule::Selection& selection,
                                        const config::Settings& settings) {
  std::vector<schedule::Item> items;
  for (const gate::Benchmark& benchmark : benchmarks) {
    const bool both = benchmark.presence.base == gate::Presence::kPresent &&
                      benchmark.presence.head == gate::Presence::kPresent;
    const bool spared = benchmark.identity == gate::Identity::kIdentical &&
                        settings.unchanged == gate::Unchanged::kSkip;
    if (!both || spared) {
      continue;
    }
    const bool joins = settings.schedule.isolate == schedule::Isolate::kPackage && !items.empty() &&
                       items.back().module == benchmark.module &&
                       items.back().package == benchmark.package;
    if (!joins) {
      items.push_back({.module = benchmark.module,
                       .package = benchmark.package,
                       .functions = {},
                       .pattern = {},
                       .benchtime = settings.schedule.benchtime.text()});
    }
    items.back().functions.push_back(benchmark.function);
  }
  for (schedule::Item& item : items) {
    item.pattern = selection.pattern(item.functions);
  }
  return items;
}

std::vector<schedule::Item> confirm_items(const std::vector<gate::ConfirmRequest>& requests) {
  std::vector<schedule::Item> items;
  for (const gate::ConfirmRequest& request : requests) {
    items.push_back({.module = request.module,
                     .package = request.package,
                     .functions = {request.function},
                     .pattern = schedule::leaf_pattern(request.leaf),
                     .benchtime = schedule::Benchtime::of_iterations(request.iterations).text()});
  }
  return items;
}

std::vector<std::string> benchmark_arguments(const std::string& binary, const schedule::Item& item,
                                             TrialPurpose purpose, const std::string& cpu,
                                             const std::string& skip) {
  std::vector<std::string> argv = {binary,
                                   "-test.run=^$",
                                   "-test.bench=" + item.pattern,
                                   "-test.benchtime=" + item.benchtime,
                                   "-test.count=1",
                                   "-test.cpu=" + cpu,
                                   "-test.benchmem=true",
                                   "-test.paniconexit0=true"};
  if (!skip.empty()) {
    argv.push_back("-test.skip=" + skip);
  }
  if (purpose == TrialPurpose::kExplain) {
    argv.emplace_back("-test.v=true");
  }
  return argv;
}

}  // namespace headgate::app
