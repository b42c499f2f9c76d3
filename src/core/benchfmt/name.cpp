#include "core/benchfmt/name.h"

#include <algorithm>
#include <cstddef>

#include <fmt/core.h>

namespace headgate::benchfmt {
namespace {

// Where the "-<digits>" at the end of a name begins; the name's size when there is none.
std::size_t cpu_suffix_begin(std::string_view name) {
  const std::size_t dash = name.find_last_not_of("0123456789");
  const bool is_suffix =
      dash != std::string_view::npos && name[dash] == '-' && dash + 1 < name.size();
  return is_suffix ? dash : name.size();
}

}  // namespace

NameParts split_name(std::string_view name) {
  const std::size_t suffix = cpu_suffix_begin(name);
  std::string_view rest = name.substr(0, suffix);
  NameParts split{.base = rest.substr(0, rest.find('/')),
                  .parts = {},
                  .cpu = name.substr(std::min(suffix + 1, name.size()))};
  rest.remove_prefix(split.base.size());
  while (!rest.empty()) {
    const std::string_view part = rest.substr(0, rest.find('/', 1));
    split.parts.push_back(part);
    rest.remove_prefix(part.size());
  }
  return split;
}

std::optional<std::string_view> value_of(const NameParts& name, std::string_view key) {
  for (std::string_view part : name.parts) {
    part.remove_prefix(1);
    const std::size_t equals = part.find('=');
    if (equals != std::string_view::npos && part.substr(0, equals) == key) {
      return part.substr(equals + 1);
    }
  }
  return std::nullopt;
}

std::string_view strip_cpu(std::string_view name, int cpu) {
  if (cpu != 1) {
    const std::string suffix = fmt::format("-{}", cpu);
    if (name.ends_with(suffix)) {
      name.remove_suffix(suffix.size());
    }
  }
  return name;
}

std::vector<std::string_view> levels(std::string_view name) {
  std::vector<std::string_view> split;
  while (true) {
    const std::size_t length = name.find('/');
    split.push_back(name.substr(0, length));
    if (length == std::string_view::npos) {
      return split;
    }
    name.remove_prefix(length + 1);
  }
}

}  // namespace headgate::benchfmt
