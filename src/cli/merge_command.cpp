// headgate merge: declaration.

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include "app/merge.h"
#include "cli/command.h"
#include "cli/not_empty.h"
#include "cli/one_of.h"
#include "cli/output_options.h"

namespace headgate::cli {
namespace {

constexpr const char* kExamples = R"(Examples:
  headgate merge shards/* --out headgate-results       the folders of all shards, in any order
  headgate merge s1 s2 s3 --out merged --allow host    measured on machines of different kinds

Each folder was written by `headgate run --shard I/N`. Nothing is measured: the gate decides again
from the recorded samples of all shards, under the policy that they were measured with.
Exit codes: 0 compared, no regression; 1 regression; 2 could not decide; 3 too noisy to decide.)";

struct Options {
  app::MergeOptions merge;
  std::string allow;
  OutputOptions output;
};

}  // namespace

Action declare_merge(CLI::App& program) {
  const auto options = std::make_shared<Options>();
  CLI::App* command =
      program.add_subcommand("merge", "Put the shards of one run together and decide");
  command->footer(kExamples);
  command->add_option("folders", options->merge.folders, "results folders of all shards")
      ->option_text("DIR ...")
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->required()
      ->check(not_empty);
  command->add_option("--out", options->merge.out, "results folder of the whole run")
      ->option_text("DIR")
      ->required()
      ->check(not_empty);
  command
      ->add_option("--allow", options->allow,
                   "host: shards may be of machines of different kinds, with a caveat")
      ->option_text("host")
      ->check(one_of({"host"}));
  options->output.declare(*command, OutputOptions::Progress::kOnTerminals);
  return [options](app::Services& services, const Streams& streams) {
    app::MergeOptions chosen = options->merge;
    chosen.hosts = options->allow.empty() ? results::Hosts::kAlike : results::Hosts::kAny;
    chosen.format = options->output.format();
    const std::unique_ptr<app::Narrator> narrator = options->output.narrator(services, streams.err);
    return app::merge(services, chosen, *narrator, console_for(services, streams));
  };
}

}  // namespace headgate::cli
