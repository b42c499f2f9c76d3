// headgate replay: declaration.

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include "app/replay.h"
#include "cli/command.h"
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

}  // namespace

Action declare_replay(CLI::App& program) {
  auto options = std::make_shared<Options>();
  CLI::App* command =
      program.add_subcommand("replay", "Decide again from recorded samples, under any policy");
  command->footer(kExamples);
  CLI::Option* results = command->add_option("results", options->replay.results, "A results folder")
                             ->option_text("RESULTS");
  CLI::Option* base = command->add_option("--base", options->replay.base, "Benchmark text of base")
                          ->option_text("FILE");
  CLI::Option* head = command->add_option("--head", options->replay.head, "Benchmark text of head")
                          ->option_text("FILE");
  base->needs(head)->excludes(results);
  head->needs(base)->excludes(results);
  command
      ->add_option("--config", options->replay.config_file,
                   "Take the policy from this settings file")
      ->option_text("FILE");
  command->add_option("--out", options->replay.out, "Write a results folder")->option_text("DIR");
  options->output.declare(*command, OutputOptions::Progress::kNone);
  options->settings.declare(*command, SettingFlags::Which::kPolicy);
  command->callback([options] {
    if (options->replay.results.empty() && options->replay.base.empty()) {
      throw CLI::RequiredError("a results folder, or --base FILE and --head FILE,");
    }
  });
  return [options](app::Services& services, const Streams& streams) {
    app::ReplayOptions replay = options->replay;
    replay.overrides = options->settings.overrides();
    replay.format = options->output.format();
    return app::replay(services, replay, options->output.console(services, streams));
  };
}

}  // namespace headgate::cli
