#include "core/config/cpus.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

namespace headgate::config {
namespace {

std::optional<int> positive_number(std::string_view text) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  return whole && number > 0 ? std::optional(number) : std::nullopt;
}

std::optional<int> gomaxprocs(const Execution& execution,
                              const std::optional<std::string>& inherited) {
  if (const auto set = execution.env.find("GOMAXPROCS"); set != execution.env.end()) {
    return positive_number(set->second);
  }
  return inherited ? positive_number(*inherited) : std::nullopt;
}

}  // namespace

std::vector<int> test_cpus(const Execution& execution, const std::optional<std::string>& inherited,
                           int available) {
  const std::string_view list = execution.cpu;
  if (list.empty()) {
    return {gomaxprocs(execution, inherited).value_or(available)};
  }
  std::vector<int> cpus;
  for (std::size_t begin = 0; begin <= list.size();) {
    const std::size_t end = std::min(list.find(',', begin), list.size());
    if (const std::optional<int> number = positive_number(list.substr(begin, end - begin))) {
      cpus.push_back(*number);
    }
    begin = end + 1;
  }
  return cpus;
}

std::string cpus_text(const std::vector<int>& cpus) {
  return fmt::format("{}", fmt::join(cpus, ","));
}

}  // namespace headgate::config
