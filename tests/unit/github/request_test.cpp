#include "core/github/request.h"

#include <optional>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/commit_ids.h"

namespace headgate::github {
namespace {

using testing_support::kHead;
using testing_support::kMerge;

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// Ids by their role: the merge commit, its parents, and what a payload may say besides.
const std::string kBaseTip(40, 'b');
const std::string kStale(40, '5');
const std::string kOther(40, 'd');

const Checkout kMergeCommit = {.head = kMerge, .parents = {kBaseTip, kHead}, .shallow = true};

PullRequestEvent pull_request(std::string action = "synchronize") {
  return {.number = 7,
          .action = std::move(action),
          .head_sha = kHead,
          .base_ref = "main",
          .base_sha = kStale};
}

MergeGroupEvent merge_group() {
  return {.head_sha = kMerge,
          .base_sha = kBaseTip,
          .base_ref = "refs/heads/main",
          .head_ref = "refs/heads/gh-readonly-queue/main/pr-103-" + kBaseTip};
}

PushEvent push(PushEvent::Kind kind = PushEvent::Kind::kForward) {
  return {.before = kBaseTip, .after = kHead, .ref = "refs/heads/main", .kind = kind};
}

Request decided(const Event& event, const Checkout& checkout, const Inputs& inputs = {},
                const std::string& github_sha = {}) {
  const Result<Request> request = decide_request(event, checkout, inputs, github_sha);
  if (!request) {
    throw std::runtime_error(request.error().message);
  }
  return *request;
}

Error refused(const Event& event, const Checkout& checkout, const Inputs& inputs = {}) {
  const Result<Request> request = decide_request(event, checkout, inputs, {});
  if (request) {
    throw std::runtime_error("it was decided: " + request->why);
  }
  return request.error();
}

TEST(Request, PullRequestComparesTheMergeCommitWithItsFirstParent) {
  for (const std::string action : {"opened", "synchronize", "reopened", "labeled", ""}) {
    const Request request = decided(pull_request(action), kMergeCommit, {}, kMerge);
    EXPECT_EQ(request.base, Where(Commit{kBaseTip}));
    EXPECT_EQ(request.head, Where(Commit{kMerge}));
    EXPECT_EQ(request.why, "base is the first parent of the merge commit of #7");
    EXPECT_EQ(request.pull_request, 7U);
    EXPECT_THAT(request.notes, IsEmpty());
    EXPECT_FALSE(request.fallback);
    EXPECT_EQ(request.remedy_without_base, "");
  }
}

TEST(Request, PullRequestNeverTakesThePayloadsBase) {
  // base.sha is base's tip at the last push to the pull request; the merge commit may be newer.
  const Request request = decided(pull_request(), kMergeCommit);
  EXPECT_NE(request.base, Where(Commit{kStale}));
  // So that a re-run, which keeps its old merge commit, can say that main has moved on.
  EXPECT_EQ(request.base_branch, "main");
}

TEST(Request, ClosedPullRequestComparesAMergeCommitThatIsStillItsOwn) {
  EXPECT_EQ(decided(pull_request("closed"), kMergeCommit).base, Where(Commit{kBaseTip}));
}

TEST(Request, ClosedPullRequestOnItsBaseBranchSaysWhy) {
  const Error error =
      refused(pull_request("closed"), {.head = kOther, .parents = {kBaseTip}, .shallow = true});
  EXPECT_EQ(error.reason, Reason::kNotAMergeCommit);
  EXPECT_EQ(error.message,
            "HEAD is dddddddddddd, which is neither the merge commit of #7 nor its head "
            "aaaaaaaaaaaa: once it is merged, its base branch is checked out");
  EXPECT_EQ(error.remedy, "take `closed` off the workflow's `types:`, or set the input base");
}

TEST(Request, AnyOtherCommitOfAPullRequestIsRefused) {
  const std::vector<std::vector<std::string>> parents = {
      {},                        // a root
      {kHead},                   // one parent, though the right one
      {kHead, kBaseTip},         // merged the other way round
      {kBaseTip, kOther},        // the merge commit of an earlier push
      {kBaseTip, kOther, kHead}  // an octopus
  };
  for (const auto& of_head : parents) {
    for (const bool shallow : {false, true}) {
      const Error error =
          refused(pull_request(), {.head = kMerge, .parents = of_head, .shallow = shallow});
      EXPECT_EQ(error.reason, Reason::kNotAMergeCommit);
      EXPECT_EQ(error.message,
                "HEAD is cccccccccccc, which is neither the merge commit of #7 nor its head "
                "aaaaaaaaaaaa");
      EXPECT_EQ(error.remedy,
                "let actions/checkout check out the event's commit (no `ref:`) with "
                "`fetch-depth: 2`, or set the input base");
    }
  }
}

TEST(Request, HeadItselfIsComparedWithItsMergeBase) {
  const Request request =
      decided(pull_request(), {.head = kHead, .parents = {kOther}, .shallow = false}, {}, kMerge);
  EXPECT_EQ(request.base, Where(MergeBase{.head = kHead, .branches = {"origin/main", "main"}}));
  EXPECT_EQ(request.head, Where(Commit{kHead}));
  EXPECT_EQ(request.why, "base is the merge base of the head of #7 and main");
  EXPECT_EQ(request.pull_request, 7U);
  EXPECT_EQ(request.base_branch, "") << "a merge base is older than main's tip by nature";
  EXPECT_THAT(request.notes, IsEmpty()) << "HEAD is not GITHUB_SHA on purpose";
}

TEST(Request, MergeBaseOfAShallowHistoryIsNeverTaken) {
  const Error error =
      refused(pull_request(), {.head = kHead, .parents = {kOther}, .shallow = true});
  EXPECT_EQ(error.reason, Reason::kShallowCheckout);
  EXPECT_EQ(error.message,
            "the head of #7 itself is checked out, without the history that leads to its merge "
            "base with main");
  EXPECT_EQ(error.remedy,
            "take `ref:` off actions/checkout and set `fetch-depth: 2`, to compare the merge "
            "commit; or set `fetch-depth: 0` on actions/checkout, to compare with the merge base");
}

TEST(Request, MergeGroupComparesWithItsBaseAndNotWithItsParent) {
  const Checkout batch = {.head = kMerge, .parents = {kOther}, .shallow = false};
  const Request request = decided(merge_group(), batch, {}, kMerge);
  EXPECT_EQ(request.base, Where(Commit{kBaseTip}));
  EXPECT_EQ(request.head, Where(Commit{kMerge}));
  EXPECT_EQ(request.why, "base is what the merge group that ends with #103 was built on");
  EXPECT_EQ(request.pull_request, std::nullopt);
  EXPECT_THAT(request.notes, ElementsAre("the merge group holds more than one commit on top of "
                                         "bbbbbbbbbbbb: all of them are compared as one change"));
}

TEST(Request, MergeGroupOfOneHasNoNote) {
  for (const auto& parents : {std::vector{kBaseTip}, std::vector{kBaseTip, kHead}}) {
    EXPECT_THAT(decided(merge_group(), {.head = kMerge, .parents = parents, .shallow = true}).notes,
                IsEmpty());
  }
}

TEST(Request, MergeGroupWithoutItsBaseNeedsTheHistory) {
  EXPECT_EQ(decided(merge_group(), kMergeCommit).remedy_without_base,
            "set `fetch-depth: 0` on actions/checkout");
  EXPECT_FALSE(decided(merge_group(), kMergeCommit).fallback) << "HEAD^1 may hold half the change";
}

TEST(Request, MergeGroupShowsItsLastPullRequestOnlyIfItsRefSaysOne) {
  for (const std::string ref : {"refs/heads/gh-readonly-queue/main/x", "", "/pr-", "pr-1"}) {
    MergeGroupEvent event = merge_group();
    event.head_ref = ref;
    EXPECT_EQ(decided(event, kMergeCommit).why, "base is what the merge group was built on") << ref;
  }
}

TEST(Request, MergeGroupOnAnotherCommitIsRefused) {
  const Error error =
      refused(merge_group(), {.head = kOther, .parents = {kBaseTip}, .shallow = false});
  EXPECT_EQ(error.reason, Reason::kNotAMergeCommit);
  EXPECT_EQ(error.message, "HEAD is dddddddddddd, but the head of the merge group is cccccccccccc");
  EXPECT_THAT(error.remedy, HasSubstr("`fetch-depth: 0`"));
}

TEST(Request, PushComparesWithWhatWasThereBefore) {
  const Request request =
      decided(push(), {.head = kHead, .parents = {kOther}, .shallow = false}, {}, kHead);
  EXPECT_EQ(request.base, Where(Commit{kBaseTip}));
  EXPECT_EQ(request.head, Where(Commit{kHead}));
  EXPECT_EQ(request.why, "base is where refs/heads/main was before the push");
  EXPECT_EQ(request.base_branch, "");
}

TEST(Request, PushFallsBackToTheFirstParentWithANote) {
  const Request request = decided(push(), {.head = kHead, .parents = {kOther}, .shallow = true});
  ASSERT_TRUE(request.fallback);
  EXPECT_EQ(request.fallback->base, Commit{kOther});
  EXPECT_EQ(request.fallback->why, "base is the first parent of the checked-out commit");
  EXPECT_EQ(request.fallback->note,
            "bbbbbbbbbbbb, where refs/heads/main was before the push, is not in the checkout: base "
            "is the first parent of HEAD instead; set `fetch-depth: 0` on actions/checkout to "
            "compare all that was pushed");
  EXPECT_EQ(request.remedy_without_base,
            "set `fetch-depth: 0` on actions/checkout, or set the input base");
}

TEST(Request, ForcedPushSaysThatItsPastMayBeGone) {
  const Request request = decided(push(PushEvent::Kind::kForced),
                                  {.head = kHead, .parents = {kOther}, .shallow = false});
  ASSERT_TRUE(request.fallback);
  EXPECT_THAT(request.fallback->note, HasSubstr("it was a forced push; set the input base"));
}

TEST(Request, PushOfARootHasNothingToFallBackTo) {
  EXPECT_FALSE(decided(push(), {.head = kHead, .parents = {}, .shallow = true}).fallback);
}

TEST(Request, NewRefComparesWithTheFirstParent) {
  PushEvent event = push();
  event.before.clear();
  const Request request =
      decided(event, {.head = kHead, .parents = {kBaseTip, kOther}, .shallow = true});
  EXPECT_EQ(request.base, Where(Commit{kBaseTip}));
  EXPECT_EQ(request.why,
            "refs/heads/main is new: base is the first parent of the checked-out commit");
}

TEST(Request, NewRefWithoutAParentNeedsABase) {
  PushEvent event = push();
  event.before.clear();
  const Error error = refused(event, {.head = kHead, .parents = {}, .shallow = false});
  EXPECT_EQ(error.reason, Reason::kBaseUnknown);
  EXPECT_EQ(error.message,
            "refs/heads/main is new: the checked-out commit has no parent to compare with");
  EXPECT_EQ(error.remedy, "set the input base");
}

TEST(Request, DeletedRefIsNothingToCompare) {
  PushEvent event = push();
  event.after.clear();
  for (const Inputs& inputs : {Inputs{}, Inputs{.base = "v1", .head = "v2"}}) {
    const Error error =
        refused(event, {.head = kHead, .parents = {kOther}, .shallow = true}, inputs);
    EXPECT_EQ(error.reason, Reason::kEventUnsupported);
    EXPECT_EQ(error.message, "refs/heads/main was deleted: there is nothing to compare");
    EXPECT_EQ(error.remedy, "add `if: ${{ !github.event.deleted }}` to the job");
  }
}

TEST(Request, DispatchTakesTheFirstParentOrItsInputs) {
  const Checkout checkout = {.head = kHead, .parents = {kBaseTip}, .shallow = true};
  const DispatchEvent plain{.ref = "refs/heads/main", .base = {}, .head = {}};
  EXPECT_EQ(decided(plain, checkout).base, Where(Commit{kBaseTip}));
  EXPECT_EQ(decided(plain, checkout).why, "base is the first parent of the checked-out commit");

  const DispatchEvent with_base{.ref = "refs/heads/main", .base = "v1.0", .head = {}};
  EXPECT_EQ(decided(with_base, checkout).base, Where(Revision{"v1.0"}));
  EXPECT_EQ(decided(with_base, checkout).head, Where(Commit{kHead}));
  EXPECT_EQ(decided(with_base, checkout).why, "base is the input 'v1.0'");

  const DispatchEvent with_head{.ref = "refs/heads/main", .base = {}, .head = "feature"};
  EXPECT_EQ(decided(with_head, checkout).base, Where(Revision{"feature^1"}));
  EXPECT_EQ(decided(with_head, checkout).head, Where(Revision{"feature"}));
  EXPECT_EQ(decided(with_head, checkout).why,
            "base is the first parent of head, head is the input 'feature'");
}

TEST(Request, DispatchOnARootNeedsABase) {
  const Error error = refused(DispatchEvent{.ref = "refs/heads/main", .base = {}, .head = {}},
                              {.head = kHead, .parents = {}, .shallow = false});
  EXPECT_EQ(error.reason, Reason::kBaseUnknown);
  EXPECT_EQ(error.message, "the checked-out commit has no parent to compare with");
}

TEST(Request, ScheduleNeedsABase) {
  const Checkout checkout = {.head = kHead, .parents = {kBaseTip}, .shallow = false};
  const Error error = refused(ScheduleEvent{.cron = "0 3 * * *"}, checkout);
  EXPECT_EQ(error.reason, Reason::kBaseUnknown);
  EXPECT_EQ(error.message, "a scheduled run has no base of its own");
  EXPECT_EQ(error.remedy, "set the input base, for example to the tag of the last release");
  const Request request = decided(ScheduleEvent{.cron = {}}, checkout, {.base = "v1", .head = {}});
  EXPECT_EQ(request.base, Where(Revision{"v1"}));
  EXPECT_EQ(request.head, Where(Commit{kHead}));
}

TEST(Request, InputsBeatEveryEvent) {
  PushEvent new_ref = push();
  new_ref.before.clear();
  const Event events[] = {
      pull_request(),
      merge_group(),
      push(),
      new_ref,
      DispatchEvent{.ref = "refs/heads/main", .base = "of-the-workflow", .head = "of-the-workflow"},
      ScheduleEvent{.cron = {}}};
  const Checkout checkouts[] = {kMergeCommit,
                                {.head = kOther, .parents = {}, .shallow = true},
                                {.head = kHead, .parents = {kOther}, .shallow = false}};
  for (const Event& event : events) {
    for (const Checkout& checkout : checkouts) {
      const Request request = decided(event, checkout, {.base = "v1.0", .head = "v2.0"}, kMerge);
      EXPECT_EQ(request.base, Where(Revision{"v1.0"}));
      EXPECT_EQ(request.head, Where(Revision{"v2.0"}));
      EXPECT_EQ(request.why, "base is the input 'v1.0', head is the input 'v2.0'");
      EXPECT_EQ(request.base_branch, "");
      EXPECT_FALSE(request.fallback);
      EXPECT_EQ(request.remedy_without_base, "");
      EXPECT_THAT(request.notes, IsEmpty());
    }
  }
}

TEST(Request, BaseInputAloneKeepsWhatIsCheckedOut) {
  const Checkout elsewhere = {.head = kOther, .parents = {kStale}, .shallow = true};
  for (const Event& event : {Event(pull_request()), Event(merge_group()), Event(push())}) {
    const Request request = decided(event, elsewhere, {.base = "v1.0", .head = {}}, kMerge);
    EXPECT_EQ(request.base, Where(Revision{"v1.0"}));
    EXPECT_EQ(request.head, Where(Commit{kOther}));
    EXPECT_THAT(request.notes, ElementsAre("HEAD dddddddddddd is not the event's commit "
                                           "cccccccccccc: another ref was checked out"));
  }
}

TEST(Request, HeadInputAloneKeepsTheBaseOfTheEvent) {
  const Inputs inputs = {.base = {}, .head = "v2.0"};
  EXPECT_EQ(decided(pull_request(), kMergeCommit, inputs).base, Where(Commit{kBaseTip}));
  EXPECT_EQ(decided(merge_group(), {.head = kOther, .parents = {}, .shallow = false}, inputs).base,
            Where(Commit{kBaseTip}));
  const Checkout head = {.head = kHead, .parents = {kOther}, .shallow = false};
  EXPECT_EQ(decided(push(), head, inputs).base, Where(Commit{kBaseTip}));
  EXPECT_FALSE(decided(push(), head, inputs).fallback) << "HEAD's parent is not that of v2.0";
  EXPECT_EQ(decided(pull_request(), head, inputs).base,
            Where(MergeBase{.head = "v2.0", .branches = {"origin/main", "main"}}));
}

TEST(Request, AnotherRefThanTheEventsIsSaidSo) {
  const Request moved = decided(pull_request(), kMergeCommit, {}, kOther);
  EXPECT_THAT(moved.notes, ElementsAre("HEAD cccccccccccc is not the event's commit dddddddddddd: "
                                       "another ref was checked out"));
  EXPECT_THAT(decided(pull_request(), kMergeCommit, {}, {}).notes, IsEmpty());
}

}  // namespace
}  // namespace headgate::github
