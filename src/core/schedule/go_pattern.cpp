#include "core/schedule/go_pattern.h"

#include <algorithm>
#include <cstddef>

namespace headgate::schedule {
namespace {

// Follows how deep a scan is inside brackets and parentheses, by Go's rules: an unmatched "]" is
// plain text, parentheses inside brackets do not count, and an unmatched ")" leaves the scan at a
// negative depth, where nothing is cut any more.
class Nesting {
 public:
  void see(char character) {
    switch (character) {
      case '[':
        ++brackets_;
        break;
      case ']':
        brackets_ = brackets_ > 0 ? brackets_ - 1 : 0;
        break;
      case '(':
        parentheses_ += brackets_ == 0 ? 1 : 0;
        break;
      case ')':
        parentheses_ -= brackets_ == 0 ? 1 : 0;
        break;
      default:
        break;
    }
  }

  [[nodiscard]] bool is_outside() const { return brackets_ == 0 && parentheses_ == 0; }

 private:
  int brackets_ = 0;
  int parentheses_ = 0;
};

// The end of the piece of an expression that starts at `start` and that no syntax inside can
// change: an escape, \Q...\E, a character class, or one plain character.
std::size_t piece_end(std::string_view expression, std::size_t start) {
  const auto bounded = [&](std::size_t position) { return std::min(position, expression.size()); };
  if (expression.substr(start, 2) == "\\Q") {
    const std::size_t end = expression.find("\\E", start + 2);
    return end == std::string_view::npos ? expression.size() : end + 2;
  }
  if (expression[start] == '\\') {
    return bounded(start + 2);
  }
  if (expression[start] != '[') {
    return start + 1;
  }
  std::size_t position = start + 1;
  position += expression.substr(position, 1) == "^" ? 1 : 0;
  position += expression.substr(position, 1) == "]" ? 1 : 0;  // the first "]" is a member
  while (position < expression.size() && expression[position] != ']') {
    position += expression[position] == '\\' ? 2 : 1;
  }
  return bounded(position + 1);
}

}  // namespace

std::vector<Levels> split_pattern(std::string_view pattern) {
  std::vector<Levels> alternatives(1);
  Nesting nesting;
  std::size_t level_start = 0;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    const char character = pattern[i];
    if (character == '\\') {
      ++i;
      continue;
    }
    nesting.see(character);
    if ((character != '/' && character != '|') || !nesting.is_outside()) {
      continue;
    }
    alternatives.back().emplace_back(pattern.substr(level_start, i - level_start));
    level_start = i + 1;
    if (character == '|') {
      alternatives.emplace_back();
    }
  }
  alternatives.back().emplace_back(pattern.substr(level_start));
  return alternatives;
}

std::string exact_level(std::string_view text) {
  std::string level = "^";
  for (const char character : text) {
    if (std::string_view("\\.+*?()|[]{}^$").find(character) != std::string_view::npos) {
      level += '\\';
    }
    level += character;
  }
  level += '$';
  return level;
}

std::string with_re2_groups(std::string_view level) {
  constexpr std::string_view kGroup = "(?<";
  std::string text;
  for (std::size_t start = 0; start < level.size();) {
    const std::string_view rest = level.substr(start);
    const bool looks_behind = rest.starts_with("(?<=") || rest.starts_with("(?<!");
    if (rest.starts_with(kGroup) && !looks_behind) {
      text += "(?P<";
      start += kGroup.size();
      continue;
    }
    const std::size_t end = piece_end(level, start);
    text += level.substr(start, end - start);
    start = end;
  }
  return text;
}

ByteEscape byte_escape(std::string_view level) {
  for (std::size_t start = 0; start < level.size();) {
    const std::size_t end = piece_end(level, start);
    if (level.substr(start, end - start) == "\\C") {
      return ByteEscape::kPresent;
    }
    start = end;
  }
  return ByteEscape::kAbsent;
}

}  // namespace headgate::schedule
