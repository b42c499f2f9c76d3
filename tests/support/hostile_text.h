// Random text made of what programs, terminals and GitHub's runner act on, for tests of everything
// that shows foreign text.

#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "support/samples.h"

namespace headgate::testing_support {

/// Up to `most_tokens` tokens in a row, the same for the same state of `numbers`.
inline std::string hostile_text(SeededNumbers& numbers, std::size_t most_tokens = 12) {
  using namespace std::string_view_literals;
  static constexpr auto kTokens = std::to_array<std::string_view>({
      "::"sv,
      ":"sv,
      "::error::"sv,
      "::error file=a.go,line=1::"sv,
      "::add-mask::"sv,
      "::stop-commands::x"sv,
      "::set-env name=A::"sv,
      "##["sv,
      "##[error]"sv,
      "##[group]"sv,
      "#"sv,
      "##"sv,
      "["sv,
      "]"sv,
      "\r"sv,
      "\n"sv,
      "\r\n"sv,
      "\t"sv,
      "\0"sv,
      " "sv,
      "\v"sv,
      "\f"sv,
      "\x1b[31m"sv,
      "\x1b]8;;http://x\a"sv,
      "\b"sv,
      "\x7f"sv,
      ".go"sv,
      ".go:"sv,
      ".go:1:2: "sv,
      ".go:1: "sv,
      "a/b.go:12:3:"sv,
      "x"sv,
      "BenchmarkX/n=1-4"sv,
      "1"sv,
      "2:"sv,
      "%0A"sv,
      "%0D"sv,
      "%25"sv,
      "%3A"sv,
      "%"sv,
      "|"sv,
      "`"sv,
      "```"sv,
      "<b>"sv,
      "<!--"sv,
      "&lt;"sv,
      "@user"sv,
      "\\"sv,
      "*"sv,
      "_"sv,
      "~"sv,
      "- "sv,
      "<<"sv,
      "="sv,
      ","sv,
      ";"sv,
      "\xff"sv,
      "\xc3"sv,
      "\xed\xa0\x80"sv,
      "\xf0\x9f"sv,
      "\xc0\x80"sv,
      "µ"sv,
      "日本"sv,
      "😀"sv,
      "e\u0301"sv,
      "\u0085"sv,
      "\u00a0"sv,
      "\u00ad"sv,
      "\u034f"sv,
      "\u061c"sv,
      "\u1680"sv,
      "\u180e"sv,
      "\u2003"sv,
      "\u200b"sv,
      "\u200d"sv,
      "\u2028"sv,
      "\u2029"sv,
      "\u202e"sv,
      "\u202f"sv,
      "\u2060"sv,
      "\u2066"sv,
      "\u3000"sv,
      "\u3164"sv,
      "\ufe0f"sv,
      "\ufeff"sv,
      "\ufff9"sv,
      "\U000e0041"sv,
      "\U000e0101"sv,
      "\U0001d173"sv,
  });
  std::string text;
  for (std::size_t count = numbers.below(most_tokens + 1); count > 0; --count) {
    // Now and then a long run, to meet the limits.
    const std::string_view token = kTokens[numbers.below(kTokens.size())];
    const std::size_t repeats = numbers.below(200) == 0 ? 1 + numbers.below(500) : 1;
    for (std::size_t i = 0; i < repeats; ++i) {
      text += token;
    }
  }
  return text;
}

}  // namespace headgate::testing_support
