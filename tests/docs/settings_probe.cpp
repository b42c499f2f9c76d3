// What the document tests ask the program's table of settings.
//
//   settings_probe list          one setting a line: name of the input (empty for none), tab, key
//   settings_probe read FILE     reads a settings file; names the settings that differ from the
//   defaults

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <span>
#include <string>
#include <string_view>

#include <fmt/core.h>

#include "core/config/settings.h"

namespace {

using headgate::config::Settings;
using headgate::config::SettingSpec;

std::string_view last_part(std::string_view key) { return key.substr(key.rfind('.') + 1); }

int list() {
  for (const SettingSpec& spec : headgate::config::settings_table()) {
    if (!spec.key.empty()) {
      fmt::print("{}\t{}\n", spec.flag.empty() ? "" : last_part(spec.key), spec.key);
    }
  }
  return EXIT_SUCCESS;
}

int read(const char* path) {
  std::ifstream file(path);
  const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  const auto settings =
      headgate::config::apply_yaml(Settings(), text, path, headgate::config::Sections::kAll);
  if (!settings) {
    fmt::print(stderr, "{}\n", settings.error().message);
    return EXIT_FAILURE;
  }
  for (const std::string& name : headgate::config::differences(Settings(), *settings)) {
    fmt::print("{}\n", name);
  }
  return EXIT_SUCCESS;
}

}  // namespace

int main(int argc, char** argv) {
  const std::span<char*> arguments(argv, static_cast<std::size_t>(argc));
  if (argc == 2 && std::string_view(arguments[1]) == "list") {
    return list();
  }
  if (argc == 3 && std::string_view(arguments[1]) == "read") {
    return read(arguments[2]);
  }
  std::fputs("usage: settings_probe list | read FILE\n", stderr);
  return EXIT_FAILURE;
}
