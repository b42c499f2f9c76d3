#include "core/compare/input.h"

#include <algorithm>
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
  return std::move(input_);
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
    group_known_ = false;
  }
  return configuration_index_;
}

std::uint32_t InputBuilder::name_index(std::string_view name) {
  if (const auto at = names_.find(name); at != names_.end()) {
    return at->second;
  }
  const auto next = static_cast<std::uint32_t>(input_.names.size());
  input_.names.emplace_back(name);
  names_.emplace(name, next);
  return next;
}

std::uint32_t InputBuilder::unit_index(std::string_view spelled) {
  if (const auto at = units_.find(spelled); at != units_.end()) {
    return at->second;
  }
  const auto next = static_cast<std::uint32_t>(input_.units.size());
  const unit::Tidied tidied = unit::tidy(spelled);
  input_.units.push_back(
      {.spelled = std::string(spelled), .base = tidied.base, .factor = tidied.factor});
  units_.emplace(spelled, next);
  return next;
}

InputBuilder::Group& InputBuilder::group_of(std::string_view name) {
  const std::uint64_t configuration = configuration_index();
  if (!group_known_ || name != last_name_) {
    const std::uint32_t name_at = name_index(name);
    const auto [at, is_new] = group_index_.emplace(configuration << 32U | name_at, groups_.size());
    if (is_new) {
      groups_.push_back({.name = name_at, .series = {}});
    }
    last_group_ = at->second;
    last_name_ = name;
    group_known_ = true;
  }
  return groups_[last_group_];
}

// Lines of a group nearly always have the same units at the same places.
std::uint32_t InputBuilder::series_index(Group& group, std::size_t position,
                                         std::string_view unit) {
  const auto has_unit = [&](std::uint32_t series) {
    return input_.units[input_.series[series].unit].spelled == unit;
  };
  if (position < group.series.size() && has_unit(group.series[position])) {
    return group.series[position];
  }
  if (const auto at = std::find_if(group.series.begin(), group.series.end(), has_unit);
      at != group.series.end()) {
    return *at;
  }
  const auto next = static_cast<std::uint32_t>(input_.series.size());
  input_.series.push_back({.name = group.name,
                           .configuration = configuration_index_,
                           .unit = unit_index(unit),
                           .values = {}});
  group.series.push_back(next);
  return next;
}

void InputBuilder::add(const benchfmt::Measurement& measurement) {
  Group& group = group_of(measurement.name);
  bool nothing = measurement.iterations >= kMostIterations;
  for (std::size_t i = 0; i < measurement.values.size(); ++i) {
    const benchfmt::Value& value = measurement.values[i];
    Series& series = input_.series[series_index(group, i, value.unit)];
    const InputUnit& unit = input_.units[series.unit];
    const double based = value.value * unit.factor;
    series.values.push_back(based);
    nothing = nothing || (unit.base == "sec/op" && based < kNanosecond);
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
