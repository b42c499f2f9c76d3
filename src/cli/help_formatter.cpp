#include "cli/help_formatter.h"

#include <string>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <fmt/core.h>

namespace headgate::cli {
namespace {

constexpr std::size_t kHelpColumn = 37;  // behind the longest "--flag TYPE" of ours

class HelpFormatter final : public CLI::Formatter {
 public:
  HelpFormatter() {
    column_width(kHelpColumn);
    label("SUBCOMMAND", "COMMAND");
    label("Positionals", "Arguments");
  }

  std::string make_help(const CLI::App* app, std::string name,
                        CLI::AppFormatMode mode) const override {
    const std::string text = make_description(app) + "\n" + make_usage(app, std::move(name)) +
                             make_positionals(app) + make_groups(app, mode) +
                             make_subcommands(app, mode) + "\n" + make_footer(app);
    return CLI::detail::find_and_replace(text, "\n\n\n", "\n\n");
  }

  std::string make_option_name(const CLI::Option* option, bool is_positional) const override {
    return is_positional ? option->get_option_text()
                         : CLI::detail::find_and_replace(option->get_name(false, true), ",", ", ");
  }

  std::string make_option_opts(const CLI::Option* option) const override {
    const bool has_value = !option->get_positional() && !option->get_option_text().empty();
    return has_value ? " " + option->get_option_text() : std::string();
  }

  std::string make_option_usage(const CLI::Option* option) const override {
    return option->get_required() ? option->get_option_text()
                                  : fmt::format("[{}]", option->get_option_text());
  }
};

}  // namespace

std::shared_ptr<CLI::FormatterBase> help_formatter() { return std::make_shared<HelpFormatter>(); }

}  // namespace headgate::cli
