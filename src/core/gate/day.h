// Calendar days, for what is made on one and expires on another. In UTC, so that a day is the same
// for everybody who reads the file.

#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace headgate::gate {

using Day = std::chrono::sys_days;

/// The day of a moment, in seconds since 1970-01-01 00:00 UTC.
[[nodiscard]] Day day_of(double unix_sec);

/// "2026-11-30", a day that exists between the years 1 and 9999; nullopt for any other text.
[[nodiscard]] std::optional<Day> parse_day(std::string_view text);

/// The day as parse_day reads it.
[[nodiscard]] std::string day_text(Day day);

}  // namespace headgate::gate
