// What `Unit` lines said about each unit, over all inputs: the first statement wins, and a
// different one later is a conflict that somebody must hear about.
//
// Errors:  a conflict is a message; the table keeps what it had.
// Cost:    logarithmic in the number of statements, of which there are few.

#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/benchfmt/record.h"

namespace headgate::benchfmt {

/// Metadata by base unit and key, so that `ns/op` and `sec/op` are one unit.
class UnitTable {
 public:
  /// Takes a statement in. Returns what is wrong when the key already has another value, such as
  /// "metadata better of unit ns/op already set to lower"; repeating a statement is fine.
  std::optional<std::string> add(const UnitMetadata& metadata);

  /// The value of `key` for a base unit; nullopt when nothing was said. Valid as long as the table.
  [[nodiscard]] std::optional<std::string_view> find(std::string_view base_unit,
                                                     std::string_view key) const;

 private:
  std::map<std::pair<std::string, std::string>, std::string> values_;
};

}  // namespace headgate::benchfmt
