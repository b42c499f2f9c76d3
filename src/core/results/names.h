// Enumerators and the words that stand for them in the results folder's files, both ways. The words
// are stored: never change one.

#pragma once

#include <array>
#include <string_view>
#include <utility>

#include "core/config/settings.h"
#include "core/dataset/process.h"
#include "core/gate/gate.h"
#include "core/results/json_field.h"
#include "core/schedule/options.h"
#include "core/stats/design.h"
#include "core/unit/unit.h"

namespace headgate::results {

template <typename Enum, std::size_t kSize>
using Names = std::array<std::pair<Enum, std::string_view>, kSize>;

inline constexpr Names<stats::Side, 2> kSides = {
    {{stats::Side::kBase, "base"}, {stats::Side::kHead, "head"}}};
inline constexpr Names<stats::Stage, 2> kStages = {
    {{stats::Stage::kFirst, "first"}, {stats::Stage::kConfirm, "confirm"}}};
inline constexpr Names<dataset::Purpose, 2> kPurposes = {
    {{dataset::Purpose::kMeasure, "measure"}, {dataset::Purpose::kExplain, "explain"}}};
inline constexpr Names<dataset::ProcessEnd, 6> kEnds = {
    {{dataset::ProcessEnd::kPassed, "passed"},
     {dataset::ProcessEnd::kFailed, "failed"},
     {dataset::ProcessEnd::kSignaled, "signaled"},
     {dataset::ProcessEnd::kTimedOut, "timed-out"},
     {dataset::ProcessEnd::kNotStarted, "not-started"},
     {dataset::ProcessEnd::kInterrupted, "interrupted"}}};
inline constexpr Names<schedule::Order, 2> kOrders = {
    {{schedule::Order::kAbab, "abab"}, {schedule::Order::kBalanced, "balanced"}}};
inline constexpr Names<schedule::Isolate, 2> kIsolates = {
    {{schedule::Isolate::kBenchmark, "benchmark"}, {schedule::Isolate::kPackage, "package"}}};
inline constexpr Names<gate::Unchanged, 3> kUnchanged = {{{gate::Unchanged::kSkip, "skip"},
                                                          {gate::Unchanged::kControl, "control"},
                                                          {gate::Unchanged::kMeasure, "measure"}}};
inline constexpr Names<gate::Removed, 3> kRemoved = {{{gate::Removed::kWarn, "warn"},
                                                      {gate::Removed::kFail, "fail"},
                                                      {gate::Removed::kIgnore, "ignore"}}};
inline constexpr Names<gate::Confirm, 2> kConfirm = {
    {{gate::Confirm::kYes, "yes"}, {gate::Confirm::kNo, "no"}}};
inline constexpr Names<gate::Presence, 2> kPresence = {
    {{gate::Presence::kPresent, "present"}, {gate::Presence::kAbsent, "absent"}}};
inline constexpr Names<gate::Identity, 2> kIdentity = {
    {{gate::Identity::kDifferent, "different"}, {gate::Identity::kIdentical, "identical"}}};
inline constexpr Names<gate::OwnText, 2> kOwnText = {
    {{gate::OwnText::kSame, "same"}, {gate::OwnText::kChanged, "changed"}}};
inline constexpr Names<gate::Touches, 3> kTouches = {{{gate::Touches::kUnknown, "unknown"},
                                                      {gate::Touches::kPackages, "packages"},
                                                      {gate::Touches::kNoPackage, "no-package"}}};
inline constexpr Names<unit::Direction, 3> kDirections = {{{unit::Direction::kLower, "lower"},
                                                           {unit::Direction::kHigher, "higher"},
                                                           {unit::Direction::kUnknown, "unknown"}}};
inline constexpr Names<config::Build::Race, 2> kRace = {
    {{config::Build::Race::kOff, "off"}, {config::Build::Race::kOn, "on"}}};
inline constexpr Names<config::Execution::Network, 3> kNetworks = {
    {{config::Execution::Network::kAuto, "auto"},
     {config::Execution::Network::kNone, "none"},
     {config::Execution::Network::kHost, "host"}}};
inline constexpr Names<config::Build::Trimpath, 2> kTrimpath = {
    {{config::Build::Trimpath::kOn, "on"}, {config::Build::Trimpath::kOff, "off"}}};

/// The word of an enumerator.
template <typename Enum, std::size_t kSize>
[[nodiscard]] std::string_view word(const Names<Enum, kSize>& names, Enum value) {
  for (const auto& [known, text] : names) {
    if (known == value) {
      return text;
    }
  }
  return "";
}

/// The enumerator of a field's word; throws FormatError for another word.
template <typename Enum, std::size_t kSize>
[[nodiscard]] Enum enumerator(const Names<Enum, kSize>& names, const Field& field) {
  const std::string text = field.text();
  std::string known_words;
  for (const auto& [known, name] : names) {
    if (name == text) {
      return known;
    }
    known_words += known_words.empty() ? "" : ", ";
    known_words += name;
  }
  field.fail("one of " + known_words);
}

}  // namespace headgate::results
