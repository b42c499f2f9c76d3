// Any text is a settings file or an error with a place.

#include "core/config/settings.h"

#include "input.h"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace headgate::config;
  const std::string text(headgate::fuzz::text(data, size));
  const auto applied = apply_yaml({}, text, "f.yml", Sections::kAll);
  headgate::fuzz::require(applied.has_value() || !applied.error().message.empty());
  return 0;
}
