#include <cstring>
#include <filesystem>

#include <git2.h>
#include <gmock/gmock.h>

#include "edge/git/tree_export.h"
#include "git_test.h"
#include "support/folder_snapshot.h"

namespace headgate::git {
namespace {

using headgate::testing::FolderSnapshot;
using headgate::testing::GitFixture;
using headgate::testing::RawEntry;
using headgate::testing::snapshot;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
namespace fs = std::filesystem;

// A tree that no git would write, what is wrong with it, and nothing written because of it.
class HostileTree : public GitTest {
 protected:
  void SetUp() override {
    fs::create_directory(outside_);
    blob_ = repo_.blob("#!/bin/sh\necho pwned\n");
    link_ = repo_.blob(outside_);
    subtree_ = repo_.tree({{"100755", blob_, "b"}});
  }

  void expect_refused(const std::vector<RawEntry>& entries, const std::string& hostile_path) {
    SCOPED_TRACE(hostile_path);
    const std::string commit = repo_.commit_tree(repo_.tree(entries), {}, "Hostile");
    const auto opened = open(repo_.path());
    const Result<TreeProblems> problems = opened->inspect(commit, never);
    ASSERT_TRUE(problems) << problems.error().message;
    EXPECT_THAT(problems->hostile, ElementsAre(hostile_path));
    const FolderSnapshot before = snapshot(folder_.path());
    const Status status = opened->export_tree(commit, folder_ / "out", never);
    ASSERT_FALSE(status);
    EXPECT_EQ(status.error().reason, Reason::kTreeInvalid);
    EXPECT_THAT(status.error().message, HasSubstr("'" + hostile_path + "'"));
    EXPECT_EQ(snapshot(folder_.path()), before);
  }

  GitFixture repo_{folder_ / "repo"};
  const std::string outside_ = folder_ / "outside";
  std::string blob_;
  std::string link_;
  std::string subtree_;
};

TEST_F(HostileTree, ASymbolicLinkAndAFolderOfOneName) {
  expect_refused({{"120000", link_, "a"}, {"40000", subtree_, "a"}}, "a");
  expect_refused({{"40000", subtree_, "a"}, {"120000", link_, "a"}}, "a");
  // Git sorts folders as if they ended in a slash, so others may stand between.
  expect_refused({{"120000", link_, "a"}, {"100644", blob_, "a.x"}, {"40000", subtree_, "a"}}, "a");
}

TEST_F(HostileTree, ASymbolicLinkAndANameThatGoesThroughIt) {
  expect_refused({{"120000", link_, "a"}, {"100644", blob_, "a/b"}}, "a/b");
}

TEST_F(HostileTree, NamesThatLeaveTheFolder) {
  expect_refused({{"100644", blob_, "../outside/b"}}, "../outside/b");
  expect_refused({{"100644", blob_, outside_ + "/b"}}, outside_ + "/b");
  expect_refused({{"40000", subtree_, ".."}}, "..");
  expect_refused({{"40000", subtree_, "."}}, ".");
}

TEST_F(HostileTree, NamesThatMeanDotGitSomewhere) {
  for (const char* const name : {".git", ".GIT", ".Git", "git~1", "GIT~1", ".git.", ".git ",
                                 ".git. .", ".git::$INDEX_ALLOCATION"}) {
    expect_refused({{"40000", subtree_, name}}, name);
    expect_refused({{"100644", blob_, name}}, name);
    expect_refused({{"120000", link_, name}}, name);
  }
}

TEST_F(HostileTree, BelowAFolderToo) {
  const std::string inner = repo_.tree({{"40000", subtree_, ".git"}});
  expect_refused({{"40000", inner, "pkg"}}, "pkg/.git");
}

TEST_F(HostileTree, AnEntryOfAnotherKindThanItsObject) {
  expect_refused({{"40000", blob_, "folder"}}, "folder");
  expect_refused({{"100644", subtree_, "file"}}, "file");
}

TEST_F(HostileTree, ATreeThatCannotBeSplitIntoEntries) {
  expect_refused({{"100644", blob_, ""}}, "./");
}

TEST_F(HostileTree, FoldersNestedDeeperThanAPathCanBeLong) {
  const std::string name(200, 'd');
  std::string tree = subtree_;
  for (int level = 0; level < 30; ++level) {
    tree = repo_.tree({{"40000", tree, name}});
  }
  // The limit is 3840 bytes; the 20th folder's path has 20 * 201 - 1.
  std::string path = name;
  for (int level = 1; level < 20; ++level) {
    path += "/" + name;
  }
  expect_refused({{"40000", tree, name}}, path.substr(0, path.size()));
}

TEST_F(HostileTree, LinksThatPointOutsideAreKeptAsLinks) {
  const std::string up = repo_.blob("../../outside");
  const std::string tree = repo_.tree({{"120000", link_, "absolute"}, {"120000", up, "up"}});
  const std::string commit = repo_.commit_tree(tree, {}, "Links");
  const auto opened = open(repo_.path());
  EXPECT_EQ(*opened->inspect(commit, never), TreeProblems{});
  const FolderSnapshot before = snapshot(outside_);
  ASSERT_TRUE(opened->export_tree(commit, folder_ / "out", never));
  EXPECT_EQ(fs::read_symlink(folder_ / "out/absolute"), outside_);
  EXPECT_EQ(fs::read_symlink(folder_ / "out/up"), "../../outside");
  EXPECT_EQ(snapshot(outside_), before);
}

// The second lock on the same door: what if the inspection had seen nothing? Each list goes
// straight to the writer.
TEST_F(HostileTree, TheWriterAloneLetsNothingOut) {
  Handle<git_repository> repository;
  const int code = git_repository_open(Out(repository), repo_.path().c_str());
  ASSERT_EQ(code, 0);
  const auto file = [](const std::string& path, const std::string& id, std::uint32_t mode) {
    TreeFile made{.path = path, .id = {}, .mode = mode};
    git_oid oid;
    git_oid_fromstr(&oid, id.c_str());
    std::memcpy(made.id.data(), oid.id, made.id.size());
    return made;
  };
  const std::vector<std::vector<TreeFile>> lists = {
      {file("a", link_, 0120000), file("a/b", blob_, 0100644)},
      {file("../outside/b", blob_, 0100644)},
      {file("x/../../outside/b", blob_, 0100644)},
      {file(outside_ + "/b", blob_, 0100644)},
      {file(".git/hooks/post-checkout", blob_, 0100755)},
      {file(".GIT/config", blob_, 0100644)},
      {file("git~1/config", blob_, 0100644)},
  };
  const FolderSnapshot outside_before = snapshot(outside_);
  const FolderSnapshot repo_before = snapshot(repo_.path());
  for (const std::vector<TreeFile>& list : lists) {
    SCOPED_TRACE(list.back().path);
    const std::string target = folder_ / "out";
    ASSERT_TRUE(prepare_target(target));
    const Status status = write_files(*repository, list, target, never);
    EXPECT_FALSE(status && list.size() == 1);
    EXPECT_FALSE(fs::exists(fs::symlink_status(target + "/.git")));
    EXPECT_EQ(snapshot(outside_), outside_before);
    EXPECT_EQ(snapshot(repo_.path()), repo_before);
    fs::remove_all(target);
  }
}

// Links of one slice and files of the next: the writer must not follow what it has just made.
TEST_F(HostileTree, ALinkFromAnEarlierSliceIsNotFollowed) {
  Handle<git_repository> repository;
  const int code = git_repository_open(Out(repository), repo_.path().c_str());
  ASSERT_EQ(code, 0);
  git_oid link;
  git_oid blob;
  ASSERT_EQ(git_oid_fromstr(&link, link_.c_str()), 0);
  ASSERT_EQ(git_oid_fromstr(&blob, blob_.c_str()), 0);
  std::vector<TreeFile> files;
  const auto add = [&files](const std::string& path, const git_oid& id, std::uint32_t mode) {
    TreeFile made{.path = path, .id = {}, .mode = mode};
    std::memcpy(made.id.data(), id.id, made.id.size());
    files.push_back(std::move(made));
  };
  add("a", link, 0120000);
  for (int i = 1000; i < 2500; ++i) {
    add("a." + std::to_string(i), blob, 0100644);  // "." sorts before "/"
  }
  add("a/b", blob, 0100644);
  const std::string target = folder_ / "out";
  ASSERT_TRUE(prepare_target(target));
  const FolderSnapshot before = snapshot(outside_);
  const Status status = write_files(*repository, files, target, never);
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().reason, Reason::kTreeInvalid);
  EXPECT_EQ(snapshot(outside_), before);
}

}  // namespace
}  // namespace headgate::git
