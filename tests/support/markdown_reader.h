// What GitHub makes of parts of a Markdown page, for tests of what writes foreign text into one:
// the cells of table rows, and what is left active in text.
//
// Source: the GitHub Flavored Markdown Spec 0.29, sections 2.4 (backslash escapes), 4.10 (tables)
// and 6.3 (code spans).

#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace headgate::testing_support {

/// Cells of a table row: split at pipes that no backslash escapes, whatever else is around them.
inline std::vector<std::string> cells(std::string_view row) {
  std::vector<std::string> result(1);
  for (std::size_t i = 0; i < row.size(); ++i) {
    const bool escapes = row[i] == '\\' && i + 1 < row.size();
    if (escapes) {
      result.back() += row[i];
      result.back() += row[++i];
    } else if (row[i] == '|') {
      result.emplace_back();
    } else {
      result.back() += row[i];
    }
  }
  // A row begins and ends with a pipe.
  result.erase(result.begin());
  if (!result.empty()) {
    result.pop_back();
  }
  for (std::string& cell : result) {
    cell.erase(0, std::min(cell.find_first_not_of(' '), cell.size()));
    cell.erase(cell.find_last_not_of(' ') + 1);
  }
  return result;
}

/// Inline text without its code spans and <code> elements, and with "x" for escaped characters:
/// what is left may be active. "UNCLOSED" stands for a code span that does not end.
inline std::string active_text(std::string_view text) {
  constexpr std::string_view kOpen = "<code>";
  constexpr std::string_view kClose = "</code>";
  std::string result;
  for (std::size_t i = 0; i < text.size();) {
    if (text[i] == '\\' && i + 1 < text.size()) {
      result += 'x';
      i += 2;
    } else if (text.substr(i).starts_with(kOpen)) {
      const std::size_t end = text.find(kClose, i);
      if (end == std::string_view::npos) {
        return result + "UNCLOSED";
      }
      i = end + kClose.size();
    } else if (text[i] == '`') {
      const std::size_t fence = std::min(text.find_first_not_of('`', i), text.size()) - i;
      std::size_t at = i + fence;
      std::size_t run = 0;
      do {
        at = text.find('`', at + run);
        run = at == std::string_view::npos
                  ? 0
                  : std::min(text.find_first_not_of('`', at), text.size()) - at;
      } while (at != std::string_view::npos && run != fence);
      if (at == std::string_view::npos) {
        return result + "UNCLOSED";
      }
      i = at + fence;
    } else {
      result += text[i++];
    }
  }
  return result;
}

/// What GitHub would act on in inline text, besides the tags that reports use themselves: "" when
/// there is nothing.
inline std::string danger_in(std::string_view text) {
  std::string left = active_text(text);
  for (const std::string_view own : {"<br>", "<details>", "</details>", "<summary>", "</summary>",
                                     "**", "&lt;", "&gt;", "&amp;", "&#8203;"}) {
    const std::string_view stand_in = own == "&#8203;" ? "\xE2\x80\x8B" : " ";
    for (std::size_t at = left.find(own); at != std::string::npos; at = left.find(own, at)) {
      left.replace(at, own.size(), stand_in);
    }
  }
  for (const char c : std::string_view("<>*_`[]~&$!")) {
    if (left.find(c) != std::string::npos) {
      return std::string("the character ") + c;
    }
  }
  if (left.find("UNCLOSED") != std::string::npos) {
    return "an open code span";
  }
  const auto is_word = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  };
  for (std::size_t i = 0; i + 1 < left.size(); ++i) {
    if (left[i] == '@' && is_word(left[i + 1])) {
      return "a mention";
    }
    if (left[i] == '#' && left[i + 1] >= '0' && left[i + 1] <= '9') {
      return "a reference";
    }
  }
  for (const std::string_view link : {"http://", "https://", "ftp://", "www."}) {
    if (left.find(link) != std::string::npos) {
      return "a link";
    }
  }
  return "";
}

}  // namespace headgate::testing_support
