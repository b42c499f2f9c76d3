#include "cli/cli.h"

#include <algorithm>
#include <array>
#include <ostream>
#include <string_view>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <fmt/core.h>

#include "cli/command.h"
#include "core/config/settings.h"
#include "core/gate/finding.h"

namespace headgate::cli {
namespace {

constexpr const char* kAbout =
    "headgate: a benchmark gate for Go pull requests. Red means slower; green means it was really "
    "compared.";
constexpr const char* kFooter = R"(Try `headgate run --help`. Exit codes of run, replay and action:
  0 compared, no confirmed regression      1 at least one regression
  2 could not decide (a reason is given)   3 too noisy to decide)";

const int kError = gate::exit_code(gate::Decision::kError);

/// Options as "--flag TYPE   help", without CLI11's own notes on defaults and counts.
class HelpFormatter final : public CLI::Formatter {
 public:
  HelpFormatter() { column_width(32); }

  std::string make_option_opts(const CLI::Option* option) const override {
    const std::string text = option->get_option_text();
    return text.empty() ? std::string() : " " + text;
  }
};

/// "usage: message" in one line on err, and where help is.
int wrong_usage(std::ostream& err, const std::string& message) {
  err << "headgate: " << message << '\n';
  return kError;
}

// A first word that is no command gets the nearest one named; CLI11 only says that one is required.
std::string unknown_command(const CLI::App& program, const std::string& word) {
  std::vector<std::string> names;
  for (const CLI::App* command : program.get_subcommands([](const CLI::App*) { return true; })) {
    names.push_back(command->get_name());
  }
  const std::vector<std::string_view> known(names.begin(), names.end());
  const std::string nearest = config::nearest(word, known);
  std::string message = fmt::format("there is no command '{}'", word);
  message +=
      nearest.empty() ? "; see headgate --help" : fmt::format("; did you mean '{}'?", nearest);
  return message;
}

bool names_command(const CLI::App& program, const std::string& word) {
  const auto commands = program.get_subcommands([](const CLI::App*) { return true; });
  return std::any_of(commands.begin(), commands.end(),
                     [&](const CLI::App* one) { return one->get_name() == word; });
}

}  // namespace

int run(const std::vector<std::string>& args, app::Services& services, std::ostream& out,
        std::ostream& err) {
  CLI::App program(kAbout, "headgate");
  program.footer(kFooter);
  program.formatter(std::make_shared<HelpFormatter>());
  program.require_subcommand(1);
  program.set_version_flag("--version", fmt::format("headgate {}", services.version));
  const std::array actions = {declare_action(program), declare_run(program),
                              declare_replay(program)};
  if (args.empty()) {
    err << program.help();
    return kError;
  }
  if (!args.front().starts_with("-") && !names_command(program, args.front())) {
    return wrong_usage(err, unknown_command(program, args.front()));
  }
  try {
    program.parse(std::vector<std::string>(args.rbegin(), args.rend()));
  } catch (const CLI::CallForHelp&) {
    const std::vector<CLI::App*> chosen = program.get_subcommands();
    out << (chosen.empty() ? program.help() : chosen.front()->help());
    return 0;
  } catch (const CLI::CallForVersion& version) {
    out << version.what() << '\n';
    return 0;
  } catch (const CLI::ParseError& error) {
    const std::vector<CLI::App*> chosen = program.get_subcommands();
    return wrong_usage(err, fmt::format("{}; see headgate {}--help", error.what(),
                                        chosen.empty() ? "" : chosen.front()->get_name() + " "));
  }
  const std::vector<CLI::App*> all = program.get_subcommands([](const CLI::App*) { return true; });
  const auto chosen = std::find(all.begin(), all.end(), program.get_subcommands().front());
  return actions.at(static_cast<std::size_t>(chosen - all.begin()))(
      services, Streams{.out = out, .err = err});
}

}  // namespace headgate::cli
