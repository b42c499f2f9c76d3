#include "app/settings_file.h"

#include <fmt/core.h>

#include "app/paths.h"

namespace headgate::app {

Result<config::Settings> read_settings_file(const Services& services, const std::string& path) {
  const Result<std::string> text = services.files.read(absolute(services, path), kMaxSettingsBytes);
  if (!text) {
    return Error{.reason = Reason::kConfigInvalid,
                 .message = fmt::format("the settings file: {}", text.error().message),
                 .remedy = "name a file that can be read"};
  }
  return config::apply_yaml({}, *text, path, config::Sections::kAll);
}

}  // namespace headgate::app
