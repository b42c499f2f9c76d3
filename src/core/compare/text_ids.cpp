#include "core/compare/text_ids.h"

#include <functional>

#include <boost/unordered/unordered_flat_map.hpp>

namespace headgate::compare {

struct TextIds::Table {
  boost::unordered_flat_map<std::string_view, std::uint32_t, std::hash<std::string_view>> ids;
};

TextIds::TextIds() : table_(std::make_unique<Table>()) {}

TextIds::TextIds(TextIds&&) noexcept = default;
TextIds& TextIds::operator=(TextIds&&) noexcept = default;
TextIds::~TextIds() = default;

TextIds::Id TextIds::find_or_add(std::string_view text, std::uint32_t next) {
  const auto [at, is_new] = table_->ids.try_emplace(text, next);
  return {.value = at->second, .is_new = is_new};
}

std::optional<std::uint32_t> TextIds::find(std::string_view text) const {
  const auto at = table_->ids.find(text);
  return at == table_->ids.end() ? std::nullopt : std::optional(at->second);
}

}  // namespace headgate::compare
