#include "core/config/mapping_reading.h"

#include <fmt/core.h>
#include <fmt/format.h>

#include "core/config/settings.h"

namespace headgate::config {

Error unknown_key(std::string_view source, std::size_t line, std::string_view key,
                  std::string_view where, std::span<const std::string_view> known) {
  const std::string near = nearest(key, known);
  Error error{
      .reason = Reason::kConfigInvalid,
      .message = fmt::format("{}: unknown key {}{}", place(source, line), quoted(key), where)};
  if (near.empty()) {
    error.remedy = fmt::format("known{}: {}", where, fmt::join(known, ", "));
  } else {
    error.message += fmt::format("; did you mean \"{}\"?", near);
  }
  return error;
}

}  // namespace headgate::config
