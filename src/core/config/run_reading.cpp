#include "core/config/run_reading.h"

#include <algorithm>
#include <limits>
#include <utility>
#include <variant>

#include <fmt/core.h>
#include <fmt/format.h>

namespace headgate::config {
namespace {

constexpr std::uint64_t kMostRounds = 100'000;
constexpr std::uint64_t kMostCpus = 4096;
constexpr double kDaySec = 24 * 3600.0;
constexpr Interval kTimeoutSec = {.least = 1, .most = kDaySec};
constexpr Interval kDeadlineSec = {.least = 0, .most = 7 * kDaySec};

bool is_variable_name(std::string_view name) {
  return !name.empty() && !is_digit(name.front()) && std::ranges::all_of(name, [](char character) {
    return is_letter(character) || is_digit(character) || character == '_';
  });
}

Status check_variable_name(const Subject& subject, std::size_t line, std::string_view name) {
  if (is_variable_name(name)) {
    return ok();
  }
  return invalid(subject, line, fmt::format("holds {}, which names no variable", quoted(name)),
                 "a name has letters, digits and underscores");
}

// Action inputs and what the runner hands to steps.
bool may_be_credential(std::string_view name) {
  return name.starts_with("INPUT_") || name.starts_with("ACTIONS_") || name == "GITHUB_TOKEN" ||
         name == "GH_TOKEN";
}

}  // namespace

Result<std::size_t> read_rounds(const Subject& subject, const TreeNode& node) {
  return read_integer(subject, node, 1, kMostRounds);
}

Result<schedule::Benchtime> read_benchtime(const Subject& subject, const TreeNode& node) {
  const Result<std::string> text = read_text(subject, node);
  if (!text) {
    return text.error();
  }
  Result<schedule::Benchtime> benchtime = schedule::Benchtime::parse(*text);
  if (!benchtime) {
    return unexpected(subject, node, "a duration or a number of iterations",
                      benchtime.error().remedy);
  }
  return benchtime;
}

Result<schedule::Order> read_order(const Subject& subject, const TreeNode& node) {
  using enum schedule::Order;
  return read_enum<schedule::Order, 2>(subject, node, {{{"abab", kAbab}, {"balanced", kBalanced}}});
}

Result<schedule::Isolate> read_isolate(const Subject& subject, const TreeNode& node) {
  using enum schedule::Isolate;
  return read_enum<schedule::Isolate, 2>(subject, node,
                                         {{{"benchmark", kBenchmark}, {"package", kPackage}}});
}

Result<std::uint64_t> read_seed(const Subject& subject, const TreeNode& node) {
  return read_integer(subject, node, 0, std::numeric_limits<std::uint64_t>::max());
}

Result<double> read_timeout(const Subject& subject, const TreeNode& node) {
  return read_duration(subject, node, kTimeoutSec);
}

Result<double> read_deadline(const Subject& subject, const TreeNode& node) {
  return read_duration(subject, node, kDeadlineSec);
}

Result<std::string> read_cpu(const Subject& subject, const TreeNode& node) {
  const Result<std::vector<TreeNode>> elements = read_elements(subject, node);
  if (!elements) {
    return elements.error();
  }
  std::vector<std::string> counts;
  for (const TreeNode& element : *elements) {
    const Result<std::string> text = read_text(subject, element);
    if (!text) {
      return text.error();
    }
    if (text->empty() && elements->size() == 1) {
      return std::string();
    }
    for (const std::string_view part : split(*text, ',')) {
      const TreeNode one{.line = element.line, .content = Scalar{std::string(part)}};
      const Result<std::uint64_t> count = read_integer(subject, one, 1, kMostCpus);
      if (!count) {
        return count.error();
      }
      counts.push_back(std::to_string(*count));
    }
  }
  if (Status unique = check_no_repeat(subject, node.line, counts); !unique) {
    return std::move(unique).error();
  }
  return fmt::format("{}", fmt::join(counts, ","));
}

Result<std::map<std::string, std::string>> read_variables(const Subject& subject,
                                                          const TreeNode& node) {
  std::vector<Entry> entries;
  if (const auto* mapping = std::get_if<Mapping>(&node.content)) {
    entries = mapping->entries;
  } else {
    const Result<std::vector<std::string>> pairs = read_texts(subject, node);
    if (!pairs) {
      return unexpected(subject, node, "a mapping of names to values", "write NAME: value");
    }
    for (const std::string& pair : *pairs) {
      const std::size_t sign = pair.find('=');
      if (sign == std::string::npos) {
        return invalid(subject, node.line, fmt::format("holds {} without \"=\"", quoted(pair)),
                       "write NAME=value");
      }
      entries.push_back(
          {.key = pair.substr(0, sign),
           .line = node.line,
           .value = TreeNode{.line = node.line, .content = Scalar{pair.substr(sign + 1)}}});
    }
  }
  std::map<std::string, std::string> variables;
  for (const Entry& entry : entries) {
    if (Status named = check_variable_name(subject, entry.line, entry.key); !named) {
      return std::move(named).error();
    }
    Result<std::string> value = read_lines(
        {.source = subject.source, .name = fmt::format("{} {}", subject.name, entry.key)},
        entry.value);
    if (!value) {
      return std::move(value).error();
    }
    if (!variables.emplace(entry.key, *std::move(value)).second) {
      return invalid(subject, entry.line, fmt::format("sets {} twice", entry.key));
    }
  }
  return variables;
}

Result<std::vector<std::string>> read_passed_names(const Subject& subject, const TreeNode& node) {
  Result<std::vector<std::string>> names = read_texts(subject, node);
  if (!names) {
    return names;
  }
  for (const std::string& name : *names) {
    if (Status named = check_variable_name(subject, node.line, name); !named) {
      return std::move(named).error();
    }
    if (may_be_credential(name)) {
      return invalid(subject, node.line,
                     fmt::format("may not hold {}, which may be a credential", name),
                     "benchmarks run the pull request's code: nothing secret may reach them");
    }
  }
  return names;
}

Result<Execution::Network> read_network(const Subject& subject, const TreeNode& node) {
  using enum Execution::Network;
  return read_enum<Execution::Network, 3>(subject, node,
                                          {{{"auto", kAuto}, {"none", kNone}, {"host", kHost}}});
}

}  // namespace headgate::config
