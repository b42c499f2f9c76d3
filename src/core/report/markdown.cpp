#include "core/report/markdown.h"

#include <algorithm>

#include "core/github/commands.h"

namespace headgate::report {

std::string markdown_text(std::string_view text) {
  constexpr std::string_view kPunctuation = "\\`*_{}[]|#~!";
  std::string result;
  for (const char c : github::neutral_word(text)) {
    if (c == '&') {
      result += "&amp;";
    } else if (c == '<') {
      result += "&lt;";
    } else if (c == '>') {
      result += "&gt;";
    } else if (c == '@') {
      result += "&#64;";
    } else {
      if (kPunctuation.find(c) != std::string_view::npos) {
        result += '\\';
      }
      result += c;
    }
  }
  return result;
}

std::string markdown_code(std::string_view text) {
  const std::string word = github::neutral_word(text);
  if (word.empty()) {
    return word;
  }
  std::size_t longest = 0;
  std::size_t run = 0;
  std::string inside;
  for (const char c : word) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
    if (c == '|') {
      inside += '\\';
    }
    inside += c;
  }
  const std::string fence(longest + 1, '`');
  const bool touches = inside.front() == '`' || inside.back() == '`';
  return fence + (touches ? " " + inside + " " : inside) + fence;
}

}  // namespace headgate::report
