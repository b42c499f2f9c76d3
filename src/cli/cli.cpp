#include "cli/cli.h"

#include <algorithm>
#include <ostream>
#include <utility>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <fmt/core.h>

#include "app/console.h"
#include "cli/command.h"
#include "cli/double_dashes.h"
#include "cli/help_formatter.h"
#include "cli/wrong_usage.h"
#include "core/gate/finding.h"
#include "core/result/reason.h"

namespace headgate::cli {
namespace {

constexpr const char* kAbout =
    "headgate: a benchmark gate for Go pull requests. Red means slower; green means it was really "
    "compared.";
constexpr const char* kExamples = R"(Examples:
  headgate run                          the work tree against the merge base with the default branch
  headgate replay headgate-results      decide again from what a run recorded
  headgate merge shards/* --out merged  the shards of one run, measured by run --shard I/N
  headgate compare old.txt new.txt      tables as benchstat's, and more
  headgate ledger list                  alarms that were looked into and dismissed
  headgate run --help                   every flag of a command

Exit codes of run, replay, merge and action:
  0 compared, no confirmed regression      1 at least one regression
  2 could not decide (a reason is given)   3 too noisy to decide)";

int wrong_usage(std::ostream& err, const std::string& message) {
  app::print_error({.reason = Reason::kUsage, .message = message}, err);
  return gate::exit_code(gate::Decision::kError);
}

std::vector<CLI::App*> subcommands_of(CLI::App& app) {
  return app.get_subcommands([](auto*) { return true; });
}

// What every command has, and what stands below one.
void complete_declarations(CLI::App& app, const std::string& version) {
  for (CLI::App* command : subcommands_of(app)) {
    command->group("Commands");
    command->set_version_flag("--version", version, "print the version");
    complete_declarations(*command, version);
  }
}

// "--row=": the parser would take the next argument for its value.
bool lacks_value(const std::string& arg) {
  return arg.starts_with('-') && arg.size() > 2 && arg.find('=') == arg.size() - 1;
}

int run_command(const std::vector<std::string>& args, app::Services& services, std::ostream& out,
                std::ostream& err) {
  CLI::App program(kAbout, "headgate");
  program.footer(kExamples);
  program.formatter(help_formatter());
  program.set_help_flag("-h,--help", "print this help");
  program.require_subcommand(1);
  // The last of several wins, so that an alias of the shell can be overridden.
  program.option_defaults()->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  const std::string version = fmt::format("headgate {}", services.version);
  program.set_version_flag("--version", version, "print the version");
  const std::vector<Action> actions = {declare_run(program),     declare_replay(program),
                                       declare_merge(program),   declare_compare(program),
                                       declare_ledger(program),  declare_action(program),
                                       declare_comment(program), declare_completion(program)};
  complete_declarations(program, version);
  const std::vector<CLI::App*> commands = subcommands_of(program);
  if (args.empty()) {
    err << program.help() << '\n';
    return wrong_usage(err, "which command?");
  }
  if (const auto flag = std::ranges::find_if(args, lacks_value); flag != args.end()) {
    return wrong_usage(err, fmt::format("'{}' has no value", *flag));
  }
  const std::vector<std::string> doubled = double_dashes(program, args);
  try {
    program.parse(std::vector<std::string>(doubled.rbegin(), doubled.rend()));
  } catch (const CLI::CallForHelp&) {
    out << program.help();
    return 0;
  } catch (const CLI::CallForVersion& asked) {
    out << asked.what() << '\n';
    return 0;
  } catch (const CLI::ParseError& error) {
    return wrong_usage(err, explain(error, program, doubled));
  }
  for (std::size_t i = 0; i < commands.size(); ++i) {
    if (commands[i]->parsed()) {
      return actions.at(i)(services, Streams{.out = out, .err = err});
    }
  }
  return wrong_usage(err, "which command?");
}

}  // namespace

int run(const std::vector<std::string>& args, app::Services& services, std::ostream& out,
        std::ostream& err) {
  const int status = run_command(args, services, out, err);
  if (out.flush() || services.terminal.out_reader_left()) {
    return status;
  }
  app::print_error({.reason = Reason::kIoFailed,
                    .message = "standard output cannot be written, and what it got is incomplete",
                    .remedy = "look for a full disk"},
                   err);
  return gate::exit_code(gate::Decision::kError);
}

}  // namespace headgate::cli
