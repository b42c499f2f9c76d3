// headgate run: declaration.

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include "app/run.h"
#include "cli/command.h"
#include "cli/not_empty.h"
#include "cli/output_options.h"
#include "cli/setting_flags.h"
#include "core/schedule/shard.h"

namespace headgate::cli {
namespace {

constexpr const char* kExamples = R"(Examples:
  headgate run                                 the work tree against the merge base with the default branch
  headgate run --base HEAD~1 --head HEAD       the last commit
  headgate run --bench 'Decode/size=4k' --rounds 20 --min-delta 3%
  headgate run --shard 2/4 --out shard-2       a quarter of the benchmarks, for headgate merge
  headgate run --dry-run                       what would be built and run, and how long it takes

Of a flag that takes one value, the last one given counts.
Exit codes: 0 compared, no regression; 1 regression; 2 could not decide; 3 too noisy to decide.)";

struct Options {
  app::RunOptions run;
  SettingFlags settings;
  OutputOptions output;
  std::string shard;
  bool changed_only = false;
  bool dry_run = false;
};

std::string is_shard(const std::string& value) {
  const Result<schedule::Shard> shard = schedule::parse_shard(value);
  return shard ? std::string() : shard.error().message;
}

void check_costs(const Options& options) {
  if (!options.run.costs.empty() && options.shard.empty()) {
    throw CLI::ParseError("--costs needs --shard", CLI::ExitCodes::RequiredError);
  }
}

}  // namespace

Action declare_run(CLI::App& program) {
  auto options = std::make_shared<Options>();
  CLI::App* command = program.add_subcommand("run", "Measure base against head here and decide");
  command->footer(kExamples);
  command
      ->add_option("--repo", options->run.repository,
                   "the repository, or a folder in it, whose module is measured [.]")
      ->option_text("DIR")
      ->check(not_empty);
  command
      ->add_option("--base", options->run.base,
                   "what to compare with [merge base with the default branch]")
      ->option_text("REV")
      ->check(not_empty);
  command->add_option("--head", options->run.head, "what to judge [worktree]")
      ->option_text("REV|worktree")
      ->check(not_empty);
  command
      ->add_option("--config", options->run.config_file,
                   "settings file instead of the sides' .headgate.yml")
      ->option_text("FILE")
      ->check(not_empty);
  command
      ->add_option("--out", options->run.out,
                   "results folder [headgate-results in the current folder]")
      ->option_text("DIR")
      ->check(not_empty);
  command
      ->add_option("--cache-dir", options->run.cache_dir,
                   "Go caches that outlive the run [your own; for root /var/cache/headgate]")
      ->option_text("DIR")
      ->check(not_empty);
  command
      ->add_option("--shard", options->shard,
                   "measure only part I of N; `headgate merge` puts the parts together")
      ->option_text("I/N")
      ->check(is_shard);
  command
      ->add_option("--costs", options->run.costs,
                   "results of an earlier run, whose times even out the shards [all alike]")
      ->option_text("DIR")
      ->check(not_empty);
  command->add_flag("--changed-only", options->changed_only,
                    "leave out packages that the change does not touch, nor what they import");
  command->add_flag("--dry-run", options->dry_run,
                    "run measure.prepare, print commits, benchmarks, commands and expected time; "
                    "measure nothing");
  options->output.declare(*command, OutputOptions::Progress::kOffered);
  options->settings.declare(*command, SettingFlags::Which::kAll);
  command->callback([options] { check_costs(*options); });
  return [options](app::Services& services, const Streams& streams) {
    app::RunOptions run = options->run;
    run.overrides = options->settings.overrides();
    run.dry_run = options->dry_run ? app::RunOptions::DryRun::kYes : app::RunOptions::DryRun::kNo;
    if (!options->shard.empty()) {
      run.shard = *schedule::parse_shard(options->shard);
    }
    run.changed_only = options->changed_only ? app::GateRunOptions::ChangedOnly::kYes
                                             : app::GateRunOptions::ChangedOnly::kNo;
    run.format = options->output.format();
    const std::unique_ptr<app::Narrator> narrator = options->output.narrator(services, streams.err);
    return app::run(services, run, *narrator, console_for(services, streams));
  };
}

}  // namespace headgate::cli
