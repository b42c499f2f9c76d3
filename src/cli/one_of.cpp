#include "cli/one_of.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace headgate::cli {

std::function<std::string(const std::string&)> one_of(std::vector<std::string> words) {
  return [words = std::move(words)](const std::string& value) {
    return std::find(words.begin(), words.end(), value) != words.end()
               ? std::string()
               : fmt::format("'{}' is not one of {}", value, fmt::join(words, ", "));
  };
}

}  // namespace headgate::cli
