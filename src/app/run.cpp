#include "app/run.h"

#include <memory>
#include <optional>
#include <ostream>
#include <utility>

#include <fmt/core.h>

#include "app/ending.h"
#include "app/gate_run.h"
#include "app/paths.h"
#include "core/gate/gate.h"
#include "core/report/plan.h"

namespace headgate::app {
namespace {

bool wants_work_tree(const RunOptions& options) {
  return options.head.empty() || options.head == "worktree";
}

Result<Question> question(git::Repository& repository, const RunOptions& options) {
  Question asked{.base = github::Revision{options.base},
                 .head = WorkTree{},
                 .why = fmt::format("base is {}, as asked for", options.base),
                 .base_branch = {},
                 .notes = {}};
  if (!wants_work_tree(options)) {
    asked.head = github::Where(github::Revision{options.head});
  }
  if (!options.base.empty()) {
    return asked;
  }
  Result<std::optional<std::string>> branch = repository.default_branch();
  if (!branch) {
    return std::move(branch).error();
  }
  if (!branch->has_value()) {
    if (const Result<git::Commit> head = repository.head(); !head) {
      return head.error();
    }
    return Error{.reason = Reason::kBaseUnknown,
                 .message =
                     "the repository has no default branch to compare with (origin/HEAD, "
                     "main, master)",
                 .remedy = "name the commit with --base"};
  }
  asked.base = github::MergeBase{.head = wants_work_tree(options) ? "HEAD" : options.head,
                                 .branches = {**branch}};
  asked.why = fmt::format("base is the merge base with {}", **branch);
  return asked;
}

struct Opened {
  Result<Sources> sources;
  std::string module_folder = ".";  ///< where the user stands
};

Opened open(Services& services, const RunOptions& options) {
  const std::string path = absolute(services, options.repository);
  Result<std::unique_ptr<git::Repository>> repository =
      services.git.open(path, git::Ownership::kCheck, git::Discovery::kUpwards);
  if (!repository) {
    Error error = std::move(repository).error();
    if (error.reason == Reason::kNoRepository) {
      error.remedy = "run headgate in a clone of the repository, or name one with --repo";
    }
    return {.sources = std::move(error)};
  }
  std::string folder = module_folder(services, (*repository)->work_tree(), path);
  Result<Question> asked = question(**repository, options);
  return {.sources = asked ? find_sources(*std::move(repository), *asked)
                           : Result<Sources>(std::move(asked).error()),
          .module_folder = std::move(folder)};
}

int dry_run(Services& services, Result<Sources> sources, const GateRunOptions& gate_options,
            const RunOptions& options, Narrator& narrator, const Console& console) {
  Result<report::Plan> plan = plan_gate(services, std::move(sources), gate_options, narrator);
  if (!plan) {
    const Ending ending(gate::undecided(plan.error(), {}));
    print_verdict(ending.verdict(), {}, ending.code(), {}, options.format, console);
    return ending.code();
  }
  console.out << (options.format == Format::kJson ? results::write_run(plan->run)
                                                  : report::plan_text(*plan))
              << std::flush;
  return 0;
}

}  // namespace

int run(Services& services, const RunOptions& options, Narrator& narrator, const Console& console) {
  Opened opened = open(services, options);
  GateRunOptions gate_options{
      .settings = {.file = options.config_file, .name = {}, .overrides = options.overrides},
      .results_dir = absolute(services, options.out),
      .results_name = options.out,
      .cache_dir =
          options.cache_dir.empty() ? std::string() : absolute(services, options.cache_dir),
      .module_folder = std::move(opened.module_folder),
      .changed_only = options.changed_only};
  if (options.shard) {
    gate_options.shard = {
        .shard = *options.shard,
        .costs = options.costs.empty() ? std::string() : absolute(services, options.costs)};
  }
  if (options.dry_run == RunOptions::DryRun::kYes) {
    return dry_run(services, std::move(opened.sources), gate_options, options, narrator, console);
  }
  const GateRun gate_run = run_gate(services, std::move(opened.sources), gate_options, narrator);
  const Ending& ending = gate_run.ending;
  print_verdict(ending.verdict(), gate_run.record, ending.code(),
                gate_run.results_dir.empty() ? std::string() : options.out, options.format,
                console);
  return ending.code();
}

}  // namespace headgate::app
