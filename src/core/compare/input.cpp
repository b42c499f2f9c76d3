#include "core/compare/input.h"

#include <algorithm>
#include <utility>
#include <variant>

#include "core/benchfmt/reader.h"
#include "core/unit/unit.h"

namespace headgate::compare {
namespace {

// testing.B never runs more iterations than this: a benchmark that reaches it takes less than a
// nanosecond each and was most likely optimised away.
constexpr std::int64_t kMostIterations = 1'000'000'000;
constexpr double kNanosecond = 1e-9;

std::string text_of(const Configuration& configuration) {
  std::string text;
  for (const auto& [key, value] : configuration) {
    text.append(key).append(1, '\0').append(value).append(1, '\0');
  }
  return text;
}

}  // namespace

InputBuilder::InputBuilder(std::string file, std::string label) {
  input_.file = std::move(file);
  input_.label = std::move(label);
}

void InputBuilder::on_record(const benchfmt::Record& record) {
  std::visit([this](const auto& one) { add(one); }, record);
}

Input InputBuilder::finish() && {
  const benchfmt::TestEvents events = std::move(events_);
  events_ = {};
  for (const benchfmt::PackageOutput& output : events.packages()) {
    configuration_.clear();
    configuration_known_ = false;
    benchfmt::read(output.text, input_.file, *this);
  }
  order_values();
  return std::move(input_);
}

void InputBuilder::order_values() {
  std::vector<std::size_t> begins;
  begins.reserve(input_.series.size());
  std::size_t end = 0;
  for (Series& series : input_.series) {
    series.begin = end;
    begins.push_back(end);
    end += series.count;
  }
  input_.values = std::move(values_).in_order(std::move(begins));
}

std::uint32_t InputBuilder::configuration_index() {
  if (!configuration_known_) {
    const auto next = static_cast<std::uint32_t>(input_.configurations.size());
    const auto [at, is_new] = configurations_.emplace(text_of(configuration_), next);
    if (is_new) {
      input_.configurations.push_back(configuration_);
    }
    configuration_index_ = at->second;
    configuration_known_ = true;
  }
  return configuration_index_;
}

std::uint32_t InputBuilder::name_index(std::string_view name) {
  const auto next = static_cast<std::uint32_t>(input_.names.size());
  // Nearly every name that is looked up is new: it is kept before it is looked for.
  const TextIds::Id id = names_.find_or_add(input_.names.emplace_back(name), next);
  if (id.is_new) {
    first_group_.push_back(kNone);
  } else {
    input_.names.pop_back();
  }
  return id.value;
}

std::uint32_t InputBuilder::unit_index(std::string_view spelled) {
  if (const std::optional<std::uint32_t> known = units_.find(spelled)) {
    return *known;
  }
  const auto next = static_cast<std::uint32_t>(input_.units.size());
  unit::Tidied tidied = unit::tidy(spelled);
  const InputUnit& added = input_.units.emplace_back(InputUnit{
      .spelled = std::string(spelled), .base = std::move(tidied.base), .factor = tidied.factor});
  units_.find_or_add(added.spelled, next);
  return next;
}

// Nearly every name has one configuration.
std::uint32_t InputBuilder::find_or_add_group(std::uint32_t name, std::uint32_t configuration) {
  const auto next = static_cast<std::uint32_t>(groups_.size());
  const std::uint32_t first = first_group_[name];
  if (first != kNone && groups_[first].configuration == configuration) {
    return first;
  }
  if (first == kNone) {
    first_group_[name] = next;
  } else if (const auto [at, is_new] =
                 other_groups_.emplace(std::uint64_t{configuration} << 32U | name, next);
             !is_new) {
    return at->second;
  }
  groups_.push_back({.name = name, .configuration = configuration});
  return next;
}

InputBuilder::Group& InputBuilder::group_of(std::string_view name) {
  const std::uint32_t configuration = configuration_index();
  if (last_group_ == kNone || groups_[last_group_].configuration != configuration ||
      input_.names[groups_[last_group_].name] != name) {
    last_group_ = find_or_add_group(name_index(name), configuration);
  }
  return groups_[last_group_];
}

// `expected` is the series of the group at this place of the line: lines of a group nearly always
// have the same units at the same places.
std::uint32_t InputBuilder::series_index(Group& group, std::uint32_t expected,
                                         std::string_view unit) {
  const auto has_unit = [&](std::uint32_t series) {
    return input_.units[input_.series[series].unit].spelled == unit;
  };
  if (expected != kNone && has_unit(expected)) {
    return expected;
  }
  for (std::uint32_t at = group.first_series; at != kNone; at = next_series_[at]) {
    if (has_unit(at)) {
      return at;
    }
  }
  const auto next = static_cast<std::uint32_t>(input_.series.size());
  input_.series.push_back({.name = group.name,
                           .configuration = group.configuration,
                           .unit = unit_index(unit),
                           .count = 0,
                           .begin = 0});
  next_series_.push_back(kNone);
  (group.last_series == kNone ? group.first_series : next_series_[group.last_series]) = next;
  group.last_series = next;
  return next;
}

void InputBuilder::add(const benchfmt::Measurement& measurement) {
  Group& group = group_of(measurement.name);
  bool nothing = measurement.iterations >= kMostIterations;
  std::uint32_t expected = group.first_series;
  for (const benchfmt::Value& value : measurement.values) {
    const std::uint32_t at = series_index(group, expected, value.unit);
    expected = expected == kNone ? kNone : next_series_[expected];
    Series& series = input_.series[at];
    const InputUnit& unit = input_.units[series.unit];
    const double based = value.value * unit.factor;
    ++series.count;
    values_.append(at, based);
    nothing = nothing || (based < kNanosecond && unit.base == "sec/op");
  }
  if (nothing &&
      (input_.measures_nothing.empty() || input_.measures_nothing.back() != group.name)) {
    input_.measures_nothing.push_back(group.name);
  }
}

void InputBuilder::add(const benchfmt::Config& config) {
  const auto at = std::find_if(configuration_.begin(), configuration_.end(),
                               [&](const auto& entry) { return entry.first == config.key; });
  configuration_known_ = false;
  if (!seen_keys_.contains(config.key)) {
    seen_keys_.emplace(config.key);
    if (!input_.series.empty()) {
      input_.late_keys.push_back({.line = config.position.line,
                                  .key = std::string(config.key),
                                  .value = std::string(config.value)});
    }
  }
  if (config.value.empty()) {
    if (at != configuration_.end()) {
      std::swap(*at, configuration_.back());
      configuration_.pop_back();
    }
  } else if (at != configuration_.end()) {
    at->second = config.value;
  } else {
    configuration_.emplace_back(config.key, config.value);
  }
}

void InputBuilder::add(const benchfmt::UnitMetadata& metadata) {
  input_.metadata.push_back({.line = metadata.position.line,
                             .unit = std::string(metadata.unit),
                             .key = std::string(metadata.key),
                             .value = std::string(metadata.value)});
}

void InputBuilder::add(const benchfmt::SyntaxError& error) {
  input_.messages.push_back({.line = error.position.line, .text = std::string(error.message)});
}

}  // namespace headgate::compare
