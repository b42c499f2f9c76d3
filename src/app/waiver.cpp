#include "app/waiver.h"

#include <string>
#include <variant>

#include <fmt/core.h>

#include "app/event_payload.h"
#include "core/github/label.h"

namespace headgate::app {
namespace {

gate::WaiverAnswer answer_of(const github::LabelStanding& standing) {
  if (const auto* given = std::get_if<github::LabelGiven>(&standing)) {
    return gate::Waiver{.label = given->label,
                        .pull_request = given->pull_request,
                        .commit = given->head_sha,
                        .by = given->by};
  }
  const auto* unbound = std::get_if<github::LabelUnbound>(&standing);
  return unbound == nullptr ? gate::NoWaiver{} : gate::NoWaiver{.why = unbound->why};
}

// What the shards measured, as far as a label may count for it.
github::Checkout measured(const results::Run& merged, const github::PullRequestEvent& event,
                          const std::string& merge_commit) {
  const results::SideRecord& head = merged.sides.head;
  if (head.tree.empty() || merged.pull_request != event.number) {
    return {.head = {}, .parents = {}, .shallow = true};  // a work tree, or another pull request
  }
  github::Checkout checkout{.head = head.commit, .parents = {}, .shallow = true};
  if (!merge_commit.empty() && head.commit == merge_commit) {
    checkout.parents = {merged.sides.base.commit, event.head_sha};
  }
  return checkout;
}

}  // namespace

gate::WaiverAnswer waiver_of(const github::Event& event, std::string_view label,
                             const github::Checkout& checkout, const github::Inputs& inputs) {
  return answer_of(github::label_standing(event, label, checkout, inputs));
}

gate::WaiverAnswer waiver_of_shards(const Services& services, std::string_view label,
                                    const results::Run& merged) {
  if (label.empty()) {
    return gate::NoWaiver{};
  }
  const Result<github::Event> event = read_event(services);
  if (!event) {
    return gate::NoWaiver{
        .why = fmt::format("no label can let anything pass: {}", event.error().message)};
  }
  const auto* pull_request = std::get_if<github::PullRequestEvent>(&*event);
  if (pull_request == nullptr) {
    return gate::NoWaiver{};
  }
  return waiver_of(*event, label,
                   measured(merged, *pull_request, services.environment.value("GITHUB_SHA")),
                   {.base = {}, .head = {}});
}

}  // namespace headgate::app
