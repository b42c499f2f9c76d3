#include <gmock/gmock.h>

#include "git_test.h"

namespace headgate::git {
namespace {

using headgate::testing::GitFixture;
using headgate::testing::make_pull_request_checkout;
using headgate::testing::PullRequestCheckout;
using headgate::testing::run_git;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const std::string kNoSuchId = "0123456789012345678901234567890123456789";

class History : public GitTest {};

TEST_F(History, ACommitIsReadWhole) {
  GitFixture repo(folder_ / "repo");
  const std::string first = repo.commit("Start");
  repo.write("a.go", "package a\n");
  const std::string second = repo.commit("Add a package\nwith two lines\n\nand a body");
  const Result<Commit> head = open(repo.path())->head();
  ASSERT_TRUE(head) << head.error().message;
  EXPECT_EQ(head->id, second);
  EXPECT_EQ(head->tree, repo.git({"rev-parse", "HEAD^{tree}"}));
  EXPECT_THAT(head->parents, ElementsAre(first));
  // The fixture's second commit: 1,700,000,000 s and two minutes.
  EXPECT_EQ(head->time_sec, 1'700'000'120);
  EXPECT_EQ(head->subject, "Add a package with two lines");
}

TEST_F(History, TheFirstCommitHasNoParents) {
  GitFixture repo(folder_ / "repo");
  repo.commit("Start");
  EXPECT_THAT(open(repo.path())->head()->parents, IsEmpty());
}

TEST_F(History, AnEmptyMessageIsAnEmptySubject) {
  GitFixture repo(folder_ / "repo");
  repo.commit("Start");
  repo.git({"commit", "--quiet", "--allow-empty", "--allow-empty-message", "--message="});
  EXPECT_EQ(open(repo.path())->head()->subject, "");
}

TEST_F(History, HeadBeforeTheFirstCommitIsUnknown) {
  const GitFixture repo(folder_ / "repo");
  const Result<Commit> head = open(repo.path())->head();
  ASSERT_FALSE(head);
  EXPECT_EQ(head.error().reason, Reason::kRevisionUnknown);
  EXPECT_THAT(head.error().message, HasSubstr("no commit yet"));
}

TEST_F(History, EverySpellingThatRevParseKnowsNamesTheSameCommit) {
  GitFixture repo(folder_ / "repo");
  repo.commit("Start");
  const std::string second = repo.commit("Second");
  repo.git({"tag", "--annotate", "--message=Tag", "v1"});
  repo.git({"tag", "light"});
  repo.git({"branch", "side"});
  repo.git({"config", "branch.main.remote", "."});
  repo.git({"config", "branch.main.merge", "refs/heads/side"});
  repo.commit("Third");
  const auto opened = open(repo.path());
  const std::vector<std::string> spellings = {second,
                                              second.substr(0, 10),
                                              "HEAD^",
                                              "HEAD~1",
                                              "main^1",
                                              "side",
                                              "v1",
                                              "light",
                                              "v1^{commit}",
                                              "refs/heads/side",
                                              "@~",
                                              ":/Second",
                                              "main@{upstream}"};
  for (const std::string& spelling : spellings) {
    EXPECT_EQ(repo.git({"rev-list", "--max-count=1", spelling}), second) << spelling;
    const Result<Commit> found = opened->commit(spelling);
    ASSERT_TRUE(found) << spelling << ": " << found.error().detail;
    EXPECT_EQ(found->id, second) << spelling;
  }
}

TEST_F(History, WhatNamesNoCommitIsUnknown) {
  GitFixture repo(folder_ / "repo");
  repo.write("a.go", "package a\n");
  repo.commit("Start");
  const auto opened = open(repo.path());
  for (const std::string& spelling :
       {std::string("nonsense"), std::string(), std::string("HEAD~1"), std::string("HEAD^{tree}"),
        std::string("HEAD:a.go"), std::string("HEAD..HEAD"), std::string("HEAD^{"), kNoSuchId,
        std::string("--all")}) {
    const Result<Commit> found = opened->commit(spelling);
    ASSERT_FALSE(found) << spelling;
    EXPECT_EQ(found.error().reason, Reason::kRevisionUnknown) << spelling;
    EXPECT_THAT(found.error().message, HasSubstr("'" + spelling + "'"));
    EXPECT_THAT(found.error().detail, HasSubstr("libgit2: "));
  }
}

TEST_F(History, ANulDoesNotCutARevisionShort) {
  GitFixture repo(folder_ / "repo");
  repo.commit("Start");
  const Result<Commit> found = open(repo.path())->commit(std::string("HEAD\0x", 6));
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().reason, Reason::kRevisionUnknown);
}

TEST_F(History, AMisspeltNameIsNotBlamedOnTheDepth) {
  const PullRequestCheckout made =
      make_pull_request_checkout(folder_.path(), {{"a.go", "package a\n"}}, {{"b.go", "//\n"}}, 2);
  const Result<Commit> found = open(made.path)->commit("origin/main");
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().reason, Reason::kRevisionUnknown);
  EXPECT_THAT(found.error().remedy, HasSubstr("`fetch-depth: 0`"));
}

TEST_F(History, ADamagedCommitIsNotAnUnknownOne) {
  GitFixture repo(folder_ / "repo");
  const auto object_file = [&repo](const std::string& id) {
    return repo / (".git/objects/" + id.substr(0, 2) + "/" + id.substr(2));
  };
  const std::string first = repo.commit("Start");
  const std::string second = repo.commit("Second");
  // Well-formed, and not what its name is the digest of.
  std::filesystem::remove(object_file(second));
  std::filesystem::copy_file(object_file(first), object_file(second));
  // By id: on the way through a reference the library would leak.
  const Result<Commit> found = open(repo.path())->commit(second);
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().reason, Reason::kRepositoryUnreadable) << found.error().detail;
  EXPECT_THAT(found.error().remedy, HasSubstr("git fsck"));
}

TEST_F(History, DepthOneShowsBothParentsAndHasNeither) {
  const PullRequestCheckout made =
      make_pull_request_checkout(folder_.path(), {{"a.go", "package a\n"}}, {{"b.go", "//\n"}}, 1);
  const auto opened = open(made.path);
  EXPECT_TRUE(opened->is_shallow());
  const Result<Commit> head = opened->head();
  ASSERT_TRUE(head);
  EXPECT_EQ(head->id, made.merge);
  EXPECT_EQ(head->subject, "Merge " + made.head + " into " + made.base);
  EXPECT_THAT(head->parents, ElementsAre(made.base, made.head));
  EXPECT_FALSE(opened->commit(made.base));
  EXPECT_FALSE(opened->commit(made.head));
  for (const std::string& spelling : {made.base, std::string("HEAD^1"), std::string("HEAD^2")}) {
    const Result<Commit> found = opened->commit(spelling);
    ASSERT_FALSE(found);
    EXPECT_EQ(found.error().reason, Reason::kShallowCheckout);
    EXPECT_THAT(found.error().remedy, HasSubstr("`fetch-depth: 2` on actions/checkout"));
  }
}

TEST_F(History, DepthTwoHasBothParentsAndTheirTrees) {
  const PullRequestCheckout made =
      make_pull_request_checkout(folder_.path(), {{"a.go", "package a\n"}}, {{"b.go", "//\n"}}, 2);
  const auto opened = open(made.path);
  EXPECT_TRUE(opened->is_shallow());
  EXPECT_TRUE(opened->commit(made.base));
  EXPECT_TRUE(opened->commit(made.head));
  EXPECT_EQ(opened->commit("HEAD^1")->id, made.base);
  EXPECT_EQ(*opened->inspect(made.base, never), TreeProblems{});
  // Base's own parent was cut off, and it is still listed.
  const Result<Commit> base = opened->commit(made.base);
  ASSERT_EQ(base->parents.size(), 1U);
  EXPECT_FALSE(opened->commit(base->parents[0]));
}

TEST_F(History, NoMergeBaseIsTakenFromAShallowHistory) {
  const PullRequestCheckout made =
      make_pull_request_checkout(folder_.path(), {{"a.go", "package a\n"}}, {{"b.go", "//\n"}}, 2);
  const Result<std::string> base = open(made.path)->merge_base(made.base, made.head);
  ASSERT_FALSE(base);
  EXPECT_EQ(base.error().reason, Reason::kShallowCheckout);
  EXPECT_THAT(base.error().remedy, HasSubstr("`fetch-depth: 0`"));
}

TEST_F(History, FullHistoryHasTheMergeBase) {
  const PullRequestCheckout made =
      make_pull_request_checkout(folder_.path(), {{"a.go", "package a\n"}}, {{"b.go", "//\n"}}, 0);
  const auto opened = open(made.path);
  EXPECT_FALSE(opened->is_shallow());
  // The branch left main at base.
  EXPECT_EQ(*opened->merge_base("origin/main", made.head), made.base);
  EXPECT_EQ(*opened->merge_base(made.head, "origin/main"), made.base);
}

TEST_F(History, CountsTheCommitsThatOneHistoryHasAndAnotherHasNot) {
  GitFixture repo(folder_ / "repo");
  const std::string base = repo.commit("Start");
  repo.write("a", "1");
  repo.commit("One");
  repo.write("a", "2");
  const std::string tip = repo.commit("Two");
  const auto opened = open(repo.path());
  EXPECT_EQ(*opened->commits_since(base, tip), std::optional<std::size_t>(2));
  EXPECT_EQ(*opened->commits_since(tip, base), std::optional<std::size_t>(0));
  EXPECT_FALSE(opened->commits_since(base, "nonsense"));
  const PullRequestCheckout shallow =
      make_pull_request_checkout(folder_.path(), {{"a.go", "package a\n"}}, {{"b.go", "//\n"}}, 2);
  EXPECT_EQ(*open(shallow.path)->commits_since(shallow.base, shallow.merge), std::nullopt);
}

TEST_F(History, UnrelatedCommitsHaveNoMergeBase) {
  GitFixture repo(folder_ / "repo");
  repo.commit("Start");
  const std::string other =
      repo.commit_tree(repo.git({"rev-parse", "HEAD^{tree}"}), {}, "Another start");
  const Result<std::string> base = open(repo.path())->merge_base("HEAD", other);
  ASSERT_FALSE(base);
  EXPECT_EQ(base.error().reason, Reason::kBaseUnknown);
  EXPECT_EQ(open(repo.path())->merge_base("HEAD", "nonsense").error().reason,
            Reason::kRevisionUnknown);
}

TEST_F(History, TheDefaultBranchIsTheFirstThatExists) {
  GitFixture repo(folder_ / "repo");
  const std::string commit = repo.commit("Start");
  repo.git({"branch", "-m", "trunk"});
  const auto opened = open(repo.path());
  const auto default_branch = [&] { return opened->default_branch().value().value_or("none"); };
  EXPECT_EQ(default_branch(), "none");
  repo.git({"update-ref", "refs/heads/master", commit});
  EXPECT_EQ(default_branch(), "master");
  repo.git({"update-ref", "refs/heads/main", commit});
  EXPECT_EQ(default_branch(), "main");
  repo.git({"update-ref", "refs/remotes/origin/master", commit});
  EXPECT_EQ(default_branch(), "origin/master");
  repo.git({"update-ref", "refs/remotes/origin/main", commit});
  EXPECT_EQ(default_branch(), "origin/main");
  repo.git({"symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/dev"});
  EXPECT_EQ(default_branch(), "origin/main");  // origin/HEAD leads nowhere
  repo.git({"update-ref", "refs/remotes/origin/dev", commit});
  EXPECT_EQ(default_branch(), "origin/dev");
  repo.git({"update-ref", "refs/tags/origin/dev", commit});
  EXPECT_EQ(default_branch(), "refs/remotes/origin/dev");  // the tag would be found first
}

TEST_F(History, ACloneKnowsItsDefaultBranch) {
  GitFixture repo(folder_ / "repo");
  repo.commit("Start");
  repo.git({"branch", "-m", "develop"});
  run_git(folder_.path(), {"clone", "--quiet", repo.path(), "clone"});
  EXPECT_EQ(open(folder_ / "clone")->default_branch().value(), "origin/develop");
}

}  // namespace
}  // namespace headgate::git
