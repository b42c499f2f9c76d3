// What can be asked about a value: the keys that filters and projections share.
//
// Errors:  none; a key that is absent has the empty value, as in benchstat.
// Cost:    linear in the name or the configuration.
// Source:  golang.org/x/perf, package benchproc, revision 712aea8b4705.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/compare/input.h"

namespace headgate::compare {

enum class KeyKind {
  kName,           ///< .name: before the first '/', or without the GOMAXPROCS suffix
  kFullName,       ///< .fullname
  kFile,           ///< .file
  kConfiguration,  ///< .config: all keys of configuration lines
  kUnit,           ///< .unit
  kPart,           ///< /key of the name
  kGomaxprocs,     ///< /gomaxprocs: the suffix, else a part of that name
  kConfigKey,      ///< anything else
};

struct Key {
  KeyKind kind;
  std::string text;  ///< as written, "/size"

  friend bool operator==(const Key&, const Key&) = default;
};

[[nodiscard]] Key key_of(std::string text);

/// Whose keys are asked for. Indices into the input.
struct Subject {
  const Input& input;
  std::uint32_t name;
  std::uint32_t configuration;
};

/// The value of any key but kConfiguration and kUnit; a view into the input.
[[nodiscard]] std::string_view value_of(const Key& key, const Subject& subject);

/// The value of a configuration key; empty when it is not set.
[[nodiscard]] std::string_view value_of(const Configuration& configuration, std::string_view key);

}  // namespace headgate::compare
