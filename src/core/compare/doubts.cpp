#include "core/compare/doubts.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string_view>

#include <fmt/core.h>
#include <fmt/format.h>

#include "core/benchfmt/name.h"

namespace headgate::compare {
namespace {

constexpr std::size_t kMostShown = 3;

std::set<std::string_view> names_of(const Input& input) {
  return {input.names.begin(), input.names.end()};
}

// Names without their GOMAXPROCS suffix.
std::map<std::string_view, std::string_view> suffixes_of(const Input& input) {
  std::map<std::string_view, std::string_view> suffixes;
  for (const std::string& name : input.names) {
    const std::string_view cpu = benchfmt::split_name(name).cpu;
    const std::size_t tail = cpu.empty() ? 0 : cpu.size() + 1;
    suffixes.emplace(std::string_view(name).substr(0, name.size() - tail), cpu);
  }
  return suffixes;
}

std::string suffix_text(std::string_view cpu) {
  return cpu.empty() ? "none" : fmt::format("-{}", cpu);
}

std::optional<std::string> differing_suffix(const Input& left, const Input& right) {
  const auto ours = suffixes_of(left);
  for (const auto& [name, cpu] : suffixes_of(right)) {
    const auto at = ours.find(name);
    if (at != ours.end() && at->second != cpu) {
      return fmt::format(
          "names end in different GOMAXPROCS suffixes ({} and {}); compare with -ignore "
          "/gomaxprocs",
          suffix_text(at->second), suffix_text(cpu));
    }
  }
  return std::nullopt;
}

using ValuesByKey = std::map<std::string_view, std::set<std::string_view>>;

ValuesByKey values_of(const Input& input) {
  ValuesByKey values;
  for (const Configuration& configuration : input.configurations) {
    for (const auto& [key, value] : configuration) {
      values[key].insert(value);
    }
  }
  return values;
}

// Keys of configuration lines of which the inputs share no value.
std::optional<std::string> differing_configuration(const Input& left, const Input& right) {
  const ValuesByKey ours = values_of(left);
  const ValuesByKey theirs = values_of(right);
  std::set<std::string_view> keys;
  for (const ValuesByKey* values : {&ours, &theirs}) {
    for (const auto& [key, all] : *values) {
      keys.insert(key);
    }
  }
  std::vector<std::string> differences;
  std::string ignore;
  const auto first = [](const ValuesByKey& values, std::string_view key) {
    const auto at = values.find(key);
    return at == values.end() ? std::string("nothing") : fmt::format("'{}'", *at->second.begin());
  };
  const auto shares_value = [&](std::string_view key) {
    const auto a = ours.find(key);
    const auto b = theirs.find(key);
    return a != ours.end() && b != theirs.end() &&
           std::any_of(a->second.begin(), a->second.end(),
                       [&](std::string_view value) { return b->second.contains(value); });
  };
  for (const std::string_view key : keys) {
    if (!shares_value(key)) {
      differences.push_back(
          fmt::format("{}: is {} and {}", key, first(ours, key), first(theirs, key)));
      ignore.append(ignore.empty() ? "" : ",").append(key);
    }
  }
  if (differences.empty()) {
    return std::nullopt;
  }
  differences.resize(std::min(differences.size(), kMostShown));
  return fmt::format("{}; compare with -ignore {}", fmt::join(differences, ", "), ignore);
}

std::string why_disjoint(const std::vector<Input>& inputs) {
  for (std::size_t i = 1; i < inputs.size(); ++i) {
    const Input& left = inputs.front();
    const Input& right = inputs[i];
    const std::set<std::string_view> ours = names_of(left);
    const bool share_name =
        std::any_of(right.names.begin(), right.names.end(),
                    [&](const std::string& name) { return ours.contains(name); });
    const std::optional<std::string> why =
        share_name ? differing_configuration(left, right) : differing_suffix(left, right);
    if (why) {
      return *why;
    }
  }
  return "the inputs share no benchmark";
}

void add_measures_nothing(const Input& input, std::vector<std::string>& doubts) {
  std::set<std::uint32_t> names(input.measures_nothing.begin(), input.measures_nothing.end());
  if (names.empty()) {
    return;
  }
  std::vector<std::string> shown;
  for (const std::uint32_t name : names) {
    if (shown.size() < kMostShown) {
      shown.push_back("Benchmark" + input.names[name]);
    }
  }
  const std::string more =
      names.size() > kMostShown ? fmt::format(" and {} more", names.size() - kMostShown) : "";
  doubts.push_back(fmt::format(
      "{}: {}{} measures nothing: less than a nanosecond per iteration, or a billion iterations; "
      "the compiler most likely removed the work",
      input.file, fmt::join(shown, ", "), more));
}

// Only keys with which a result follows: others split nothing.
void add_late_keys(const Input& input, std::vector<std::string>& doubts) {
  for (const LateKey& late : input.late_keys) {
    const bool splits = std::any_of(
        input.configurations.begin(), input.configurations.end(), [&](const Configuration& one) {
          return std::any_of(one.begin(), one.end(),
                             [&](const auto& entry) { return entry.first == late.key; });
        });
    if (splits) {
      doubts.push_back(fmt::format(
          "{}:{}: '{}: {}' counts as configuration of the results behind it; if it is output of a "
          "program, use -ignore {}",
          input.file, late.line, late.key, late.value, late.key));
    }
  }
}

}  // namespace

std::vector<std::string> doubts(const Tables& tables) {
  std::vector<std::string> doubts;
  if (tables.is_disjoint()) {
    doubts.push_back(fmt::format("nothing was compared, no row has two columns: {}",
                                 why_disjoint(tables.inputs())));
  }
  for (const Input& input : tables.inputs()) {
    add_measures_nothing(input, doubts);
    add_late_keys(input, doubts);
  }
  return doubts;
}

}  // namespace headgate::compare
