// headgate ledger: declaration.

#include <chrono>
#include <string>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include "app/ledger.h"
#include "cli/command.h"
#include "cli/not_empty.h"
#include "cli/one_of.h"
#include "cli/output_options.h"

namespace headgate::cli {
namespace {

constexpr const char* kExamples = R"(Examples:
  headgate ledger add headgate-results sum/BenchmarkInts/n=1000 --cause 'the loop moved across a cache line' \
      --check 'perf stat: same instructions; gone under -randlayout'
  headgate ledger list
  headgate ledger check --soon-days 30

A regression that a live entry covers is reported as known and fails nothing. Base's ledger counts, so an
entry works for pull requests once it is merged.)";

constexpr const char* kAddExamples = R"(Examples:
  headgate ledger add headgate-results sum/BenchmarkInts/n=1000 --cause 'the loop moved across a cache line' \
      --check 'perf stat: same instructions; gone under -randlayout'
  headgate ledger add headgate-results Decode --unit B/op --max-delta 20% --expires 2027-01-31 \
      --cause 'pooled buffers' --check 'B/op swings as much on equal code' --author Ann

SERIES is a benchmark as the log, verdict.json or a limit of the settings spell it. The entry covers what
was measured, rounded up to a tenth of a percent; measuring again scatters, so cover more with --max-delta.
What stands in the file stays as it is.
Exit codes: 0 added; 2 not added (a reason is given).)";

constexpr const char* kListExamples = R"(Examples:
  headgate ledger list
  headgate ledger list --format json

Exit codes: 0 printed; 2 the ledger is not valid.)";

constexpr const char* kCheckExamples = R"(Examples:
  headgate ledger check
  headgate ledger check --soon-days 0                  only what has expired

Exit codes: 0 every entry counts; 1 one has expired or soon will; 2 the ledger is not valid.)";

struct Options {
  app::LedgerAddOptions add;
  app::LedgerReadOptions list;
  app::LedgerReadOptions check;
  std::string list_format = "text";
  std::string check_format = "text";
  int soon_days = 14;
};

constexpr int kMostSoonDays = 3650;

void add_file(CLI::App& command, std::string& file) {
  command.add_option("--file", file, "the ledger [.headgate-ledger.yml]")
      ->option_text("FILE")
      ->check(not_empty);
}

void add_format(CLI::App& command, std::string& format) {
  command.add_option("--format", format, "how to print entries [text]")
      ->option_text("text|json")
      ->check(one_of({"text", "json"}));
}

CLI::App* declare_add(CLI::App& ledger, app::LedgerAddOptions& add) {
  CLI::App* command = ledger.add_subcommand("add", "Dismiss an alarm of a recorded run");
  command->footer(kAddExamples);
  command->add_option("results", add.results, "results folder of the run that had the alarm")
      ->option_text("RESULTS")
      ->required()
      ->check(not_empty);
  command->add_option("series", add.series, "the benchmark")
      ->option_text("SERIES")
      ->required()
      ->check(not_empty);
  command->add_option("--cause", add.cause, "why the numbers changed, in a sentence")
      ->option_text("TEXT")
      ->required()
      ->check(not_empty);
  command->add_option("--check", add.check, "what was done to find that out")
      ->option_text("TEXT")
      ->required()
      ->check(not_empty);
  command->add_option("--expires", add.expires, "last day, as 2026-11-30 [90 days from today]")
      ->option_text("DATE")
      ->check(not_empty);
  command
      ->add_option("--author", add.author,
                   "who dismisses it [GIT_AUTHOR_NAME, GITHUB_ACTOR or USER]")
      ->option_text("NAME")
      ->check(not_empty);
  command->add_option("--unit", add.unit, "which of its units, where several got worse")
      ->option_text("UNIT")
      ->check(not_empty);
  command->add_option("--max-delta", add.max_delta, "largest change covered [what was measured]")
      ->option_text("PCT")
      ->check(not_empty);
  add_file(*command, add.file);
  return command;
}

CLI::App* declare_list(CLI::App& ledger, Options& options) {
  CLI::App* command = ledger.add_subcommand("list", "Print every dismissed alarm");
  command->footer(kListExamples);
  add_file(*command, options.list.file);
  add_format(*command, options.list_format);
  return command;
}

void declare_check(CLI::App& ledger, Options& options) {
  CLI::App* command = ledger.add_subcommand("check", "Find entries that have expired or soon will");
  command->footer(kCheckExamples);
  add_file(*command, options.check.file);
  command->add_option("--soon-days", options.soon_days, "how many days are soon [14]")
      ->option_text("N")
      ->check(CLI::Range(0, kMostSoonDays));
  add_format(*command, options.check_format);
}

}  // namespace

Action declare_ledger(CLI::App& program) {
  const auto options = std::make_shared<Options>();
  CLI::App* ledger =
      program.add_subcommand("ledger", "Keep alarms that were looked into and dismissed");
  ledger->footer(kExamples);
  ledger->require_subcommand(1);
  const CLI::App* add = declare_add(*ledger, options->add);
  const CLI::App* list = declare_list(*ledger, *options);
  declare_check(*ledger, *options);
  return [options, add, list](app::Services& services, const Streams& streams) {
    const app::Console console = console_for(services, streams);
    if (add->parsed()) {
      return app::ledger_add(services, options->add, console);
    }
    const auto format = [](const std::string& word) {
      return word == "json" ? app::Format::kJson : app::Format::kText;
    };
    if (list->parsed()) {
      app::LedgerReadOptions read = options->list;
      read.format = format(options->list_format);
      return app::ledger_list(services, read, console);
    }
    app::LedgerReadOptions read = options->check;
    read.format = format(options->check_format);
    read.soon = std::chrono::days(options->soon_days);
    return app::ledger_check(services, read, console);
  };
}

}  // namespace headgate::cli
