// headgate action: declaration. It has no options: everything comes from the runner's environment.

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include "app/action.h"
#include "cli/command.h"

namespace headgate::cli {

Action declare_action(CLI::App& program) {
  CLI::App* command =
      program.add_subcommand("action", "Entry point of the GitHub action's container");
  command->footer(
      "Reads INPUT_* and GITHUB_* as GitHub's runner sets them for a container action; see "
      "action.yml.\n"
      "Exit codes: 0 compared, no regression; 1 regression; 2 could not decide; 3 too noisy to "
      "decide.");
  return [](app::Services& services, const Streams& streams) {
    return app::action(services, streams.out);
  };
}

}  // namespace headgate::cli
