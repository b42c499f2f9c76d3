#include "core/config/policy_reading.h"

#include <array>
#include <limits>
#include <utility>
#include <variant>

#include <fmt/core.h>

#include "core/config/mapping_reading.h"
#include "core/unit/unit.h"

namespace headgate::config {
namespace {

constexpr Interval kAlpha = {.least = 0, .most = 0.5, .bound = Interval::Least::kExcluded};
constexpr Interval kMinDeltaPercent = {.least = 0, .most = 1000};
constexpr Interval kCvPercent = {.least = 0, .most = 1000, .bound = Interval::Least::kExcluded};
constexpr Interval kMinAbs = {.least = 0, .most = std::numeric_limits<double>::infinity()};

Result<double> read_min_abs(const Subject& subject, const TreeNode& node) {
  return read_number(subject, node, kMinAbs);
}

Result<unit::Direction> read_direction(const Subject& subject, const TreeNode& node) {
  constexpr std::array<std::string_view, 2> kWords = {"lower", "higher"};
  const Result<std::size_t> word = read_word(subject, node, kWords);
  if (!word) {
    return word.error();
  }
  return *word == 0 ? unit::Direction::kLower : unit::Direction::kHigher;
}

Status check_unit(const Subject& subject, std::size_t line, const std::string& name) {
  if (name.empty() || name.find_first_of(" \t\n") != std::string::npos) {
    return invalid(subject, line, fmt::format("holds {}, which is no unit", quoted(name)));
  }
  if (const unit::Tidied tidied = unit::tidy(name); tidied.base != name) {
    return invalid(subject, line,
                   fmt::format("holds {}, which is compared as {}", name, tidied.base),
                   fmt::format("write {}", tidied.base));
  }
  return ok();
}

using gate::BenchmarkLimits;
using gate::UnitLimits;

constexpr std::array<Key<UnitLimits>, 4> kUnitKeys = {
    key<UnitLimits, &UnitLimits::alpha, read_alpha>("alpha"),
    key<UnitLimits, &UnitLimits::min_delta, read_min_delta>("min-delta"),
    key<UnitLimits, &UnitLimits::min_abs, read_min_abs>("min-abs"),
    key<UnitLimits, &UnitLimits::direction, read_direction>("direction"),
};

constexpr std::array<Key<BenchmarkLimits>, 6> kBenchmarkKeys = {
    key<BenchmarkLimits, &BenchmarkLimits::match, read_match>("match"),
    key<BenchmarkLimits, &BenchmarkLimits::unit, read_unit>("unit"),
    key<BenchmarkLimits, &BenchmarkLimits::alpha, read_alpha>("alpha"),
    key<BenchmarkLimits, &BenchmarkLimits::min_delta, read_min_delta>("min-delta"),
    key<BenchmarkLimits, &BenchmarkLimits::min_abs, read_min_abs>("min-abs"),
    key<BenchmarkLimits, &BenchmarkLimits::cv_threshold, read_cv_threshold>("cv-threshold"),
};

}  // namespace

Result<std::string> read_unit(const Subject& subject, const TreeNode& node) {
  Result<std::string> name = read_text(subject, node);
  if (!name) {
    return name;
  }
  if (Status checked = check_unit(subject, node.line, *name); !checked) {
    return std::move(checked).error();
  }
  return name;
}

Result<std::string> read_match(const Subject& subject, const TreeNode& node) {
  Result<std::string> match = read_text(subject, node);
  if (match && match->empty()) {
    return invalid(subject, node.line, "is empty", "write .* for every benchmark");
  }
  return match;
}

Result<double> read_alpha(const Subject& subject, const TreeNode& node) {
  return read_number(subject, node, kAlpha);
}

Result<double> read_min_delta(const Subject& subject, const TreeNode& node) {
  return read_percent(subject, node, kMinDeltaPercent);
}

Result<double> read_cv_threshold(const Subject& subject, const TreeNode& node) {
  return read_percent(subject, node, kCvPercent);
}

Result<gate::Unchanged> read_unchanged(const Subject& subject, const TreeNode& node) {
  using enum gate::Unchanged;
  return read_enum<gate::Unchanged, 3>(
      subject, node, {{{"skip", kSkip}, {"control", kControl}, {"measure", kMeasure}}});
}

Result<gate::Confirm> read_confirm(const Subject& subject, const TreeNode& node) {
  return read_yes_no(subject, node, gate::Confirm::kYes, gate::Confirm::kNo);
}

Result<gate::Removed> read_removed(const Subject& subject, const TreeNode& node) {
  using enum gate::Removed;
  return read_enum<gate::Removed, 3>(subject, node,
                                     {{{"warn", kWarn}, {"fail", kFail}, {"ignore", kIgnore}}});
}

Result<std::map<std::string, UnitLimits>> read_units(const Subject& subject, const TreeNode& node) {
  const auto* mapping = std::get_if<Mapping>(&node.content);
  if (mapping == nullptr) {
    return unexpected(subject, node, "a mapping of units to limits", "write sec/op: {}");
  }
  std::map<std::string, UnitLimits> units;
  for (const Entry& entry : mapping->entries) {
    if (Status checked = check_unit(subject, entry.line, entry.key); !checked) {
      return std::move(checked).error();
    }
    const Subject inner{.source = subject.source, .name = entry.key};
    if (Status read = read_mapping<UnitLimits>(units[entry.key], inner, entry.value, kUnitKeys);
        !read) {
      return std::move(read).error();
    }
    if (Status known = gate::check_unit(entry.key, units[entry.key]); !known) {
      return known.error().within(place(subject.source, entry.line));
    }
  }
  if (units.empty()) {
    return invalid(subject, node.line, "names no unit, so nothing would be gated",
                   "name at least one, such as sec/op: {}");
  }
  return units;
}

Result<std::vector<BenchmarkLimits>> read_benchmarks(const Subject& subject, const TreeNode& node) {
  const auto* sequence = std::get_if<Sequence>(&node.content);
  if (sequence == nullptr) {
    return unexpected(subject, node, "a list of limits", "write - {match: ..., min-delta: ...}");
  }
  std::vector<BenchmarkLimits> all;
  for (const TreeNode& element : sequence->elements) {
    BenchmarkLimits limits;
    if (Status read = read_mapping<BenchmarkLimits>(limits, subject, element, kBenchmarkKeys);
        !read) {
      return std::move(read).error();
    }
    if (limits.match.empty()) {
      return invalid(subject, element.line, "holds limits without match",
                     "add match: and the expression that names the benchmarks");
    }
    limits.origin = place(subject.source, element.line);
    all.push_back(std::move(limits));
  }
  return all;
}

}  // namespace headgate::config
