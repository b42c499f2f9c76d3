#include "core/report/markdown.h"

#include <algorithm>

#include <fmt/core.h>

#include "core/github/commands.h"
#include "core/github/neutral_text.h"

namespace headgate::report {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

std::size_t longest_run(std::string_view text, char wanted) {
  std::size_t longest = 0;
  std::size_t run = 0;
  for (const char c : text) {
    run = c == wanted ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  return longest;
}

// Characters that mean something to Markdown anywhere in a line.
std::string_view escape_of(char c) {
  constexpr std::string_view kPunctuation = "\\`*_{}[]|~!$";
  switch (c) {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    default:
      return kPunctuation.find(c) == std::string_view::npos ? "" : "\\";
  }
}

// Where a line would begin a heading, a list, a rule or an underlined heading: the character before
// which a backslash stops that.
std::size_t start_of_block(std::string_view line) {
  constexpr std::string_view kMarks = "#-+=";
  if (!line.empty() && kMarks.find(line.front()) != std::string_view::npos) {
    const bool is_mark = line.size() == 1 || line[1] == ' ' || line[1] == line[0];
    return is_mark ? 0 : std::string_view::npos;
  }
  const auto end =
      static_cast<std::size_t>(std::ranges::find_if_not(line, is_digit) - line.begin());
  const bool is_item = end > 0 && end < line.size() && (line[end] == '.' || line[end] == ')') &&
                       (end + 1 == line.size() || line[end + 1] == ' ');
  return is_item ? end : std::string_view::npos;
}

// GitHub makes a link of "https://..." and of "www....", but not across an escape.
bool is_in_link(std::string_view line, std::size_t at) {
  return (line[at] == ':' && line.substr(at + 1).starts_with("//")) ||
         (line[at] == '.' && line.substr(0, at).ends_with("www"));
}

// GitHub looks for "@user" and "#1" in what Markdown has become.
bool begins_reference(std::string_view line, std::size_t at) {
  return line[at] == '@' || (line[at] == '#' && at + 1 < line.size() && is_digit(line[at + 1]));
}

}  // namespace

std::string markdown_text(std::string_view text) {
  const std::string word = github::neutral_word(text);
  const std::size_t begin = std::min(word.find_first_not_of(' '), word.size());
  const std::string_view line = std::string_view(word).substr(begin);
  constexpr std::string_view kZeroWidthSpace = "&#8203;";
  const std::size_t block = start_of_block(line);
  std::string result;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const std::string_view escape = escape_of(line[i]);
    const bool is_entity = escape.starts_with('&');
    result += i == block || is_in_link(line, i) ? "\\" : escape;
    result += is_entity ? std::string() : std::string(1, line[i]);
    result += begins_reference(line, i) ? kZeroWidthSpace : "";
  }
  return result;
}

std::string markdown_code(std::string_view text) {
  const std::string word = github::neutral_word(text);
  if (word.find('|') == std::string::npos) {
    const std::string fence(word.empty() ? 0 : longest_run(word, '`') + 1, '`');
    const bool touches = word.starts_with('`') || word.ends_with('`');
    const std::string_view blank = touches ? " " : "";
    return fmt::format("{}{}{}{}{}", fence, blank, word, blank, fence);
  }
  // In a table no number of backslashes makes a pipe that follows one part of a code span.
  std::string result = "<code>";
  for (const char c : word) {
    const bool is_plain =
        is_digit(c) || is_letter(c) || c == ' ' || static_cast<unsigned char>(c) >= 0x80;
    result += is_plain ? std::string(1, c) : fmt::format("&#{};", static_cast<int>(c));
  }
  return result + "</code>";
}

std::string markdown_block(std::string_view text) {
  const std::string lines = github::neutral_lines(text);
  const std::string fence(std::max<std::size_t>(longest_run(lines, '`') + 1, 3), '`');
  return fmt::format("{}\n{}\n{}\n", fence, lines, fence);
}

}  // namespace headgate::report
