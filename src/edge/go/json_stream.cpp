#include "edge/go/json_stream.h"

namespace headgate::go {

std::vector<std::string> json_objects(std::string_view text) {
  std::vector<std::string> objects;
  std::size_t begin = 0;
  std::size_t depth = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string) {
      if (c == '\\') {
        ++i;
      } else if (c == '"') {
        in_string = false;
      }
      continue;
    }
    if (c == '"' && depth > 0) {
      in_string = true;
    } else if (c == '{') {
      if (depth++ == 0) {
        begin = i;
      }
    } else if (c == '}' && depth > 0 && --depth == 0) {
      objects.emplace_back(text.substr(begin, i + 1 - begin));
    }
  }
  return objects;
}

}  // namespace headgate::go
