// A key or value with blanks or quotes in it is written as a Go string. Of its escapes only those
// of printable text are undone; a control character stays the escape that it is.

#include "edge/go/build_info.h"

#include <algorithm>

namespace headgate::go {
namespace {

constexpr std::string_view kBuildLine = "\tbuild\t";

// Takes a word that ends at `end`, or a Go string, off the front of `line`.
std::string take_value(std::string_view& line, char end) {
  std::string value;
  if (!line.starts_with('"')) {
    const std::size_t size = std::min(line.find(end), line.size());
    value = line.substr(0, size);
    line.remove_prefix(size);
    return value;
  }
  std::size_t i = 1;
  for (; i < line.size() && line[i] != '"'; ++i) {
    if (line[i] == '\\' && i + 1 < line.size()) {
      ++i;
      if (line[i] == 't' || line[i] == 'n') {
        value += line[i] == 't' ? '\t' : '\n';
        continue;
      }
      if (line[i] != '"' && line[i] != '\\') {
        value += '\\';
      }
    }
    value += line[i];
  }
  line.remove_prefix(std::min(i + 1, line.size()));
  return value;
}

}  // namespace

std::map<std::string, std::string> read_build_settings(std::string_view text) {
  std::map<std::string, std::string> settings;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (!line.starts_with(kBuildLine)) {
      continue;
    }
    line.remove_prefix(kBuildLine.size());
    const std::string key = take_value(line, '=');
    if (line.starts_with('=')) {
      line.remove_prefix(1);
    }
    settings[key] = take_value(line, '\n');
  }
  return settings;
}

}  // namespace headgate::go
