// What GitHub's runner makes of bytes on a step's streams and in its command files, for tests of
// what is written there.
//
// Stricter than the runner where its behaviour depends on the Unicode version it runs with: every
// character that compares as nothing in some version is left out before a command is looked for.
// tests/container/runner_view.py says the same of a whole step.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace headgate::testing_support {

/// Code points; bytes that are not UTF-8 become U+FFFD, one each.
inline std::u32string decoded(std::string_view bytes) {
  std::u32string text;
  for (std::size_t i = 0; i < bytes.size();) {
    const auto lead = static_cast<unsigned char>(bytes[i]);
    const std::size_t length = lead < 0x80   ? 1
                               : lead < 0xC2 ? 0
                               : lead < 0xE0 ? 2
                               : lead < 0xF0 ? 3
                               : lead < 0xF5 ? 4
                                             : 0;
    char32_t code = length == 1 ? lead : lead & (0x7FU >> length);
    bool valid = length > 0 && i + length <= bytes.size();
    for (std::size_t k = 1; valid && k < length; ++k) {
      const auto next = static_cast<unsigned char>(bytes[i + k]);
      valid = (next & 0xC0U) == 0x80U;
      code = code << 6U | (next & 0x3FU);
    }
    valid = valid && !(length == 3 && code < 0x800) && !(length == 4 && code < 0x10000) &&
            code <= 0x10FFFF && !(code >= 0xD800 && code <= 0xDFFF);
    text += valid ? code : U'\uFFFD';
    i += valid ? length : 1;
  }
  return text;
}

/// The lines of a stream: LF, CRLF and a lone CR end one. Without the empty one behind the last.
inline std::vector<std::string> log_lines(std::string_view bytes) {
  std::vector<std::string> lines(1);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    if (bytes[i] == '\n' || bytes[i] == '\r') {
      i += bytes.substr(i).starts_with("\r\n") ? 1 : 0;
      lines.emplace_back();
    } else {
      lines.back() += bytes[i];
    }
  }
  if (lines.back().empty()) {
    lines.pop_back();
  }
  return lines;
}

inline bool is_unicode_space(char32_t c) {
  return (c >= 0x09 && c <= 0x0D) || c == 0x20 || c == 0x85 || c == 0xA0 || c == 0x1680 ||
         (c >= 0x2000 && c <= 0x200A) || c == 0x2028 || c == 0x2029 || c == 0x202F || c == 0x205F ||
         c == 0x3000;
}

/// Compares as nothing under some version's culture rules: controls, formats, default ignorables.
inline bool is_ignorable(char32_t c) {
  return (c < 0x20 && !is_unicode_space(c)) || (c >= 0x7F && c < 0xA0 && c != 0x85) || c == 0xAD ||
         c == 0x34F || c == 0x61C || (c >= 0x115F && c <= 0x1160) || (c >= 0x17B4 && c <= 0x17B5) ||
         (c >= 0x180B && c <= 0x180F) || (c >= 0x200B && c <= 0x200F) ||
         (c >= 0x202A && c <= 0x202E) || (c >= 0x2060 && c <= 0x206F) || c == 0x3164 ||
         (c >= 0xFE00 && c <= 0xFE0F) || c == 0xFEFF || c == 0xFFA0 ||
         (c >= 0xFFF0 && c <= 0xFFFB) || (c >= 0x1BCA0 && c <= 0x1BCA3) ||
         (c >= 0x1D173 && c <= 0x1D17A) || (c >= 0xE0000 && c <= 0xE0FFF);
}

/// A workflow command as the runner understands it.
struct RunnerCommand {
  std::string name;  ///< lower case
  std::map<std::string, std::string> properties;
  std::string message;
};

namespace internal {

inline void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at)) {
    text.replace(at, from.size(), to);
    at += to.size();
  }
}

inline std::string unescaped_message(std::string text) {
  replace_all(text, "%0D", "\r");
  replace_all(text, "%0A", "\n");
  replace_all(text, "%25", "%");
  return text;
}

inline std::string unescaped_property(std::string text) {
  replace_all(text, "%0D", "\r");
  replace_all(text, "%0A", "\n");
  replace_all(text, "%3A", ":");
  replace_all(text, "%2C", ",");
  replace_all(text, "%25", "%");
  return text;
}

inline std::string lower(std::string text) {
  std::ranges::transform(text, text.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return text;
}

// "name key=value,key=value" of a command.
inline RunnerCommand command_from(const std::string& head, char separator, std::string message) {
  const std::size_t space = std::min(head.find(' '), head.size());
  RunnerCommand command{.name = lower(head.substr(0, space)),
                        .properties = {},
                        .message = unescaped_message(std::move(message))};
  for (std::size_t begin = space + 1; begin < head.size();) {
    const std::size_t end = std::min(head.find(separator, begin), head.size());
    const std::string pair = head.substr(begin, end - begin);
    const std::size_t equals = pair.find('=');
    if (equals != std::string::npos && equals + 1 < pair.size()) {
      command.properties[lower(pair.substr(0, equals))] =
          unescaped_property(pair.substr(equals + 1));
    }
    begin = end + 1;
  }
  return command;
}

inline std::string without_ignorable(std::string_view line) {
  std::string result;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= line.size(); ++i) {
    const bool boundary =
        i == line.size() || (static_cast<unsigned char>(line[i]) & 0xC0U) != 0x80U;
    if (boundary && i > begin) {
      const std::string_view character = line.substr(begin, i - begin);
      const std::u32string code = decoded(character);
      if (code.size() != 1 || !is_ignorable(code.front())) {
        result += character;
      }
      begin = i;
    }
  }
  return result;
}

}  // namespace internal

/// The command in a line, in either spelling; nullopt when there is none. Any name counts, known or
/// not.
inline std::optional<RunnerCommand> command_of(std::string_view line) {
  const std::string text = internal::without_ignorable(line);
  std::size_t begin = 0;
  while (begin < text.size()) {
    std::size_t length = 1;
    while (begin + length < text.size() &&
           (static_cast<unsigned char>(text[begin + length]) & 0xC0U) == 0x80U) {
      ++length;
    }
    if (!is_unicode_space(decoded(text.substr(begin, length)).front())) {
      break;
    }
    begin += length;
  }
  if (text.compare(begin, 2, "::") == 0) {
    const std::size_t end = text.find("::", begin + 2);
    if (end != std::string::npos && end > begin + 2) {
      return internal::command_from(text.substr(begin + 2, end - begin - 2), ',',
                                    text.substr(end + 2));
    }
  }
  const std::size_t mark = text.find("##[");
  const std::size_t close = mark == std::string::npos ? mark : text.find(']', mark);
  if (close != std::string::npos && close > mark + 3) {
    return internal::command_from(text.substr(mark + 3, close - mark - 3), ';',
                                  text.substr(close + 1));
  }
  return std::nullopt;
}

/// Does the problem matcher that setup-go installs make an error of the line? It wants a path that
/// ends in ".go", a colon, a line and a column with a colon each or neither, and white space.
inline bool is_go_problem(std::string_view line) {
  const std::u32string text = decoded(line);
  const auto number_end = [&](std::size_t at) {
    const std::size_t begin = at;
    while (at < text.size() && text[at] >= U'0' && text[at] <= U'9') {
      ++at;
    }
    return at > begin && at < text.size() && text[at] == U':' ? at + 1 : std::u32string::npos;
  };
  const auto is_space_at = [&](std::size_t at) {
    return at < text.size() && is_unicode_space(text[at]);
  };
  for (std::size_t at = text.find(U".go:", 1); at != std::u32string::npos;
       at = text.find(U".go:", at + 1)) {
    const std::size_t behind = at + 4;
    if (is_space_at(behind)) {
      return true;
    }
    const std::size_t row = number_end(behind);
    const std::size_t column = row == std::u32string::npos ? row : number_end(row);
    if (column != std::u32string::npos && is_space_at(column)) {
      return true;
    }
  }
  return false;
}

/// Does the runner act on the line in any way?
inline bool is_acted_on(std::string_view line) {
  return command_of(line).has_value() || is_go_problem(line);
}

/// What a GITHUB_OUTPUT file sets; nullopt where its format is broken.
inline std::optional<std::map<std::string, std::string>> output_values(std::string_view file) {
  std::map<std::string, std::string> values;
  while (!file.empty()) {
    const auto next_line = [&file] {
      const std::size_t end = std::min(file.find('\n'), file.size());
      const std::string line(file.substr(0, end));
      file.remove_prefix(std::min(end + 1, file.size()));
      return line;
    };
    const std::string line = next_line();
    const std::size_t equals = line.find('=');
    const std::size_t heredoc = line.find("<<");
    if (line.empty()) {
      continue;
    }
    if (equals < heredoc) {
      values[line.substr(0, equals)] = line.substr(equals + 1);
      continue;
    }
    if (heredoc == std::string::npos || heredoc == 0) {
      return std::nullopt;
    }
    const std::string delimiter = line.substr(heredoc + 2);
    std::string value;
    std::string part = file.empty() ? std::string() : next_line();
    for (; part != delimiter && !file.empty(); part = next_line()) {
      value += part + "\n";
    }
    if (part != delimiter) {
      return std::nullopt;
    }
    if (!value.empty()) {
      value.pop_back();
    }
    values[line.substr(0, heredoc)] = value;
  }
  return values;
}

}  // namespace headgate::testing_support
