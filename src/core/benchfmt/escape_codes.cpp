#include "core/benchfmt/escape_codes.h"

#include <algorithm>
#include <cstddef>

namespace headgate::benchfmt {
namespace {

constexpr char kBell = '\a';

bool in_range(char c, char first, char last) { return c >= first && c <= last; }

// Each function below takes the text behind an introducer and gives the length of what belongs to
// the code.

// Parameters, intermediates, one final character. A character that fits nowhere is not part of it.
std::size_t control_sequence_length(std::string_view text) {
  std::size_t length = 0;
  while (length < text.size() && in_range(text[length], ' ', '?')) {
    ++length;
  }
  const bool has_final = length < text.size() && in_range(text[length], '@', '~');
  return has_final ? length + 1 : length;
}

// Up to BEL or ESC \, which are part of it.
std::size_t control_string_length(std::string_view text) {
  for (std::size_t index = 0; index < text.size(); ++index) {
    if (text[index] == kBell) {
      return index + 1;
    }
    if (text.substr(index).starts_with("\x1b\\")) {
      return index + 2;
    }
  }
  return 0;
}

// Intermediates and one final character.
std::size_t short_sequence_length(std::string_view text) {
  std::size_t length = 0;
  while (length < text.size() && in_range(text[length], ' ', '/')) {
    ++length;
  }
  const bool has_final = length < text.size() && in_range(text[length], '0', '~');
  return has_final ? length + 1 : length;
}

// `text` begins with ESC.
std::size_t escape_code_length(std::string_view text) {
  if (text.size() == 1) {
    return 1;
  }
  const std::string_view behind = text.substr(2);
  switch (text[1]) {
    case '[':
      return 2 + control_sequence_length(behind);
    case 'P':
    case 'X':
    case ']':
    case '^':
    case '_':
      return 2 + control_string_length(behind);
    default:
      return 1 + short_sequence_length(text.substr(1));
  }
}

}  // namespace

std::string without_escape_codes(std::string_view line) {
  std::string cleaned;
  cleaned.reserve(line.size());
  while (!line.empty()) {
    const std::size_t plain = std::min(line.find(kEscape), line.size());
    cleaned += line.substr(0, plain);
    line.remove_prefix(plain);
    if (!line.empty()) {
      line.remove_prefix(escape_code_length(line));
    }
  }
  return cleaned;
}

}  // namespace headgate::benchfmt
