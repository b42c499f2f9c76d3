// The environment variables of this process as a value, read once and passed on.
//
// On GitHub some of them are secrets (tokens of the job), and code of the pull request runs beside
// us. So whoever wires the program reads the environment first, and then takes it out of reach.

#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/result/result.h"

namespace headgate::os {

/// Names and values; immutable. Names are case-sensitive and may hold anything but "=".
class Environment {
 public:
  using Variables = std::map<std::string, std::string, std::less<>>;

  Environment() = default;

  explicit Environment(Variables variables) : variables_(std::move(variables)) {}

  /// The variables of this process. Of a name that is there twice the first counts, as for getenv.
  [[nodiscard]] static Environment current();

  /// The value, which may be empty; nullopt when the variable is not set.
  [[nodiscard]] std::optional<std::string> get(std::string_view name) const;

  /// The value, or `otherwise` for a variable that is not set or empty, which mostly mean the same.
  [[nodiscard]] std::string value(std::string_view name, std::string_view otherwise = {}) const;

  /// Every variable, sorted by name.
  [[nodiscard]] const Variables& all() const { return variables_; }

 private:
  Variables variables_;
};

/// Overwrites the block of memory that /proc/<pid>/environ shows, and unsets every variable but
/// those in `keep` (libraries look at some, such as HOME and TZ). Values that are already copied,
/// as in an Environment, are not touched. Only for a process that has one thread.
Status erase_process_environment(const std::vector<std::string>& keep);

/// Keeps processes of the same user from reading our memory or tracing us, and us from dumping
/// core. A child loses the protection when it starts another program.
Status set_not_dumpable();

}  // namespace headgate::os
