#include "core/github/label.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>

#include "support/commit_ids.h"

namespace headgate::github {
namespace {

using testing_support::kBase;
using testing_support::kHead;
using testing_support::kMerge;

using ::testing::HasSubstr;
using ::testing::VariantWith;

PullRequestEvent event(const std::string& action, const std::string& label,
                       std::vector<std::string> labels = {"bug", "perf-accepted"}) {
  return {.number = 7,
          .action = action,
          .head_sha = kHead,
          .base_ref = "main",
          .base_sha = kBase,
          .labels = std::move(labels),
          .label = label,
          .sender = "ann"};
}

// As actions/checkout leaves it: the merge commit.
Checkout merged() { return {.head = kMerge, .parents = {kBase, kHead}, .shallow = true}; }

LabelStanding standing(const Event& event, const Checkout& checkout = merged(),
                       const Inputs& inputs = {}) {
  return label_standing(event, "perf-accepted", checkout, inputs);
}

LabelGiven given() {
  return {.label = "perf-accepted", .pull_request = 7, .head_sha = kHead, .by = "ann"};
}

TEST(Label, CountsInTheRunThatItsGivingStarts) {
  EXPECT_THAT(standing(event("labeled", "perf-accepted")), VariantWith<LabelGiven>(given()));
}

TEST(Label, CountsForAPullRequestThatIsOpenedWithIt) {
  EXPECT_THAT(standing(event("opened", "")), VariantWith<LabelGiven>(given()));
}

TEST(Label, CountsForNothingOnceCommitsMayHaveComeAfterIt) {
  for (const std::string action : {"synchronize", "reopened", "edited", "ready_for_review",
                                   "unlabeled", "closed", "auto_merge_enabled", ""}) {
    EXPECT_THAT(standing(event(action, "")),
                VariantWith<LabelUnbound>(
                    testing::Field(&LabelUnbound::why, HasSubstr("take it off and give it again"))))
        << action;
  }
}

TEST(Label, CountsForNothingInTheRunThatAnotherLabelStarts) {
  EXPECT_THAT(standing(event("labeled", "bug")), VariantWith<LabelUnbound>(testing::_));
}

TEST(Label, ThatWasTakenOffIsAbsent) {
  EXPECT_THAT(standing(event("unlabeled", "perf-accepted", {"bug"})),
              VariantWith<LabelAbsent>(testing::_));
  EXPECT_THAT(standing(event("labeled", "perf-accepted", {})), VariantWith<LabelAbsent>(testing::_))
      << "the list is the truth";
}

TEST(Label, IsComparedAsGitHubTellsLabelsApart) {
  EXPECT_THAT(standing(event("labeled", "Perf-Accepted", {"Perf-Accepted"})),
              VariantWith<LabelGiven>(testing::Field(&LabelGiven::label, "Perf-Accepted")));
  EXPECT_THAT(standing(event("labeled", "perf", {"perf"})), VariantWith<LabelAbsent>(testing::_));
}

TEST(Label, CountsForTheHeadItselfToo) {
  EXPECT_THAT(standing(event("labeled", "perf-accepted"),
                       {.head = kHead, .parents = {kBase}, .shallow = false}),
              VariantWith<LabelGiven>(given()));
}

TEST(Label, CountsForNothingWhereSomethingElseIsMeasured) {
  const Event labeled = event("labeled", "perf-accepted");
  EXPECT_THAT(
      standing(labeled, {.head = kMerge, .parents = {kBase, kMerge}, .shallow = true}),
      VariantWith<LabelUnbound>(testing::Field(&LabelUnbound::why, HasSubstr("is not its head"))));
  EXPECT_THAT(standing(labeled, merged(), {.base = "", .head = "other"}),
              VariantWith<LabelUnbound>(testing::_));
}

TEST(Label, IsAbsentFromOtherEventsAndWhereNobodyAsksForIt) {
  EXPECT_THAT(standing(MergeGroupEvent{
                  .head_sha = kHead, .base_sha = kBase, .base_ref = "main", .head_ref = "q"}),
              VariantWith<LabelAbsent>(testing::_));
  EXPECT_THAT(label_standing(event("labeled", "", {""}), "", merged(), {}),
              VariantWith<LabelAbsent>(testing::_));
}

}  // namespace
}  // namespace headgate::github
