#include "cli/wrong_usage.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <fmt/core.h>

#include "core/config/settings.h"

namespace headgate::cli {
namespace {

std::vector<std::string> command_names(const CLI::App& program) {
  std::vector<std::string> names;
  for (const CLI::App* command : program.get_subcommands({})) {
    names.push_back(command->get_name());
  }
  return names;
}

std::vector<std::string> flag_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) {
      names.push_back("--" + name);
    }
  }
  return names;
}

// "; did you mean 'run'?", or where to look.
std::string advice(std::string_view word, const std::vector<std::string>& known,
                   const std::string& help) {
  const std::vector<std::string_view> views(known.begin(), known.end());
  const std::string nearest = config::nearest(word, views);
  return nearest.empty() ? fmt::format("; see {}", help)
                         : fmt::format("; did you mean '{}'?", nearest);
}

// The innermost command that was named; the program itself where none was.
const CLI::App& chosen(const CLI::App& program) {
  const CLI::App* command = &program;
  while (!command->get_subcommands().empty()) {
    command = command->get_subcommands().front();
  }
  return *command;
}

// "headgate ledger add"
std::string path_of(const CLI::App& command) {
  const CLI::App* parent = command.get_parent();
  return parent == nullptr ? command.get_name()
                           : fmt::format("{} {}", path_of(*parent), command.get_name());
}

// The first argument that nobody took.
std::optional<std::string> left_over(const CLI::App& program,
                                     const std::vector<std::string>& args) {
  const std::vector<std::string> remaining = program.remaining(true);
  const auto first = std::find_if(args.begin(), args.end(), [&](const std::string& arg) {
    return std::find(remaining.begin(), remaining.end(), arg) != remaining.end();
  });
  return first == args.end() ? std::nullopt : std::optional(*first);
}

}  // namespace

std::string explain(const CLI::ParseError& error, const CLI::App& program,
                    const std::vector<std::string>& args) {
  const CLI::App& command = chosen(program);
  const bool has_commands = !command_names(command).empty();
  const std::string help = fmt::format("{} --help", path_of(command));
  if (const std::optional<std::string> word = left_over(program, args)) {
    if (word->starts_with("-")) {
      return fmt::format("there is no flag '{}'{}", *word,
                         advice(*word, flag_names(command), help));
    }
    if (has_commands) {
      return fmt::format("there is no command '{}'{}", *word,
                         advice(*word, command_names(command), help));
    }
    return fmt::format("'{}' is one word too many; see {}", *word, help);
  }
  if (has_commands) {
    return fmt::format("which command? See {}", help);
  }
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr) {
    const std::string_view text = error.what();
    return fmt::format("{} needs a value; see {}", text.substr(0, text.find(':')), help);
  }
  const std::string text = error.what();
  if (dynamic_cast<const CLI::ConversionError*>(&error) != nullptr) {
    // "Could not convert: --alpha = x"
    const std::string_view assignment = std::string_view(text).substr(text.find(": ") + 2);
    return fmt::format("{} is not what it takes; see {}", assignment, help);
  }
  if (dynamic_cast<const CLI::RequiredError*>(&error) != nullptr) {
    // "files is required": what --help calls FILE.... A flag is called what it is.
    const std::string name = text.substr(0, text.find(' '));
    const CLI::Option* option = command.get_option_no_throw(name);
    if (option != nullptr && !option->get_option_text().empty()) {
      return fmt::format("{}{} is missing; see {}", name.starts_with('-') ? name + ' ' : "",
                         option->get_option_text(), help);
    }
  }
  return fmt::format("{}; see {}", text, help);
}

}  // namespace headgate::cli
