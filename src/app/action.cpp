#include "app/action.h"

#include <algorithm>
#include <cstdint>
#include <exception>
#include <iterator>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include "app/action_inputs.h"
#include "app/ending.h"
#include "app/event_payload.h"
#include "app/gate_run.h"
#include "app/log_narrator.h"
#include "app/merge.h"
#include "app/paths.h"
#include "app/sandbox.h"
#include "app/seclusion.h"
#include "app/steps.h"
#include "app/waiver.h"
#include "core/gate/gate.h"
#include "core/github/commands.h"
#include "core/github/event.h"
#include "core/report/report.h"
#include "edge/os/path_text.h"

namespace headgate::app {
namespace {

// What the event asks for, and whether it lets regressions pass.
struct Asked {
  github::Request request;
  gate::WaiverAnswer waiver;
};

Result<Asked> read_request(const Services& services, git::Repository& repository,
                           const ActionInputs& inputs) {
  const Result<github::Event> event = read_event(services);
  if (!event) {
    return event.error();
  }
  Result<git::Commit> head = repository.head();
  if (!head) {
    return std::move(head).error();
  }
  const github::Checkout checkout{
      .head = head->id, .parents = head->parents, .shallow = repository.is_shallow()};
  const github::Inputs given{.base = inputs.base, .head = inputs.head};
  Result<github::Request> request =
      github::decide_request(*event, checkout, given, services.environment.value("GITHUB_SHA"));
  if (!request) {
    return std::move(request).error();
  }
  return Asked{.request = *std::move(request),
               .waiver = waiver_of(*event, inputs.waive_label, checkout, given)};
}

std::string below(const std::string& workspace, const std::string& path) {
  return path.empty() ? workspace : path.starts_with('/') ? path : workspace + "/" + path;
}

// A commit may hold a symlink to anywhere: no folder of a run is reached through one.
Status check_path(const Services& services, const std::string& workspace, std::string_view input,
                  const std::string& path, Reason reason) {
  const std::optional<std::string> link =
      symlink_below(services, workspace, below(workspace, path));
  if (!link) {
    return ok();
  }
  return Error{
      .reason = reason,
      .message = fmt::format("input {}: '{}' is a symlink", input, relative_to(workspace, *link)),
      .remedy = "name the folder itself: a commit can redirect a symlink"};
}

// Go trusts what lies in its caches: a commit must not bring its own.
Status check_cache_is_untracked(const Services& services, git::Repository& repository,
                                const std::string& cache_dir) {
  if (cache_dir.empty()) {
    return ok();
  }
  for (const std::string& folder :
       {cache_dir, Sandbox::build_cache(cache_dir), Sandbox::module_cache(cache_dir)}) {
    const Result<bool> tracked = is_tracked(services, repository, folder);
    if (!tracked) {
      return tracked.error();
    }
    if (*tracked) {
      return Error{.reason = Reason::kConfigInvalid,
                   .message = fmt::format(
                       "input cache-dir: the commit itself has files in '{}'",
                       relative_to(repository.work_tree(), real_so_far(services, folder))),
                   .remedy = "name a folder that is not in the repository"};
    }
  }
  return ok();
}

struct Opened {
  Result<Sources> sources;
  std::string module_folder = ".";
  std::optional<std::uint64_t> pull_request = std::nullopt;
  gate::WaiverAnswer waiver = {};
};

Opened open(Services& services, const ActionInputs& inputs, const std::string& workspace,
            const GateRunOptions& options) {
  for (const auto& [input, path, reason] :
       {std::tuple{"results-dir", &inputs.results_dir, Reason::kResultsFolderForeign},
        std::tuple{"working-directory", &inputs.working_directory, Reason::kConfigInvalid},
        std::tuple{"cache-dir", &inputs.cache_dir, Reason::kConfigInvalid},
        std::tuple{"costs", &inputs.costs, Reason::kConfigInvalid}}) {
    if (Status checked = check_path(services, workspace, input, *path, reason); !checked) {
      return {.sources = std::move(checked).error()};
    }
  }
  const std::string& folder = inputs.working_directory;
  const std::string path = below(workspace, folder);
  Result<std::unique_ptr<git::Repository>> repository =
      services.git.open(path, git::Ownership::kTrust,
                        folder.empty() ? git::Discovery::kExact : git::Discovery::kUpwards);
  if (!repository) {
    return {.sources = std::move(repository).error()};
  }
  if (Status checked = check_cache_is_untracked(services, **repository, options.cache_dir);
      !checked) {
    return {.sources = std::move(checked).error()};
  }
  Result<Asked> asked = read_request(services, **repository, inputs);
  if (!asked) {
    return {.sources = std::move(asked).error()};
  }
  const github::Request& request = asked->request;
  const std::string module = module_folder(services, (*repository)->work_tree(), path);
  return {.sources = find_sources(*std::move(repository),
                                  {.base = request.base,
                                   .head = request.head,
                                   .why = request.why,
                                   .base_branch = request.base_branch,
                                   .notes = request.notes,
                                   .fallback = request.fallback,
                                   .remedy_without_base = request.remedy_without_base}),
          .module_folder = module,
          .pull_request = request.pull_request,
          .waiver = std::move(asked->waiver)};
}

// What a run starts from, once inputs and event are read.
struct Started {
  ActionInputs inputs;
  Result<Sources> sources;
  GateRunOptions options = {};
};

Started start(Services& services, const std::string& workspace, Result<ActionInputs> inputs) {
  if (!inputs) {
    return {.inputs = {}, .sources = std::move(inputs).error()};
  }
  GateRunOptions options{
      .event = services.environment.value("GITHUB_EVENT_NAME"),
      .settings = {.file = {}, .name = inputs->config, .overrides = inputs->overrides},
      .results_dir = workspace + "/" + inputs->results_dir,
      .results_name = inputs->results_dir,
      .caveats = inputs->caveats,
      .fail_on = inputs->fail_on};
  options.changed_only = inputs->changed_only;
  if (inputs->shard) {
    options.shard = {
        .shard = *inputs->shard,
        .costs = inputs->costs.empty() ? std::string() : below(workspace, inputs->costs)};
  }
  if (const std::string& cache = inputs->cache_dir; !cache.empty()) {
    options.cache_dir = below(workspace, cache);
  }
  Opened opened = open(services, *inputs, workspace, options);
  options.module_folder = std::move(opened.module_folder);
  options.pull_request = opened.pull_request;
  options.waiver = std::move(opened.waiver);
  return {.inputs = *std::move(inputs),
          .sources = std::move(opened.sources),
          .options = std::move(options)};
}

// The topmost folder on the way to `path` that is not there yet; `path` where all are.
std::string topmost_missing(const Services& services, const std::string& workspace,
                            const std::string& path) {
  for (std::size_t slash = path.find('/', workspace.size() + 1); slash != std::string::npos;
       slash = path.find('/', slash + 1)) {
    if (std::string folder = path.substr(0, slash); !exists(services, folder)) {
      return folder;
    }
  }
  return path;
}

// Folders of the workspace that this run makes or fills.
std::vector<std::string> folders_of_run(const Services& services, const std::string& workspace,
                                        const GateRunOptions& options) {
  std::vector<std::string> folders;
  for (const std::string& folder : {options.results_dir, options.cache_dir}) {
    if (!folder.empty() && os::lies_in(folder, workspace)) {
      folders.push_back(topmost_missing(services, workspace, folder));
    }
  }
  return folders;
}

// When we are root, a runner's next job could not remove what we leave in its workspace.
Status hand_back(Services& services, const std::string& workspace,
                 const std::vector<std::string>& folders) {
  if (!os::is_root(services.user)) {
    return ok();
  }
  const Result<os::User> owner = services.files.owner(workspace);
  if (!owner) {
    return owner.error();
  }
  for (const std::string& folder : folders) {
    if (exists(services, folder)) {
      if (Status given = services.files.chown_tree(folder, *owner); !given) {
        return given;
      }
    }
  }
  return ok();
}

// Appends to a command file; one that is not there is a feature that this runner does not have.
Status append_command_file(Services& services, std::string_view name, const std::string& text) {
  const std::string path = services.environment.value(name);
  if (path.empty()) {
    return ok();
  }
  const Result<os::Appended> appended = services.files.append(path, text);
  return appended ? ok() : Status(appended.error().within(std::string(name)));
}

Status write_outputs(Services& services, const Ending& ending, const std::string& results_dir) {
  const gate::Verdict& verdict = ending.verdict();
  const std::pair<std::string_view, std::string> outputs[] = {
      {"verdict", std::string(gate::name(verdict.decision))},
      {"exit-code", std::to_string(ending.code())},
      {"reason", std::string(verdict.reason ? code(*verdict.reason) : std::string_view())},
      {"compared", std::to_string(verdict.compared)},
      {"regressions", std::to_string(verdict.regressions)},
      {"improvements", std::to_string(verdict.improvements)},
      {"unstable", std::to_string(verdict.unstable)},
      {"results-dir", results_dir},
      {"summary", results_dir.empty() ? std::string() : results_dir + "/summary.md"},
  };
  std::string text;
  for (const auto& [name, value] : outputs) {
    Result<std::string> entry = github::output_entry(name, value, "hg_" + services.random_hex);
    if (!entry) {
      return std::move(entry).error();
    }
    text += *entry;
  }
  return append_command_file(services, "GITHUB_OUTPUT", text);
}

// Whoever merges the shards tells each finding once; what has no results folder is never merged.
bool is_told_by_the_merge(const report::Context& context) {
  return context.run != nullptr && context.run->shard && !context.results_dir.empty();
}

// Says in the log how it ended; returns the exit code.
int tell(const Ending& ending, const report::Context& context, std::ostream& out) {
  out << report::console(ending.verdict(), context, report::Colour::kNever);
  if (is_told_by_the_merge(context)) {
    out.flush();
    return ending.code();
  }
  for (const github::Annotation& annotation : report::annotations(ending.verdict())) {
    out << github::command(annotation) << '\n';
  }
  out.flush();
  return ending.code();
}

// From the command files on: what is said there must be what the files and the exit code say.
int publish(Services& services, Ending& ending, const std::string& folder,
            const report::Context& context, std::ostream& out) {
  const auto write = [&] {
    if (!folder.empty()) {
      ending.write(services, folder, context);
    }
  };
  write();
  if (Status appended = append_command_file(services, "GITHUB_STEP_SUMMARY",
                                            report::summary_markdown(ending.verdict(), context));
      !appended) {
    ending.overrule(appended.error());
  }
  if (Status written = write_outputs(services, ending, context.results_dir); !written) {
    ending.overrule(written.error());
  }
  write();
  return tell(ending, context, out);
}

// Puts the results of other jobs together instead of measuring.
int run_merge(Services& services, const std::string& workspace, const ActionInputs& inputs,
              std::ostream& out) {
  const std::string results_dir = workspace + "/" + inputs.results_dir;
  const std::vector<std::string> folders =
      folders_of_run(services, workspace, {.results_dir = results_dir});
  LogNarrator narrator(out, LogStyle::kGithub);
  Result<std::vector<ShardFolder>> shards =
      shard_folders_in(services, below(workspace, inputs.merge), inputs.merge);
  for (const auto& [input, path, reason] :
       {std::tuple{"merge", &inputs.merge, Reason::kConfigInvalid},
        std::tuple{"results-dir", &inputs.results_dir, Reason::kResultsFolderForeign}}) {
    if (Status checked = check_path(services, workspace, input, *path, reason); !checked) {
      shards = std::move(checked).error();
    }
  }
  GateRun run =
      shards ? merge_shards(services, *shards, inputs.hosts, results_dir, inputs.fail_on, narrator)
             : GateRun{.ending = Ending(gate::undecided(shards.error(), {})),
                       .record = {},
                       .results_dir = {}};
  run.ending.answer(waiver_of_shards(services, inputs.waive_label, run.record));
  for (const gate::Caveat& caveat : inputs.caveats) {
    run.ending.add(caveat);
  }
  if (Status given = hand_back(services, workspace, folders); !given) {
    run.ending.add({.code = "left-behind", .text = given.error().message});
  }
  const report::Context context{
      .run = &run.record,
      .results_dir = run.results_dir.empty() ? std::string() : inputs.results_dir};
  return publish(services, run.ending, run.results_dir, context, out);
}

int run_action(Services& services, const std::string& workspace, std::ostream& out) {
  Result<ActionInputs> inputs = read_inputs(services.environment);
  if (inputs && !inputs->merge.empty()) {
    return run_merge(services, workspace, *inputs, out);
  }
  Started started = start(services, workspace, std::move(inputs));
  const std::vector<std::string> folders = folders_of_run(services, workspace, started.options);
  LogNarrator narrator(out, LogStyle::kGithub);
  const Seclusion seclusion(services, workspace, started.options.cache_dir);
  std::ranges::copy(seclusion.caveats(), std::back_inserter(started.options.caveats));
  GateRun run = run_gate(services, std::move(started.sources), started.options, narrator);
  if (Status given = hand_back(services, workspace, folders); !given) {
    run.ending.add({.code = "left-behind", .text = given.error().message});
  }
  const report::Context context{
      .run = &run.record,
      .results_dir = run.results_dir.empty() ? std::string() : started.inputs.results_dir};
  return publish(services, run.ending, run.results_dir, context, out);
}

}  // namespace

int action(Services& services, std::ostream& out) {
  const std::string named = services.environment.value("GITHUB_WORKSPACE");
  const std::string workspace =
      os::without_end_slashes(named.empty() ? services.current_directory : named);
  // As process 1 of a container we get only the signals that we catch, and from here on we do.
  (void)services.interrupts.pending();
  try {
    return run_action(services, workspace, out);
  } catch (const std::exception& error) {
    Ending ending(gate::undecided(internal_error(error), {}));
    return publish(services, ending, {}, {}, out);
  }
}

}  // namespace headgate::app
