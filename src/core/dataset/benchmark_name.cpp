#include "core/dataset/benchmark_name.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "core/benchfmt/name.h"

namespace headgate::dataset {
namespace {

// The value of "-<digits>" at the end as GOMAXPROCS would print it: 2 or more, no leading zero.
std::optional<int> printed_cpu(std::string_view name) {
  const std::string_view digits = benchfmt::split_name(name).cpu;
  int cpu = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), cpu);
  if (error != std::errc() || digits.front() == '0' || cpu < 2) {
    return std::nullopt;
  }
  return cpu;
}

}  // namespace

std::string_view without_benchmark(std::string_view function) {
  return function.substr(std::min(kBenchmark.size(), function.size()));
}

std::string function_of(std::string_view name) {
  return std::string(kBenchmark) + std::string(name.substr(0, name.find_first_of("/-")));
}

std::string_view without_cpu(std::string_view name, std::span<const int> cpus) {
  std::string_view shortest = name;
  for (const int cpu : cpus) {
    const std::string_view stripped = benchfmt::strip_cpu(name, cpu);
    if (stripped.size() < shortest.size()) {
      shortest = stripped;
    }
  }
  return shortest;
}

bool is_benchmark_name(std::string_view name) {
  return name.empty() || name.front() < 'a' || name.front() > 'z';
}

std::vector<int> shared_cpu(std::span<const std::string> names) {
  std::optional<int> shared;
  for (const std::string& name : names) {
    const std::optional<int> cpu = printed_cpu(name);
    if (!cpu || (shared && *shared != *cpu)) {
      return {};
    }
    shared = cpu;
  }
  return shared ? std::vector<int>{*shared} : std::vector<int>{};
}

}  // namespace headgate::dataset
