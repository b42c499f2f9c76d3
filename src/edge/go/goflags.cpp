#include "edge/go/goflags.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include <fmt/core.h>

namespace headgate::go {
namespace {

constexpr std::string_view kBlanks = " \t\r\n";

constexpr auto kInstrumenting = std::to_array<std::string_view>(
    {"asan", "cover", "covermode", "coverpkg", "coverprofile", "fuzz", "msan", "race"});
constexpr auto kPrinting = std::to_array<std::string_view>({"json", "n"});
// As strconv.ParseBool reads them.
constexpr auto kFalse = std::to_array<std::string_view>({"0", "F", "FALSE", "False", "f", "false"});

template <typename Names>
bool is_one_of(const Names& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::vector<std::string> fields_of(std::string_view text) {
  std::vector<std::string> fields;
  for (std::size_t i = text.find_first_not_of(kBlanks); i < text.size();
       i = text.find_first_not_of(kBlanks, i)) {
    const char c = text[i];
    const bool quoted = c == '\'' || c == '"';
    const std::size_t begin = quoted ? i + 1 : i;
    const std::size_t end =
        std::min(quoted ? text.find(c, begin) : text.find_first_of(kBlanks, begin), text.size());
    fields.emplace_back(text.substr(begin, end - begin));
    i = std::min(end + (quoted ? 1 : 0), text.size());
  }
  return fields;
}

// "race" of "-race", "--race" and "-race=true".
std::string_view name_of(std::string_view flag) {
  const std::size_t begin = std::min(flag.find_first_not_of('-'), flag.size());
  return flag.substr(begin, flag.find('=') - begin);
}

bool is_switched_off(std::string_view flag) {
  const std::size_t equals = flag.find('=');
  return equals != std::string_view::npos && is_one_of(kFalse, flag.substr(equals + 1));
}

}  // namespace

GoFlags split_goflags(const std::string& goflags) {
  GoFlags result;
  for (std::string& flag : fields_of(goflags)) {
    const std::string_view name = name_of(flag);
    if (is_one_of(kInstrumenting, name)) {
      if (!is_switched_off(flag)) {
        result.overridden.push_back(std::move(flag));
      }
    } else if (!is_one_of(kPrinting, name)) {
      result.kept.push_back(std::move(flag));
    }
  }
  return result;
}

std::string kept_goflags(const std::string& goflags) {
  std::string text;
  for (const std::string& flag : split_goflags(goflags).kept) {
    const bool plain = flag.find_first_of(kBlanks) == std::string::npos && !flag.empty() &&
                       flag.front() != '\'' && flag.front() != '"';
    const std::string quote = plain ? "" : flag.find('\'') == std::string::npos ? "'" : "\"";
    text += fmt::format("{0}{1}{2}{1}", text.empty() ? "" : " ", quote, flag);
  }
  return text;
}

}  // namespace headgate::go
