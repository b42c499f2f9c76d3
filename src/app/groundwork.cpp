#include "app/groundwork.h"

#include <algorithm>
#include <utility>

#include <fmt/core.h>

#include "app/ledger_file.h"
#include "app/prepare.h"
#include "app/steps.h"
#include "app/touched_packages.h"
#include "app/trees.h"
#include "core/config/cpus.h"
#include "core/gate/gate.h"
#include "core/gate/ledger_table.h"
#include "edge/go/environment.h"

namespace headgate::app {
namespace {

using stats::Side;

}  // namespace

Groundwork::Groundwork(Services& services, const GateRunOptions& options, Narrator& narrator)
    : services_(services), options_(options), narrator_(narrator), deadline_(services.clock) {
  record_.headgate_version = services.version;
  record_.started_sec = services.clock.wall_sec();
  record_.event = options.event;
  record_.pull_request = options.pull_request;
  if (options.shard) {
    record_.shard = {.shard = options.shard->shard};
  }
  record_.caveats = options.caveats;
}

void Groundwork::add_caveats(const std::vector<gate::Caveat>& caveats) {
  record_.caveats.insert(record_.caveats.end(), caveats.begin(), caveats.end());
}

Status Groundwork::settle(Result<Sources> sources) {
  return in_turn(
      services_.interrupts, deadline_,
      {[this] { return check_overrides(); }, [&] { return take_sources(std::move(sources)); },
       [this] { return read_settings(); }, [this] { return read_ledger(); },
       [this] { return describe_host(); }});
}

Status Groundwork::lay() {
  const double began_sec = services_.clock.steady_sec();
  Status laid = in_turn(services_.interrupts, deadline_, {[this] { return export_trees(); }});
  record_.timing.trees_sec = services_.clock.steady_sec() - began_sec;
  if (laid) {
    laid = in_turn(services_.interrupts, deadline_,
                   {[this] { return start_go(); }, [this] { return find_modules(); },
                    [this] { return prepare(); }, [this] { return find_packages(); },
                    [this] { return check_limits(); }, [this] { return select_packages(); },
                    [this] { return leave_out_untouched(); }, [this] { return take_shard(); },
                    [this] { return check_problems(); }});
    record_.timing.build_sec = services_.clock.steady_sec() - began_sec - record_.timing.trees_sec;
  }
  return laid;
}

// Does the run look at fewer packages than the repository's settings do?
bool Groundwork::is_narrowed() const {
  return options_.module_folder != "." ||
         std::any_of(options_.settings.overrides.begin(), options_.settings.overrides.end(),
                     [](const config::Override& one) {
                       return one.flag == "packages" || one.flag == "module";
                     });
}

// Flags and inputs that can never be right are told before anything else is looked at.
Status Groundwork::check_overrides() {
  const Result<config::Settings> applied = config::apply_overrides({}, options_.settings.overrides);
  return applied ? ok() : Status(applied.error());
}

Status Groundwork::take_sources(Result<Sources> sources) {
  if (!sources) {
    return std::move(sources).error();
  }
  sources_ = *std::move(sources);
  record_.why = sources_->why;
  add_caveats(sources_->caveats);
  for (const Side side : {Side::kBase, Side::kHead}) {
    const Source& source = sources_->sides.of(side);
    const bool is_commit = source.kind == Source::Kind::kCommit;
    record_.sides.of(side) =
        results::SideRecord{.commit = source.commit.id,
                            .tree = is_commit ? source.commit.tree : std::string(),
                            .describe = source.describe,
                            .toolchain = {}};
  }
  return ok();
}

Status Groundwork::read_settings() {
  Result<EffectiveSettings> effective = effective_settings(services_, *sources_, options_.settings);
  if (!effective) {
    return std::move(effective).error();
  }
  record_.settings = std::move(effective->settings);
  add_caveats(effective->caveats);
  deadline_.set(record_.settings.schedule.deadline_sec);
  if (!record_.settings.origins.contains("modules")) {
    record_.settings.scope.modules = {options_.module_folder};
  }
  Result<schedule::Selection> selection =
      schedule::Selection::create(record_.settings.scope.bench, record_.settings.scope.skip);
  if (!selection) {
    return std::move(selection).error();
  }
  share_.emplace(*std::move(selection));
  return ok();
}

Status Groundwork::read_ledger() {
  Result<SideLedger> found = ledger_of_sides(services_, *sources_, record_.settings);
  if (!found) {
    return std::move(found).error();
  }
  record_.ledger = std::move(found->ledger);
  add_caveats(found->caveats);
  return ok();
}

Status Groundwork::describe_host() {
  const os::HostFacts facts = services_.host.facts();
  record_.host.cpu_model = facts.cpu_model;
  record_.host.kernel = facts.kernel_release;
  record_.host.cpus_online = facts.cpus_online;
  record_.host.cpus_allowed = facts.cpus_allowed;
  record_.host.cpu_limit = facts.cpu_limit.value_or(0);
  record_.host.memory_bytes = facts.memory_bytes;
  record_.cpus = config::test_cpus(
      record_.settings.execution, services_.environment.get("GOMAXPROCS"), os::go_cpu_count(facts));
  const int most = *std::max_element(record_.cpus.begin(), record_.cpus.end());
  if (facts.cpus_allowed > 0 && most > facts.cpus_allowed) {
    record_.caveats.push_back(
        {.code = "more-procs-than-cpus",
         .text =
             fmt::format("-test.cpu={} asks for more than the {} CPUs that this process may use: "
                         "parallel benchmarks measure the scheduler",
                         config::cpus_text(record_.cpus), facts.cpus_allowed)});
  }
  return ok();
}

schedule::RunArguments Groundwork::arguments() const {
  return {.cpu = config::cpus_text(record_.cpus), .skip = share_->selection().skip()};
}

Status Groundwork::export_trees() {
  Result<Sandbox> sandbox =
      Sandbox::create(services_, sources_->repository->git_dir(), options_.cache_dir);
  if (!sandbox) {
    return std::move(sandbox).error();
  }
  sandbox_ = *std::move(sandbox);
  narrator_.step("exporting base and head");
  Result<stats::Sides<git::TreeProblems>> problems =
      app::export_trees(services_, *sources_, record_.settings, *sandbox_, deadline_);
  if (!problems) {
    return std::move(problems).error();
  }
  problems_ = *std::move(problems);
  // A process is started by fork, which costs time in proportion to our memory: the repository's
  // caches are not needed any more.
  checkout_ = sources_->repository->work_tree();
  sources_->repository.reset();
  for (const Side side : {Side::kBase, Side::kHead}) {
    if (Status given = sandbox_->give_tree(side, sandbox_->builder()); !given) {
      return given;
    }
  }
  return ok();
}

Status Groundwork::start_go() {
  Result<go::Context> context = sandbox_->go_context(deadline_);
  if (!context) {
    return std::move(context).error();
  }
  for (const std::string& flag : go::overridden_goflags(context->goflags)) {
    record_.caveats.push_back(
        {.code = "goflags",
         .text = fmt::format("GOFLAGS asks for {}; both sides are built without it", flag)});
  }
  context_ = *std::move(context);
  go_ = services_.make_go(*context_);
  return ok();
}

Status Groundwork::find_modules() {
  narrator_.step("reading modules");
  Result<Modules> modules = app::find_modules(services_, *go_, record_.settings, *sandbox_);
  if (!modules) {
    return std::move(modules).error();
  }
  modules_ = *std::move(modules);
  add_caveats(modules_.caveats);
  record_.host.goos = modules_.goos;
  record_.host.goarch = modules_.goarch;
  for (const Side side : {Side::kBase, Side::kHead}) {
    record_.sides.of(side).toolchain = modules_.toolchains.of(side);
    record_.sides.of(side).build_flags = go::build_arguments(build_flags(record_.settings.build));
  }
  environment_ = measure_environment(services_, *sandbox_, record_.settings, modules_.goroots);
  note_network();
  return ok();
}

// What a container usually does not grant is no doubt about the numbers, unless it was asked for.
void Groundwork::note_network() {
  const std::string& refusal = environment_.network_refusal;
  record_.host.network = environment_.network == proc::Network::kNone ? "none" : "host";
  if (refusal.empty()) {
    return;
  }
  const std::string text =
      fmt::format("benchmarks can reach the network, because it cannot be cut here: {}", refusal);
  narrator_.step(text);
  if (record_.settings.execution.network == config::Execution::Network::kNone) {
    record_.caveats.push_back({.code = "network-open", .text = text});
  }
}

Status Groundwork::prepare() {
  return prepare_trees(services_, *context_, record_.settings, *sandbox_, modules_, deadline_,
                       narrator_);
}

Status Groundwork::find_packages() {
  narrator_.step("listing packages");
  Result<Packages> packages =
      app::find_packages(services_, *go_, record_.settings, *sandbox_, modules_, checkout_);
  if (!packages) {
    return std::move(packages).error();
  }
  packages_ = *std::move(packages);
  return ok();
}

// A limit, or an entry of the ledger, may well be for a package that this run was told to leave
// out.
Status Groundwork::check_limits() {
  const std::vector<gate::Benchmark> declared = gate::declared_benchmarks(packages_.pairs);
  if (record_.ledger && !is_narrowed()) {
    add_caveats(gate::ledger_caveats(*record_.ledger, declared));
  }
  Status checked = gate::check_policy(record_.settings.policy, declared);
  if (checked || !is_narrowed() || !gate::check_policy(record_.settings.policy)) {
    return checked;
  }
  record_.caveats.push_back(
      {.code = "limit-without-benchmark",
       .text = fmt::format("{}, as far as this run looks at packages", checked.error().message)});
  return ok();
}

Status Groundwork::select_packages() {
  Result<Packages> selected =
      selected_packages(std::move(packages_), share_->selection(), record_.settings.scope);
  if (!selected) {
    return std::move(selected).error();
  }
  packages_ = *std::move(selected);
  return ok();
}

Status Groundwork::leave_out_untouched() {
  if (options_.changed_only == GateRunOptions::ChangedOnly::kNo) {
    return ok();
  }
  narrator_.step("looking for what the change touches");
  Result<TouchedPackages> touched = touched_packages(services_, *go_, record_.settings, *sandbox_,
                                                     modules_, std::move(packages_));
  if (!touched) {
    return std::move(touched).error();
  }
  packages_ = std::move(touched->packages);
  record_.changed_only = std::move(touched->record);
  add_caveats(touched->caveats);
  return ok();
}

// Every machine divides the whole run, and then takes its own part.
Status Groundwork::take_shard() {
  if (!options_.shard) {
    return ok();
  }
  std::vector<gate::Benchmark> benchmarks = gate::declared_benchmarks(packages_.pairs);
  std::erase_if(benchmarks, [&](const gate::Benchmark& one) {
    return !share_->takes(one.module, one.package, one.function);
  });
  Result<results::ShardRecord> divided = divide(services_, *options_.shard, benchmarks,
                                                record_.settings.schedule.isolate, record_.caveats);
  if (!divided) {
    return std::move(divided).error();
  }
  share_->narrow(*divided);
  packages_ = packages_of(std::move(packages_), results::Division(*divided));
  record_.shard = *std::move(divided);
  return ok();
}

Status Groundwork::check_problems() {
  const Result<std::vector<gate::Caveat>> noted =
      app::check_problems(packages_, *sandbox_, problems_);
  if (!noted) {
    return noted.error();
  }
  add_caveats(*noted);
  return ok();
}

std::optional<gate::Caveat> Groundwork::clear() {
  const Status removed = sandbox_ ? sandbox_->remove() : ok();
  if (removed) {
    return std::nullopt;
  }
  record_.caveats.push_back({.code = "left-behind", .text = removed.error().message});
  return record_.caveats.back();
}

}  // namespace headgate::app
