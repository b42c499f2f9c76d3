#include "app/measure.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <utility>

#include <fmt/core.h>

#include "app/test_process.h"
#include "core/dataset/benchmark_name.h"
#include "core/dataset/printed_names.h"
#include "core/stats/summary.h"

namespace headgate::app {
namespace {

using dataset::ProcessEnd;
using schedule::Trial;
using schedule::TrialOutcome;

bool has_result(const dataset::Process& process, const std::string& function) {
  return std::any_of(process.results.begin(), process.results.end(),
                     [&](const dataset::BenchmarkResult& result) {
                       return dataset::function_of(result.name) == function;
                     });
}

TrialOutcome outcome_of_passed(const dataset::Process& process, dataset::PrintedNames& printed) {
  if (!std::all_of(process.functions.begin(), process.functions.end(),
                   [&](const std::string& function) { return has_result(process, function); })) {
    return TrialOutcome::kSilent;
  }
  return printed.add(process) == dataset::PrintedNames::Completeness::kComplete
             ? TrialOutcome::kMeasured
             : TrialOutcome::kSparse;
}

// `printed`: by the earlier processes of the item.
TrialOutcome outcome_of(const dataset::Process& process, dataset::PrintedNames& printed) {
  switch (process.end) {
    case ProcessEnd::kPassed:
      return outcome_of_passed(process, printed);
    case ProcessEnd::kTimedOut:
      return TrialOutcome::kTimedOut;
    case ProcessEnd::kFailed:
    case ProcessEnd::kSignaled:
      // Results of a process that ran one function do not count when it failed.
      return process.functions.size() > 1 && !process.results.empty() ? TrialOutcome::kPartial
                                                                      : TrialOutcome::kFailed;
    case ProcessEnd::kNotStarted:
    case ProcessEnd::kInterrupted:
      break;
  }
  return TrialOutcome::kFailed;
}

std::string name_of(const schedule::Item& item) {
  if (!item.leaf.empty()) {
    return fmt::format("Benchmark{}", item.leaf);
  }
  return item.functions.size() == 1 ? item.functions.front() : std::string();
}

// What is told of one item while it is measured.
class Running {
 public:
  void add(const dataset::Process& process) {
    if (process.end != ProcessEnd::kPassed || process.results.empty()) {
      ++lost_;
      return;
    }
    for (const dataset::BenchmarkResult& result : process.results) {
      if (const dataset::Reading* reading = shown_reading(result)) {
        add({result.name, reading->unit}, process.side, reading->value);
      }
    }
  }

  [[nodiscard]] std::size_t lost() const { return lost_; }

  // head / base of the medians so far.
  [[nodiscard]] std::optional<double> ratio() const {
    if (!followed_) {
      return std::nullopt;
    }
    const auto& [base, head] = values_.at(*followed_);
    const double base_median = median(base);
    return base_median > 0 ? std::optional(median(head) / base_median) : std::nullopt;
  }

 private:
  using Name = std::pair<std::string, std::string>;  // benchmark, unit

  // The time, where the benchmark reports it.
  static const dataset::Reading* shown_reading(const dataset::BenchmarkResult& result) {
    const auto time =
        std::find_if(result.readings.begin(), result.readings.end(),
                     [](const dataset::Reading& reading) { return reading.unit == "sec/op"; });
    if (time != result.readings.end()) {
      return &*time;
    }
    return result.readings.empty() ? nullptr : &result.readings.front();
  }

  // Until one benchmark has values of both sides all are kept, then only those of that one.
  void add(const Name& name, stats::Side side, double value) {
    if (followed_ && *followed_ != name) {
      return;
    }
    stats::Sides<std::vector<double>>& values = values_[name];
    values.of(side).push_back(value);
    if (!followed_ && !values.base.empty() && !values.head.empty()) {
      followed_ = name;
      std::erase_if(values_, [&](const auto& entry) { return entry.first != name; });
    }
  }

  static double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return stats::median(values);
  }

  std::map<Name, stats::Sides<std::vector<double>>> values_;
  std::optional<Name> followed_;
  std::size_t lost_ = 0;
};

class Measurer {
 public:
  Measurer(const MeasureContext& context, schedule::Plan& plan, stats::Stage stage,
           ResultsFolder& folder, Narrator& narrator)
      : context_(context), plan_(plan), stage_(stage), folder_(folder), narrator_(narrator) {
    for (const PackageBinaries& package : context.binaries.packages) {
      binaries_[{package.module, package.package}] = &package.sides;
    }
  }

  Measured run();

 private:
  [[nodiscard]] proc::Command command(const Trial& trial) const;
  [[nodiscard]] std::chrono::milliseconds timeout() const;
  [[nodiscard]] Error deadline_reached() const;
  [[nodiscard]] Error interrupted() const;
  void carry_out(const Trial& trial);
  [[nodiscard]] Status keep(const TestProcess& process);
  void tell(const Trial& trial, const dataset::Process& process);

  const MeasureContext& context_;
  schedule::Plan& plan_;
  stats::Stage stage_;
  ResultsFolder& folder_;
  Narrator& narrator_;
  std::map<std::pair<std::string, std::string>, const stats::Sides<TestBinary>*> binaries_;
  Measured measured_;
  std::map<std::size_t, Running> running_;                // by item
  std::map<std::size_t, dataset::PrintedNames> printed_;  // by item
};

std::chrono::milliseconds Measurer::timeout() const {
  const auto whole_ms = static_cast<std::int64_t>(context_.settings.execution.timeout_sec * 1000);
  return context_.deadline.within(std::chrono::milliseconds(whole_ms));
}

proc::Command Measurer::command(const Trial& trial) const {
  const schedule::Item& item = plan_.items()[trial.item];
  const TestBinary& test = binaries_.at({item.module, item.package})->of(trial.side);
  return test_command(context_.environment, context_.sandbox, test, trial.side,
                      schedule::test_arguments(test.path, item, trial.purpose, context_.arguments),
                      timeout());
}

Error Measurer::deadline_reached() const {
  return context_.deadline.reached(
      fmt::format("after {} of {} processes", plan_.progress().done, plan_.progress().total));
}

Error Measurer::interrupted() const {
  return {.reason = Reason::kInterrupted,
          .message = fmt::format("interrupted after {} of {} processes", plan_.progress().done,
                                 plan_.progress().total),
          .remedy = "what was measured is in the results folder"};
}

// Adds a process to samples.jsonl, and what it printed to the logs when it failed.
Status Measurer::keep(const TestProcess& process) {
  if (Status added = folder_.add(process.record); !added) {
    return added;
  }
  if (process.log.empty()) {
    return ok();
  }
  return folder_.add_log(
      fmt::format("{:05}.{}.txt", process.record.sequence, stats::name(process.record.side)),
      process.log);
}

void Measurer::tell(const Trial& trial, const dataset::Process& process) {
  const schedule::Item& item = plan_.items()[trial.item];
  Running& running = running_[trial.item];
  if (process.purpose == dataset::Purpose::kMeasure) {
    running.add(process);
  }
  narrator_.trial_ended({.package = item.package,
                         .name = name_of(item),
                         .stage = stage_,
                         .round = trial.round,
                         .rounds = context_.settings.schedule.rounds,
                         .ratio = running.ratio(),
                         .lost = running.lost()},
                        plan_.progress());
}

void Measurer::carry_out(const Trial& trial) {
  TestProcess process =
      run_test(context_.services, command(trial), plan_.items()[trial.item], trial, stage_);
  if (process.record.end == ProcessEnd::kInterrupted) {
    measured_.error = interrupted();
    return;
  }
  if (process.record.end == ProcessEnd::kTimedOut && context_.deadline.is_past()) {
    measured_.error = deadline_reached();
    return;
  }
  if (process.survivors == proc::Survivors::kSome) {
    ++measured_.with_survivors;
  }
  if (!process.cpu_model.empty()) {
    measured_.cpu_model = std::move(process.cpu_model);
  }
  if (Status kept = keep(process); !kept) {
    measured_.error = std::move(kept).error();
  }
  dataset::Process& record = process.record;
  measured_.benchmark_sec += record.use.wall_sec;
  plan_.report(outcome_of(record, printed_[trial.item]), record.use.wall_sec);
  tell(trial, record);
  record.argv = {};  // a kilobyte that nothing asks for again, ten thousand times over
  measured_.processes.push_back(std::move(record));
}

Measured Measurer::run() {
  narrator_.measuring_begins(stage_, plan_.progress().total, plan_.progress().remaining_sec);
  while (!measured_.error) {
    const schedule::Step step = plan_.next(context_.deadline.elapsed_sec());
    if (const auto* finished = std::get_if<schedule::Finished>(&step)) {
      if (*finished == schedule::Finished::kDeadline) {
        measured_.error = deadline_reached();
      }
      break;
    }
    carry_out(std::get<Trial>(step));
  }
  narrator_.measuring_ends();
  return std::move(measured_);
}

}  // namespace

Measured measure(const MeasureContext& context, schedule::Plan& plan, stats::Stage stage,
                 ResultsFolder& folder, Narrator& narrator) {
  return Measurer(context, plan, stage, folder, narrator).run();
}

}  // namespace headgate::app
