#include "core/gate/nothing_compared.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

#include <fmt/core.h>

namespace headgate::gate {
namespace {

// The first finding of this outcome; null when there is none.
const Finding* first(std::span<const Finding> findings, Outcome outcome) {
  const auto found = std::find_if(findings.begin(), findings.end(), [&](const Finding& finding) {
    return finding.outcome == outcome;
  });
  return found == findings.end() ? nullptr : &*found;
}

bool is_only_shown(const Finding& finding) {
  return finding.comparison && finding.outcome != Outcome::kInvalid &&
         finding.gating == Gating::kShown;
}

// "3 added, 2 removed"; "" when there is nothing.
std::string instead(std::span<const Finding> findings) {
  constexpr std::array kOutcomes = {Outcome::kAdded, Outcome::kRemoved, Outcome::kSkipped,
                                    Outcome::kInvalid};
  std::string text;
  const auto add = [&](std::ptrdiff_t number, std::string_view what) {
    if (number > 0) {
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", number, what);
    }
  };
  for (const Outcome outcome : kOutcomes) {
    add(std::count_if(findings.begin(), findings.end(),
                      [&](const Finding& finding) { return finding.outcome == outcome; }),
        name(outcome));
  }
  add(std::count_if(findings.begin(), findings.end(), is_only_shown),
      "in units that are not gated");
  return text;
}

std::string advice_on_names(const Finding& added, const Finding& removed) {
  if (added.key.module != removed.key.module) {
    return fmt::format(
        "the module is {} on base and {} on head: rename it in a change of its own, there is "
        "nothing to compare across it",
        removed.key.module, added.key.module);
  }
  if (added.key.package != removed.key.package) {
    return fmt::format(
        "the sides have different packages, such as {} on base and {} on head: move or rename "
        "them in a change of their own",
        removed.key.package, added.key.package);
  }
  return "the sides have benchmarks of different names: rename them in a change of its own";
}

std::string advice(std::span<const Finding> findings, const std::string& otherwise) {
  const auto shown = std::find_if(findings.begin(), findings.end(), is_only_shown);
  if (shown != findings.end()) {
    return fmt::format("list a unit in policy.units that the benchmarks report, such as {}",
                       shown->key.unit);
  }
  const Finding* added = first(findings, Outcome::kAdded);
  const Finding* removed = first(findings, Outcome::kRemoved);
  if (added != nullptr && removed != nullptr) {
    return advice_on_names(*added, *removed);
  }
  if (removed != nullptr) {
    return "head has none of base's benchmarks: see that its go.mod, its packages and its test "
           "files are still where base has them";
  }
  if (added != nullptr) {
    return "base has none of head's benchmarks, so there is nothing to compare them with yet; if "
           "base should have them, see that its go.mod and its packages are where head has them";
  }
  if (first(findings, Outcome::kSkipped) != nullptr) {
    return "every benchmark skips itself: see what it says; an environment variable that it waits "
           "for is let through with measure.pass-env";
  }
  if (first(findings, Outcome::kInvalid) != nullptr) {
    return "see why each of them is invalid";
  }
  return otherwise;
}

}  // namespace

NothingCompared nothing_compared(std::span<const Finding> findings,
                                 const NothingCompared& emptiness) {
  const std::string what = instead(findings);
  return {
      .message = fmt::format("nothing was compared: {}", what.empty() ? emptiness.message : what),
      .remedy = advice(findings, emptiness.remedy)};
}

}  // namespace headgate::gate
