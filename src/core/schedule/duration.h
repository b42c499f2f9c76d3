// Durations as Go writes them: "200ms", "1.5s", "1m30s".
//
// Settings and -test.benchtime share this one spelling, so that a value can go from the settings to
// a test binary as it stands.

#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace headgate::schedule {

/// Seconds of one or more decimal numbers, each with a unit (ns, us, µs, ms, s, m, h), or of a
/// plain "0". What is shorter than a nanosecond is 0. nullopt for anything else: a sign, white
/// space, a number without a unit, more than Go's largest duration (about 292 years).
[[nodiscard]] std::optional<double> parse_duration_sec(std::string_view text);

/// The same spelling: "500ms", "1.5s", "1h30m"; "0s" for 0. To the nanosecond; below 0 is 0.
[[nodiscard]] std::string duration_text(double seconds);

}  // namespace headgate::schedule
