#include "app/gate_run.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include "app/binaries.h"
#include "app/measure.h"
#include "app/paths.h"
#include "app/results_folder.h"
#include "app/steps.h"
#include "core/dataset/process_time.h"
#include "core/gate/gate.h"
#include "core/report/report.h"
#include "core/results/evidence.h"
#include "edge/os/path_text.h"

namespace headgate::app {
namespace {

using stats::Stage;

std::vector<schedule::Item> first_items(const results::Run& record,
                                        const schedule::Selection& selection) {
  std::vector<schedule::Function> functions;
  for (const gate::Benchmark& one : record.benchmarks) {
    if (gate::is_to_be_run(one, record.settings.unchanged)) {
      functions.push_back({.module = one.module, .package = one.package, .name = one.function});
    }
  }
  return schedule::first_items(functions, selection, record.settings.schedule);
}

// A library's words for what our own message says in full help nobody.
bool says_it_all(Reason reason) {
  return reason == Reason::kRevisionUnknown || reason == Reason::kNoRepository;
}

void show_detail(const Error& error, Narrator& narrator) {
  if (!error.detail.empty() && !says_it_all(error.reason)) {
    narrator.foreign_output(code(error.reason), error.detail);
  }
}

class GateRunner {
 public:
  GateRunner(Services& services, const GateRunOptions& options, Narrator& narrator)
      : services_(services),
        options_(options),
        narrator_(narrator),
        groundwork_(services, options, narrator) {}

  GateRun run(Result<Sources> sources);

 private:
  Status check_folder_is_untracked();
  Status claim_folder();
  Status build();
  Status measure_first();
  Status measure_again();
  [[nodiscard]] Status measure_stage(std::vector<schedule::Item> items, Stage stage);
  [[nodiscard]] gate::Verdict decide(const Status& status);
  [[nodiscard]] Status write_results();
  void write(Ending& ending);
  void clear(Ending& ending);
  void replace_older_verdict(Ending& ending);

  [[nodiscard]] results::Run& record() { return groundwork_.record(); }

  Services& services_;
  const GateRunOptions& options_;
  Narrator& narrator_;
  Groundwork groundwork_;
  std::optional<ResultsFolder> folder_;
  Binaries binaries_ = {};
  std::vector<dataset::Process> processes_;
  std::size_t next_sequence_ = 0;
};

// A folder of the commit is not ours to empty, however much it looks like it.
Status GateRunner::check_folder_is_untracked() {
  const std::string real = real_so_far(services_, options_.results_dir);
  if (os::lies_in(real, groundwork_.repository().git_dir()) ||
      (real + "/").find("/.git/") != std::string::npos) {
    return Error{.reason = Reason::kResultsFolderForeign,
                 .message = fmt::format("the results folder: '{}' lies in a .git folder, which is "
                                        "never written",
                                        options_.results_dir),
                 .remedy = "name another folder (--out, or the input results-dir)"};
  }
  const Result<bool> tracked =
      is_tracked(services_, groundwork_.repository(), options_.results_dir);
  if (!tracked) {
    return tracked.error();
  }
  if (!*tracked) {
    return ok();
  }
  return Error{.reason = Reason::kResultsFolderForeign,
               .message = fmt::format("the results folder: '{}' belongs to the repository",
                                      options_.results_dir),
               .remedy = "name a folder without tracked files (--out, or the input results-dir)"};
}

Status GateRunner::claim_folder() {
  Result<ResultsFolder> folder = ResultsFolder::claim(services_, options_.results_dir);
  if (!folder) {
    return std::move(folder).error();
  }
  folder_ = *std::move(folder);
  return ok();
}

Status GateRunner::build() {
  Result<Binaries> binaries =
      build_binaries(services_, groundwork_.go(), record().settings, groundwork_.sandbox(),
                     std::exchange(groundwork_.packages(), {}), groundwork_.share(),
                     groundwork_.environment(), groundwork_.deadline(), narrator_);
  if (!binaries) {
    return std::move(binaries).error();
  }
  binaries_ = *std::move(binaries);
  record().timing.build_sec += binaries_.build_sec;
  record().timing.listing_sec = binaries_.listing_sec;
  record().benchmarks = std::move(binaries_.benchmarks);
  record().caveats.insert(record().caveats.end(), binaries_.caveats.begin(),
                          binaries_.caveats.end());
  record().sides.base.binaries = std::move(binaries_.records.base);
  record().sides.head.binaries = std::move(binaries_.records.head);
  return folder_->write_run(results::unfinished(record()));
}

Status GateRunner::measure_stage(std::vector<schedule::Item> items, Stage stage) {
  if (items.empty()) {
    return ok();
  }
  const MeasureContext context{.services = services_,
                               .sandbox = groundwork_.sandbox(),
                               .binaries = binaries_,
                               .settings = record().settings,
                               .environment = groundwork_.environment(),
                               .arguments = groundwork_.arguments(),
                               .deadline = groundwork_.deadline()};
  schedule::Plan plan(std::move(items), record().settings.schedule, next_sequence_);
  Measured measured = measure(context, plan, stage, *folder_, narrator_);
  next_sequence_ = plan.next_sequence();
  record().timing.benchmark_sec += measured.benchmark_sec;
  if (!measured.cpu_model.empty()) {
    record().host.cpu_model = measured.cpu_model;
  }
  if (measured.with_survivors > 0) {
    record().caveats.push_back(
        {.code = "survivors",
         .text = fmt::format("{} processes left something behind that could not be killed; it may "
                             "have disturbed the ones after it",
                             measured.with_survivors)});
  }
  std::move(measured.processes.begin(), measured.processes.end(), std::back_inserter(processes_));
  return measured.error ? Status(*measured.error) : ok();
}

Status GateRunner::measure_first() {
  return measure_stage(first_items(record(), groundwork_.share().selection()), Stage::kFirst);
}

Status GateRunner::measure_again() {
  // The processes are lent to the evidence: a copy would double what we hold.
  gate::Evidence evidence = results::evidence_of(record(), std::move(processes_));
  const std::vector<gate::ConfirmRequest> requests =
      gate::confirm_requests(evidence, record().settings.policy);
  processes_ = std::move(evidence.processes);
  std::vector<schedule::Item> items;
  items.reserve(requests.size());
  for (const gate::ConfirmRequest& one : requests) {
    items.push_back(
        schedule::confirm_item({.module = one.module, .package = one.package, .name = one.function},
                               one.leaf, one.iterations));
    items.back().expected_sec =
        dataset::mean_wall_sec(processes_, one.module, one.package, one.function);
  }
  return measure_stage(std::move(items), Stage::kConfirm);
}

gate::Verdict GateRunner::decide(const Status& status) {
  if (!status) {
    record().error = status.error();
    show_detail(status.error(), narrator_);
    if (processes_.empty()) {
      return gate::undecided(status.error(), record().caveats);
    }
  }
  gate::Evidence evidence = results::evidence_of(record(), std::move(processes_));
  gate::Verdict verdict = gate::decide(evidence, record().settings.policy);
  processes_ = std::move(evidence.processes);
  return status ? verdict : gate::overruled(std::move(verdict), status.error());
}

// run.json last: until now it says that the run did not finish.
Status GateRunner::write_results() {
  record().processes = processes_.size();
  Status measured = folder_->write_measurements(processes_, record().host);
  if (!measured && !record().error) {
    record().error = measured.error();
  }
  Status recorded = folder_->write_run(record());
  return measured ? recorded : measured;
}

void GateRunner::write(Ending& ending) {
  if (!folder_) {
    return;
  }
  if (Status written = write_results(); !written) {
    ending.overrule(written.error());
  }
  ending.write(services_, folder_->path(),
               {.run = &record(), .results_dir = options_.results_name});
}

// Whoever looks into the folder must not take an older verdict for this run's; what was measured
// then stays.
void GateRunner::replace_older_verdict(Ending& ending) {
  if (!folder_ && ending.verdict().reason != Reason::kResultsFolderForeign &&
      is_results_folder(services_, options_.results_dir)) {
    ending.write(services_, options_.results_dir, {.run = &record(), .results_dir = {}});
  }
}

// Two big trees can take longer than a runner's patience after a signal: nothing waits for them.
void GateRunner::clear(Ending& ending) {
  if (std::optional<gate::Caveat> left = groundwork_.clear()) {
    ending.add(*std::move(left));
    write(ending);
  }
}

GateRun GateRunner::run(Result<Sources> sources) {
  const Status status =
      in_turn(services_.interrupts, groundwork_.deadline(),
              {[&] { return groundwork_.settle(std::move(sources)); },
               [this] { return check_folder_is_untracked(); }, [this] { return claim_folder(); },
               [this] { return groundwork_.lay(); }, [this] { return build(); },
               [this] { return measure_first(); }, [this] { return measure_again(); },
               [this] { return check_unchanged(services_, binaries_); }});
  record().timing.total_sec = groundwork_.deadline().elapsed_sec();
  Ending ending(gate::answered(decide(status), options_.waiver), options_.fail_on);
  write(ending);
  replace_older_verdict(ending);
  clear(ending);
  GateRun result{.ending = std::move(ending),
                 .record = std::move(record()),
                 .results_dir = folder_ ? folder_->path() : std::string()};
  narrator_.run_ends();
  return result;
}

report::PlannedBuild planned_build(const gate::PackagePair& pair) {
  const auto presence_of = [](const gate::PackageSide& side) {
    return side.state == gate::PackageState::kAbsent ? gate::Presence::kAbsent
                                                     : gate::Presence::kPresent;
  };
  return {.package = pair.import_path,
          .presence = {.base = presence_of(pair.sides.base), .head = presence_of(pair.sides.head)}};
}

}  // namespace

GateRun run_gate(Services& services, Result<Sources> sources, const GateRunOptions& options,
                 Narrator& narrator) {
  return GateRunner(services, options, narrator).run(std::move(sources));
}

Result<report::Plan> plan_gate(Services& services, Result<Sources> sources,
                               const GateRunOptions& options, Narrator& narrator) {
  Groundwork groundwork(services, options, narrator);
  const Status laid = in_turn(
      services.interrupts, groundwork.deadline(),
      {[&] { return groundwork.settle(std::move(sources)); }, [&] { return groundwork.lay(); }});
  (void)groundwork.clear();  // the record keeps the caveat
  if (!laid) {
    show_detail(laid.error(), narrator);
    narrator.run_ends();
    return laid.error();
  }
  narrator.run_ends();
  results::Run& record = groundwork.record();
  record.benchmarks = gate::declared_benchmarks(groundwork.packages().pairs);
  std::erase_if(record.benchmarks, [&](const gate::Benchmark& one) {
    return !groundwork.share().takes(one.module, one.package, one.function);
  });
  report::Plan plan{.run = record,
                    .builds = {},
                    .items = first_items(record, groundwork.share().selection()),
                    .arguments = groundwork.arguments()};
  for (const gate::PackagePair& pair : groundwork.packages().pairs) {
    plan.builds.push_back(planned_build(pair));
  }
  return plan;
}

}  // namespace headgate::app
