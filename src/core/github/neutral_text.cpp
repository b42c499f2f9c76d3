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

// White space of Unicode, which the runner trims before it looks for `::`; line ends are invisible.
bool is_space(std::uint32_t c) {
  return c == '\t' || c == 0xA0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200A) || c == 0x202F ||
         c == 0x205F || c == 0x3000;
}

// Characters that move the cursor, hide themselves or others, change the direction of text or end a
// line somewhere.
bool is_invisible(std::uint32_t c) {
  return c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0xAD || c == 0x34F || c == 0x61C ||
         c == 0x115F || c == 0x1160 || (c >= 0x180B && c <= 0x180F) ||
         (c >= 0x200B && c <= 0x200F) || (c >= 0x2028 && c <= 0x202E) ||
         (c >= 0x2060 && c <= 0x206F) || c == 0x3164 || c == 0xFEFF || c == 0xFFA0 ||
         (c >= 0xFFF9 && c <= 0xFFFB) || (c >= 0xE0000 && c <= 0xE007F);
}

bool is_printable_ascii(char c) { return c >= ' ' && c < 0x7F; }

std::string visible(std::string_view line) {
  if (std::ranges::all_of(line, is_printable_ascii)) {
    return std::string(line);
  }
  std::string result;
  result.reserve(line.size());
  while (!line.empty()) {
    const Decoded decoded = decode(line);
    const std::size_t length = std::max<std::size_t>(decoded.length, 1);
    if (decoded.length == 0) {
      result += kReplacement;
    } else if (is_space(decoded.code_point)) {
      result += ' ';
    } else if (is_invisible(decoded.code_point)) {
      result += fmt::format("\\u{{{:x}}}", decoded.code_point);
    } else {
      result += line.substr(0, length);
    }
    line.remove_prefix(length);
  }
  return result;
}

// The runner compares with culture rules, which skip characters that its Unicode version calls
// ignorable: so whatever is not ASCII counts as nothing between the characters of a command.
bool is_foreign(char c) { return static_cast<unsigned char>(c) >= 0x80; }

// Where `word` ends if it begins at `at`, foreign characters between its own left out; else npos.
std::size_t end_of(std::string_view word, std::string_view line, std::size_t at) {
  for (const char c : word) {
    while (at < line.size() && is_foreign(line[at])) {
      ++at;
    }
    if (at == line.size() || line[at] != c) {
      return std::string_view::npos;
    }
    ++at;
  }
  return at;
}

// `##[` becomes `##\[`, as the runner itself writes what is not to be one of its own marks.
std::string without_marks(std::string text) {
  const std::string_view line = text;
  std::string result;
  std::size_t written = 0;
  for (std::size_t at = line.find('#'); at != std::string_view::npos; at = line.find('#', at + 1)) {
    const std::size_t end = end_of("##[", line, at);
    if (end != std::string_view::npos) {
      result += line.substr(written, end - 1 - written);
      result += '\\';
      written = end - 1;
    }
  }
  if (written == 0) {
    return text;
  }
  result += line.substr(written);
  return result;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Digits from `at`; where they end.
std::size_t skip_digits(std::string_view line, std::size_t at) {
  while (at < line.size() && is_digit(line[at])) {
    ++at;
  }
  return at;
}

// setup-go's matcher takes a path in .go, a colon, `line:col:` or nothing, and a blank: no `.go:`
// may stay. `.go:1:2: ` becomes `.go(1,2): `, and `.go: ` becomes `.go : `, which read the same.
std::string without_positions(std::string text) {
  const std::string_view line = text;
  constexpr std::string_view kExtension = ".go";
  constexpr std::string_view kMatched = ".go:";
  std::string result;
  std::size_t written = 0;
  for (std::size_t at = line.find(kMatched); at != std::string_view::npos;
       at = line.find(kMatched, written)) {
    const std::size_t colon = at + kExtension.size();
    result += line.substr(written, colon - written);
    written = skip_digits(line, colon + 1);
    if (written == colon + 1) {
      result += " :";
      continue;
    }
    result += '(';
    result += line.substr(colon + 1, written - colon - 1);
    if (written < line.size() && line[written] == ':') {
      const std::size_t column_end = skip_digits(line, written + 1);
      if (column_end > written + 1) {
        result += ',';
        result += line.substr(written + 1, column_end - written - 1);
        written = column_end;
      }
    }
    result += ')';
  }
  if (written == 0) {
    return text;
  }
  result += line.substr(written);
  return result;
}

// `::` at the start, behind white space or what may compare as nothing, gets a backslash before it.
std::string without_command(std::string line) {
  const std::size_t begin = std::min(line.find_first_not_of(' '), line.size());
  std::size_t at = begin;
  while (at < line.size() && (line[at] == ' ' || is_foreign(line[at]))) {
    ++at;
  }
  if (end_of("::", line, at) != std::string_view::npos) {
    line.insert(begin, "\\");
  }
  return line;
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

// The first bytes of a line, without a character that has no room.
std::string_view clipped_line(std::string_view line, std::size_t most) {
  if (line.size() <= most) {
    return line;
  }
  while (most > 0 && (static_cast<unsigned char>(line[most]) & 0xC0U) == 0x80U) {
    --most;
  }
  return line.substr(0, most);
}

// Nothing in these lines is anything to anybody but text.
bool is_harmless(std::string_view text) {
  const auto is_plain = [](char c) { return is_printable_ascii(c) || c == '\n'; };
  const auto has = [&](std::string_view mark) { return text.find(mark) != text.npos; };
  return std::ranges::all_of(text, is_plain) && !has("#") && !has(".go:") && !has("::");
}

std::string counted(std::size_t count, std::string_view noun) {
  return fmt::format("{} {}{} more", count, noun, count == 1 ? "" : "s");
}

}  // namespace

std::string neutral_line(std::string_view line) {
  return without_command(without_positions(without_marks(visible(line))));
}

std::string neutral_lines(std::string_view text) {
  if (is_harmless(text)) {
    return std::string(text.substr(0, text.find_last_not_of('\n') + 1));
  }
  std::string result;
  for_each_line(text, [&](std::string_view line) {
    result += neutral_line(line);
    result += '\n';
  });
  result.erase(result.find_last_not_of('\n') + 1);
  return result;
}

std::string neutral_word(std::string_view text) {
  std::string line;
  for_each_line(text, [&](std::string_view part) {
    line += line.empty() ? "" : " ";
    line += part;
  });
  return neutral_line(line);
}

std::string neutral_json(std::string_view json) {
  std::string result;
  result.reserve(json.size());
  for (const char character : json) {
    if (character == '[' && result.ends_with("##")) {
      result += "\\u005b";
    } else if (character == ':' && result.ends_with(".go")) {
      result += "\\u003a";
    } else {
      result += character;
    }
  }
  return result;
}

std::string neutralise(std::string_view text, std::string_view prefix, NeutralLimits limits) {
  std::string result;
  std::size_t lines_left_out = 0;
  for_each_line(text, [&](std::string_view line) {
    if (result.size() >= limits.total_bytes) {
      ++lines_left_out;
      return;
    }
    const std::string_view kept = clipped_line(line, limits.line_bytes);
    result += prefix;
    result += neutral_line(kept);
    if (kept.size() < line.size()) {
      result += fmt::format(" [{}]", counted(line.size() - kept.size(), "byte"));
    }
    result += '\n';
  });
  if (lines_left_out > 0) {
    result += fmt::format("{}[{}]\n", prefix, counted(lines_left_out, "line"));
  }
  return result;
}

}  // namespace headgate::github
