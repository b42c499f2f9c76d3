#include "edge/go/goflags.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace headgate::go {
namespace {

constexpr auto kInstrumenting = std::to_array<std::string_view>(
    {"asan", "cover", "covermode", "coverpkg", "coverprofile", "msan", "race"});

std::vector<std::string> fields_of(const std::string& text) {
  std::vector<std::string> fields;
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
      ++i;
      continue;
    }
    const bool quoted = c == '\'' || c == '"';
    const std::size_t begin = quoted ? i + 1 : i;
    const std::size_t end =
        std::min(quoted ? text.find(c, begin) : text.find_first_of(" \t\n\r", begin), text.size());
    fields.push_back(text.substr(begin, end - begin));
    i = end + (quoted ? 1 : 0);
  }
  return fields;
}

std::string name_of(const std::string& flag) {
  const std::size_t begin = flag.find_first_not_of('-');
  if (begin == std::string::npos) {
    return {};
  }
  return flag.substr(begin, flag.find('=') - begin);
}

}  // namespace

GoFlags split_goflags(const std::string& goflags) {
  GoFlags result;
  for (const std::string& flag : fields_of(goflags)) {
    const std::string name = name_of(flag);
    if (std::find(kInstrumenting.begin(), kInstrumenting.end(), name) == kInstrumenting.end()) {
      result.kept.push_back(flag);
    } else if (!flag.ends_with("=false") && !flag.ends_with("=0")) {
      result.overridden.push_back(flag);
    }
  }
  return result;
}

std::string without_overridden(const std::string& goflags) {
  std::string text;
  for (const std::string& flag : split_goflags(goflags).kept) {
    const bool blank = flag.find_first_of(" \t") != std::string::npos;
    text += (text.empty() ? "" : " ") + (blank ? "'" + flag + "'" : flag);
  }
  return text;
}

}  // namespace headgate::go
