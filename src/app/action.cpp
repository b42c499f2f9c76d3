#include "app/action.h"

#include <algorithm>
#include <ostream>
#include <utility>

#include <fmt/core.h>

#include "app/action_inputs.h"
#include "app/gate_run.h"
#include "app/log_narrator.h"
#include "app/results_folder.h"
#include "core/github/commands.h"
#include "core/report/report.h"

namespace headgate::app {
namespace {

constexpr std::uint64_t kMaxEventBytes = 25 << 20;  // GitHub's own cap on a payload

std::string variable(const Services& services, std::string_view name) {
  return services.environment.get(name).value_or("");
}

/// What a run starts from, once inputs and event are read.
struct Started {
  ActionInputs inputs;
  std::string workspace;
  Result<Sources> sources;
  GateRunOptions options;
};

Result<github::Event> read_event(const Services& services) {
  const std::string path = variable(services, "GITHUB_EVENT_PATH");
  if (path.empty()) {
    return Error{
        .reason = Reason::kEventInvalid,
        .message = "GITHUB_EVENT_PATH is not set",
        .remedy = "`headgate action` is for GitHub's runner; use `headgate run` elsewhere"};
  }
  const Result<std::string> payload = services.files.read(path, kMaxEventBytes);
  if (!payload) {
    return Error{
        .reason = Reason::kEventInvalid,
        .message = fmt::format("cannot read the event payload: {}", payload.error().message),
        .remedy = "run the step as a `uses:` action, so that the runner mounts the payload"};
  }
  return github::parse_event(variable(services, "GITHUB_EVENT_NAME"), *payload);
}

Result<github::Request> request(const Services& services, git::Repository& repository,
                                const github::Event& event, const ActionInputs& inputs) {
  Result<git::Commit> head = repository.head();
  if (!head) {
    return std::move(head).error();
  }
  return github::decide_request(
      event,
      github::Checkout{
          .head = head->id, .parents = head->parents, .shallow = repository.is_shallow()},
      github::Inputs{.base = inputs.base, .head = inputs.head}, variable(services, "GITHUB_SHA"));
}

Result<Sources> open_sources(Services& services, Started& started) {
  Result<github::Event> event = read_event(services);
  if (!event) {
    return std::move(event).error();
  }
  const std::string& folder = started.inputs.working_directory;
  const std::string path = folder.empty() ? started.workspace : started.workspace + "/" + folder;
  Result<std::unique_ptr<git::Repository>> repository =
      services.git.open(path, git::Ownership::kTrust,
                        folder.empty() ? git::Discovery::kExact : git::Discovery::kUpwards);
  if (!repository) {
    return std::move(repository).error();
  }
  const std::string root = (*repository)->work_tree();
  const Result<std::string> real = services.files.real_path(path);
  if (real && real->starts_with(root + "/")) {
    started.options.module_folder = real->substr(root.size() + 1);
  }
  if (!started.inputs.config_file.empty()) {
    started.options.settings.config_file = root + "/" + started.inputs.config_file;
  }
  Result<github::Request> asked = request(services, **repository, *event, started.inputs);
  if (!asked) {
    return std::move(asked).error();
  }
  started.options.pull_request = asked->pull_request;
  return find_sources(*std::move(repository),
                      Question{.base = asked->base,
                               .head = asked->head,
                               .why = asked->why,
                               .base_branch = asked->base_branch,
                               .notes = asked->notes,
                               .fallback = asked->fallback,
                               .remedy_without_base = asked->remedy_without_base});
}

Started start(Services& services) {
  Started started{.inputs = {},
                  .workspace = variable(services, "GITHUB_WORKSPACE"),
                  .sources = Error{.reason = Reason::kInternal, .message = "not started"},
                  .options = {}};
  if (started.workspace.empty()) {
    started.workspace = services.current_directory;
  }
  Result<ActionInputs> inputs = read_inputs(services.environment);
  if (!inputs) {
    started.sources = std::move(inputs).error();
    return started;
  }
  started.inputs = *std::move(inputs);
  started.options.event = variable(services, "GITHUB_EVENT_NAME");
  started.options.settings.overrides = started.inputs.overrides;
  started.options.results_dir = started.workspace + "/" + started.inputs.results_dir;
  if (const std::string& cache = started.inputs.cache_dir; !cache.empty()) {
    started.options.cache_dir = cache.front() == '/' ? cache : started.workspace + "/" + cache;
  }
  started.sources = open_sources(services, started);
  return started;
}

// Appends to a command file; one that is not there is a feature that this runner does not have.
Status append_command_file(Services& services, std::string_view name, const std::string& text) {
  const std::string path = variable(services, name);
  if (path.empty()) {
    return ok();
  }
  const Result<os::Appended> appended = services.files.append(path, text);
  return appended ? ok() : Status(appended.error().within(std::string(name)));
}

Status write_outputs(Services& services, const GateRun& run, const std::string& results_dir,
                     int code) {
  const gate::Verdict& verdict = run.verdict;
  const bool folder = !run.results_dir.empty();
  const std::pair<std::string_view, std::string> outputs[] = {
      {"verdict", std::string(gate::name(verdict.decision))},
      {"exit-code", std::to_string(code)},
      {"reason",
       std::string(verdict.reason ? headgate::code(*verdict.reason) : std::string_view())},
      {"compared", std::to_string(verdict.compared)},
      {"regressions", std::to_string(verdict.regressions)},
      {"improvements", std::to_string(verdict.improvements)},
      {"unstable", std::to_string(verdict.unstable)},
      {"results-dir", folder ? results_dir : std::string()},
      {"summary", folder ? results_dir + "/summary.md" : std::string()},
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

// The topmost folder between the workspace and `path` that is ours, and so was made by us; `path`
// itself if none is.
std::string topmost_made(const Services& services, const std::string& workspace,
                         const std::string& path) {
  for (std::size_t slash = path.find('/', workspace.size() + 1); slash != std::string::npos;
       slash = path.find('/', slash + 1)) {
    const std::string folder = path.substr(0, slash);
    const Result<os::User> owner = services.files.owner(folder);
    if (owner && *owner == services.user) {
      return folder;
    }
  }
  return path;
}

void hand_back(Services& services, const Started& started, GateRun& run) {
  std::vector<std::string> folders;
  if (!run.results_dir.empty()) {
    folders.push_back(topmost_made(services, started.workspace, run.results_dir));
  }
  if (!started.options.cache_dir.empty()) {
    folders.push_back(started.options.cache_dir);
  }
  for (const std::string& folder : folders) {
    const Result<os::FileKind> kind = services.files.kind(folder);
    if (!kind || *kind != os::FileKind::kFolder) {
      continue;
    }
    if (Status given = give_to_owner_of(services, folder, started.workspace); !given) {
      run.verdict.caveats.push_back({.code = "left-behind", .text = given.error().message});
    }
  }
}

}  // namespace

int action(Services& services, std::ostream& out) {
  Started started = start(services);
  LogNarrator narrator(out, LogStyle::kGithub);
  GateRun run = run_gate(services, std::move(started.sources), started.options, narrator);
  for (const std::string& name : started.inputs.unknown) {
    run.verdict.caveats.push_back(
        {.code = "unknown-input",
         .text = fmt::format("there is no input '{}'; check the workflow's spelling", name)});
  }
  int code = gate::exit_code(run.verdict, started.inputs.fail_on);
  Status written = ok();
  if (!run.results_dir.empty()) {
    written = write_verdict(services, run.results_dir, run.verdict, run.run.sides, code);
  }
  hand_back(services, started, run);
  const report::Context context{
      .run = &run.run,
      .results_dir = run.results_dir.empty() ? std::string() : started.inputs.results_dir};
  if (written) {
    written = append_command_file(services, "GITHUB_STEP_SUMMARY",
                                  report::summary_markdown(run.verdict, context));
  }
  if (!written) {
    run.verdict = gate::overruled(std::move(run.verdict), written.error());
    code = gate::exit_code(run.verdict.decision);
  }
  if (Status outputs = write_outputs(services, run, started.inputs.results_dir, code); !outputs) {
    run.verdict = gate::overruled(std::move(run.verdict), outputs.error());
    code = gate::exit_code(run.verdict.decision);
  }
  out << report::console(run.verdict, context, report::Colour::kNever);
  for (const github::Annotation& annotation : report::annotations(run.verdict)) {
    out << github::command(annotation) << '\n';
  }
  out.flush();
  return code;
}

}  // namespace headgate::app
