#include "core/config/mapping_reading.h"

#include <algorithm>
#include <cstdint>

#include <fmt/core.h>
#include <fmt/format.h>

#include "core/config/settings.h"

namespace headgate::config {

Status check_version(std::string_view file, const Mapping& root) {
  constexpr std::uint64_t kVersion = 1;
  constexpr std::uint64_t kNewest = 1'000'000;
  const auto entry = std::ranges::find(root.entries, kVersionKey, &Entry::key);
  if (entry == root.entries.end()) {
    return Error{.reason = Reason::kConfigInvalid,
                 .message = fmt::format("{}: version is missing", file),
                 .remedy = "add the line: version: 1"};
  }
  const Subject subject{.source = std::string(file), .name = std::string(kVersionKey)};
  const Result<std::uint64_t> version = read_integer(subject, entry->value, kVersion, kNewest);
  if (!version) {
    return unexpected(subject, entry->value, "1");
  }
  if (*version > kVersion) {
    return invalid(
        subject, entry->value.line,
        fmt::format("{} is newer than this headgate, which reads {}", *version, kVersion),
        "update headgate");
  }
  return ok();
}

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
