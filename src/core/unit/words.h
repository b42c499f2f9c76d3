// How a unit falls into words: `p99-ns/op` is "p99" and "ns" in the numerator, "op" in the
// denominator. tidy() and prefix_class() must see the same words.
//
// Units:   as spelled, tidied or not.
// Errors:  none; any text falls into words.
// Cost:    linear, no allocation.
// Source:  golang.org/x/perf, package benchunit, revision 712aea8b4705.

#pragma once

#include <cstddef>
#include <string_view>

namespace headgate::unit {

enum class Side { kNumerator, kDenominator };

struct Word {
  /// Without separators; may be empty between two of them.
  std::string_view text;
  Side side;
  /// The separator after the word; empty at the end. All words and separators in order are the
  /// unit.
  std::string_view separator;
};

/// Calls `visit(word)` for each word from left to right. '*' begins a numerator, '/' a denominator;
/// '-' and blanks only separate.
template <typename Visitor>
void for_each_word(std::string_view unit, Visitor visit) {
  constexpr std::string_view kSeparators = "*/- \t";
  Side side = Side::kNumerator;
  while (true) {
    const std::size_t length = unit.find_first_of(kSeparators);
    if (length == std::string_view::npos) {
      visit(Word{.text = unit, .side = side, .separator = {}});
      return;
    }
    visit(Word{.text = unit.substr(0, length), .side = side, .separator = unit.substr(length, 1)});
    if (unit[length] == '*') {
      side = Side::kNumerator;
    } else if (unit[length] == '/') {
      side = Side::kDenominator;
    }
    unit.remove_prefix(length + 1);
  }
}

}  // namespace headgate::unit
