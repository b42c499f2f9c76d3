// Toolchain names and where the go command is.

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <system_error>

#include "edge/go/go.h"

namespace headgate::go {
namespace {

// major, minor, kind (beta 0, rc 1, release 2), number of the patch or pre-release.
using Version = std::array<int, 4>;

int number_at(std::string_view text, std::size_t& at) {
  int value = 0;
  const char* begin = text.data() + std::min(at, text.size());
  const auto [end, error] = std::from_chars(begin, text.data() + text.size(), value);
  at += static_cast<std::size_t>(end - begin);
  return value;
}

Version version_of(std::string_view name) {
  if (!name.starts_with("go")) {
    return {-1, 0, 0, 0};
  }
  std::size_t at = 2;
  Version version{number_at(name, at), 0, 2, 0};
  if (at < name.size() && name[at] == '.') {
    version[1] = number_at(name, ++at);
  }
  const std::string_view rest = name.substr(std::min(at, name.size()));
  if (rest.starts_with("rc") || rest.starts_with("beta")) {
    version[2] = rest.starts_with("rc") ? 1 : 0;
    at += rest.starts_with("rc") ? 2 : 4;
    version[3] = number_at(name, at);
  } else if (rest.starts_with(".")) {
    version[3] = number_at(name, ++at);
  }
  return version;
}

bool is_program(const std::string& path) {
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::status(path, error);
  return !error && std::filesystem::is_regular_file(status) &&
         (status.permissions() & std::filesystem::perms::others_exec) !=
             std::filesystem::perms::none;
}

}  // namespace

std::string newer_toolchain(const std::string& one, const std::string& other) {
  return version_of(one) < version_of(other) ? other : one;
}

Result<std::string> find_go(const std::string& path) {
  for (std::size_t begin = 0; begin <= path.size();) {
    const std::size_t end = std::min(path.find(':', begin), path.size());
    const std::string candidate = path.substr(begin, end - begin) + "/go";
    if (candidate.front() == '/' && candidate.size() > 3 && is_program(candidate)) {
      return candidate;
    }
    begin = end + 1;
  }
  if (const std::string fallback = "/usr/local/go/bin/go"; is_program(fallback)) {
    return fallback;
  }
  return Error{.reason = Reason::kToolchainMissing,
               .message = "there is no go command in PATH or in /usr/local/go",
               .remedy = "install Go 1.21 or newer, or use the action's own image"};
}

}  // namespace headgate::go
