#include "core/lint/identifier.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>

#include "core/lint/unicode_tables.h"

namespace headgate::lint {
namespace {

constexpr std::string_view kPrefix = "Benchmark";

struct Rune {
  char32_t value;
  std::size_t size_bytes;
};

/// The first code point of `text`; nullopt when it does not start with valid UTF-8.
std::optional<Rune> first_rune(std::string_view text) {
  const auto byte = [&](std::size_t i) -> char32_t { return static_cast<unsigned char>(text[i]); };
  const char32_t lead = byte(0);
  if (lead < 0x80) {
    return Rune{.value = lead, .size_bytes = 1};
  }
  const std::size_t size = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  constexpr char32_t kSmallest[] = {0, 0, 0x80, 0x800, 0x10000};
  if (lead < 0xc0 || lead > 0xf7 || text.size() < size) {
    return std::nullopt;
  }
  char32_t value = lead & (0x7fU >> size);
  for (std::size_t i = 1; i < size; ++i) {
    if ((byte(i) & 0xc0U) != 0x80) {
      return std::nullopt;
    }
    value = (value << 6U) | (byte(i) & 0x3fU);
  }
  const bool is_surrogate = value >= 0xd800 && value < 0xe000;
  if (value < kSmallest[size] || value > 0x10ffff || is_surrogate) {
    return std::nullopt;
  }
  return Rune{.value = value, .size_bytes = size};
}

bool contains(std::span<const RuneRange> table, char32_t rune) {
  const auto range =
      std::lower_bound(table.begin(), table.end(), rune,
                       [](const RuneRange& entry, char32_t value) { return entry.last < value; });
  return range != table.end() && range->first <= rune && (rune - range->first) % range->step == 0;
}

bool is_letter(char32_t rune) {
  return rune < 0x80 ? (rune >= 'a' && rune <= 'z') || (rune >= 'A' && rune <= 'Z') || rune == '_'
                     : contains(letters(), rune);
}

bool is_digit(char32_t rune) {
  return rune < 0x80 ? rune >= '0' && rune <= '9' : contains(digits(), rune);
}

bool is_lower_case(char32_t rune) {
  return rune < 0x80 ? rune >= 'a' && rune <= 'z' : contains(lower_case_letters(), rune);
}

}  // namespace

bool is_identifier(std::string_view text) {
  std::string_view rest = text;
  while (!rest.empty()) {
    const std::optional<Rune> rune = first_rune(rest);
    const bool may_be_digit = rest.size() < text.size();
    if (!rune || !(is_letter(rune->value) || (may_be_digit && is_digit(rune->value)))) {
      return false;
    }
    rest.remove_prefix(rune->size_bytes);
  }
  return !text.empty();
}

bool is_benchmark_name(std::string_view identifier) {
  if (!identifier.starts_with(kPrefix)) {
    return false;
  }
  const std::string_view rest = identifier.substr(kPrefix.size());
  if (rest.empty()) {
    return true;
  }
  const std::optional<Rune> rune = first_rune(rest);
  return !rune || !is_lower_case(rune->value);
}

}  // namespace headgate::lint
