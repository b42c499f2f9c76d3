#include "cli/setting_flags.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <fmt/core.h>

namespace headgate::cli {

void SettingFlags::declare(CLI::App& command, Which which) {
  for (const config::SettingSpec& spec : config::settings_table()) {
    if (spec.flag.empty() || (which == Which::kPolicy && spec.section != "policy")) {
      continue;
    }
    const bool many = spec.arity == config::SettingSpec::Arity::kMany;
    std::string help(spec.help);
    if (!spec.default_text.empty()) {
      help += fmt::format(" [{}]", spec.default_text);
    }
    CLI::Option* option =
        command.add_option(fmt::format("--{}", spec.flag), values_[std::string(spec.flag)], help);
    option->option_text(fmt::format("{}{}", spec.type, many ? " ..." : ""))
        ->group(spec.section == "policy" ? "Policy" : "Measuring")
        ->expected(1)
        ->allow_extra_args(false)
        ->multi_option_policy(many ? CLI::MultiOptionPolicy::TakeAll
                                   : CLI::MultiOptionPolicy::TakeLast);
  }
}

std::vector<config::Override> SettingFlags::overrides() const {
  std::vector<config::Override> overrides;
  for (const config::SettingSpec& spec : config::settings_table()) {
    const auto found = values_.find(spec.flag);
    if (found != values_.end() && !found->second.empty()) {
      overrides.push_back({.flag = std::string(spec.flag),
                           .values = found->second,
                           .origin = fmt::format("flag --{}", spec.flag)});
    }
  }
  return overrides;
}

}  // namespace headgate::cli
