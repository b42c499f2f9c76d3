#include "cli/double_dashes.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

namespace headgate::cli {
namespace {

// One or two dashes and a word: short flags have one letter.
bool spells_long_flag(const std::string& arg) {
  const std::size_t dashes = arg.starts_with("--") ? 2 : arg.starts_with('-') ? 1 : 0;
  const auto is_letter = [](char character) {
    return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z');
  };
  return dashes > 0 && arg.size() > dashes + 1 && is_letter(arg[dashes]) && arg[dashes + 1] != '=';
}

const CLI::App* subcommand(const CLI::App& app, const std::string& name) {
  const std::vector<const CLI::App*> named =
      app.get_subcommands([&](const CLI::App* one) { return one->get_name() == name; });
  return named.empty() ? nullptr : named.front();
}

}  // namespace

std::vector<std::string> double_dashes(const CLI::App& program,
                                       const std::vector<std::string>& args) {
  std::size_t first = 0;  // behind the words that name the command
  const CLI::App* command = &program;
  while (const CLI::App* inner =
             first < args.size() ? subcommand(*command, args[first]) : nullptr) {
    command = inner;
    ++first;
  }
  if (first == 0) {
    return args;
  }
  std::vector<std::string> doubled = args;
  for (std::size_t i = first; i < doubled.size() && doubled[i] != "--"; ++i) {
    std::string& arg = doubled[i];
    if (!spells_long_flag(arg)) {
      continue;
    }
    if (!arg.starts_with("--")) {
      arg.insert(0, 1, '-');
    }
    const CLI::Option* flag = command->get_option_no_throw(arg.substr(0, arg.find('=')));
    if (flag == nullptr) {
      continue;
    }
    const bool takes_next =
        flag->get_items_expected_min() > 0 && arg.find('=') == std::string::npos;
    i += takes_next ? 1 : 0;
  }
  return doubled;
}

}  // namespace headgate::cli
