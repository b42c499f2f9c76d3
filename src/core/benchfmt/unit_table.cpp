#include "core/benchfmt/unit_table.h"

#include <fmt/core.h>

#include "core/unit/unit.h"

namespace headgate::benchfmt {

std::optional<std::string> UnitTable::add(const UnitMetadata& metadata) {
  const auto [known, is_new] = values_.try_emplace(
      {unit::tidy(metadata.unit).base, std::string(metadata.key)}, metadata.value);
  if (is_new || known->second == metadata.value) {
    return std::nullopt;
  }
  return fmt::format("metadata {} of unit {} already set to {}", metadata.key, metadata.unit,
                     known->second);
}

std::optional<std::string_view> UnitTable::find(std::string_view base_unit,
                                                std::string_view key) const {
  const auto known = values_.find({std::string(base_unit), std::string(key)});
  return known == values_.end() ? std::nullopt : std::optional<std::string_view>(known->second);
}

}  // namespace headgate::benchfmt
