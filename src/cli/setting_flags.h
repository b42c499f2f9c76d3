// Flags that are settings: made from the one table of settings, so that a flag, a YAML key and an
// action input can never drift apart.

#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "cli/cli11_fwd.h"
#include "core/config/settings.h"

namespace headgate::cli {

/// The values of the setting flags of one subcommand, bound while it is parsed.
class SettingFlags {
 public:
  enum class Which { kAll, kPolicy };

  /// Declares a flag for every setting of the table that has one.
  void declare(CLI::App& command, Which which);

  /// What was given, in the order of the table.
  [[nodiscard]] std::vector<config::Override> overrides() const;

 private:
  std::map<std::string, std::vector<std::string>, std::less<>> values_;
};

}  // namespace headgate::cli
