// headgate action: declaration. It has no options: everything comes from the runner's environment.

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include "app/action.h"
#include "cli/command.h"

namespace headgate::cli {
namespace {

constexpr const char* kExamples = R"(Examples:
  - uses: OWNER/headgate@v0.1.0        in a workflow; the runner then calls `headgate action`
    with: {rounds: 20, min-delta: 3%}

Reads INPUT_* and GITHUB_* as GitHub's runner sets them for a container action; see action.yml.
Exit codes: 0 compared, no regression; 1 regression; 2 could not decide; 3 too noisy to decide.)";

}  // namespace

Action declare_action(CLI::App& program) {
  CLI::App* command =
      program.add_subcommand("action", "Entry point of the GitHub action's container");
  command->footer(kExamples);
  return [](app::Services& services, const Streams& streams) {
    return app::action(services, streams.out);
  };
}

}  // namespace headgate::cli
