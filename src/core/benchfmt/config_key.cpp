#include "core/benchfmt/config_key.h"

#include "core/benchfmt/fields.h"
#include "core/benchfmt/letter_case.h"
#include "core/benchfmt/utf8.h"

namespace headgate::benchfmt {

std::size_t config_key_length(std::string_view line) {
  if (line.empty() || !is_lower_case(first_character(line).code)) {
    return 0;
  }
  std::size_t length = 0;
  while (length < line.size() && line[length] != ':') {
    const std::string_view rest = line.substr(length);
    const Character character = first_character(rest);
    if (space_length(rest) != 0 || is_upper_case(character.code)) {
      break;
    }
    length += character.length;
  }
  return length;
}

}  // namespace headgate::benchfmt
