// headgate replay: declaration.

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include "app/replay.h"
#include "cli/command.h"
#include "cli/not_empty.h"
#include "cli/output_options.h"
#include "cli/setting_flags.h"

namespace headgate::cli {
namespace {

constexpr const char* kExamples = R"(Examples:
  headgate replay headgate-results                     decide again as the run did
  headgate replay headgate-results --min-delta 2%      under another policy
  headgate replay --base old.txt --head new.txt        from two files of `go test -bench` output

Nothing is measured, and nothing is written without --out.
Exit codes: 0 compared, no regression; 1 regression; 2 could not decide; 3 too noisy to decide.)";

struct Options {
  app::ReplayOptions replay;
  SettingFlags settings;
  OutputOptions output;
};

// One source: a folder, or both texts.
void check_source(const app::ReplayOptions& replay) {
  const bool folder = !replay.results.empty();
  const bool base = !replay.base.empty();
  const bool head = !replay.head.empty();
  if (base != head || folder == base) {
    throw CLI::ParseError("give either a results folder, or both --base FILE and --head FILE",
                          CLI::ExitCodes::RequiredError);
  }
}

}  // namespace

Action declare_replay(CLI::App& program) {
  const auto options = std::make_shared<Options>();
  app::ReplayOptions& replay = options->replay;
  CLI::App* command =
      program.add_subcommand("replay", "Decide again from recorded samples, under any policy");
  command->footer(kExamples);
  command->add_option("results", replay.results, "a results folder")
      ->option_text("RESULTS")
      ->check(not_empty);
  command->add_option("--base", replay.base, "benchmark text of base")
      ->option_text("FILE")
      ->check(not_empty);
  command->add_option("--head", replay.head, "benchmark text of head")
      ->option_text("FILE")
      ->check(not_empty);
  command->add_option("--config", replay.config_file, "take the policy from this settings file")
      ->option_text("FILE")
      ->check(not_empty);
  command
      ->add_option("--ledger", replay.ledger_file,
                   "take dismissed alarms from this file, as of today")
      ->option_text("FILE")
      ->check(not_empty);
  command->add_option("--out", replay.out, "write a results folder")
      ->option_text("DIR")
      ->check(not_empty);
  options->output.declare(*command, OutputOptions::Progress::kOnTerminals);
  options->settings.declare(*command, SettingFlags::Which::kPolicy);
  command->callback([options] { check_source(options->replay); });
  return [options](app::Services& services, const Streams& streams) {
    app::ReplayOptions chosen = options->replay;
    chosen.overrides = options->settings.overrides();
    chosen.format = options->output.format();
    const std::unique_ptr<app::Narrator> narrator = options->output.narrator(services, streams.err);
    return app::replay(services, chosen, *narrator, console_for(services, streams));
  };
}

}  // namespace headgate::cli
