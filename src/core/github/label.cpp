#include "core/github/label.h"

#include <algorithm>

#include <fmt/core.h>

namespace headgate::github {
namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool is_same_label(std::string_view left, std::string_view right) {
  return std::ranges::equal(left, right, {}, lower, lower);
}

bool is_measured(const std::string& head_sha, const Checkout& checkout, const Inputs& inputs) {
  const bool is_merge = checkout.parents.size() == 2 && checkout.parents[1] == head_sha;
  return inputs.head.empty() && (is_merge || checkout.head == head_sha);
}

}  // namespace

LabelStanding label_standing(const Event& event, std::string_view label, const Checkout& checkout,
                             const Inputs& inputs) {
  const auto* pull_request = std::get_if<PullRequestEvent>(&event);
  if (pull_request == nullptr || label.empty()) {
    return LabelAbsent{};
  }
  const auto found = std::ranges::find_if(
      pull_request->labels, [&](const std::string& one) { return is_same_label(one, label); });
  if (found == pull_request->labels.end()) {
    return LabelAbsent{};
  }
  const bool is_given_now =
      pull_request->action == "labeled" && is_same_label(pull_request->label, label);
  if (!is_given_now && pull_request->action != "opened") {
    return LabelUnbound{fmt::format(
        "pull request {} has the label '{}', but this run (`{}`) cannot know that it was given "
        "for this commit: take it off and give it again, with `labeled` among the workflow's types",
        pull_request->number, *found, pull_request->action)};
  }
  if (!is_measured(pull_request->head_sha, checkout, inputs)) {
    return LabelUnbound{
        fmt::format("pull request {} has the label '{}', but what was measured is not its head {}",
                    pull_request->number, *found, pull_request->head_sha)};
  }
  return LabelGiven{.label = *found,
                    .pull_request = pull_request->number,
                    .head_sha = pull_request->head_sha,
                    .by = pull_request->sender};
}

}  // namespace headgate::github
