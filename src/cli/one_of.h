// A choice of words as the value of a flag.

#pragma once

#include <functional>
#include <string>
#include <vector>

namespace headgate::cli {

/// A check for CLI::Option::check: "" for one of these words, else what is wrong. CLI11's own check
/// prints types instead.
[[nodiscard]] std::function<std::string(const std::string&)> one_of(std::vector<std::string> words);

}  // namespace headgate::cli
