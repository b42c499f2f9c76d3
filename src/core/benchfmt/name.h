// What the full name of a benchmark is made of: `Copy/size=4k/hot-16` is the base `Copy`, the parts
// `/size=4k` and `/hot`, and the GOMAXPROCS suffix `16`. Names here are without "Benchmark", as in
// Measurement.
//
// Whether a final `-16` is the suffix or the end of the programmer's own name cannot be seen from
// the name. split_name() follows the convention of Go's tools and is for showing and grouping;
// identity across two sides uses strip_cpu(), which is told the value.

#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace headgate::benchfmt {

/// A name taken apart. Views into the name; base, parts and `-cpu` put together give it again.
struct NameParts {
  /// What is before the first '/'. Keeps a `-8` of its own when a '/' follows.
  std::string_view base;
  /// Each with its leading '/': "/key=value" or "/word".
  std::vector<std::string_view> parts;
  /// The digits of a final "-<digits>"; empty when there is none.
  std::string_view cpu;
};

[[nodiscard]] NameParts split_name(std::string_view name);

/// The value of the first part "/key=value"; nullopt when no part has this key.
[[nodiscard]] std::optional<std::string_view> value_of(const NameParts& name, std::string_view key);

/// `name` without "-<cpu>" at its end, which Go appends when the benchmark ran with GOMAXPROCS
/// `cpu`. Exactly that value and only once; any other name comes back unchanged, and so does every
/// name when `cpu` is 1, because Go then prints no suffix.
[[nodiscard]] std::string_view strip_cpu(std::string_view name, int cpu);

/// The levels of a name, as `-test.bench` matches them: split at every '/', empty ones included. At
/// least one.
[[nodiscard]] std::vector<std::string_view> levels(std::string_view name);

}  // namespace headgate::benchfmt
