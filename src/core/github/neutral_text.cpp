// Visible ASCII only is put in: the runner compares prefixes with culture rules that may skip
// zero-width characters, so nothing invisible can be trusted to break a command.

#include "core/github/neutral_text.h"

#include <algorithm>
#include <cstdint>

#include <fmt/core.h>

#include "core/github/commands.h"

namespace headgate::github {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";  // U+FFFD

struct Decoded {
  std::uint32_t code_point;
  std::size_t length;  ///< in bytes; 0: not UTF-8 here
};

// One code point at the start of `text`, strictly: no surrogates, no overlong forms.
Decoded decode(std::string_view text) {
  const auto byte = [&](std::size_t i) {
    return static_cast<std::uint32_t>(static_cast<unsigned char>(text[i]));
  };
  const std::uint32_t first = byte(0);
  if (first < 0x80) {
    return {first, 1};
  }
  const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || text.size() < length) {
    return {0, 0};
  }
  std::uint32_t code_point = first & (0xFFU >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0U) != 0x80U) {
      return {0, 0};
    }
    code_point = code_point << 6U | (byte(i) & 0x3FU);
  }
  constexpr std::uint32_t kSmallest[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = code_point >= 0xD800 && code_point <= 0xDFFF;
  if (code_point < kSmallest[length] || surrogate || code_point > 0x10FFFF) {
    return {0, 0};
  }
  return {code_point, length};
}

// Characters that move the cursor, hide text, change its direction or end a line somewhere.
bool is_invisible(std::uint32_t c) {
  return c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0xAD || (c >= 0x200B && c <= 0x200F) ||
         (c >= 0x2028 && c <= 0x202E) || (c >= 0x2060 && c <= 0x206F) || c == 0xFEFF ||
         (c >= 0xE0000 && c <= 0xE007F);
}

std::string visible(std::string_view line) {
  std::string result;
  result.reserve(line.size());
  while (!line.empty()) {
    const Decoded decoded = decode(line);
    if (decoded.length == 0) {
      result += kReplacement;
      line.remove_prefix(1);
      continue;
    }
    if (decoded.code_point == '\t') {
      result += ' ';
    } else if (is_invisible(decoded.code_point)) {
      result += fmt::format("\\u{{{:x}}}", decoded.code_point);
    } else {
      result += line.substr(0, decoded.length);
    }
    line.remove_prefix(decoded.length);
  }
  return result;
}

void break_commands(std::string& line) {
  for (std::size_t at = line.find("##["); at != std::string::npos; at = line.find("##[", at)) {
    line.insert(at + 2, "\\");
  }
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Digits from `at`; where they end.
std::size_t skip_digits(const std::string& line, std::size_t at) {
  while (at < line.size() && is_digit(line[at])) {
    ++at;
  }
  return at;
}

// setup-go's matcher takes a path in .go, then `:line:col:` or nothing, then a blank. `.go:1:2: `
// becomes
// `.go(1,2): `, and `.go: ` becomes `.go : `, which keeps what a person reads.
void break_positions(std::string& line) {
  constexpr std::string_view kColon = ".go:";
  for (std::size_t at = line.find(kColon); at != std::string::npos;
       at = line.find(kColon, at + 1)) {
    const std::size_t colon = at + kColon.size() - 1;
    const std::size_t row_end = skip_digits(line, colon + 1);
    if (row_end == colon + 1) {
      line.insert(colon, " ");
      continue;
    }
    std::size_t end = row_end;
    std::string position = line.substr(colon + 1, row_end - colon - 1);
    if (row_end < line.size() && line[row_end] == ':') {
      const std::size_t column_end = skip_digits(line, row_end + 1);
      if (column_end > row_end + 1) {
        position += "," + line.substr(row_end + 1, column_end - row_end - 1);
        end = column_end;
      }
    }
    line.replace(colon, end - colon, "(" + position + ")");
  }
}

// The lines of a text as every reader of logs sees them: LF, CRLF and a lone CR end one.
template <typename Visitor>
void for_each_line(std::string_view text, Visitor visit) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of("\r\n"), text.size());
    visit(text.substr(0, end));
    std::size_t skip = end;
    if (skip < text.size()) {
      skip += text.substr(end).starts_with("\r\n") ? 2 : 1;
    }
    text.remove_prefix(skip);
  }
}

std::string guarded(std::string line) {
  const std::size_t begin = line.find_first_not_of(' ');
  if (begin != std::string::npos && line.compare(begin, 2, "::") == 0) {
    line.insert(begin, "\\");
  }
  return line;
}

}  // namespace

std::string neutral_line(std::string_view line) {
  std::string result = visible(line);
  break_commands(result);
  break_positions(result);
  return result;
}

std::string neutral_lines(std::string_view text) {
  std::string result;
  for_each_line(text, [&](std::string_view line) {
    if (!result.empty()) {
      result += '\n';
    }
    result += guarded(neutral_line(line));
  });
  return result;
}

std::string neutral_word(std::string_view text) {
  std::string result;
  for_each_line(text, [&](std::string_view line) {
    if (!result.empty()) {
      result += ' ';
    }
    result += neutral_line(line);
  });
  return guarded(std::move(result));
}

std::string neutralise(std::string_view text, std::string_view prefix, NeutralLimits limits) {
  std::string result;
  std::size_t lines_left_out = 0;
  for_each_line(text, [&](std::string_view line) {
    if (result.size() >= limits.total_bytes) {
      ++lines_left_out;
      return;
    }
    const bool cut = line.size() > limits.line_bytes;
    result += prefix;
    result += neutral_line(line.substr(0, limits.line_bytes));
    if (cut) {
      result += fmt::format(" [{} bytes more]", line.size() - limits.line_bytes);
    }
    result += '\n';
  });
  if (lines_left_out > 0) {
    result += fmt::format("{}[{} lines more]\n", prefix, lines_left_out);
  }
  return result;
}

}  // namespace headgate::github
