#include "core/gate/waiver.h"

#include <string_view>
#include <utility>

#include <fmt/core.h>

#include "core/gate/finding.h"

namespace headgate::gate {
namespace {

constexpr std::size_t kShortIdDigits = 12;

std::string in_words(const Waiver& waiver) {
  const std::string giver = waiver.by.empty() ? std::string() : fmt::format(" by {}", waiver.by);
  return fmt::format(
      "the label '{}', given to pull request {}{} at {}, accepts what got slower: "
      "it does not fail the step, the verdict stays",
      waiver.label, waiver.pull_request, giver,
      std::string_view(waiver.commit).substr(0, kShortIdDigits));
}

}  // namespace

Verdict answered(Verdict verdict, const WaiverAnswer& answer) {
  if (verdict.decision != Decision::kRegression) {
    return verdict;
  }
  if (const auto* waiver = std::get_if<Waiver>(&answer)) {
    verdict.waiver = *waiver;
    verdict.caveats.push_back({.code = "waived", .text = in_words(*waiver)});
  } else if (const std::string& why = std::get<NoWaiver>(answer).why; !why.empty()) {
    verdict.caveats.push_back({.code = "not-waived", .text = why});
  }
  return verdict;
}

}  // namespace headgate::gate
