#include "app/run.h"

#include <ostream>
#include <utility>

#include <fmt/core.h>

#include "app/gate_run.h"
#include "app/results_folder.h"
#include "core/results/verdict.h"

namespace headgate::app {
namespace {

std::string absolute(const Services& services, const std::string& path) {
  return !path.empty() && path.front() == '/' ? path : services.current_directory + "/" + path;
}

Result<Question> ask(git::Repository& repository, const RunOptions& options) {
  Question question{.base = github::Revision{options.base},
                    .head = WorkTree{},
                    .why = fmt::format("base {}", options.base),
                    .base_branch = {},
                    .notes = {}};
  const bool work_tree = options.head.empty() || options.head == "worktree";
  if (!work_tree) {
    question.head = github::Where(github::Revision{options.head});
  }
  if (options.base.empty()) {
    Result<std::optional<std::string>> branch = repository.default_branch();
    if (!branch) {
      return std::move(branch).error();
    }
    if (!branch->has_value()) {
      return Error{
          .reason = Reason::kBaseUnknown,
          .message =
              "the repository has no default branch to compare with (origin/HEAD, main, master)",
          .remedy = "name the commit with --base"};
    }
    question.base =
        github::MergeBase{.head = work_tree ? "HEAD" : options.head, .branches = {**branch}};
    question.why = fmt::format("base is the merge base with {}", **branch);
  }
  return question;
}

struct Asked {
  Result<Sources> sources;
  std::string module_folder = ".";
};

Asked open(Services& services, const RunOptions& options) {
  const std::string path = absolute(services, options.repository);
  Result<std::unique_ptr<git::Repository>> repository =
      services.git.open(path, git::Ownership::kCheck, git::Discovery::kUpwards);
  if (!repository) {
    return {.sources = std::move(repository).error()};
  }
  const std::string root = (*repository)->work_tree();
  const Result<std::string> real = services.files.real_path(path);
  const std::string folder =
      real && real->starts_with(root + "/") ? real->substr(root.size() + 1) : std::string(".");
  Result<Question> question = ask(**repository, options);
  if (!question) {
    return {.sources = std::move(question).error(), .module_folder = folder};
  }
  return {.sources = find_sources(*std::move(repository), *question), .module_folder = folder};
}

void print(const DryRun& dry, const Console& console) {
  console.out << fmt::format("base: {}\nhead: {}\n({})\n\n", dry.run.sides.base.describe,
                             dry.run.sides.head.describe, dry.run.why);
  console.out << fmt::format("toolchain: {} and {}\n{} benchmarks:\n", dry.run.sides.base.toolchain,
                             dry.run.sides.head.toolchain, dry.benchmarks.size());
  for (const gate::Benchmark& one : dry.benchmarks) {
    const bool both = one.presence.base == gate::Presence::kPresent &&
                      one.presence.head == gate::Presence::kPresent;
    const std::string_view note = both                                            ? ""
                                  : one.presence.head == gate::Presence::kPresent ? "  (added)"
                                                                                  : "  (removed)";
    console.out << fmt::format("  {}.{}{}\n", one.package, one.function, note);
  }
  console.out << "\ncommands:\n";
  for (const std::string& command : dry.commands) {
    console.out << "  " << command << '\n';
  }
  console.out << fmt::format(
      "\n{} processes, about {:.0f} s of measuring; benchmarks whose binaries turn out identical "
      "are "
      "not run (measure.unchanged)\n",
      dry.processes, dry.expected_sec);
  for (const gate::Caveat& caveat : dry.run.caveats) {
    console.out << "caveat: " << github::neutral_word(caveat.text) << '\n';
  }
}

int dry_run(Services& services, Asked asked, const GateRunOptions& options, Narrator& narrator,
            const Console& console) {
  Result<DryRun> dry = plan_gate(services, std::move(asked.sources), options, narrator);
  if (!dry) {
    console.err << report::console(gate::undecided(dry.error(), {}), {}, console.colour);
    return gate::exit_code(gate::Decision::kError);
  }
  print(*dry, console);
  return 0;
}

}  // namespace

int run(Services& services, const RunOptions& options, Narrator& narrator, const Console& console) {
  Asked asked = open(services, options);
  const GateRunOptions gate_options{
      .event = "local",
      .settings = {.config_file = options.config_file, .overrides = options.overrides},
      .results_dir = absolute(services, options.out),
      .cache_dir =
          options.cache_dir.empty() ? std::string() : absolute(services, options.cache_dir),
      .module_folder = asked.module_folder};
  if (options.dry_run == RunOptions::DryRun::kYes) {
    return dry_run(services, std::move(asked), gate_options, narrator, console);
  }
  GateRun gate_run = run_gate(services, std::move(asked.sources), gate_options, narrator);
  int code = gate::exit_code(gate_run.verdict.decision);
  if (!gate_run.results_dir.empty()) {
    if (Status written = write_verdict(services, gate_run.results_dir, gate_run.verdict,
                                       gate_run.run.sides, code);
        !written) {
      gate_run.verdict = gate::overruled(std::move(gate_run.verdict), written.error());
      code = gate::exit_code(gate_run.verdict.decision);
    }
  }
  if (options.format == Format::kJson) {
    console.out << results::write_verdict(gate_run.verdict, gate_run.run.sides, code);
  }
  const report::Context context{
      .run = &gate_run.run,
      .results_dir = gate_run.results_dir.empty() ? std::string() : options.out};
  const bool failed = gate_run.verdict.decision == gate::Decision::kError;
  if (options.format == Format::kText || failed) {
    (failed ? console.err : console.out)
        << report::console(gate_run.verdict, context, console.colour);
  }
  return code;
}

}  // namespace headgate::app
