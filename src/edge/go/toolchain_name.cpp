// Toolchain names and where the go command is.

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "edge/go/go.h"

namespace headgate::go {
namespace {

// major, minor, kind, number of the patch or pre-release; kinds as they follow each other.
using Version = std::array<int, 4>;

enum Kind : int { kBeta, kCandidate, kRelease };

constexpr Version kNoVersion = {-1, 0, 0, 0};

bool take(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) {
    return false;
  }
  text.remove_prefix(prefix.size());
  return true;
}

// The number at the front of `text`; 0 where there is none.
int take_number(std::string_view& text) {
  std::size_t digits = 0;
  while (digits < text.size() && text[digits] >= '0' && text[digits] <= '9') {
    ++digits;
  }
  int value = 0;
  std::from_chars(text.data(), text.data() + digits, value);
  text.remove_prefix(digits);
  return value;
}

// "go1.26" is go1.26.0: before Go 1.21 the first release of a line was called so.
Version version_of(std::string_view name) {
  if (!take(name, "go") || name.empty() || name.front() < '0' || name.front() > '9') {
    return kNoVersion;
  }
  Version version = {take_number(name), 0, kRelease, 0};
  if (take(name, ".")) {
    version[1] = take_number(name);
  }
  if (take(name, "rc")) {
    version[2] = kCandidate;
    version[3] = take_number(name);
  } else if (take(name, "beta")) {
    version[2] = kBeta;
    version[3] = take_number(name);
  } else if (take(name, ".")) {
    version[3] = take_number(name);
  }
  return version;
}

// Whether somebody may execute it: who runs it is the caller's affair.
bool is_program(const std::string& path) {
  using std::filesystem::perms;
  constexpr perms kExecutable = perms::owner_exec | perms::group_exec | perms::others_exec;
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::status(path, error);
  return !error && std::filesystem::is_regular_file(status) &&
         (status.permissions() & kExecutable) != perms::none;
}

}  // namespace

std::string newer_toolchain(const std::string& one, const std::string& other) {
  return version_of(one) < version_of(other) ? other : one;
}

Result<std::string> find_go(const std::string& path) {
  for (std::size_t begin = 0; begin <= path.size();) {
    const std::size_t end = std::min(path.find(':', begin), path.size());
    const std::string folder = path.substr(begin, end - begin);
    if (folder.starts_with('/') && is_program(folder + "/go")) {
      return folder + "/go";
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
