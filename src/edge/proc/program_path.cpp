#include "edge/proc/program_path.h"

#include <algorithm>
#include <cerrno>

#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

namespace headgate::proc {
namespace {

LaunchFailed nonsense(std::string message) {
  return {.step = LaunchStep::kCheck, .message = std::move(message), .error_number = EINVAL};
}

bool holds_nul(const std::string& text) { return text.find('\0') != std::string::npos; }

bool is_executable_file(const std::string& path) {
  struct stat status {};

  return ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) &&
         ::access(path.c_str(), X_OK) == 0;
}

}  // namespace

std::optional<LaunchFailed> check(const Command& command) {
  if (command.argv.empty() || command.argv.front().empty()) {
    return nonsense("cannot start a command without a program");
  }
  const std::string& program = command.argv.front();
  if (program.front() != '/' && program.find('/') != std::string::npos) {
    return nonsense(fmt::format(
        "cannot start {}: a program is an absolute path or a name without slashes", program));
  }
  if (command.directory.empty() || command.directory.front() != '/') {
    return nonsense(fmt::format("cannot start {}: the folder \"{}\" is not an absolute path",
                                program, command.directory));
  }
  if (std::ranges::any_of(command.argv, holds_nul) || holds_nul(command.directory) ||
      std::ranges::any_of(command.environment, holds_nul)) {
    return nonsense(fmt::format(
        "cannot start {}: an argument, the folder or a variable holds a NUL byte", program));
  }
  return std::nullopt;
}

std::string_view variable(const std::vector<std::string>& environment, std::string_view name) {
  for (const std::string& line : environment) {
    const std::string_view view = line;
    if (view.size() > name.size() && view.starts_with(name) && view[name.size()] == '=') {
      return view.substr(name.size() + 1);
    }
  }
  return {};
}

std::optional<std::string> find_program(const std::string& program,
                                        const std::vector<std::string>& environment) {
  if (program.starts_with('/')) {
    return program;
  }
  std::string_view rest = variable(environment, "PATH");
  while (!rest.empty()) {
    const std::string_view folder = rest.substr(0, rest.find(':'));
    rest.remove_prefix(std::min(rest.size(), folder.size() + 1));
    if (!folder.starts_with('/')) {
      continue;  // "." and "" would mean a folder that the pull request fills
    }
    std::string candidate = fmt::format("{}/{}", folder, program);
    if (is_executable_file(candidate)) {
      return candidate;
    }
  }
  return std::nullopt;
}

}  // namespace headgate::proc
