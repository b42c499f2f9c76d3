#include "core/unit/unit.h"

#include <array>
#include <utility>

#include "core/unit/words.h"

namespace headgate::unit {
namespace {

// One `word` is multiplier / divisor of `base`. Dividing by 1e9 keeps the factor of "ns*ns" as
// close as can be; 1e-9 is not a double.
struct Replacement {
  std::string_view word;
  std::string_view base;
  double multiplier;
  double divisor;
};

constexpr auto kReplacements = std::to_array<Replacement>({
    {.word = "ns", .base = "sec", .multiplier = 1, .divisor = 1e9},
    {.word = "MB", .base = "B", .multiplier = 1e6, .divisor = 1},
});

constexpr auto kDirections = std::to_array<std::pair<std::string_view, Direction>>({
    {"sec/op", Direction::kLower},
    {"B/op", Direction::kLower},
    {"allocs/op", Direction::kLower},
    {"B/s", Direction::kHigher},
});

}  // namespace

Tidied tidy(std::string_view unit) {
  Tidied tidied{.base = "", .factor = 1.0};
  tidied.base.reserve(unit.size() + 1);
  for_each_word(unit, [&](const Word& word) {
    std::string_view text = word.text;
    for (const Replacement& replacement : kReplacements) {
      if (word.side == Side::kNumerator && word.text == replacement.word) {
        text = replacement.base;
        tidied.factor = tidied.factor * replacement.multiplier / replacement.divisor;
      }
    }
    tidied.base += text;
    tidied.base += word.separator;
  });
  return tidied;
}

Direction direction(std::string_view base_unit) {
  for (const auto& [unit, better] : kDirections) {
    if (unit == base_unit) {
      return better;
    }
  }
  return Direction::kUnknown;
}

}  // namespace headgate::unit
