// The fixture itself: does it leave what actions/checkout leaves? Asked with git, not with us.

#include <filesystem>

#include <gtest/gtest.h>

#include "support/git_fixture.h"

namespace headgate::testing {
namespace {

namespace fs = std::filesystem;

TEST(PullRequestCheckout, IsDetachedAtTheMergeCommit) {
  const TemporaryFolder folder;
  const PullRequestCheckout made =
      make_pull_request_checkout(folder.path(), {{"a.go", "base"}}, {{"a.go", "head"}}, 2);
  EXPECT_ANY_THROW(run_git(made.path, {"symbolic-ref", "HEAD"}));
  EXPECT_EQ(run_git(made.path, {"rev-parse", "HEAD"}), made.merge);
  EXPECT_EQ(run_git(made.path, {"rev-parse", "refs/remotes/pull/7/merge"}), made.merge);
  EXPECT_EQ(run_git(made.path, {"rev-list", "--parents", "--max-count=1", "HEAD"}),
            made.merge + " " + made.base + " " + made.head);
  EXPECT_EQ(run_git(made.path, {"show", "HEAD:a.go"}), "head");
  EXPECT_EQ(run_git(made.path, {"show", "HEAD^1:a.go"}), "base");
  EXPECT_EQ(run_git(made.path, {"status", "--porcelain"}), "");
  EXPECT_EQ(run_git(made.path, {"for-each-ref", "--format=%(refname)"}),
            "refs/remotes/pull/7/merge");
}

TEST(PullRequestCheckout, DepthDecidesHowMuchHistoryThereIs) {
  const TemporaryFolder folder;
  // Depth 1 cuts the merge commit from its parents; 2 keeps them; 0 keeps main's first commit too.
  const auto commits = [&folder](int depth) {
    const std::string place = folder / std::to_string(depth);
    const PullRequestCheckout made =
        make_pull_request_checkout(place, {{"a.go", "base"}}, {{"a.go", "head"}}, depth);
    EXPECT_EQ(fs::exists(made.path + "/.git/shallow"), depth != 0);
    return run_git(made.path, {"rev-list", "--count", "HEAD"});
  };
  EXPECT_EQ(commits(1), "1");
  EXPECT_EQ(commits(2), "3");
  EXPECT_EQ(commits(0), "4");
}

TEST(GitFixture, TheSameCallsGiveTheSameIds) {
  const TemporaryFolder folder;
  GitFixture one(folder / "one");
  GitFixture other(folder / "other");
  EXPECT_EQ(one.commit("Start"), other.commit("Start"));
  EXPECT_NE(one.commit("Next"), other.commit("Another"));
}

}  // namespace
}  // namespace headgate::testing
