#include "cli/double_dashes.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

namespace headgate::cli {
namespace {

// The long flag that an argument spells, whatever its dashes; nullptr when there is none.
const CLI::Option* long_flag(const CLI::App& command, const std::string& arg) {
  const std::size_t dashes = arg.starts_with("--") ? 2 : 1;
  const std::string name = arg.substr(dashes, arg.find('=') - dashes);
  return name.size() > 1 ? command.get_option_no_throw("--" + name) : nullptr;
}

}  // namespace

std::vector<std::string> double_dashes(const CLI::App& program,
                                       const std::vector<std::string>& args) {
  const std::vector<const CLI::App*> commands = program.get_subcommands(
      [&](const CLI::App* one) { return !args.empty() && one->get_name() == args.front(); });
  const CLI::App* command = commands.empty() ? nullptr : commands.front();
  std::vector<std::string> doubled = args;
  for (std::size_t i = 1; command != nullptr && i < doubled.size() && doubled[i] != "--"; ++i) {
    std::string& arg = doubled[i];
    const CLI::Option* flag = arg.starts_with('-') ? long_flag(*command, arg) : nullptr;
    if (flag == nullptr) {
      continue;
    }
    if (!arg.starts_with("--")) {
      arg.insert(0, 1, '-');
    }
    const bool takes_next =
        flag->get_items_expected_min() > 0 && arg.find('=') == std::string::npos;
    i += takes_next ? 1 : 0;
  }
  return doubled;
}

}  // namespace headgate::cli
