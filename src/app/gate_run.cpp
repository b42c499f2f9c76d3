#include "app/gate_run.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include <fmt/core.h>

#include "app/binaries.h"
#include "app/measure.h"
#include "app/packages.h"
#include "app/results_folder.h"
#include "app/sandbox.h"
#include "core/report/report.h"
#include "edge/go/environment.h"

namespace headgate::app {
namespace {

using stats::Side;
using stats::Stage;

constexpr Side kBothSides[] = {Side::kBase, Side::kHead};

std::vector<int> cpu_list(const std::string& text) {
  std::vector<int> cpus;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t comma = std::min(text.find(',', begin), text.size());
    int value = 0;
    std::from_chars(text.data() + begin, text.data() + comma, value);
    cpus.push_back(value);
    begin = comma + 1;
  }
  return cpus;
}

// Everything that a run holds while it goes; members are there from the step that makes them.
class GateRunner {
 public:
  GateRunner(Services& services, const GateRunOptions& options, Narrator& narrator)
      : services_(services),
        options_(options),
        narrator_(narrator),
        began_sec_(services.clock.steady_sec()) {
    run_.headgate_version = services.version;
    run_.started_sec = services.clock.wall_sec();
    run_.event = options.event;
    run_.pull_request = options.pull_request;
  }

  GateRun run(Result<Sources> sources);
  Result<DryRun> plan(Result<Sources> sources);

 private:
  [[nodiscard]] Status check_overrides() const;
  Status take_sources(Result<Sources> sources);
  Status read_settings();
  Status prepare_trees();
  Status find_what_to_measure();
  Status build();
  Status measure_all();
  Status measure_stage(std::vector<schedule::Item> items, Stage stage);
  void describe_host();
  gate::Verdict conclude(Status status);
  [[nodiscard]] gate::Evidence evidence() const;

  [[nodiscard]] bool interrupted() const { return services_.interrupts.pending().has_value(); }

  Services& services_;
  const GateRunOptions& options_;
  Narrator& narrator_;
  double began_sec_;
  results::Run run_ = {};
  std::optional<Sources> sources_;
  std::optional<schedule::Selection> selection_;
  std::optional<ResultsFolder> folder_;
  std::optional<Sandbox> sandbox_;
  std::unique_ptr<go::Go> go_;
  std::optional<go::Context> context_;
  std::optional<stats::Sides<git::TreeProblems>> problems_;
  std::optional<Packages> packages_;
  std::optional<Binaries> binaries_;
  std::string cpu_;
  std::size_t next_sequence_ = 0;
  std::vector<dataset::Process> processes_;
};

Status GateRunner::take_sources(Result<Sources> sources) {
  if (!sources) {
    return std::move(sources).error();
  }
  sources_ = *std::move(sources);
  run_.why = sources_->why;
  run_.caveats = sources_->caveats;
  for (const Side side : kBothSides) {
    const Source& source = sources_->sides.of(side);
    const bool work_tree = std::holds_alternative<WorkTree>(source.what);
    run_.sides.of(side) =
        results::SideRecord{.commit = source.commit.id,
                            .tree = work_tree ? std::string() : source.commit.tree,
                            .describe = source.describe,
                            .toolchain = {}};
  }
  return ok();
}

Status GateRunner::read_settings() {
  Result<EffectiveSettings> effective = load_settings(services_, *sources_, options_.settings);
  if (!effective) {
    return std::move(effective).error();
  }
  run_.settings = std::move(effective->settings);
  run_.caveats.insert(run_.caveats.end(), effective->caveats.begin(), effective->caveats.end());
  if (!run_.settings.origins.contains("modules")) {
    run_.settings.scope.modules = {options_.module_folder};
  }
  Result<schedule::Selection> selection =
      schedule::Selection::create(run_.settings.scope.bench, run_.settings.scope.skip);
  if (!selection) {
    return std::move(selection).error();
  }
  selection_ = *std::move(selection);
  return ok();
}

void GateRunner::describe_host() {
  const os::HostFacts facts = services_.host.facts();
  run_.host.cpu_model = facts.cpu_model;
  run_.host.kernel = facts.kernel_release;
  run_.host.cpus_online = facts.cpus_online;
  run_.host.cpus_allowed = facts.cpus_allowed;
  run_.host.cpu_limit = facts.cpu_limit.value_or(0);
  run_.host.memory_bytes = facts.memory_bytes;
  cpu_ = run_.settings.execution.cpu.empty() ? std::to_string(os::go_cpu_count(facts))
                                             : run_.settings.execution.cpu;
  run_.cpus = cpu_list(cpu_);
  const int most = run_.cpus.empty() ? 0 : *std::max_element(run_.cpus.begin(), run_.cpus.end());
  if (facts.cpus_allowed > 0 && most > facts.cpus_allowed) {
    run_.caveats.push_back(
        {.code = "more-procs-than-cpus",
         .text =
             fmt::format("-test.cpu={} asks for more than the {} CPUs that this process may use: "
                         "parallel benchmarks measure the scheduler",
                         cpu_, facts.cpus_allowed)});
  }
}

Status GateRunner::prepare_trees() {
  Result<Sandbox> sandbox =
      Sandbox::create(services_, sources_->repository->work_tree(), options_.cache_dir);
  if (!sandbox) {
    return std::move(sandbox).error();
  }
  sandbox_ = *std::move(sandbox);
  narrator_.step("exporting base and head");
  const double began = services_.clock.steady_sec();
  Result<stats::Sides<git::TreeProblems>> problems =
      export_trees(services_, *sources_, run_.settings, *sandbox_);
  run_.timing.trees_sec = services_.clock.steady_sec() - began;
  if (!problems) {
    return std::move(problems).error();
  }
  problems_ = *std::move(problems);
  // A process is started by fork, which costs time in proportion to our memory: the repository's
  // caches are not needed any more.
  sources_->repository.reset();
  return ok();
}

Status GateRunner::find_what_to_measure() {
  Result<go::Context> context = sandbox_->go_context(services_);
  if (!context) {
    return std::move(context).error();
  }
  context_ = *std::move(context);
  for (const std::string& flag : go::overridden_goflags(context_->goflags)) {
    run_.caveats.push_back(
        {.code = "goflags",
         .text = fmt::format("GOFLAGS asks for {}; both sides are built without it", flag)});
  }
  go_ = services_.make_go(*context_);
  const double began = services_.clock.steady_sec();
  Result<Packages> packages =
      find_packages(services_, *go_, *context_, run_.settings, *sandbox_, *problems_, narrator_);
  run_.timing.build_sec += services_.clock.steady_sec() - began;
  if (!packages) {
    return std::move(packages).error();
  }
  packages_ = *std::move(packages);
  run_.host.goos = packages_->goos;
  run_.host.goarch = packages_->goarch;
  for (const Side side : kBothSides) {
    run_.sides.of(side).toolchain = packages_->toolchains.of(side);
    run_.sides.of(side).build_flags = go::build_arguments(build_flags(run_.settings.build));
  }
  return gate::check_policy(run_.settings.policy, gate::declared_benchmarks(packages_->pairs));
}

Status GateRunner::build() {
  const MeasureEnvironment environment =
      measure_environment(services_, *sandbox_, run_.settings, packages_->goroot);
  Result<Binaries> binaries = build_binaries(services_, *go_, run_.settings, *sandbox_, *packages_,
                                             *selection_, environment, narrator_);
  run_.caveats.insert(run_.caveats.end(), packages_->caveats.begin(), packages_->caveats.end());
  if (!binaries) {
    return std::move(binaries).error();
  }
  binaries_ = *std::move(binaries);
  run_.timing.build_sec += binaries_->build_sec;
  run_.timing.listing_sec = binaries_->listing_sec;
  run_.benchmarks = binaries_->catalogue.benchmarks;
  run_.caveats.insert(run_.caveats.end(), binaries_->catalogue.caveats.begin(),
                      binaries_->catalogue.caveats.end());
  for (const Side side : kBothSides) {
    run_.sides.of(side).binaries = binaries_->records.of(side);
  }
  return ok();
}

Status GateRunner::measure_stage(std::vector<schedule::Item> items, Stage stage) {
  if (items.empty()) {
    return ok();
  }
  const MeasureContext context{
      .services = services_,
      .sandbox = *sandbox_,
      .packages = *packages_,
      .binaries = *binaries_,
      .settings = run_.settings,
      .environment = measure_environment(services_, *sandbox_, run_.settings, packages_->goroot),
      .cpu = cpu_,
      .skip = selection_->skip(),
      .run_began_sec = began_sec_};
  schedule::Plan plan(std::move(items), run_.settings.schedule, next_sequence_);
  Measured measured = measure(context, plan, stage, *folder_, narrator_);
  next_sequence_ = plan.next_sequence();
  run_.timing.benchmark_sec += measured.benchmark_sec;
  if (!measured.cpu_model.empty()) {
    run_.host.cpu_model = measured.cpu_model;
  }
  processes_.insert(processes_.end(), std::make_move_iterator(measured.processes.begin()),
                    std::make_move_iterator(measured.processes.end()));
  return measured.error ? Status(*measured.error) : ok();
}

Status GateRunner::measure_all() {
  if (Status written = folder_->write_run(run_); !written) {
    return written;
  }
  if (Status first =
          measure_stage(first_items(run_.benchmarks, *selection_, run_.settings), Stage::kFirst);
      !first) {
    return first;
  }
  const std::vector<gate::ConfirmRequest> requests =
      gate::confirm_requests(evidence(), run_.settings.policy);
  if (Status confirm = measure_stage(confirm_items(requests), Stage::kConfirm); !confirm) {
    return confirm;
  }
  return check_unchanged(services_, *binaries_);
}

gate::Evidence GateRunner::evidence() const {
  return gate::Evidence{.benchmarks = run_.benchmarks,
                        .unchanged = run_.settings.unchanged,
                        .processes = processes_,
                        .texts = std::nullopt,
                        .cpus = run_.cpus,
                        .caveats = run_.caveats};
}

gate::Verdict GateRunner::conclude(Status status) {
  if (!status) {
    run_.error = status.error();
    if (!status.error().detail.empty()) {
      narrator_.foreign_output(status.error().message, status.error().detail);
    }
  }
  if (status) {
    return gate::decide(evidence(), run_.settings.policy);
  }
  if (processes_.empty()) {
    return gate::undecided(status.error(), run_.caveats);
  }
  return gate::overruled(gate::decide(evidence(), run_.settings.policy), status.error());
}

// Flags and inputs that can never be right are told before anything else is looked at.
Status GateRunner::check_overrides() const {
  const Result<config::Settings> applied = config::apply_overrides({}, options_.settings.overrides);
  return applied ? ok() : Status(applied.error());
}

GateRun GateRunner::run(Result<Sources> sources) {
  Status status = check_overrides();
  if (status) {
    status = take_sources(std::move(sources));
  }
  if (status) {
    status = read_settings();
  }
  if (status) {
    describe_host();
    Result<ResultsFolder> folder = ResultsFolder::claim(services_, options_.results_dir);
    if (folder) {
      folder_ = *std::move(folder);
    } else {
      status = std::move(folder).error();
    }
  }
  for (Status (GateRunner::*step)() :
       {&GateRunner::prepare_trees, &GateRunner::find_what_to_measure, &GateRunner::build,
        &GateRunner::measure_all}) {
    if (status && interrupted()) {
      status = Error{.reason = Reason::kInterrupted, .message = "interrupted before measuring"};
    }
    if (status) {
      status = (this->*step)();
    }
  }
  if (sandbox_) {
    if (Status removed = sandbox_->remove(); !removed) {
      run_.caveats.push_back({.code = "left-behind", .text = removed.error().message});
    }
  }
  run_.timing.total_sec = services_.clock.steady_sec() - began_sec_;
  GateRun result{.verdict = conclude(std::move(status)), .run = {}, .results_dir = {}};
  if (folder_) {
    result.results_dir = folder_->path();
    const std::string summary = report::summary_markdown(
        result.verdict, {.run = &run_, .results_dir = options_.results_dir});
    Status written = folder_->write_run(run_);
    if (written) {
      written = folder_->write_texts(processes_, run_.host, summary);
    }
    if (!written) {
      result.verdict = gate::overruled(std::move(result.verdict), written.error());
    }
  }
  result.run = std::move(run_);
  return result;
}

Result<DryRun> GateRunner::plan(Result<Sources> sources) {
  Status status = check_overrides();
  if (status) {
    status = take_sources(std::move(sources));
  }
  if (status) {
    status = read_settings();
  }
  if (status) {
    describe_host();
  }
  for (Status (GateRunner::*step)() :
       {&GateRunner::prepare_trees, &GateRunner::find_what_to_measure}) {
    if (status && interrupted()) {
      status = Error{.reason = Reason::kInterrupted, .message = "interrupted while planning"};
    }
    if (status) {
      status = (this->*step)();
    }
  }
  if (!status) {
    return std::move(status).error();
  }
  run_.caveats.insert(run_.caveats.end(), packages_->caveats.begin(), packages_->caveats.end());
  std::vector<gate::Benchmark> benchmarks = gate::declared_benchmarks(packages_->pairs);
  std::erase_if(benchmarks,
                [&](const gate::Benchmark& one) { return !selection_->selects(one.function); });
  const std::vector<schedule::Item> items = first_items(benchmarks, *selection_, run_.settings);
  DryRun dry{.run = run_,
             .benchmarks = std::move(benchmarks),
             .commands = {},
             .processes = 0,
             .expected_sec = 0};
  for (const gate::PackagePair& pair : packages_->pairs) {
    std::string command = "go test -c";
    for (const std::string& argument : go::build_arguments(build_flags(run_.settings.build))) {
      command += " " + argument;
    }
    dry.commands.push_back(fmt::format("{} {}   # base and head", command, pair.import_path));
  }
  for (const schedule::Item& item : items) {
    std::string line;
    for (const std::string& argument : benchmark_arguments(
             item.package, item, schedule::TrialPurpose::kMeasure, cpu_, selection_->skip())) {
      line += (line.empty() ? "" : " ") + argument;
    }
    dry.commands.push_back(
        fmt::format("{}   # {} rounds, base and head", line, run_.settings.schedule.rounds));
  }
  dry.processes = items.size() * run_.settings.schedule.rounds * 2;
  dry.expected_sec = schedule::expected_sec(items, run_.settings.schedule);
  return dry;
}

}  // namespace

GateRun run_gate(Services& services, Result<Sources> sources, const GateRunOptions& options,
                 Narrator& narrator) {
  return GateRunner(services, options, narrator).run(std::move(sources));
}

Result<DryRun> plan_gate(Services& services, Result<Sources> sources, const GateRunOptions& options,
                         Narrator& narrator) {
  return GateRunner(services, options, narrator).plan(std::move(sources));
}

}  // namespace headgate::app
